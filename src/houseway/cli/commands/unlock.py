"""``houseway unlock``: a card unlocked while the room's server is stopped."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, BooksDsn, Word
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import OK
from houseway.errors import HousewayError
from houseway.room.api.roles import ROOM
from houseway.room.clock import RealClock
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.people import cards
from houseway.room.people.accounts import People
from houseway.room.people.sessions import keys_for_people
from houseway.room.store.address import address_of, open_store, require_books
from houseway.room.store.group_commit import PlainWriter


def unlock(
    card: str,
    /,
    *,
    data: Path = ROOM_FOLDER,
    keys: Path | None = None,
    reason: Word = "",
    books: BooksDsn = NO_DSN,
) -> int:
    """Unlock a card of a room whose server is stopped. The log records it.

    Parameters
    ----------
    card
        The number on the card.
    data
        The folder of the books.
    keys
        The file with the keys of the room. Default: `keys.toml` with the books.
    reason
        The reason, for the log.
    """
    known = read_keys(keys or data / KEYS)
    address = address_of(books, data / BOOKS)
    require_books(address)
    store = open_store(address, seals=known.seals())
    try:
        person = store.person_with(cards.tidied(card))
        if person is None:
            raise HousewayError("no card has this number")
        locked = person.locked_ms is not None
        people = People(
            store, PlainWriter(store), RealClock(), SystemEntropy(), keys_for_people(known)
        )
        why = reason or "unlocked at the machine of the server"
        asyncio.run(people.unlock(ROOM, person.id, why))
    finally:
        store.close()
    said = "is unlocked" if locked else "was not locked; its tries count from none again"
    console().print(Text(f"The card of {person.name} {said}."))
    return OK
