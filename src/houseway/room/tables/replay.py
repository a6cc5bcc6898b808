"""A round that is over, played again from its rows: no shoe is asked, the log has what was dealt.

Every row carries a digest of what happened; where playing it again gives another, the program is
not the one that dealt the round, and what was recorded at its close is all there is to tell.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.engine.round import Round
from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.records.files import load_json
from houseway.records.record import Record
from houseway.room.store.interface import Books, RoundKept, Row
from houseway.room.tables import log, seat_rules
from houseway.room.tables.recovery import read
from houseway.room.tables.state import Divergence
from houseway.rulebook import find


class Games:
    """Games by what they post, for whoever plays rounds again."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, bytes], Game] = {}

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """The game of a posting."""
        key = id, msgspec.json.encode(posting, order="deterministic")
        if key not in self._games:
            self._games[key] = find(id)(posting)
        return self._games[key]


class Found(msgspec.Struct, frozen=True):
    """A round in the books: how it is listed, the row it began with, and what was posted then."""

    kept: RoundKept
    row: Row
    begun: log.RoundBegun
    opened: log.Opened

    @property
    def people(self) -> dict[int, int]:
        """Seat -> the person who played there."""
        sitters = self.begun.standing.seating.seats
        return {seat: sitters[seat].guest.person for seat in self.begun.seats}

    @property
    def names(self) -> dict[int, str]:
        """Seat -> who played there, by name."""
        sitters = self.begun.standing.seating.seats
        return {seat: sitters[seat].guest.name for seat in self.begun.seats}

    def seat_of(self, person: int) -> int:
        """Where somebody played; 0 if they did not."""
        return next((seat for seat, who in self.people.items() if who == person), 0)


class Step(msgspec.Struct, frozen=True):
    """A row of a round: what came in by it, and how many events there were after it."""

    row: Row
    inputs: int
    events: int
    second: int = 0


def find_round(books: Books, kept: RoundKept) -> Found:
    """What the log has of a round that is listed."""
    row = next(books.rows(kept.stream, kept.opened - 1, 1), None)
    begun = read(row) if row else None
    if row is None or not isinstance(begun, log.RoundBegun):
        raise Divergence(f"{kept.stream}: row {kept.opened} is no round")
    opened = next(books.rows(kept.stream, begun.opened - 1, 1), None)
    posted = read(opened) if opened else None
    if not isinstance(posted, log.Opened):
        raise Divergence(f"{kept.stream}: row {begun.opened} does not open the table")
    return Found(kept, row, begun, posted)


def rows_of(books: Books, found: Found) -> Iterator[tuple[Row, log.Body]]:
    """The rows of a round: the one it began with, its steps, and the one that voids it."""
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
    """The round before anything of it."""
    standing = found.begun.standing
    game = games.game(found.opened.game, found.opened.posting)
    between = msgspec.msgpack.decode(standing.between, type=game.between)
    sitters = standing.seating.seats
    seats = tuple(seat_rules.seated(number, sitters[number]) for number in found.begun.seats)
    return Round(game, seats, between)


def play_again(books: Books, found: Found, games: Games) -> Iterator[tuple[Round, Step, str]]:
    """The round after each of its rows; with the last of a void one, why it is void.

    The same round is given each time.  ``Divergence`` if it does not come out as the log says.
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
    """The round as it was when its last row was written."""
    *_, (round_, _, _) = play_again(books, found, games)
    return round_


def record_kept(kept: RoundKept) -> Record | None:
    """The record that was written when the round was closed; None if there is none."""
    if not kept.record:
        return None
    try:
        return load_json(zlib.decompress(kept.record), f"{kept.stream}, round {kept.no}")
    except zlib.error as error:
        raise Divergence(f"{kept.stream}: the record of round {kept.no} is damaged") from error
