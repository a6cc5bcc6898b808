"""A whole room under load: ``houseway serve`` as a process, a socket for each of 50 tables' seats.

Books on disk with every commit synced; everybody is shown every action.  ``python -m benchmarks
room_load`` prints all figures in their short form; names choose among them and ``long`` makes them
long: ``python -m benchmarks.room_load closed open restart idle memory long``.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.table import Table as Sheet

from benchmarks.loading.busy_lab import BusyLab
from benchmarks.loading.disk import syncs
from benchmarks.loading.house import Chair, Served, furnish
from benchmarks.loading.players import Crowd

TABLES = 50
MB = 1 << 20


class Line(NamedTuple):
    """A figure, and what it is to be."""

    what: str
    figure: str
    goal: str = ""
    more: str = ""


class Load:
    """The room of all figures: its books and its people."""

    def __init__(self, folder: Path, chairs: list[Chair], long: bool) -> None:
        self.folder, self.chairs, self.long = folder, chairs, long

    async def closed(self) -> list[Line]:
        """Everybody answers as soon as they are asked: durable actions for a CPU-second."""
        server, crowd = Served(self.folder), Crowd(self.chairs)
        try:
            await crowd.join(server.host, server.port)
            await asyncio.sleep(5)
            before, acks, views = server.figures(), crowd.tally.acks, crowd.tally.views
            began, sent = time.monotonic(), crowd.tally.bytes
            await asyncio.sleep(60 if self.long else 12)
            after, took = server.figures(), time.monotonic() - began
            acks, views = crowd.tally.acks - acks, crowd.tally.views - views
            sent = crowd.tally.bytes - sent
        finally:
            crowd.leave()
            server.stop()
        cpu, main = after.cpu - before.cpu, after.main - before.main
        return [
            Line(
                "durable actions per server CPU-second",
                f"{acks / cpu:,.0f}",
                ">= 1,300",
                f"{acks:,} in {took:.0f} s ({acks / took:,.0f}/s), {1e6 * cpu / acks:.0f} us each, "
                f"{1e6 * main / acks:.0f} of them in the loop",
            ),
            Line(
                "views for each action",
                f"{views / acks:.1f}",
                "",
                f"{len(self.chairs) / TABLES:.0f} seats at a table; {sent / views:,.0f} bytes "
                f"each; not taken: {crowd.tally.refused or 'none'}",
            ),
        ]

    async def open(self) -> list[Line]:
        """250 answers a second, whatever comes of them: how long each takes, and the disk alone."""
        rate, seconds = 250, 60 if self.long else 15
        disk = syncs(self.folder, seconds)
        server, crowd = Served(self.folder), Crowd(self.chairs)
        crowd.hold()
        try:
            await crowd.join(server.host, server.port)
            await asyncio.sleep(1)
            await crowd.offer(rate, 2)
            await asyncio.sleep(1)
            crowd.tally.took.clear()
            before = server.figures()
            sent, missed = await crowd.offer(rate, seconds)
            await asyncio.sleep(1)
            cpu = server.figures().cpu - before.cpu
        finally:
            crowd.leave()
            server.stop()
        took = sorted(crowd.tally.took)
        more = f"{sent:,} sent, {len(took):,} done, {missed} not asked; {cpu:.1f} CPU-seconds"
        return [
            Line(f"{rate} actions/s: p50 from send to ack", f"{_part(took, 50):.1f} ms", "", more),
            Line("  p99", f"{_part(took, 99):.1f} ms", "<= 50 ms", "on an idle machine"),
            Line(
                "  the disk alone, one page synced: p99",
                f"{_part(disk, 99):.1f} ms",
                "",
                f"p50 {_part(disk, 50):.1f} ms, the longest {1000 * disk[-1]:.0f} ms",
            ),
        ]

    async def lab(self) -> list[Line]:
        """The same tables while the odds lab has all it can do, and while it rests, by turns."""
        rate, seconds, turns = 100, 20 if self.long else 8, 4
        server, crowd = Served(self.folder), Crowd(self.chairs)
        crowd.hold()
        took: dict[bool, list[float]] = {False: [], True: []}
        try:
            await crowd.join(server.host, server.port)
            await crowd.offer(rate, 2)
            for turn in range(2 * turns):
                busy = bool(turn % 2)
                asking = BusyLab(f"http://{server.host}:{server.port}")
                if busy:
                    await asking.start()
                crowd.tally.took.clear()
                await crowd.offer(rate, seconds)
                await asyncio.sleep(1)
                took[busy] += crowd.tally.took
                await asking.stop()
        finally:
            crowd.leave()
            server.stop()
        lines = []
        for busy, words in ((False, "the lab rests"), (True, "the lab works")):
            found = sorted(took[busy])
            more = f"{len(found):,} actions, {rate} a second"
            lines += [
                Line(f"{words}: p50 from send to ack", f"{_part(found, 50):.1f} ms", "", more),
                Line("  p99", f"{_part(found, 99):.1f} ms", "no other" if busy else "", ""),
            ]
        return lines

    async def restart(self) -> list[Line]:
        """Killed under load and started again: when the tables are there, and when they play."""
        server, crowd = Served(self.folder), Crowd(self.chairs)
        await crowd.join(server.host, server.port)
        await asyncio.sleep(3)
        server.kill()
        await asyncio.sleep(0)
        crowd.leave()
        began = time.monotonic()
        server = Served(self.folder)
        opened, used = time.monotonic() - began, server.figures().cpu
        taken_up = server.taken_up()
        crowd = Crowd(self.chairs)
        try:
            await crowd.join(server.host, server.port)
            while not crowd.tally.acks:
                await asyncio.sleep(0.005)
            served = time.monotonic() - began
        finally:
            crowd.leave()
            server.stop()
        return [
            Line(
                f"{len({chair.table for chair in self.chairs})} tables restored after kill -9",
                f"{taken_up:.2f} s",
                "<= 2 s",
                "books, rules, logs, unfinished rounds",
            ),
            Line("  the server listens", f"{opened:.2f} s", "", f"{used:.2f} CPU-seconds in all"),
            Line(
                "  the first answer acknowledged",
                f"{served:.2f} s",
                "",
                f"{len(self.chairs)} sockets back",
            ),
        ]

    async def idle(self) -> list[Line]:
        """A thousand sockets that do nothing: their memory."""
        server = Served(self.folder)
        tables = list(dict.fromkeys(chair.table for chair in self.chairs))
        people = [
            chair._replace(table=tables[(tables.index(chair.table) + turn) % len(tables)])
            for turn in range(3)
            for chair in self.chairs
        ][:1000]
        crowd = Crowd(people)
        crowd.hold()
        try:
            await asyncio.sleep(1)
            before = server.figures().memory
            await crowd.join(server.host, server.port)
            await asyncio.sleep(3)
            after = server.figures().memory
            taken = sum(player.seen > 0 for player in crowd.players)
        finally:
            crowd.leave()
            server.stop()
        more = f"{before / MB:.0f} MB before, {(after - before) / 1024 / len(people):.0f} kB each"
        return [
            Line(f"{taken:,} idle sockets", f"{(after - before) / MB:.0f} MB", "<= 40 MB", more)
        ]

    async def memory(self) -> list[Line]:
        """Play on and on: whether memory stays where it is."""
        server, crowd = Served(self.folder), Crowd(self.chairs)
        crowd.hold()
        minutes, found = 10 if self.long else 1, []
        try:
            await crowd.join(server.host, server.port)
            for _ in range(6):
                await crowd.offer(250, minutes * 10)
                found.append(server.figures().memory / MB)
        finally:
            crowd.leave()
            server.stop()
        grown = found[-1] - found[1]
        more = " ".join(f"{each:.0f}" for each in found)
        return [Line(f"memory over {minutes} min at 250/s", f"{grown:+.1f} MB", "flat", more)]


def _part(took: list[float], percent: int) -> float:
    """The time that so many per cent take at most, in milliseconds."""
    return 1000 * took[min(len(took) - 1, len(took) * percent // 100)] if took else 0


def calibrated() -> Line:
    """How fast this machine is, by a loop of its own; by it figures of machines are compared."""
    start = time.process_time()
    found = b""
    for number in range(300_000):
        found = sha256(found + number.to_bytes(4)).digest()
    took = time.process_time() - start
    return Line("this machine", f"{took:.2f} CPU-s", "", "300,000 turns of a loop that hashes")


FIGURES: dict[str, Callable[[Load], Awaitable[list[Line]]]] = {
    "closed": Load.closed,
    "open": Load.open,
    "lab": Load.lab,
    "restart": Load.restart,
    "idle": Load.idle,
    "memory": Load.memory,
}


async def measured(names: list[str], tables: int, long: bool) -> list[Line]:
    """The figures of these names."""
    lines = [calibrated()]
    with tempfile.TemporaryDirectory(prefix="houseway-load-") as folder:
        chairs = await furnish(Path(folder), tables)
        load = Load(Path(folder), chairs, long)
        for name in names or list(FIGURES):
            lines += await FIGURES[name](load)
    return lines


def run(words: list[str] | None = None) -> None:
    """Print the figures."""
    words = words or []
    names = [word for word in words if word in FIGURES]
    tables = next((int(word) for word in words if word.isdecimal()), TABLES)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        lines = runner.run(measured(names, tables, "long" in words))
    sheet = Sheet(title=f"A room of {tables} tables under load (SQLite, every commit synced)")
    for column in ("what", "figure", "goal", ""):
        sheet.add_column(column, justify="left" if column in ("what", "") else "right")
    for line in lines:
        sheet.add_row(*line)
    Console().print(sheet)


if __name__ == "__main__":
    run(sys.argv[1:])
