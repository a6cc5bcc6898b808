"""``houseway restore``: a backup put back as the books of a room."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from houseway.cli.options import ROOM_FOLDER
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import OK
from houseway.errors import HousewayError
from houseway.room.clock import RealClock
from houseway.room.keys import read_keys
from houseway.room.opening import BOOKS, KEYS
from houseway.room.store.backup import restore as restore_books
from houseway.room.store.interface import StoreError
from houseway.room.store.sqlite_file import close_to_others
from houseway.util.english import n


def restore(file: Path, /, *, data: Path = ROOM_FOLDER, keys: Path | None = None) -> int:
    """Put a backup back as the books of a room, if its chains and sums are right.

    At the next start the room voids the rounds that were open and discards their shoes.

    Parameters
    ----------
    file
        The backup.
    data
        The folder for the books. It must not contain books.
    keys
        The file with the keys of the room. Default: `keys.toml` in the folder for the books.
    """
    path = keys or data / KEYS
    known = read_keys(path) if keys or path.exists() else None
    try:
        close_to_others(data)
    except StoreError as error:
        raise HousewayError(str(error)) from None
    seals = known.seals() if known and not known.ring.books else None
    marked = restore_books(file, data / BOOKS, RealClock().now_ms(), seals=seals)
    out = console()
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
