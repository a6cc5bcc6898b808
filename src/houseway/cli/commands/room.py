"""The commands ``room …``: work on the machine of a room, by its operator."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from cyclopts import App
from rich.table import Table
from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, BooksDsn
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import OK
from houseway.errors import HousewayError
from houseway.room.clock import RealClock
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.key_file import KINDS
from houseway.room.keys import Keys, read_keys, rotate_key
from houseway.room.opening import BOOKS, KEYS
from houseway.room.people import cards
from houseway.room.people.accounts import People
from houseway.room.people.sessions import keys_for_people
from houseway.room.store.address import address_of, open_store, require_books
from houseway.room.store.group_commit import PlainWriter

Kind = Literal["pepper", "sealing", "seal", "signing"]
USES = {
    "pepper": "PINs",
    "sealing": "the seeds of shoes",
    "seal": "rows of the books",
    "signing": "signatures of the room",
}

app = App(name="room", help="Look after a room: its keys.", help_format="markdown")


@app.command(name="keys")
def list_keys(*, data: Path = ROOM_FOLDER, keys: Path | None = None) -> int:
    """List the keys of a room: their kinds, ids and dates. No key is shown.

    Parameters
    ----------
    data
        The folder of the books.
    keys
        The file with the keys of the room. Default: `keys.toml` with the books.
    """
    known = read_keys(keys or data / KEYS)
    page = console()
    page.print(_listed(known))
    page.print(Text(f"public key {known.public}"), soft_wrap=True)
    if known.ring.former:
        page.print(Text("The file has format 1: the next start brings it to format 2."))
    return OK


@app.command(name="rotate-key")
def rotate(kind: Kind, /, *, data: Path = ROOM_FOLDER, keys: Path | None = None) -> int:
    """Add a new key of a kind to the key file, in use from the next start. The old one stays.

    Parameters
    ----------
    kind
        The kind of the key: `pepper` for PINs, `sealing` for the seeds of shoes, `seal` for rows
        of the books, `signing` for signatures.
    data
        The folder of the books.
    keys
        The file with the keys of the room. Default: `keys.toml` with the books.
    """
    path = keys or data / KEYS
    made = rotate_key(path, kind)
    page = console()
    new = made.ring.keys[kind][-1]
    page.print(Text(f"{kind} key {new.id} is in use from the next start of the room."))
    page.print(Text(f"Copy {path} to where its copies are kept."), style="dim", soft_wrap=True)
    return OK


@app.command(name="reset-pin")
def reset_pin(
    card: str, /, *, data: Path = ROOM_FOLDER, keys: Path | None = None, books: BooksDsn = NO_DSN
) -> int:
    """Set a new PIN for a card of a room whose server is stopped, and print it once.

    It takes the key file. The log says that the PIN was set at the machine: two people who got
    their PINs there cannot approve each other.

    Parameters
    ----------
    card
        The number on the card.
    data
        The folder of the books.
    keys
        The file with the keys of the room. Default: `keys.toml` with the books.
    """
    known = read_keys(keys or data / KEYS)
    address = address_of(books, data / BOOKS)
    require_books(address)
    store = open_store(address, seals=known.seals())
    try:
        person = store.person_with(cards.tidied(card))
        if person is None:
            raise HousewayError("no card has this number")
        people = People(
            store, PlainWriter(store), RealClock(), SystemEntropy(), keys_for_people(known)
        )
        pin = asyncio.run(people.reset_at_machine(person.id))
    finally:
        store.close()
    console().print(Text(f"The PIN of {person.name} is {pin}: it is shown this once."))
    return OK


def _listed(known: Keys) -> Table:
    """Return a table of keys without their bytes."""
    table = Table("kind", "id", "made", "until", "for", box=None, pad_edge=False)
    for kind in KINDS:
        for key in known.ring.keys[kind]:
            until = "in use" if key.until is None else _time(key.until)
            table.add_row(kind, key.id, _time(key.made), until, USES[kind])
    return table


def _time(at: int) -> str:
    """Return a time in UTC, to the minute."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M")
