"""Shared settings of the tests."""

from __future__ import annotations

import gc
import math
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from tests.support import postgres_server

settings.register_profile("houseway", deadline=None, max_examples=60)
settings.load_profile("houseway")

if "HOUSEWAY_LONG" not in os.environ:
    os.environ.setdefault("HOUSEWAY_COMPILE", "quick")  # make long compiles as everybody does
os.environ.setdefault("HOUSEWAY_BOOK", "off")  # a test computes; tests of the book open it


os.environ["PATH"] += os.pathsep + str(Path(sys.executable).parent)
"""There a Chromium lies that `make browser` has fetched where the machine has none."""


@pytest.fixture(scope="session", autouse=True)
def odds_in_one_process() -> None:
    """Odds are computed in the process of a test, which may have changed what computes them."""
    from houseway.analysis.odds_run import all_cores

    all_cores.WORTH_IT = math.inf


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rounds of blackjack by the same loops without a compiler: ten thousand of them in a second.

    A loop is made for its wagers and compiles in several seconds.  At length it is compiled.
    """
    from houseway.analysis.blackjack.simulation import best_rounds, simulate

    if "HOUSEWAY_LONG" in os.environ:
        yield
        return

    def as_it_is(loop: Any, no_refcount: bool = False) -> Any:
        return loop

    for module in (best_rounds, simulate):
        monkeypatch.setattr(module, "compiled", as_it_is)
        monkeypatch.setattr(module, "is_kept", lambda loop: True)
    monkeypatch.setattr(simulate, "PIECE", np.int64)  # a byte runs over where C would widen it
    monkeypatch.setattr(simulate, "BY_TOTALS", ())  # the general loop: the quick one reads bytes
    best_rounds._many.cache_clear()
    with np.errstate(over="ignore"):
        yield
    best_rounds._many.cache_clear()


def pytest_configure(config: pytest.Config) -> None:
    """Let all processes of a run share one PostgreSQL server."""
    if not hasattr(config, "workerinput"):
        postgres_server.lead_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop that server."""
    if not hasattr(config, "workerinput"):
        postgres_server.end_run()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip slow tests in the short form, unless ``-m`` names them."""
    if "HOUSEWAY_LONG" in os.environ or "slow" in config.option.markexpr:
        return
    skip = pytest.mark.skip(reason="slow: make long")
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(skip)


STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "socket.bind"}
"""Audit events of a process or a server that starts."""
_started: set[str] = set()


def _note_start(event: str, args: tuple[object, ...]) -> None:
    if event in STARTS:
        _started.add(event)


sys.addaudithook(_note_start)


HANGS = 300
"""Seconds after which a quick test is taken to hang, and fails; a run of all tests ends then."""


def _hang(number: int, frame: object) -> None:
    raise TimeoutError(f"the test runs for {HANGS} s already: it hangs")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note a test that starts a process without the marker; end one that hangs."""
    _started.clear()
    if "HOUSEWAY_LONG" not in os.environ:
        signal.signal(signal.SIGALRM, _hang)
        signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)
    if _started and not any(map(item.get_closest_marker, ("process", "browser"))):
        item.user_properties.append(("unmarked", ", ".join(sorted(_started))))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exclude the collected tests from garbage collection: they stay to the end."""
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table that long forms have recorded: what was tried, and how often in all parts."""
    reports = [x for kind in ("passed", "failed") for x in terminalreporter.getreports(kind)]
    often: Counter[str] = Counter()
    for report in reports:
        for key, row in getattr(report, "user_properties", ()):
            if key == "table":
                often.update({row[0]: row[1]})
            elif key == "unmarked":
                terminalreporter.write_line(
                    f"NOT MARKED process: {report.nodeid} ({row})", red=True
                )
    for what, n in sorted(often.items()):
        terminalreporter.write_line(f"{what}{n:9,}")
    _skipped_without(terminalreporter, "NO BROWSER", "browser (make browser)")
    _skipped_without(terminalreporter, "NO POSTGRESQL", "PostgreSQL server (make postgres)")


def _skipped_without(reporter: pytest.TerminalReporter, sign: str, what: str) -> None:
    """Tests that needed a program and had none are not passed over in silence."""
    without = [one for one in reporter.getreports("skipped") if sign in str(one.longrepr)]
    if without:
        line = f"NOT TESTED: {len(without)} tests had no {what}"
        reporter.write_line(line, red=True, bold=True)
