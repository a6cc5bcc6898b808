"""``houseway play``: you at one seat, guests at others, the rules in between."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from houseway.cli.app import OK, GameId, Posting, Whole
from houseway.cli.options import read_pairs
from houseway.cli.play.session import Plan, Session
from houseway.errors import HousewayError


def play(
    game: GameId,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seat: Whole | None = None,
    chips: str | None = None,
    purse: Path | None = None,
    bots: Whole | None = None,
    seed: Whole | None = None,
    save: Path | None = None,
    phh: Path | None = None,
    rounds: Whole | None = None,
    room: str | None = None,
    card: str | None = None,
    pin_file: Path | None = None,
    table: str | None = None,
    buy_in: str | None = None,
) -> int:
    """Play a game at the terminal, alone against the house, with guests, or in a cardroom.

    Parameters
    ----------
    seat
        Your seat; the first if nothing is said, in a room any that is free.
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
    room
        The address of a cardroom (houseway serve): play there, for the money of your account.
    card
        The number of your card in that room.
    pin_file
        A file with its PIN; without one it is taken from HOUSEWAY_PIN, or asked for.
    table
        The table of the room; any that deals the game if nothing is said.
    buy_in
        Dollars to sit down with in the room; the least buy-in if nothing is said.
    """
    if room is None:
        _refuse("only goes with --room", card=card, pin_file=pin_file, table=table, buy_in=buy_in)
        at = 1 if seat is None else seat
        return play_game(
            Plan(game, read_pairs(posting), at, chips, bots, seed, save, rounds, phh, purse)
        )
    _refuse(IN_A_ROOM, posting=posting or None, chips=chips, purse=purse, bots=bots, seed=seed,
            save=save, phh=phh)  # fmt: skip
    return play_in_room(
        game, room, card, pin_file, table or "", buy_in or "", seat or 0, rounds or 0
    )


IN_A_ROOM = "does not go with --room: the room posts its tables, deals, and keeps the books"


def play_in_room(game: str, room: str, card: str | None, pin_file: Path | None, *more: Any) -> int:
    """Play at a table of a cardroom."""
    if not card:
        raise HousewayError("--room needs --card, the number of your card in that room")
    if sys.stdin is None:
        raise HousewayError("there is nobody to ask: the standard input is closed")
    from houseway.cli.play.join_room import RoomPlan
    from houseway.cli.play.remote_session import visit

    asyncio.run(visit(RoomPlan(game, room, card, pin_file, *more)))
    return OK


def _refuse(why: str, **given: object) -> None:
    """Refuse what was given and cannot be had."""
    for name, value in given.items():
        if value is not None:
            raise HousewayError(f"--{name.replace('_', '-')} {why}")


def play_game(plan: Plan) -> int:
    """Sit down, play, leave politely."""
    if sys.stdin is None:
        raise HousewayError("there is nobody to ask: the standard input is closed")
    session = Session(plan)
    session.visit()
    return OK
