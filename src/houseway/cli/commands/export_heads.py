"""The command ``heads``: signed heads of a room's logs, to be kept where the room cannot reach."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from houseway.cli.app import OK
from houseway.cli.terminal import console as paper
from houseway.errors import HousewayError
from houseway.room.audit.heads import signed_heads, written
from houseway.room.clock import RealClock
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.util.english import n

FOLDER = Path("houseway-room")


def heads(*, data: Path = FOLDER, out: Path, keys: Path | None = None) -> int:
    """Export signed heads of all logs of a room; the room may run meanwhile.

    Whoever keeps the file can tell later, with `houseway audit --heads`, whether anything was cut
    off or forged since.

    Parameters
    ----------
    data
        The folder of the books.
    out
        The file to write; one that is there is left alone.
    keys
        The file with the room's keys, if they do not lie beside the books.
    """
    known = read_keys(keys or data / KEYS)
    books = SqliteBooks(data / BOOKS)
    try:
        given = signed_heads(books, known, RealClock().now_ms())
    finally:
        books.close()
    write_new(out, written(given))
    console = paper.console()
    console.print(Text(f"{n(len(given.heads), 'head')} in {out}"), soft_wrap=True)
    console.print(Text(f"public key {given.key}"), soft_wrap=True)
    return OK


def write_new(path: Path, text: bytes) -> None:
    """A file that was not there before."""
    try:
        with path.open("xb") as file:
            file.write(text)
    except FileExistsError:
        raise HousewayError(f"{path} is there already; nothing is written over it") from None
    except OSError as error:
        raise HousewayError(f"{path} cannot be written: {error.strerror}") from None
