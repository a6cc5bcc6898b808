"""``houseway backup``: a copy of a room's books, taken while the room runs or not."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, BooksDsn
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import OK
from houseway.errors import HousewayError
from houseway.room.audit.backup import back_up
from houseway.room.clock import RealClock
from houseway.room.opening import BOOKS
from houseway.room.store.address import address_of, described


def backup(*, data: Path = ROOM_FOLDER, out: Path, books: BooksDsn = NO_DSN) -> int:
    """Copy the books of a room, running or not, to a file of one moment.

    The copy does not contain the keys of the room. Keep a copy of them elsewhere.

    Parameters
    ----------
    data
        The folder of the books.
    out
        The file to write. An existing file is not replaced.
    """
    address = address_of(books, data / BOOKS)
    if not isinstance(address, Path):
        raise HousewayError(
            f"{described(address)} is not copied to a file: back it up with pg_basebackup and an "
            "archive of its WAL (docs/books.md)"
        )
    made = back_up(data / BOOKS, out, RealClock().now_ms())
    page = console()
    page.print(Text(f"{out}: {made.size:,} bytes, SHA-256 {made.sha256}"), soft_wrap=True)
    page.print(Text("The room's keys are not in it: keep them elsewhere."), style="dim")
    return OK
