"""The whole audit: chains, invariants, the cage, and every round of every table replayed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

import msgspec

from houseway.room.api import roles
from houseway.room.api.audit_types import BackupMade, Finding, Heads, Report
from houseway.room.api.roles import Caller
from houseway.room.audit import cage_check, seal_check
from houseway.room.audit.backup import make_backup
from houseway.room.audit.heads import HeadsGiven, compared, not_signed, signed_heads
from houseway.room.audit.invariants.check import SAYS, Watch, Wrong
from houseway.room.audit.table_replay import Seeds, TableAudit
from houseway.room.audit.tree_heads import TreeHeads, tree_faults
from houseway.room.clock import Clock
from houseway.room.keys import Keys
from houseway.room.store.interface import Books, Store
from houseway.room.store.stream import Journal
from houseway.room.tables.replay import Games

Say = Callable[[str], None]


def audit(
    books: Books, keys: Keys | None = None, exported: Sequence[Heads] = (),
    say: Say = lambda words: None,
) -> Report:  # fmt: skip
    """Return all faults of the books as they are at this moment.

    Without the keys of the room, the order of shoes cannot be checked. ``exported`` are heads that
    were exported before: each must still be a row.
    """
    report = Report(seeds=keys is not None, heads=sum(len(each.heads) for each in exported))
    for given in exported:
        for wrong in not_signed(given, keys.publics if keys else ()):
            report.findings.append(Finding(0, "heads are signed by the room", wrong))
    good = [given for given in exported if not not_signed(given)]
    marks = compared(good)
    trees = [given.tree for given in good if given.tree is not None]
    with books.snapshot() as still:
        streams = still.streams()
        report.streams, report.rows = len(streams), sum(head.seq for head in streams)
        say("the chain and the fourteen invariants")
        _add(report, Watch(marks).look(still))
        say("the tree heads")
        for wrong in tree_faults(still, trees, keys.publics if keys else ()):
            report.findings.append(Finding(0, "each log begins as tree heads say", wrong))
        games = Games()
        for head in streams:
            say(head.stream)
            if head.stream.startswith("table:"):
                _table(report, Seeds(still, keys, games), head.stream)
            else:
                _add(report, cage_check.faults(still, head.stream))
        say("seals and keys")
        _add_sentences(report, seal_check.SAYS, seal_check.faults(still, keys))
        report.postings = _last_posting(still)
        if keys is not None and not seal_check.is_sealed(still):
            report.notes.append(
                "these books have no seals: a program that may write the file can change people "
                "and logins"
            )
    if keys is None and report.tables:
        report.notes.append(
            "without the keys of the room cards were not checked against the seeds of the shoes: "
            "rounds were dealt what the log says was dealt"
        )
    return report


def _add_sentences(report: Report, says: str, found: Iterable[str]) -> None:
    """Add faults of no invariant to the report."""
    report.findings += [Finding(0, says, what) for what in found]


def _table(report: Report, means: Seeds, stream: str) -> None:
    """Replay the log of a table, and add its faults, counts and notes to the report."""
    table = TableAudit(means, stream)
    _add(report, table.faults())
    report.tables += 1
    report.rounds += table.rounds
    report.replayed += table.replayed
    report.notes += table.notes


def _add(report: Report, found: Iterable[Wrong]) -> None:
    """Add faults to the report, each with the sentence of its invariant."""
    report.findings += [Finding(w.number, SAYS[w.number], w.what) for w in found]


def _last_posting(books: Books) -> int:
    """Return the number of postings in the books, counted stream by stream."""
    return sum(1 for head in books.streams() for _ in books.postings(head.stream))


def replay_with(keys: Keys | None) -> Callable[[Books, str], Iterable[Wrong]]:
    """Return the replay for ``invariants.check``."""
    games = Games()
    return lambda books, stream: TableAudit(Seeds(books, keys, games), stream).faults()


class Audited(msgspec.Struct, frozen=True):
    """Row: an audit was made; its extent, and its number of findings."""

    rows: int
    rounds: int
    findings: int


class Auditor:
    """The audit, the signed heads and the backups of a running room.

    Each of them is a row of the log of the room, with the caller.
    """

    def __init__(
        self, store: Store, keys: Keys, clock: Clock, diary: Journal, trees: TreeHeads
    ) -> None:
        self._store, self._keys, self._clock, self._diary = store, keys, clock, diary
        self._trees = trees

    async def audit(self, caller: Caller, exported: Sequence[Heads] = ()) -> Report:
        """Audit the books in a thread, while the tables go on."""
        roles.check(caller, "audit")
        report = await asyncio.to_thread(audit, self._store, self._keys, exported)
        made = Audited(report.rows, report.rounds, len(report.findings))
        await self._diary.write(caller, "audited", made)
        return report

    async def heads(self, caller: Caller) -> Heads:
        """Return the signed heads of all logs, with the tree head that this call publishes.

        The export and the head are rows of the log of the room.
        """
        roles.check(caller, "heads")
        await self._diary.write(caller, "heads", HeadsGiven(len(self._store.streams())))
        tree = await self._trees.publish(caller)
        return signed_heads(self._store, self._keys, self._clock.now_ms(), tree)

    async def backup(self, caller: Caller) -> BackupMade:
        """Copy the books into the folder ``backups`` next to them.

        The room chooses the name: no command decides where a server writes.
        """
        roles.check(caller, "backup")
        made = await make_backup(self._store, self._clock.now_ms())
        await self._diary.write(caller, "backup", made)
        return made
