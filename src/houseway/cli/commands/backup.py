"""The commands ``backup``, ``restore`` and ``unlock``: what is done to books beside the server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.text import Text

from houseway.cli.app import OK
from houseway.cli.terminal import console as paper
from houseway.errors import HousewayError
from houseway.room.api.roles import ROOM
from houseway.room.audit.backup import back_up
from houseway.room.clock import RealClock
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.people import cards
from houseway.room.people.accounts import People
from houseway.room.store.backup import restore as put_back
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.util.english import n

FOLDER = Path("houseway-room")


def backup(*, data: Path = FOLDER, out: Path) -> int:
    """Copy the books of a room, running or not, to a file of one moment.

    The keys of the room are not in it: keep a copy of them elsewhere.

    Parameters
    ----------
    data
        The folder of the books.
    out
        The file to write; one that is there is left alone.
    """
    made = back_up(data / BOOKS, out, RealClock().now_ms())
    console = paper.console()
    console.print(Text(f"{out}: {made.size:,} bytes, SHA-256 {made.sha256}"), soft_wrap=True)
    console.print(Text("The room's keys are not in it: keep them elsewhere."), style="dim")
    return OK


def restore(file: Path, /, *, data: Path = FOLDER) -> int:
    """Put a backup back as the books of a room, if its chains and sums are right.

    At its next start the room calls off the rounds that were open and throws away their shoes.

    Parameters
    ----------
    file
        The backup.
    data
        The folder in which there are no books yet.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HousewayError(f"{data} cannot be made: {error.strerror}") from None
    marked = put_back(file, data / BOOKS, RealClock().now_ms())
    out = paper.console()
    streams = f"{n(len(marked.heads), 'log')}, {sum(marked.heads.values()):,} rows"
    out.print(Text(f"The books of {data} are those of {file}: {streams}."), soft_wrap=True)
    out.print(
        Text(
            f"At its start the room calls off {n(len(marked.rounds), 'open round')} and throws "
            f"away {n(len(marked.shoes), 'shoe')}: what was dealt since is not in a backup."
        ),
        soft_wrap=True,
    )
    if not (data / KEYS).exists():
        out.print(
            Text(
                f"Put the room's keys at {data / KEYS} before it starts: with other keys no PIN "
                "fits.", style="yellow",
            ),
            soft_wrap=True,
        )  # fmt: skip
    return OK


def unlock(card: str, /, *, data: Path = FOLDER, keys: Path | None = None, reason: str = "") -> int:
    """Unlock a card while the server is stopped, when nobody is left who could; it is logged.

    Parameters
    ----------
    card
        The number on the card.
    data
        The folder of the books.
    keys
        The file with the room's keys, if they do not lie beside the books.
    reason
        Why, for the log.
    """
    known = read_keys(keys or data / KEYS)
    if not (data / BOOKS).exists():
        raise HousewayError(f"there are no books at {data / BOOKS}")
    store = SqliteStore(data / BOOKS)
    try:
        person = store.person_with(cards.tidied(card))
        if person is None:
            raise HousewayError("nobody has a card with this number")
        locked = person.locked_ms is not None
        people = People(store, PlainWriter(store), RealClock(), SystemEntropy(), known.pepper)
        why = reason or "unlocked at the machine of the server"
        asyncio.run(people.unlock(ROOM, person.id, why))
    finally:
        store.close()
    said = "is unlocked" if locked else "was not locked; its tries count from none again"
    paper.console().print(Text(f"The card of {person.name} {said}."))
    return OK
