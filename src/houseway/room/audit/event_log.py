"""The log of significant events (L23): one list over all logs of the room, read from their rows.

Nothing is written twice. An event is in the log of its table, of the cage, of the people, of the
floor or of the room. Here it is read, newest first, with person, place and words.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Iterator
from itertools import islice

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.audit_types import EventFilter, Significant
from houseway.room.api.roles import ROOM, Caller
from houseway.room.audit.event_text import ABOUT, METER, SIGNIFICANT, EventFormat
from houseway.room.cage.state import rows_before
from houseway.room.clock import Clock
from houseway.room.errors import UNREADABLE, Denied
from houseway.room.ledger import Posting
from houseway.room.store.interface import Books, Row, Store
from houseway.room.store.stream import Journal
from houseway.room.tables import log
from houseway.room.tables.log import Divergence
from houseway.util.english import n, one_of

HOUR_MS = 3_600_000
PAGE = 200
MOST = 1000


class Alarm(msgspec.Struct, frozen=True):
    """Row: a fault of the clock, the randomness, the books or the program."""

    source: str
    words: str


class EventLog:
    """Significant events, read from the logs; and alarms, written to the log of the room.

    A jackpot of ``large_win`` cents or more is significant.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        diary: Journal,
        large_win: int,
        later: Callable[[Coroutine[None, None, None]], None],
    ) -> None:
        self._store, self._clock, self._diary = store, clock, diary
        self._large_win, self._later = large_win, later
        self.read_last_row()

    def read_last_row(self) -> None:
        """Note the time of the last row of all streams, before this server writes one."""
        store = self._store
        last = (store.rows(head.stream, head.seq - 1, 1) for head in store.streams() if head.seq)
        self._last_row_at = max((row.at for rows in last for row in rows), default=0)

    async def events(self, caller: Caller, wanted: EventFilter | None = None) -> list[Significant]:
        """Return significant events, the latest first."""
        roles.check(caller, "event_log")
        wanted = wanted or EventFilter()
        if wanted.about and wanted.about not in ABOUT:
            raise Denied(f"events are about {one_of(ABOUT)}, not {wanted.about!r}")
        return await asyncio.to_thread(self._events, wanted)

    def _events(self, wanted: EventFilter) -> list[Significant]:
        """Return the significant events that match a query, from one snapshot of the books."""
        with self._store.snapshot() as books:
            return significant(books, wanted, self._large_win)

    async def alarm(self, source: str, words: str) -> None:
        """Log a fault of the room itself that needs attention."""
        await self._diary.write(ROOM, "alarm", Alarm(source, words))

    def failed(self, table: str, error: BaseException) -> None:
        """Log the failure of a table; if its log does not replay, raise an alarm too."""
        if isinstance(error, Divergence):
            self._later(self.alarm("integrity", f"{table}: {error}"))

    async def check_clock(self, longest_closing_ms: int = 0) -> None:
        """Raise an alarm at the start if the clock cannot be right by the last row of the books.

        It is behind that row, or more than the posted longest closing after it (0: not posted).
        """
        now, last = self._clock.now_ms(), self._last_row_at
        if last > now:
            seconds = -(-(last - now) // 1000)
            await self.alarm("clock", f"the clock stands {seconds} seconds before the last row")
        elif last and longest_closing_ms and now - last > longest_closing_ms:
            closed, posted = (n(ms // HOUR_MS, "hour") for ms in (now - last, longest_closing_ms))
            await self.alarm(
                "clock",
                f"the last row is {closed} old, and the longest closing is posted as {posted}",
            )

    def clock_was_set(self, by_ms: int) -> None:
        """Raise an alarm: the wall clock was set while the room ran, by this much forwards."""
        way = "forwards" if by_ms > 0 else "back"
        tenths = abs(by_ms) // 100
        words = (
            f"the wall clock was set {way} by {tenths // 10}.{tenths % 10} seconds;"
            " the room keeps the time it had"
        )
        self._later(self.alarm("clock", words))


def _words(tell: EventFormat, row: Row) -> str:
    """Return the words of a row; empty if it is not significant."""
    try:
        return tell.words(msgspec.msgpack.decode(row.body))
    except (*UNREADABLE, LookupError, TypeError, AttributeError):
        return f"row {row.seq} ({row.kind}) cannot be read"


def significant(books: Books, wanted: EventFilter, large_win: int) -> list[Significant]:
    """Return the significant events of some books, newest first; jackpots from an amount on."""
    reading = _Reading(books, wanted)
    logs = [reading.log(head.stream) for head in books.streams() if reading.wants(head.stream)]
    logs += [reading.jackpots(account, large_win) for account in sorted(books.balances("table:"))
             if ":meter:" in account and wanted.about in ("", METER)]  # fmt: skip
    merged = heapq.merge(*logs, key=lambda event: (-event.at, event.stream, -event.seq))
    return list(islice(merged, min(wanted.most, MOST)))


class _Reading:
    """The rows of all logs that a filter selects."""

    def __init__(self, books: Books, wanted: EventFilter) -> None:
        self._books, self._wanted = books, wanted
        self._names: dict[int, str] = {0: ROOM.name}

    def wants(self, stream: str) -> bool:
        """Return True if the query includes this stream and it has significant rows at all."""
        return self._wanted.stream in ("", stream) and _sort(stream) in SIGNIFICANT

    def log(self, stream: str) -> Iterator[Significant]:
        """Yield the events of one log, newest first."""
        tells = SIGNIFICANT[_sort(stream)]
        kinds = [kind for kind, t in tells.items() if self._wanted.about in ("", t.about)]
        until = self._wanted.until
        before = rows_before(self._books, stream, until) + 1 if until else 0
        while kinds and (found := self._books.rows_of(stream, kinds, PAGE, before)):
            for row in found:
                if row.at < self._wanted.since:
                    return
                tell = tells[row.kind]
                if words := _words(tell, row):
                    yield from self._by(row, tell.about, row.kind, words, row.by)
            before = found[-1].seq

    def _by(self, row: Row, about: str, kind: str, words: str, by: int) -> Iterator[Significant]:
        """Yield the event of a row, unless the query wants another person's events."""
        if self._wanted.by and by != self._wanted.by:
            return
        where = row.stream.removeprefix("table:")
        yield Significant(
            row.at, by, self._name(by), where, about, kind, words, row.stream, row.seq
        )

    def _name(self, person: int) -> str:
        """Return the name of a person, read once per query."""
        if person not in self._names:
            known = self._books.person(person)
            self._names[person] = known.name if known else f"account {person}"
        return self._names[person]

    def jackpots(self, account: str, least: int) -> Iterator[Significant]:
        """Yield meter wins from an amount on; they are read from postings and have no row of their
        own.
        """
        stream = ":".join(account.split(":")[:2])
        if self._wanted.stream not in ("", stream):
            return
        for row, posting in self._books.debits_of(account, MOST):
            if row.at < self._wanted.since:
                return
            if self._wanted.until and row.at >= self._wanted.until:
                continue
            if posting.cents >= least and _won(row, posting, account):
                number, seat, person = self._winner(row, posting)
                words = (
                    f"{format_dollars(posting.cents)} won from a meter in round "
                    f"{number} at seat {seat}"
                )
                yield from self._by(row, METER, "jackpot", words, person)

    def _winner(self, row: Row, posting: Posting) -> tuple[int, int, int]:
        """Return the round, the seat and the player of a win."""
        seat = int(posting.credit.rpartition(":")[2])
        body = log.read(row.body)
        number = body.no if isinstance(body, log.Stepped | log.RoundBegun) else 0
        kept = self._books.round(row.stream, number)
        begun = next(self._books.rows(row.stream, kept.opened - 1, 1)) if kept else row
        first = log.read(begun.body)
        sitter = (
            first.standing.seating.seats.get(seat) if isinstance(first, log.RoundBegun) else None
        )
        return number, seat, sitter.player.person if sitter else 0


def _won(row: Row, posting: Posting, account: str) -> bool:
    """Return True if a seat at the table received it."""
    getter = posting.credit.split(":")[2:3]
    return (
        row.kind in ("round", "step")
        and posting.debit == account
        and getter in (["purse"], ["stake"])
    )


def _sort(stream: str) -> str:
    """Return the kind of a stream, its name up to the colon: ``table`` for ``table:3``."""
    return stream.partition(":")[0]
