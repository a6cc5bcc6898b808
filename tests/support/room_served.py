"""A room in a process of its own, to be killed and started again over the same books.

    python -m tests.support.room_served FOLDER PORT

Run so, it serves two tables for Ann and Bob; ``Served`` starts, kills and restarts it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PIN = "2847"
GAMES = {"SHINE": "3-card-shine", "HOLDEM": "lightning-holdem"}


async def serve(folder: Path, port: int, question_ms: int) -> None:
    """Open the room, for the first time or again, and serve it until the process is killed."""
    from houseway.room.api.roles import ROOM
    from houseway.room.clock import RealClock
    from houseway.room.fairness.entropy import RehearsedEntropy
    from houseway.room.http.limits import Rate, Settings
    from houseway.room.http.server import Server, listen
    from houseway.room.http.site import Site
    from houseway.room.keys import keys_at
    from houseway.room.people.pins import CHEAP
    from houseway.room.people.sessions import PeopleTerms
    from houseway.room.room import Room
    from houseway.room.store.group_commit import PlainWriter
    from houseway.room.store.sqlite_writer import SqliteStore
    from houseway.room.tables import commands, log
    from tests.support.local_room import terms_of

    store = SqliteStore(folder / "books.db", durable=False)
    keys, people = keys_at(folder / "keys.json"), PeopleTerms(pins=CHEAP)
    room = Room(store, PlainWriter(store), RealClock(), keys, RehearsedEntropy(3), people=people)
    site = Site(room, Settings(port=port, login=Rate(1_000, 1)))  # no test waits to log in
    new = not (folder / "cards.json").exists()
    await room.start()
    if new:
        for name, game in GAMES.items():
            terms = terms_of(
                2, pause_ms=900_000, buy_in_least=100_00, question_ms=question_ms,
                practice=name == "SHINE",
            )  # fmt: skip
            body = log.TableOpened(game, {}, terms, room.making.game(game, {}).fingerprint())
            await commands.row(room.new_table(name), ROOM, "", body)
        cards = {}
        for name in ("Ann", "Bob", "Cy"):
            made = await room.people.open_account(ROOM, name, PIN)
            cards[name] = made.card
            await room.cage.deposit(ROOM, made.person, 1_000_00, key=f"funds {name}")
        (folder / "cards.json").write_text(json.dumps(cards))
    server = Server(site)
    task = asyncio.create_task(server.serve(sockets=[listen(site.settings)]))
    while not server.started:
        await asyncio.sleep(0.005)
    (folder / "open").touch()
    await task


class Served:
    """The process; to be used in a ``with``."""

    def __init__(self, folder: Path, question_ms: int = 900_000) -> None:
        self.folder, self.question_ms = folder, question_ms
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "pin").write_text(f"{PIN}\n")

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it is open."""
        (self.folder / "open").unlink(missing_ok=True)
        words = [sys.executable, "-m", __name__, str(self.folder), str(self.port)]
        words.append(str(self.question_ms))
        quiet = subprocess.DEVNULL
        self.child = subprocess.Popen(words, stdout=quiet, stderr=quiet, cwd=ROOT)
        for _ in range(3000):
            if (self.folder / "open").exists():
                return
            assert self.child.poll() is None, "the room does not open"
            time.sleep(0.02)
        raise AssertionError("the room does not open")

    def kill(self) -> None:
        """Kill the process at once."""
        os.kill(self.child.pid, signal.SIGKILL)
        self.child.wait()

    def words(self, name: str, game: str) -> list[str]:
        """Return the words that a player types to play there."""
        card = json.loads((self.folder / "cards.json").read_text())[name]
        pin = str(self.folder / "pin")
        return ["play", game, "--room", self.url, "--card", card, "--pin-file", pin]


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
