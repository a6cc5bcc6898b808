"""The command ``export``: all gaming data of a room as CSV and JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from houseway.cli.app import OK
from houseway.cli.terminal import console as paper
from houseway.cli.terminal.progress import waiting
from houseway.room.clock import RealClock
from houseway.room.config.load import read_room
from houseway.room.export.export import export as write
from houseway.room.export.export import of_day
from houseway.room.gaming_day import Calendar
from houseway.room.opening import BOOKS
from houseway.room.store.sqlite_reader import SqliteBooks

FOLDER = Path("houseway-room")


def export(
    *,
    data: Path = FOLDER,
    out: Path,
    day: str = "",
    room: Annotated[Path | None, Parameter(name="--room")] = None,
) -> int:
    """Export all gaming data of a room as CSV and JSON lines; the room may run meanwhile.

    Parameters
    ----------
    data
        The folder of the books.
    out
        The folder to make.
    day
        One gaming day by its date, as 2026-11-16; everything if none is named.
    room
        The room file, which says when a gaming day begins and how far the room's time is from UTC;
        without it days begin at 06:00 UTC.
    """
    calendar = Calendar()
    if room is not None:
        file = read_room(room)
        calendar = Calendar(file.utc_offset_minutes, file.day_begins_minutes)
    span = of_day(calendar, day)
    books = SqliteBooks(data / BOOKS)
    try:
        with waiting("reading") as told:
            made = write(books, out, span, RealClock().now_ms(), day, told)
    finally:
        books.close()
    console = paper.console()
    for file_made in made.files:
        if file_made.file.endswith(".csv"):
            line = f"  {file_made.file.removesuffix('.csv'):<10}{file_made.rows:>10,} rows"
            console.print(Text(line))
    console.print(Text(f"in {out}, as CSV and JSON lines"), soft_wrap=True)
    return OK
