"""``houseway play``: you at one seat, guests at others, the rules in between."""

from __future__ import annotations

import sys
from pathlib import Path

from houseway.cli import OK, Posting, Whole
from houseway.cli.session import Plan, Session
from houseway.cli.words import read_pairs
from houseway.errors import HousewayError


def play(
    game: str,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seat: Whole = 1,
    chips: str | None = None,
    purse: Path | None = None,
    bots: Whole | None = None,
    seed: Whole | None = None,
    save: Path | None = None,
    phh: Path | None = None,
    rounds: Whole | None = None,
) -> int:
    """Play a game at the terminal, alone against the house or with guests at the table.

    Parameters
    ----------
    game
        The id of a game, as `houseway games` lists it.
    seat
        Your seat.
    chips
        Dollars that you bring: 500, or with a purse all that is in it.
    purse
        A file in which your chips are kept between visits; a new one is begun.
    bots
        Guests at the other seats; by default as many as the game needs.
    seed
        Makes cards, dice and guests the same every time.
    save
        A folder for the records of the rounds.
    phh
        A file of poker hands (.phhs) to which each hand is added.
    rounds
        Leave after so many rounds.
    """
    return play_game(
        Plan(game, read_pairs(posting), seat, chips, bots, seed, save, rounds, phh, purse)
    )


def play_game(plan: Plan) -> int:
    """Sit down, play, leave politely."""
    if sys.stdin is None:
        raise HousewayError("there is nobody to ask: the standard input is closed")
    session = Session(plan)
    session.visit()
    return OK
