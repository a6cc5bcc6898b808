"""``houseway play``: you at one seat, bots at others."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from houseway.cli.options import Amount, GameId, Posting, Whole, read_pairs
from houseway.cli.play.local.table import LocalTable, VisitOptions
from houseway.cli.play.session import visit as visit_here
from houseway.cli.terminal import console
from houseway.cli.terminal.output import OK
from houseway.errors import HousewayError


def play(
    game: GameId,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seat: Whole | None = None,
    chips: Amount | None = None,
    purse: Path | None = None,
    bots: Whole | None = None,
    seed: Whole | None = None,
    save: Path | None = None,
    phh: Path | None = None,
    rounds: Whole | None = None,
    room: Annotated[str | None, Parameter(metavar="ADDRESS")] = None,
    card: Annotated[str | None, Parameter(metavar="NUMBER")] = None,
    pin_file: Path | None = None,
    table: Annotated[str | None, Parameter(metavar="NAME")] = None,
    buy_in: Amount | None = None,
) -> int:
    """Play a game at the terminal, alone against the house, with bots, or in a cardroom.

    Parameters
    ----------
    seat
        Seat number. Default: 1; in a cardroom, any free seat.
    chips
        Dollars to sit down with. Default: 500, or all that the purse holds.
    purse
        A file that keeps your chips between visits. It is made if it does not exist.
    bots
        Number of bots at other seats. Default: as many as the game needs.
    seed
        Seed of the random numbers. The same seed gives the same cards, dice and bots. Default:
        random.
    save
        A folder for records of the rounds.
    phh
        A file of poker hands (.phhs). Each hand is added to it.
    rounds
        Leave after this number of rounds. Default: play until you leave.
    room
        The address of a cardroom. Play there, for the money of your account.
    card
        The number of your card in the cardroom.
    pin_file
        A file with the PIN. Default: HOUSEWAY_PIN, or a question.
    table
        A table of the cardroom. Default: any table that deals the game.
    buy_in
        Dollars to sit down with in the cardroom. Default: the least buy-in.
    """
    if room is None:
        _refuse("only goes with --room", card=card, pin_file=pin_file, table=table, buy_in=buy_in)
        at = 1 if seat is None else seat
        return play_game(
            VisitOptions(game, read_pairs(posting), at, chips, bots, seed, save, rounds, phh, purse)
        )
    _refuse(IN_A_ROOM, posting=posting or None, chips=chips, purse=purse, bots=bots, seed=seed,
            phh=phh)  # fmt: skip
    return play_in_room(
        save, game, room, card, pin_file, table or "", buy_in or "", seat or 0, rounds or 0
    )


IN_A_ROOM = "does not go with --room: the room posts its tables, deals, and keeps the books"


def play_in_room(
    save: Path | None, game: str, room: str, card: str | None, pin_file: Path | None, *more: Any
) -> int:
    """Play at a table of a cardroom."""
    if not card:
        raise HousewayError("--room needs --card, the number of your card in that room")
    if sys.stdin is None:
        raise HousewayError("no answer can be read: the standard input is closed")
    from houseway.cli.play.remote.join import RoomPlan
    from houseway.cli.play.remote.table import visit

    asyncio.run(visit(RoomPlan(game, room, card, pin_file, *more), save))
    return OK


def _refuse(why: str, **given: object) -> None:
    """Refuse options that do not go together."""
    for name, value in given.items():
        if value is not None:
            raise HousewayError(f"--{name.replace('_', '-')} {why}")


def play_game(plan: VisitOptions) -> int:
    """Play a visit at a local table."""
    if sys.stdin is None:
        raise HousewayError("no answer can be read: the standard input is closed")
    out = console.console()
    visit_here(LocalTable(plan, out), out, plan.save)
    return OK
