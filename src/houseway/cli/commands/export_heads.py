"""``houseway export-heads``: signed heads of the logs of a room, to keep outside the room."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, BooksDsn
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import OK, write_new
from houseway.room.audit.heads import signed_heads, written
from houseway.room.clock import RealClock
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.address import address_of, open_books
from houseway.util.english import n


def export_heads(
    *, data: Path = ROOM_FOLDER, out: Path, keys: Path | None = None, books: BooksDsn = NO_DSN
) -> int:
    """Export signed heads of all logs of a room. The room may be running.

    Keep the file outside the room: `houseway audit --heads FILE` reports later what was cut off or
    forged since.

    Parameters
    ----------
    data
        The folder of the books.
    out
        The file to write. An existing file is not replaced.
    keys
        The file with the keys of the room. Default: `keys.toml` with the books.
    """
    known = read_keys(keys or data / KEYS)
    read = open_books(address_of(books, data / BOOKS))
    try:
        given = signed_heads(read, known, RealClock().now_ms())
    finally:
        read.close()
    write_new(out, written(given))
    page = console()
    page.print(Text(f"{n(len(given.heads), 'head')} in {out}"), soft_wrap=True)
    page.print(Text(f"public key {given.key}"), soft_wrap=True)
    return OK
