"""Odds and hints computed by another process, while the table goes on.

One lookup runs at a time. The process stays for the next lookup and keeps its results. Results
about wagers are reused for tables posted alike.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeAlias

import msgspec

from houseway.cli.terminal.progress import lasting
from houseway.engine.inputs import Input
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game, Seat
from houseway.table.round import Round

PATIENCE = 0.5
"""Seconds to wait for an answer before the player is told that it takes longer."""
NICE = 5
"""The niceness of the other process."""
WAITS = "working it out; play on, the answer comes here. Ctrl-C stops it."
BUSY = "another answer is still being worked out; Ctrl-C stops it"
HINT = "hint"
Posting: TypeAlias = "dict[str, str]"


class Question(NamedTuple):
    """Wagers to look up, and a function that prints the results in the order of the names.

    With a round it asks for the decision of a seat, and the one result is the advice.
    """

    game: Game
    names: tuple[str, ...]
    show: Callable[[Sequence[Any]], None]
    round_: Round | None = None
    seat: int = 0


class _WagerWork(NamedTuple):
    """Wagers of a posted game."""

    kind: type[Game]
    posting: Posting
    names: tuple[str, ...]

    def results(self) -> Iterator[tuple[str, Any]]:
        """Yield the odds of each wager, or the reason why they are not known."""
        from houseway.advice import wagers

        game = self.kind(self.posting)
        by_name = {wager.name: wager for wager in game.wagers}
        for name in self.names:
            try:
                yield name, wagers.known_wager(game, by_name[name], lambda words: None)
            except HousewayError as error:
                yield name, str(error)


class _HintWork(NamedTuple):
    """A round in progress, and the seat to advise."""

    kind: type[Game]
    posting: Posting
    seats: tuple[Seat, ...]
    carry_over: bytes
    inputs: tuple[Input, ...]
    seat: int

    def results(self) -> Iterator[tuple[str, Any]]:
        """Yield the advice, or the reason why there is none."""
        from houseway.advice import advise

        game = self.kind(self.posting)
        round_ = Round(
            game, self.seats, msgspec.msgpack.decode(self.carry_over, type=game.carry_over)
        )
        for given in self.inputs:
            round_.enter(given)
        try:
            yield HINT, advise.advise(round_, self.seat)
        except HousewayError as error:
            yield HINT, str(error)


def _work_of(question: Question, missing: tuple[str, ...]) -> _WagerWork | _HintWork:
    """Return the work for the other process: missing odds of wagers, or a hint in a round."""
    game, round_ = question.game, question.round_
    posting = {key: game.declared()[key].show(value) for key, value in game.posting.items()}
    if round_ is None:
        return _WagerWork(type(game), posting, missing)
    carry_over = msgspec.msgpack.encode(round_.carry_over)
    return _HintWork(
        type(game), posting, tuple(round_.seats), carry_over, tuple(round_.inputs), question.seat
    )


class Helper:
    """The other process; started with the first question, and restarted after it was ended."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    def ask(self, work: _WagerWork | _HintWork) -> Connection:
        """Send it a question; return the connection for the results."""
        if self._process is None or not self._process.is_alive() or self._line is None:
            self.end()
            self._line = self._start()
        self._line.send(work)
        return self._line

    def _start(self) -> Connection:
        """Start the other process; return this end of the connection."""
        context = get_context(_start_method())
        here, there = context.Pipe()
        self._process = context.Process(  # type: ignore[attr-defined]
            target=_serve, args=(here, there), daemon=True
        )
        self._process.start()
        there.close()
        return here

    def end(self) -> None:
        """End the process, even in the middle of work."""
        process, self._process, self._line = self._process, None, None
        if process is not None:
            process.terminate()  # who still waits for it finds the line ended
            process.join()


class Lookup:
    """One question in work; poll it to its end, or cancel it."""

    def __init__(self, question: Question, known: Mapping[str, Any], helper: Helper) -> None:
        self.question, self._helper = question, helper
        self.found: dict[str, Any] = dict(known)
        self.ended = all(name in self.found for name in question.names)
        self._line: Connection | None = None
        if not self.ended:
            missing = tuple(name for name in question.names if name not in self.found)
            self._line = helper.ask(_work_of(question, missing))

    def poll(self, seconds: float = 0.0) -> bool:
        """Receive results for this time; return True if the lookup has ended."""
        until = time.monotonic() + seconds
        while not self.ended and self._line is not None:
            left = max(until - time.monotonic(), 0.0)
            try:
                if not wait([self._line], left):
                    break
                result = self._line.recv()
            except (EOFError, OSError):  # the process was ended
                self.cancel()
                break
            if result is None:
                self.ended = True
            else:
                self.found[result[0]] = result[1]
        return self.ended

    def waits(self) -> str:
        """Return what to tell the player, with the expected time of wagers if it is known."""
        game, missing = self.question.game, [n for n in self.question.names if n not in self.found]
        if self.question.round_ is not None or not missing:
            return WAITS
        from houseway.analysis.odds_run.expected_time import expected_seconds
        from houseway.analysis.odds_run.groups import WagerGroup, posted_pairs

        posting = posted_pairs(game)
        left = sum(expected_seconds(WagerGroup(type(game), posting, (name,))) for name in missing)
        return f"{WAITS} It takes about {lasting(max(left, 1.0))}."

    def cancel(self) -> None:
        """Stop the work; results so far are kept."""
        if not self.ended:
            self.ended = True
            self._helper.end()

    def show(self) -> None:
        """Print the answer; Refused if the other process ended too early."""
        missing = [name for name in self.question.names if name not in self.found]
        if missing:
            raise Refused("the process that works out the answer was ended; ask again")
        self.question.show([self.found[name] for name in self.question.names])


def _start_method() -> str:
    """Return the start method of the process: ``fork`` is fast, but requires a single thread."""
    alone = threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" and sys.version_info < (3, 12) else "spawn"


def _serve(here: Connection, line: Connection) -> None:
    """Answer questions in the other process: each result, then None."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process in front
    here.close()  # so that the line ends when the process in front is gone
    os.nice(NICE)
    with contextlib.suppress(OSError, EOFError):
        while True:
            for result in line.recv().results():
                line.send(result)
            line.send(None)


class Lookups:
    """The lookups of one visit, one after the other."""

    def __init__(self) -> None:
        self.pending: Lookup | None = None
        self._helper = Helper()
        self._known: dict[str, dict[str, Any]] = {}

    def ask(self, question: Question) -> Lookup:
        """Start a lookup; refused while another one runs."""
        if self.pending is not None:
            raise Refused(BUSY)
        self.pending = Lookup(question, self._of(question), self._helper)
        return self.pending

    def end(self) -> None:
        """Finish the pending lookup and keep its results; one that still runs is cancelled."""
        if self.pending is not None:
            self.pending.cancel()
            self._of(self.pending.question).update(self.pending.found)
            self.pending = None

    def close(self) -> None:
        """End the pending lookup, and the other process."""
        self.end()
        self._helper.end()

    def _of(self, question: Question) -> dict[str, Any]:
        """Return the known results for a table's wagers; advice is not kept."""
        if question.round_ is not None:
            return {}
        from houseway.advice.wagers import known_in_book

        game = question.game
        key = repr((game.id, sorted(game.posting.items(), key=lambda pair: pair[0])))
        if key not in self._known:
            self._known[key] = known_in_book(game)
        return self._known[key]
