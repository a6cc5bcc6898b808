"""A PostgreSQL server for the tests: one for a run, on loopback, and a schema for each test.

The first test that needs it starts it. The processes of a run share it; the last act of the run
stops it. What a run left behind that was killed is stopped by the next one.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.loading import postgres_server
from benchmarks.loading.postgres_server import PREFIX, PostgresServer
from scripts.find_postgres import programs

RUN = "HOUSEWAY_TEST_RUN"
"""The process that leads a run of the tests, for those that it starts."""
MISSING = "NO POSTGRESQL: install a server (make postgres)"
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_wal_size=2GB")
"""Settings of a server that may lose everything in a crash."""


def _folder(run: str) -> Path:
    return Path(tempfile.gettempdir()) / f"{PREFIX}{run}"


def lead_run() -> None:
    """Note this process as the one that leads the run, and stop what killed runs left behind."""
    os.environ[RUN] = str(os.getpid())
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}[0-9]*"):
        run = left.name.removeprefix(PREFIX)
        if left.is_dir() and run.isdigit() and not Path(f"/proc/{run}").exists():
            PostgresServer(left).remove()
            left.with_suffix(".lock").unlink(missing_ok=True)


def end_run() -> None:
    """Stop the server of this run, if it was started."""
    folder = _folder(str(os.getpid()))
    if os.environ.get(RUN) == str(os.getpid()) and folder.exists():
        PostgresServer(folder).remove()
        folder.with_suffix(".lock").unlink(missing_ok=True)


def shared_server() -> PostgresServer:
    """The server of this run, started by the first who asks; the test is skipped without one."""
    if programs() is None:
        pytest.skip(MISSING)
    folder = _folder(os.environ.get(RUN) or str(os.getpid()))
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = PostgresServer(folder, QUICK)
        if not (folder / "port").exists():
            found.make()
            found.start()
        found.port = int((folder / "port").read_text())
    return found


@contextmanager
def own_server(*settings: str) -> Iterator[PostgresServer]:
    """A server for one test, which may stop it; it is as durable as by default."""
    if programs() is None:
        pytest.skip(MISSING)
    with postgres_server.own_server(*settings) as found:
        yield found
