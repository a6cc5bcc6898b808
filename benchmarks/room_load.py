"""A whole room under load: ``houseway serve`` as a process, a socket for each of 50 tables' seats.

Books are on disk with every commit synced, and all players are sent every action. ``python -m
benchmarks room_load`` prints all figures in their short form; names choose among them and ``long``
makes them long: ``python -m benchmarks.room_load closed open restart idle memory long``.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, in_turns, sheet_console, shown, turn
from benchmarks.loading.busy_lab import BusyLab
from benchmarks.loading.disk import syncs
from benchmarks.loading.house import Chair, Served, furnish
from benchmarks.loading.players import Crowd

TABLES = 50
MB = 1 << 20


class Line(NamedTuple):
    """A figure, and its goal."""

    what: str
    figure: str
    goal: str = ""
    more: str = ""
    ratio: str = ""
    """The figure in turns of the plain loop, or relative to the named one."""


class Size(NamedTuple):
    """The durations of all measurements."""

    pause: float
    """Seconds until things have settled."""
    closed: float
    open: float
    lab: float
    turns: int
    """The number of alternations with and without the lab."""
    memory: float
    """Seconds of each of six parts."""


SHORT = Size(1, 12, 15, 8, 4, 10)
LONG = SHORT._replace(closed=60, open=60, lab=20, memory=100)
TINY = Size(0.1, 0.5, 0.5, 0.5, 1, 0.2)


class Load:
    """The room for all figures: its books and its players."""

    def __init__(self, folder: Path, chairs: list[Chair], size: Size) -> None:
        self.folder, self.chairs, self.size = folder, chairs, size
        self.tables = len({chair.table for chair in chairs})

    async def closed(self) -> list[Line]:
        """Measure durable actions per CPU-second when all players answer at once."""
        server, crowd = Served(self.folder), Crowd(self.chairs)
        try:
            await crowd.join(server.host, server.port)
            await asyncio.sleep(5 * self.size.pause)
            before, acks, views = server.figures(), crowd.tally.acks, crowd.tally.views
            began, sent = time.monotonic(), crowd.tally.bytes
            await asyncio.sleep(self.size.closed)
            after, took = server.figures(), time.monotonic() - began
            acks, views = crowd.tally.acks - acks, crowd.tally.views - views
            sent = crowd.tally.bytes - sent
        finally:
            crowd.leave()
            server.stop()
        cpu, main = after.cpu - before.cpu, after.main - before.main
        seats = len(self.chairs) / self.tables
        return [
            Line(
                "durable actions per server CPU-second",
                f"{acks / cpu:,.0f}",
                ">= 1,300",
                f"{acks:,} in {took:.0f} s ({acks / took:,.0f}/s), {1e6 * cpu / acks:.0f} us each, "
                f"{1e6 * main / acks:.0f} of them in the loop",
                f"{in_turns(cpu / acks)} each",
            ),
            Line(
                "views for each action",
                f"{views / acks:.1f}",
                "",
                f"{seats:.0f} seats at a table; {sent / views:,.0f} bytes each; "
                f"not taken: {crowd.tally.refused or 'none'}",
                f"{views / acks / seats:.2f} x the seats",
            ),
        ]

    async def open(self) -> list[Line]:
        """Measure latencies at a fixed rate of 250 answers a second, and the disk alone."""
        rate, seconds = 250, self.size.open
        disk = syncs(self.folder, seconds)
        server, crowd = Served(self.folder), Crowd(self.chairs)
        crowd.hold()
        try:
            await crowd.join(server.host, server.port)
            await asyncio.sleep(self.size.pause)
            await crowd.offer(rate, 2 * self.size.pause)
            await asyncio.sleep(self.size.pause)
            crowd.tally.took.clear()
            before = server.figures()
            sent, missed = await crowd.offer(rate, seconds)
            await asyncio.sleep(self.size.pause)
            cpu = server.figures().cpu - before.cpu
        finally:
            crowd.leave()
            server.stop()
        took = sorted(crowd.tally.took)
        more = f"{sent:,} sent, {len(took):,} done, {missed} not asked; {cpu:.1f} CPU-seconds"
        return [
            _latency(f"{rate} actions/s: p50 from send to ack", took, 50, "", more),
            _latency("  p99", took, 99, "<= 50 ms", "on an idle machine"),
            _latency(
                "  the disk alone, one page synced: p99",
                disk,
                99,
                "",
                f"p50 {_part(disk, 50):.1f} ms, the longest {1000 * disk[-1]:.0f} ms",
            ),
        ]

    async def lab(self) -> list[Line]:
        """Measure the same tables while the odds lab is fully busy and while it is idle,
        alternating.
        """
        rate, seconds, turns = 100, self.size.lab, self.size.turns
        server, crowd = Served(self.folder), Crowd(self.chairs)
        crowd.hold()
        took: dict[bool, list[float]] = {False: [], True: []}
        try:
            await crowd.join(server.host, server.port)
            await crowd.offer(rate, 2 * self.size.pause)
            for number in range(2 * turns):
                busy = bool(number % 2)
                asking = BusyLab(f"http://{server.host}:{server.port}")
                if busy:
                    await asking.start()
                crowd.tally.took.clear()
                await crowd.offer(rate, seconds)
                await asyncio.sleep(self.size.pause)
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
                _latency(f"{words}: p50 from send to ack", found, 50, "", more),
                _latency("  p99", found, 99, "no other" if busy else "", ""),
            ]
        return lines

    async def restart(self) -> list[Line]:
        """Kill the server under load and start it again; measure when the tables are restored and
        playing.
        """
        server, crowd = Served(self.folder), Crowd(self.chairs)
        await crowd.join(server.host, server.port)
        await asyncio.sleep(3 * self.size.pause)
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
                f"{self.tables} tables restored after kill -9",
                f"{taken_up:.2f} s",
                "<= 2 s",
                "books, rules, logs, unfinished rounds",
                in_turns(taken_up),
            ),
            Line(
                "  the server listens",
                f"{opened:.2f} s",
                "",
                f"{used:.2f} CPU-seconds in all",
                in_turns(opened),
            ),
            Line(
                "  the first answer acknowledged",
                f"{served:.2f} s",
                "",
                f"{len(self.chairs)} sockets back",
                in_turns(served),
            ),
        ]

    async def idle(self) -> list[Line]:
        """Measure the memory of a thousand idle sockets."""
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
            await asyncio.sleep(self.size.pause)
            before = server.figures().memory
            await crowd.join(server.host, server.port)
            await asyncio.sleep(3 * self.size.pause)
            after = server.figures().memory
            taken = sum(player.seen > 0 for player in crowd.players)
        finally:
            crowd.leave()
            server.stop()
        more = f"{before / MB:.0f} MB before, {(after - before) / 1024 / len(people):.0f} kB each"
        return [
            Line(
                f"{taken:,} idle sockets",
                f"{(after - before) / MB:.0f} MB",
                "<= 40 MB",
                more,
                f"{after / before:.2f} x before",
            )
        ]

    async def memory(self) -> list[Line]:
        """Play on and measure if memory grows."""
        server, crowd = Served(self.folder), Crowd(self.chairs)
        crowd.hold()
        seconds, found = self.size.memory, list[float]()
        try:
            await crowd.join(server.host, server.port)
            for _ in range(6):
                await crowd.offer(250, seconds)
                found.append(server.figures().memory / MB)
        finally:
            crowd.leave()
            server.stop()
        grown = found[-1] - found[1]
        more = " ".join(f"{each:.0f}" for each in found)
        ratio = f"{found[-1] / found[1]:.3f} x before"
        words = f"memory over {6 * seconds / 60:.0f} min at 250/s"
        return [Line(words, f"{grown:+.1f} MB", "flat", more, ratio)]


def _part(took: list[float], percent: int) -> float:
    """Return the time in milliseconds within which this percentage of cases falls."""
    return 1000 * took[min(len(took) - 1, len(took) * percent // 100)] if took else 0


def _latency(what: str, took: list[float], percent: int, goal: str, more: str) -> Line:
    """Return the elapsed time within which this percentage of cases falls."""
    found = _part(took, percent)
    return Line(what, f"{found:.1f} ms", goal, more, in_turns(found / 1000))


def calibrated() -> Line:
    """Return the speed of this machine by the plain loop, to compare figures of machines."""
    each = turn()
    return Line("this machine", f"{1e9 * each:.0f} ns", "", "a turn of the plain loop", shown(1))


FIGURES: dict[str, Callable[[Load], Awaitable[list[Line]]]] = {
    "closed": Load.closed,
    "open": Load.open,
    "lab": Load.lab,
    "restart": Load.restart,
    "idle": Load.idle,
    "memory": Load.memory,
}


async def measured(names: list[str], tables: int, size: Size) -> list[Line]:
    """Return the figures of these names."""
    lines = [calibrated()]
    with tempfile.TemporaryDirectory(prefix="houseway-load-") as folder:
        chairs = await furnish(Path(folder), tables)
        load = Load(Path(folder), chairs, size)
        for name in names or [each for each in FIGURES if size is not TINY or each != "lab"]:
            lines += await FIGURES[name](load)
    return lines


def run(console: Console | None = None, tiny: bool = False, words: Sequence[str] = ()) -> None:
    """Measure and print the figures that are named, or all; ``tiny``: two tables, for a moment.

    The tiny form leaves out the lab, which compiles for longer than all others run.
    """
    names = [word for word in words if word in FIGURES]
    tables = next((int(word) for word in words if word.isdecimal()), 2 if tiny else TABLES)
    size = TINY if tiny else LONG if "long" in words else SHORT
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        lines = runner.run(measured(names, tables, size))
    sheet = Sheet(title=f"A room of {tables} tables under load (SQLite, every commit synced)")
    for column in ("what", "figure", HEADING, "goal", ""):
        sheet.add_column(column, justify="left" if column in ("what", "") else "right")
    for line in lines:
        sheet.add_row(line.what, line.figure, line.ratio, line.goal, line.more)
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run(words=sys.argv[1:])
