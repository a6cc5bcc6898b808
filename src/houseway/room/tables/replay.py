"""A finished round, replayed from its rows; pieces come from the log, not from a shoe.

Every row carries a digest of its events. If a replay gives another digest, the round was dealt by
another program. Only the record made at its close is then available.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.records.files import load_json
from houseway.records.record import Record
from houseway.room.errors import UNREADABLE
from houseway.room.store.interface import Books, RoundKept, Row
from houseway.room.tables import log, seat_rules
from houseway.room.tables.recovery import read
from houseway.room.tables.state import Divergence
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
    begun = read(row) if row else None
    if row is None or not isinstance(begun, log.RoundBegun):
        raise Divergence(f"{kept.stream}: row {kept.opened} is no round")
    opened = next(books.rows(kept.stream, begun.opened - 1, 1), None)
    posted = read(opened) if opened else None
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
        body = read(row)
        if not isinstance(body, log.Stepped | log.Voided) or body.no != found.begun.no:
            return
        yield row, body
        if isinstance(body, log.Voided) or body.closed:
            return


def begin(found: Found, games: Games) -> Round:
    """Return the round before its first input."""
    standing = found.begun.standing
    game = games.game(found.opened.game, found.opened.posting)
    carry_over = msgspec.msgpack.decode(standing.between, type=game.carry_over)
    sitters = standing.seating.seats
    seats = tuple(seat_rules.seated(number, sitters[number]) for number in found.begun.seats)
    return Round(game, seats, carry_over)


def play_again(books: Books, found: Found, games: Games) -> Iterator[tuple[Round, Step, str]]:
    """Yield the round after each of its rows; the last of a void one has the reason.

    The same round object is yielded each time. Raises ``Divergence`` if the replay differs from the
    log.
    """
    where = f"{found.kept.stream}, round {found.begun.no}"
    try:
        round_ = begin(found, games)
        for row, body in rows_of(books, found):
            if isinstance(body, log.Voided):
                yield round_, Step(row, len(round_.inputs), len(round_.events)), body.why
                return
            assert isinstance(body, log.RoundBegun | log.Stepped)
            events = len(round_.events) if isinstance(body, log.Stepped) else 0
            for given in body.inputs:
                round_.enter(given)
            happened = round_.events[events:]
            if len(happened) != body.events or log.digest(happened) != body.digest:
                raise Divergence(f"{where}: what row {row.seq} says happened does not follow")
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
