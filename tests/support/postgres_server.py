"""A PostgreSQL server for the tests: one for a run, on loopback, and a schema for each test.

The first test that needs it starts it. The processes of a run share it; the last act of the run
stops it. What a run left behind that was killed is stopped by the next one.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest
from scripts.find_postgres import programs

USER = "houseway"
RUN = "HOUSEWAY_TEST_RUN"
"""The process that leads a run of the tests, for those that it starts."""
PREFIX = "houseway-postgres-"
MISSING = "NO POSTGRESQL: install a server (make postgres)"
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_wal_size=2GB")
"""Settings of a server that may lose everything in a crash."""
_schemas = count(1)


class PostgresServer:
    """A server over a folder of its own; the process may not be root's, so it is another user's."""

    def __init__(self, folder: Path, settings: tuple[str, ...] = ()) -> None:
        self.folder, self.data = folder, folder / "data"
        self._settings = settings
        self.port = 0

    def make(self) -> None:
        """Make the data folder."""
        self.folder.mkdir(exist_ok=True)
        if self._other():
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "-D", self.data, "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8",
                  "--locale=C")  # fmt: skip
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        (self.folder / "port").write_text(str(self.port))

    def start(self) -> None:
        """Start the server; it answers when this returns."""
        self.port = int((self.folder / "port").read_text())
        settings = (
            "listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=",
            "max_connections=120", "shared_buffers=64MB", *self._settings,
        )  # fmt: skip
        said = " ".join(f"-c {setting}" for setting in settings)
        self._run(
            "pg_ctl", "-D", self.data, "-w", "-t", "60", "-l", self.folder / "log", "-o", said,
            "start",
        )  # fmt: skip

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server; ``immediate`` is a crash that the next start recovers from."""
        if self.pid:
            self._run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def kill(self) -> None:
        """Kill the server and all its connections, as a machine that loses its process."""
        pid = self.pid
        for child in _children(pid):
            os.kill(child, signal.SIGKILL)
        os.kill(pid, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists() and _state(pid) != "Z":
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        """The process of the server; 0 if it does not run."""
        file = self.data / "postmaster.pid"
        if not file.exists():
            return 0
        pid = int(file.read_text().splitlines()[0])
        return pid if Path(f"/proc/{pid}").exists() else 0

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def dsn(self, schema: str = "") -> str:
        """The address of the database, or of a schema in it."""
        path = f"?options=-csearch_path%3D{schema}" if schema else ""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres{path}"

    def new_schema(self) -> str:
        """The address of a schema that nothing else uses."""
        schema = f"t{os.getpid()}_{next(_schemas)}"
        with psycopg.connect(self.dsn(), autocommit=True) as made:
            made.execute(f"CREATE SCHEMA {schema}".encode())
        return self.dsn(schema)

    def _other(self) -> bool:
        """True if the server has to be another user's."""
        return os.geteuid() == 0

    def _run(self, program: str, *words: str | Path) -> None:
        folder = programs()
        assert folder is not None
        user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        done = subprocess.run(
            [folder / program, *words], capture_output=True, text=True, timeout=120,
            stdin=subprocess.DEVNULL, cwd="/", **(user if self._other() else {}),
        )  # type: ignore[call-overload] # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr


def _children(pid: int) -> list[int]:
    return [int(found) for found in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def _folder(run: str) -> Path:
    return Path(tempfile.gettempdir()) / f"{PREFIX}{run}"


def lead_run() -> None:
    """Note this process as the one that leads the run, and stop what killed runs left behind."""
    os.environ[RUN] = str(os.getpid())
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}[0-9]*"):
        run = left.name.removeprefix(PREFIX)
        if left.is_dir() and run.isdigit() and not Path(f"/proc/{run}").exists():
            PostgresServer(left).remove()


def end_run() -> None:
    """Stop the server of this run, if it was started."""
    if os.environ.get(RUN) == str(os.getpid()) and (folder := _folder(str(os.getpid()))).exists():
        PostgresServer(folder).remove()


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
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}own-"))
    found = PostgresServer(folder, settings)
    try:
        found.make()
        found.start()
        yield found
    finally:
        found.remove()
