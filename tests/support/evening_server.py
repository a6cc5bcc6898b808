"""A room that is served by a process of its own, as an operator starts it, and can be killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from houseway.room.client.client import RoomClient

ROLES = ("dealer", "cashier", "supervisor", "floor", "auditor", "admin")
PIN = "2847"
WAIT = 60
"""Seconds a server may take to start on a machine that has much else to do."""

HEAD = """
[room]
name = "Evening"

[thresholds]
payout = 3_000
adjustment = 250

[logins]                        # hashes that cost nothing: this room lasts for one test
hash_memory_kib = 8
hash_passes = 1

[server]
login = { burst = 100_000, every_ms = 1 }
read = { burst = 100_000, every_ms = 1 }
write = { burst = 100_000, every_ms = 1 }
act = { burst = 100_000, every_ms = 1 }

[terms]
buy_in = "100..100000"
pause_seconds = 0
return_minutes = 0
"""


def room_file(folder: Path, games: Sequence[str], more: str = "") -> Path:
    """Write a room file with one table of each game, and a person in each role."""
    lines = [HEAD]
    for number, role in enumerate(ROLES):
        lines.append(f'[[staff]]\nname = "{role}"\nrole = "{role}"\ncard = "70041000{number}"\n')
    for game in games:
        lines.append(f'[[table]]\nname = "{table_of(game)}"\ngame = "{game}"\n')
    path = folder / "room.toml"
    path.write_text("\n".join([*lines, more]))
    return path


def table_of(game: str) -> str:
    """The name of a game's table: at most 24 letters."""
    return game[:24].strip("-")


class Server:
    """The process, started again as often as it is killed."""

    def __init__(self, file: Path, folder: Path) -> None:
        self.file, self.folder = file, folder
        self.url = ""
        self.cards: dict[str, str] = {}
        self.pins: dict[str, str] = {}
        self.deaths = 0
        self._process: subprocess.Popen[str] | None = None
        self._clients: list[RoomClient] = []

    async def start(self) -> None:
        """Start it, at the same address if it was there before, and read what it prints."""
        port = self.url.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "houseway", "serve", "--room", str(self.file)]
        command += ["--data", str(self.folder / "books"), "--port", port]
        with (self.folder / "log.jsonl").open("a") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=_environment()
            )
        out = self._process.stdout
        assert out is not None
        printed: list[str] = []
        while True:
            line = await asyncio.wait_for(asyncio.to_thread(out.readline), WAIT)
            assert line, f"the server ended: {''.join(printed)}{self.log()}"
            printed.append(line)
            if found := re.match(r"  (\w+) +(.+?) +card (.+?)   PIN (\d+)$", line):
                self.cards[found[2]], self.pins[found[2]] = found[3], found[4]
            if found := re.search(r"is open at (http://\S+)", line):
                self.url = found[1]
            if "Ctrl-C closes the room" in line:
                break
        await self._answers()

    async def _answers(self) -> None:
        client = RoomClient(self.url)
        for _ in range(WAIT * 20):
            try:
                await client.http.ask("GET", "/healthz", {}, None)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                break
        await client.close()

    def log(self) -> str:
        """Return the log of the server up to now."""
        path = self.folder / "log.jsonl"
        return path.read_text() if path.exists() else ""

    async def enter(self, name: str, pin: str = "", station: str = "") -> RoomClient:
        """Return a client that is logged in."""
        client = self.client()
        pin = pin or self.pins.get(name, PIN)
        await client.login(self.cards[name], pin, station or f"station of {name}")
        return client

    def client(self) -> RoomClient:
        """Return a station without a login."""
        client = RoomClient(self.url)
        self._clients.append(client)
        return client

    async def kill(self) -> None:
        """Kill the process at once, as a power failure would."""
        await self._end(signal.SIGKILL)
        self.deaths += 1

    async def stop(self) -> int:
        """Close the room in order; what the process answered."""
        for client in self._clients:
            await client.close()
        self._clients.clear()
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        process = self._process
        if process is None:
            return 0
        process.send_signal(number)
        code = await asyncio.to_thread(process.wait, WAIT)
        assert process.stdout is not None
        process.stdout.close()
        self._process = None
        return code


def _environment() -> dict[str, str]:
    return {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}


@asynccontextmanager
async def served(folder: Path, games: Sequence[str], more: str = "") -> AsyncIterator[Server]:
    """A room of these games, open; ended whatever happens."""
    server = Server(room_file(folder, games, more), folder)
    try:
        await server.start()
        yield server
    finally:
        await server.stop()
