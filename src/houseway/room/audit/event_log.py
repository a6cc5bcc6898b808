"""The log of significant events (L23): one list over all logs of the room, read from their rows.

Nothing is written twice: what happened stands in the log of its table, of the cage, of the people,
of the floor or of the room, and here it is read, newest first, with who, where and in words.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Iterator
from itertools import islice

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import ROOM, Caller
from houseway.room.audit.event_text import ABOUT, METER, SIGNIFICANT
from houseway.room.cage.state import rows_before
from houseway.room.errors import Denied
from houseway.room.floor.base import Desk
from houseway.room.ledger import Posting
from houseway.room.store.interface import Books, Row
from houseway.room.tables import log
from houseway.room.tables.state import Divergence
from houseway.util.english import one_of

PAGE = 200
MOST = 1000


class Significant(msgspec.Struct, frozen=True):
    """Something that happened: when, who, where, in words; and the row that says so."""

    at: int
    by: int
    name: str
    where: str
    about: str
    kind: str
    words: str
    stream: str
    seq: int


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which events: of a time (milliseconds; 0: no bound), a log (``table:T1``), about what."""

    since: int = 0
    until: int = 0
    stream: str = ""
    about: str = ""
    by: int = 0
    most: int = 100


class Alarm(msgspec.Struct, frozen=True):
    """Row: something is wrong with the clock, the randomness, the books or the program."""

    source: str
    words: str


class EventLog(Desk):
    """What is worth knowing."""

    async def events(self, caller: Caller, wanted: Wanted | None = None) -> list[Significant]:
        """Significant events, the latest first."""
        roles.check(caller, "event_log")
        wanted = wanted or Wanted()
        if wanted.about and wanted.about not in ABOUT:
            raise Denied(f"events are about {one_of(ABOUT)}, not {wanted.about!r}")
        return await asyncio.to_thread(self._events, wanted)

    def _events(self, wanted: Wanted) -> list[Significant]:
        with self.room.store.snapshot() as books:
            return significant(books, wanted, self.terms.large_win)

    async def alarm(self, source: str, words: str) -> None:
        """Note that something is wrong with the room itself, and that somebody should look."""
        await self.room.diary.write(ROOM, "alarm", Alarm(source, words))

    def failed(self, table: str, error: BaseException) -> None:
        """A table has failed: where its log does not follow, that is more than an error."""
        if isinstance(error, Divergence):
            self.room.later(self.alarm("integrity", f"{table}: {error}"))

    async def check_clock(self) -> None:
        """At the start: a clock that stands before what is in the books has gone back."""
        store, now = self.room.store, self.room.clock.now_ms()
        last = max((row.at for h in store.streams() for row in store.rows(h.stream, h.seq - 1, 1)),
                   default=0)  # fmt: skip
        if last > now:
            seconds = -(-(last - now) // 1000)
            await self.alarm("clock", f"the clock stands {seconds} seconds before the last row")


def significant(books: Books, wanted: Wanted, large_win: int) -> list[Significant]:
    """The significant events of some books, newest first; jackpots from an amount on."""
    reading = _Reading(books, wanted)
    logs = [reading.log(head.stream) for head in books.streams() if reading.wants(head.stream)]
    logs += [reading.jackpots(account, large_win) for account in sorted(books.balances("table:"))
             if ":meter:" in account and wanted.about in ("", METER)]  # fmt: skip
    merged = heapq.merge(*logs, key=lambda event: (-event.at, event.stream, -event.seq))
    return list(islice(merged, min(wanted.most, MOST)))


class _Reading:
    """The rows of all logs, as far as somebody wants to know of them."""

    def __init__(self, books: Books, wanted: Wanted) -> None:
        self._books, self._wanted = books, wanted
        self._names: dict[int, str] = {0: ROOM.name}

    def wants(self, stream: str) -> bool:
        return self._wanted.stream in ("", stream) and _sort(stream) in SIGNIFICANT

    def log(self, stream: str) -> Iterator[Significant]:
        """The events of one log, newest first."""
        tells = SIGNIFICANT[_sort(stream)]
        kinds = [kind for kind, t in tells.items() if self._wanted.about in ("", t.about)]
        until = self._wanted.until
        before = rows_before(self._books, stream, until) + 1 if until else 0
        while kinds and (found := self._books.rows_of(stream, kinds, PAGE, before)):
            for row in found:
                if row.at < self._wanted.since:
                    return
                tell = tells[row.kind]
                if words := tell.words(msgspec.msgpack.decode(row.body)):
                    yield from self._by(row, tell.about, row.kind, words, row.by)
            before = found[-1].seq

    def _by(self, row: Row, about: str, kind: str, words: str, by: int) -> Iterator[Significant]:
        if self._wanted.by and by != self._wanted.by:
            return
        where = row.stream.removeprefix("table:")
        yield Significant(
            row.at, by, self._name(by), where, about, kind, words, row.stream, row.seq
        )

    def _name(self, person: int) -> str:
        if person not in self._names:
            known = self._books.person(person)
            self._names[person] = known.name if known else f"account {person}"
        return self._names[person]

    # -- jackpots ------------------------------------------------------------------------------

    def jackpots(self, account: str, least: int) -> Iterator[Significant]:
        """What was won of a meter, from an amount on: the postings say it, no row of its own."""
        stream = ":".join(account.split(":")[:2])
        if self._wanted.stream not in ("", stream):
            return
        for row, posting in self._books.gave(account, MOST):
            if row.at < self._wanted.since:
                return
            if self._wanted.until and row.at >= self._wanted.until:
                continue
            if posting.cents >= least and _won(row, posting, account):
                number, seat, person = self._winner(row, posting)
                words = f"{format_dollars(posting.cents)} won from a meter in round {number} at seat {seat}"
                yield from self._by(row, METER, "jackpot", words, person)

    def _winner(self, row: Row, posting: Posting) -> tuple[int, int, int]:
        """In which round, at which seat, and who sat there."""
        seat = int(posting.credit.rpartition(":")[2])
        body = log.read(row.body)
        number = body.no if isinstance(body, log.Stepped | log.RoundBegun) else 0
        kept = self._books.round(row.stream, number)
        begun = next(self._books.rows(row.stream, kept.opened - 1, 1)) if kept else row
        first = log.read(begun.body)
        sitter = (
            first.standing.seating.seats.get(seat) if isinstance(first, log.RoundBegun) else None
        )
        return number, seat, sitter.guest.person if sitter else 0


def _won(row: Row, posting: Posting, account: str) -> bool:
    """Whether somebody at the table got it."""
    getter = posting.credit.split(":")[2:3]
    return (
        row.kind in ("round", "step")
        and posting.debit == account
        and getter in (["purse"], ["stake"])
    )


def _sort(stream: str) -> str:
    return stream.partition(":")[0]
