"""A PostgreSQL server of one's own, on loopback, over a temporary folder."""

from __future__ import annotations

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
from scripts.find_postgres import programs

USER = "houseway"
PREFIX = "houseway-postgres-"
_schemas = count(1)
_TICKS = os.sysconf("SC_CLK_TCK")


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
        """Kill the server and all its connections, as a machine that loses its processes."""
        pid = self.pid
        if not pid:
            return
        for process in (pid, *_children(pid)):
            os.kill(process, signal.SIGKILL)
        while _lives(pid):
            time.sleep(0.005)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    @property
    def pid(self) -> int:
        """Return the process of the server; 0 if it does not run."""
        file = self.data / "postmaster.pid"
        if not file.exists():
            return 0
        pid = int(file.read_text().splitlines()[0])
        return pid if _lives(pid) else 0

    def cpu(self) -> float:
        """Return the CPU-seconds of the server: its processes, and those that have ended."""
        fields = [_fields(process) for process in (self.pid, *_children(self.pid))]
        ended = sum(map(int, fields[0][13:15]))
        return (ended + sum(int(f[11]) + int(f[12]) for f in fields if f)) / _TICKS

    def remove(self) -> None:
        """Kill the server and delete its folder."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def dsn(self, schema: str = "") -> str:
        """Return the DSN of the database, or of a schema in it."""
        path = f"?options=-csearch_path%3D{schema}" if schema else ""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres{path}"

    def new_schema(self) -> str:
        """Make a schema; return its DSN."""
        schema = f"t{os.getpid()}_{next(_schemas)}"
        with psycopg.connect(self.dsn(), autocommit=True) as made:
            made.execute(f"CREATE SCHEMA {schema}".encode())
        return self.dsn(schema)

    def _other(self) -> bool:
        """Return True if the server has to be another user's."""
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


def _fields(pid: int) -> list[str]:
    """Return what the system tells of a process, from its state on; empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _lives(pid: int) -> bool:
    """Return True if a process runs; one that is dead and waits for its parent does not."""
    return _fields(pid)[:1] not in ([], ["Z"])


@contextmanager
def own_server(*settings: str) -> Iterator[PostgresServer]:
    """Yield a server that nothing else uses; it is as durable as by default."""
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}own-"))
    found = PostgresServer(folder, settings)
    try:
        found.make()
        found.start()
        yield found
    finally:
        found.remove()
