"""Odds of many wagers, on all cores: each group is yielded as soon as it is known.

The other processes run a module of this package, not the program that asked.  A script needs no
``if __name__ == "__main__"``, and its threads do not matter.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from houseway.analysis.odds_run.expected_time import TimeLeft, expected_seconds, note_computed
from houseway.analysis.odds_run.groups import WagerGroup
from houseway.analysis.progress import Progress, tell, tell_left
from houseway.analysis.simulation_runs.pool import workers_of
from houseway.analysis.wager_odds import WagerOdds

Odds: TypeAlias = "dict[str, WagerOdds | str]"
WORTH_IT = 2.5
"""Expected CPU seconds from which other processes are worth their start."""


def compute_all(
    groups: Sequence[WagerGroup], workers: int | None = None, progress: Progress | None = None
) -> Iterator[tuple[WagerGroup, Odds]]:
    """Yield the odds of groups of wagers, each when it is ready.

    ``workers`` is all cores if None. Work of a moment is done in this process.
    """
    expected = [expected_seconds(group) for group in groups]
    processes = min(workers_of(workers, leave_one_free=False), len(groups))
    alone = processes < 2 or (workers is None and sum(expected) < WORTH_IT)
    left = TimeLeft(expected, 1 if alone else processes)
    teller = _Teller(groups, left, progress)
    found = _here(groups, teller) if alone else _in_processes(groups, expected, processes, teller)
    for number, odds in found:
        teller.end(number)
        yield groups[number], odds
    note_computed(group.kind for group in groups)


class _Teller:
    """Tells which groups are being computed, and how long the rest will take."""

    def __init__(
        self, groups: Sequence[WagerGroup], left: TimeLeft, progress: Progress | None
    ) -> None:
        self._groups, self._left, self._progress = groups, left, progress
        self._running: list[int] = []
        self._done, self._lock = 0, threading.Lock()

    def begin(self, number: int) -> None:
        """Tell that this group is begun."""
        with self._lock:
            self._running.append(number)
            self._tell()

    def end(self, number: int) -> None:
        """Tell that this group is done."""
        with self._lock:
            self._left.note(number)
            self._running.remove(number)
            self._done += 1
            self._tell()

    def _tell(self) -> None:
        """Report the group that was begun last, the number of groups done, and the time left."""
        words = self._groups[self._running[-1]].called() if self._running else ""
        tell(self._progress, words, self._done, len(self._groups), "wagers")
        tell_left(self._progress, self._left.seconds())


def _here(groups: Sequence[WagerGroup], teller: _Teller) -> Iterator[tuple[int, Odds]]:
    """Yield number and odds of each group, computed one after the other in this process."""
    for number, group in enumerate(groups):
        teller.begin(number)
        yield number, group.compute()


def _in_processes(
    groups: Sequence[WagerGroup], expected: Sequence[float], processes: int, teller: _Teller
) -> Iterator[tuple[int, Odds]]:
    """Yield number and odds of each group, computed by other processes.

    A group that a process cannot compute is computed here.
    """
    agenda = Agenda(groups, expected)
    results: queue.SimpleQueue[tuple[int, Odds | None]] = queue.SimpleQueue()
    team = [_Member(agenda, results, teller) for _ in range(processes)]
    try:
        for _ in groups:
            number, odds = results.get()
            yield number, groups[number].compute() if odds is None else odds
    finally:
        for member in team:
            member.end()


class Agenda:
    """The groups that are still to be computed.

    A process stays at its table while there is work on it. Best play, which many wagers of a table
    need, is then found once.
    """

    def __init__(self, groups: Sequence[WagerGroup], expected: Sequence[float]) -> None:
        self._left: dict[str, list[int]] = {}
        for number in sorted(range(len(groups)), key=lambda n: -expected[n]):
            group = groups[number]
            self._left.setdefault(repr((group.kind.id, group.posting)), []).append(number)
        self._groups, self._begun = groups, set[str]()
        self._lock = threading.Lock()

    def group(self, number: int) -> WagerGroup:
        """Return a group by its number."""
        return self._groups[number]

    def take(self, table: str = "") -> tuple[str, int] | None:
        """Return a table and the number of one of its groups; None if no group is left.

        The given table is preferred, because a process has its counts already.
        """
        with self._lock:
            if not (open_tables := [key for key, left in self._left.items() if left]):
                return None
            if table not in open_tables:
                new = [key for key in open_tables if key not in self._begun]
                table = new[0] if new else max(open_tables, key=lambda key: len(self._left[key]))
            self._begun.add(table)
            return table, self._left[table].pop(0)


class _Member:
    """A process, and the thread that gives it work."""

    def __init__(
        self, agenda: Agenda, results: queue.SimpleQueue[tuple[int, Odds | None]], teller: _Teller
    ) -> None:
        self._agenda, self._results, self._teller = agenda, results, teller
        self._ended = False
        words = [sys.executable, "-m", "houseway.analysis.odds_run.worker"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        """Take groups until none is left, have them computed, and pass the odds on."""
        table = ""
        while not self._ended and (taken := self._agenda.take(table)) is not None:
            table, number = taken
            self._teller.begin(number)
            self._results.put((number, self._ask(self._agenda.group(number))))

    def _ask(self, group: WagerGroup) -> Odds | None:
        """Return what the process finds; None where it cannot, or has been ended."""
        given: Any = self._process.stdin
        answers: Any = self._process.stdout
        try:
            pickle.dump(pickle.dumps(group), given)
            given.flush()
            found = pickle.load(answers)
            return None if found is None else pickle.loads(found)
        except Exception:
            return None

    def end(self) -> None:
        """End the process, whatever it does."""
        self._ended = True
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
