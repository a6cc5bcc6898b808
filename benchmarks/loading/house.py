"""A room under load: books on disk with every seat taken, and the server as a process.

The books are made here by the room itself (accounts, cash, logins, seats), so that the server
begins with a full room. Only ``houseway serve`` is measured.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from houseway.room.api.roles import ROOM
from houseway.room.config.load import read_room
from houseway.room.opening import open_room
from houseway.room.room import Room
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player
from houseway.rulebook import find

GAMES = ("free-bet-blackjack", "pai-gow-tiles", "omaha-8", "blackjack-x", "seven-card-stud")
BUY_IN = 100_000_00
PIN = "2847"
PATIENCE = 60
"""Seconds that a server may take to open."""
_OPEN_AT = re.compile(r"is open at http://([\d.]+):(\d+)")
_TAKEN_UP = re.compile(r"tables taken up in (\d+) ms")
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Chair(NamedTuple):
    """A player who is seated and logged in."""

    table: str
    seat: int
    token: str


def room_file(folder: Path, tables: int, games: tuple[str, ...] = GAMES) -> Path:
    """Write a room file with this number of tables of some games, where no player has to wait.

    PINs are hashed as cheaply as possible, since hashing is not measured. A socket may send as
    fast as it can: at two tables a player answers more often than people are allowed to. All come
    from one address, at the same moment.
    """
    lines = [
        "[room]", 'name = "load"',
        "[logins]", "hash_memory_kib = 8", "hash_passes = 1",
        "[terms]", 'buy_in = "1000..100000"', "betting_seconds = 600", "question_seconds = 600",
        "arrange_seconds = 600", "pause_seconds = 0", "away_after = 0",
        "[server]", "act = { burst = 1000000, every_ms = 1 }",
        "connections_address = 100_000", "hello_ms = 60_000",
    ]  # fmt: skip
    lines += ["[[staff]]", 'name = "Sue"', 'role = "supervisor"', 'card = "9001"']
    for number in range(tables):
        game = games[number % len(games)]
        seats = find(game)({}).seats_max
        lines += ["[[table]]", f'name = "T{number}"', f'game = "{game}"']
        lines.append(f"terms = {{ start_with = {seats} }}")
    path = folder / "room.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


async def furnish(
    folder: Path, tables: int, games: tuple[str, ...] = GAMES, books: str = ""
) -> list[Chair]:
    """Make the books of a room in which every seat is taken; return the seats with their tokens.

    ``books`` is the DSN of a database; without it the books are a file in the folder.
    """
    opened = await open_room(folder, read_room(room_file(folder, tables, games)), books=books)
    room = opened.room
    found = await asyncio.gather(*(_fill(room, actor) for actor in room.tables.values()))
    await room.close()
    return [chair for chairs in found for chair in chairs]


async def _fill(room: Room, actor: Actor) -> list[Chair]:
    chairs = []
    for seat in range(1, actor.live.terms.seats + 1):
        name = f"{actor.name} {seat}"
        made = await room.people.open_account(ROOM, name, PIN)
        await room.cage.deposit(ROOM, made.person, 2 * BUY_IN, key=f"for {name}")
        login = await room.people.login(made.card, PIN, f"station {name}")
        await commands.sit(actor, login.caller, "", Player(made.person, name), BUY_IN, seat)
        chairs.append(Chair(actor.name, seat, login.token))
    return chairs


class Figures(NamedTuple):
    """The resources that a process has used: CPU-seconds of all its threads, and memory in
    bytes.
    """

    cpu: float
    main: float
    """CPU-seconds of its first thread, which runs the event loop."""
    memory: int


class Served:
    """``houseway serve`` for a folder, as a process of its own."""

    def __init__(self, folder: Path, *before: str, books: str = "") -> None:
        self.folder = folder
        self.began = time.monotonic()
        self._log = (folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, *before, "-m", "houseway", "serve", "--room", folder / "room.toml",
             "--data", folder, "--port", "0", *(("--books", books) if books else ())],
            stdout=subprocess.PIPE, stderr=self._log, text=True,
        )  # fmt: skip
        self.host, self.port = self._opened()
        self.open_after = time.monotonic() - self.began

    def _opened(self) -> tuple[str, int]:
        """Wait until the server prints its address, and return that."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := _OPEN_AT.search(line):
                return found[1], int(found[2])
            if time.monotonic() - self.began > PATIENCE:
                break
        self.process.kill()
        log = (self.folder / "server.log").read_text()[-2000:]
        raise RuntimeError(f"the server did not open:\n{log}")

    def figures(self) -> Figures:
        """Return the resources used so far."""
        proc = Path("/proc", str(self.process.pid))
        main = int((proc / "task" / str(self.process.pid) / "schedstat").read_text().split()[0])
        fields = (proc / "stat").read_text().rsplit(")", 1)[1].split()
        cpu = (int(fields[11]) + int(fields[12])) / _TICKS
        resident = int((proc / "statm").read_text().split()[1]) * _PAGE
        return Figures(cpu, main / 1e9, resident)

    def taken_up(self) -> float:
        """Return the seconds that the last start took to restore every table."""
        return int(_TAKEN_UP.findall((self.folder / "server.log").read_text())[-1]) / 1000

    def kill(self) -> None:
        """Kill the process as a power failure would (SIGKILL)."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server in the regular way."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
