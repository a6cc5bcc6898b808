"""The whole audit: chains, invariants, the cage, and every round of every table played again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.audit import cage_check
from houseway.room.audit.backup import BackupMade, back_up, backup
from houseway.room.audit.heads import Heads, compared, heads, not_signed, signed_heads
from houseway.room.audit.invariants.check import SAYS, Watch, Wrong
from houseway.room.audit.table_replay import Seeds, TableAudit
from houseway.room.keys import Keys
from houseway.room.store.interface import Books
from houseway.room.tables.replay import Games

if TYPE_CHECKING:
    from houseway.room.room import Room

__all__ = [
    "BackupMade", "Heads", "Report", "audit", "audited", "back_up", "backup", "heads",
    "replay_with", "signed_heads",
]  # fmt: skip

Say = Callable[[str], None]


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be: by which invariant (0: by none), and what."""

    invariant: int
    says: str
    what: str


class Report(msgspec.Struct, kw_only=True):
    """What an audit looked at, what it found, and what it could not look at."""

    streams: int = 0
    rows: int = 0
    postings: int = 0
    tables: int = 0
    rounds: int = 0
    replayed: int = 0
    heads: int = 0
    seeds: bool = False
    """Whether what was dealt was compared with the seeds of the shoes."""
    findings: list[Finding] = []
    notes: list[str] = []

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings


def audit(
    books: Books, keys: Keys | None = None, exported: Sequence[Heads] = (),
    say: Say = lambda words: None,
) -> Report:  # fmt: skip
    """Everything that is wrong with the books as they are at this moment.

    Without the keys of the room nothing can be said about the order of shoes.  ``exported`` are
    heads that were given out before: every one of them must still be a row.
    """
    report = Report(seeds=keys is not None, heads=sum(len(each.heads) for each in exported))
    for given in exported:
        for wrong in not_signed(given, keys.public if keys else ""):
            report.findings.append(Finding(0, "heads are signed by the room", wrong))
    marks = compared(given for given in exported if not not_signed(given))
    with books.snapshot() as still:
        streams = still.streams()
        report.streams, report.rows = len(streams), sum(head.seq for head in streams)
        say("the chain and the fourteen invariants")
        _add(report, Watch(marks).look(still))
        games = Games()
        for head in streams:
            say(head.stream)
            if head.stream.startswith("table:"):
                _table(report, Seeds(still, keys, games), head.stream)
            else:
                _add(report, cage_check.faults(still, head.stream))
        report.postings = _last_posting(still)
    if keys is None and report.tables:
        report.notes.append(
            "without the keys of the room cards were not checked against the seeds of the shoes: "
            "rounds were dealt what the log says was dealt"
        )
    return report


def _table(report: Report, means: Seeds, stream: str) -> None:
    table = TableAudit(means, stream)
    _add(report, table.faults())
    report.tables += 1
    report.rounds += table.rounds
    report.replayed += table.replayed
    report.notes += table.notes


def _add(report: Report, found: Iterable[Wrong]) -> None:
    report.findings += [Finding(w.number, SAYS[w.number], w.what) for w in found]


def _last_posting(books: Books) -> int:
    return sum(1 for head in books.streams() for _ in books.postings(head.stream))


def replay_with(keys: Keys | None) -> Callable[[Books, str], Iterable[Wrong]]:
    """The replay that ``invariants.check`` takes."""
    games = Games()
    return lambda books, stream: TableAudit(Seeds(books, keys, games), stream).faults()


async def audited(room: Room, caller: Caller, exported: Sequence[Heads] = ()) -> Report:
    """The audit of a room that runs, beside its tables; that it was made is written down."""
    roles.check(caller, "audit")
    report = await asyncio.to_thread(audit, room.store, room.keys, exported)
    made = Audited(report.rows, report.rounds, len(report.findings))
    await room.diary.write(caller, "audited", made)
    return report


class Audited(msgspec.Struct, frozen=True):
    """Row: an audit was made, over how much, and how many findings it had."""

    rows: int
    rounds: int
    findings: int
