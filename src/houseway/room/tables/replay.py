"""A logged round, replayed from its rows: for recovery, audit, history, export and meters.

Every row carries a digest of its events. If a replay gives another digest, the round was dealt by
another program. Only the record made at its close is then available. Recovery and audit deal from
the shoe (``enter_row``); ``play_again`` takes the pieces from the log.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import msgspec

from houseway.engine.events import Event
from houseway.engine.inputs import Input
from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.records.files import load_json
from houseway.records.record import Record
from houseway.room.errors import UNREADABLE
from houseway.room.store.interface import Books, RoundKept, Row
from houseway.room.tables import log, seat_rules
from houseway.room.tables.log import Divergence
from houseway.rulebook import find
from houseway.table.round import Round


class Games:
    """Games by their posting, for replays of rounds."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, bytes], Game] = {}

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """Return the game of a posting."""
        key = id, msgspec.json.encode(posting, order="deterministic")
        if key not in self._games:
            self._games[key] = find(id)(posting)
        return self._games[key]


class Found(msgspec.Struct, frozen=True):
    """A round in the books: its entry, its first row, and the posting at that time."""

    kept: RoundKept
    row: Row
    begun: log.RoundBegun
    opened: log.TableOpened

    @property
    def people(self) -> dict[int, int]:
        """Seat -> the person who played there."""
        sitters = self.begun.standing.seating.seats
        return {seat: sitters[seat].player.person for seat in self.begun.seats}

    @property
    def names(self) -> dict[int, str]:
        """Seat -> the name of the player."""
        sitters = self.begun.standing.seating.seats
        return {seat: sitters[seat].player.name for seat in self.begun.seats}

    def seat_of(self, person: int) -> int:
        """Return the seat of a person in this round; 0: none."""
        return next((seat for seat, who in self.people.items() if who == person), 0)


class Step(msgspec.Struct, frozen=True):
    """A row of a round: its inputs, and the number of events after it."""

    row: Row
    inputs: int
    events: int
    second: int = 0


def find_round(books: Books, kept: RoundKept) -> Found:
    """Read a listed round from the log."""
    row = next(books.rows(kept.stream, kept.opened - 1, 1), None)
    begun = log.read(row.body) if row else None
    if row is None or not isinstance(begun, log.RoundBegun):
        raise Divergence(f"{kept.stream}: row {kept.opened} is no round")
    opened = next(books.rows(kept.stream, begun.opened - 1, 1), None)
    posted = log.read(opened.body) if opened else None
    if not isinstance(posted, log.TableOpened):
        raise Divergence(f"{kept.stream}: row {begun.opened} does not open the table")
    return Found(kept, row, begun, posted)


def rows_of(books: Books, found: Found) -> Iterator[tuple[Row, log.Body]]:
    """Yield the rows of a round: its first, its steps, and the one that voids it."""
    yield found.row, found.begun
    if found.begun.closed:
        return
    for row in books.rows(found.kept.stream, found.row.seq):
        if row.kind not in ("step", "voided", "round"):
            continue
        body = log.read(row.body)
        if not isinstance(body, log.Stepped | log.Voided) or body.no != found.begun.no:
            return
        yield row, body
        if isinstance(body, log.Voided) or body.closed:
            return


def open_round(game: Game, begun: log.RoundBegun) -> Round:
    """Return a logged round before its first input."""
    standing = begun.standing
    carry_over = log.unpacked(standing.between, game.carry_over)
    sitters = standing.seating.seats
    seats = tuple(seat_rules.seated(number, sitters[number]) for number in begun.seats)
    return Round(game, seats, carry_over)


Enter: TypeAlias = Callable[[Round, tuple[Input, ...]], None]
"""Enters logged inputs into a round."""


def enter_logged(round_: Round, inputs: tuple[Input, ...]) -> None:
    """Enter logged inputs, pieces included."""
    for given in inputs:
        round_.enter(given)


def enter_row(
    round_: Round, seq: int, body: log.RoundBegun | log.Stepped, where: str,
    enter: Enter = enter_logged,
) -> list[Event]:  # fmt: skip
    """Enter the inputs of a row, and return its events; Divergence if the row has others."""
    before = len(round_.events) if isinstance(body, log.Stepped) else 0
    enter(round_, body.inputs)
    happened = round_.events[before:]
    if len(happened) != body.events or log.digest(happened) != body.digest:
        raise Divergence(f"{where}: what row {seq} says happened does not follow")
    if round_.closed != body.closed:
        raise Divergence(f"{where}: row {seq} ends the round at another place")
    return happened


def play_again(books: Books, found: Found, games: Games) -> Iterator[tuple[Round, Step, str]]:
    """Yield the round after each of its rows; the last of a void one has the reason.

    The same round object is yielded each time. Raises ``Divergence`` if the replay differs from the
    log.
    """
    where = f"{found.kept.stream}, round {found.begun.no}"
    try:
        round_ = open_round(games.game(found.opened.game, found.opened.posting), found.begun)
        for row, body in rows_of(books, found):
            if isinstance(body, log.Voided):
                yield round_, Step(row, len(round_.inputs), len(round_.events)), body.why
                return
            assert isinstance(body, log.RoundBegun | log.Stepped)
            enter_row(round_, row.seq, body, where)
            second = body.second if isinstance(body, log.Stepped) else 0
            yield round_, Step(row, len(round_.inputs), len(round_.events), second), ""
    except (HousewayError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Divergence(f"{where} cannot be played again by this program: {error}") from error


def again(books: Books, found: Found, games: Games) -> Round:
    """Return the round after its last row."""
    *_, (round_, _, _) = play_again(books, found, games)
    return round_


def record_kept(kept: RoundKept) -> Record | None:
    """Return the record made at the close of a round; None if there is none."""
    if not kept.record:
        return None
    try:
        found = msgspec.json.decode(zlib.decompress(kept.record), type=dict[str, Any])
        found.pop("receipt", None)  # it is kept with the record, and is no part of it
        return load_json(msgspec.json.encode(found), f"{kept.stream}, round {kept.no}")
    except (zlib.error, *UNREADABLE) as error:
        raise Divergence(f"{kept.stream}: the record of round {kept.no} is damaged") from error
