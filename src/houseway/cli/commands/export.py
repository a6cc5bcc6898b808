"""The command ``export``: all gaming data of a room as CSV and JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, BooksDsn, Day
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import OK
from houseway.cli.terminal.progress import waiting
from houseway.room.clock import RealClock
from houseway.room.config.load import read_room
from houseway.room.export.export import export as write
from houseway.room.export.span import of_day
from houseway.room.gaming_day import Calendar
from houseway.room.opening import BOOKS
from houseway.room.store.address import address_of, open_books


def export(
    *,
    data: Path = ROOM_FOLDER,
    out: Path,
    day: Day = None,
    room: Annotated[Path | None, Parameter(name="--room")] = None,
    books: BooksDsn = NO_DSN,
) -> int:
    """Export all gaming data of a room as CSV and JSON lines. The room may be running.

    Parameters
    ----------
    data
        The folder of the books.
    out
        The folder to make.
    day
        One gaming day, as 2026-11-16. Default: all days.
    room
        The room file, which states when a gaming day begins and the time zone. Default: days begin
        at 06:00 UTC.
    """
    calendar = Calendar()
    if room is not None:
        file = read_room(room)
        calendar = Calendar(file.utc_offset_minutes, file.day_begins_minutes)
    span = of_day(calendar, day or "")
    read = open_books(address_of(books, data / BOOKS))
    try:
        with waiting("reading") as progress:
            made = write(read, out, span, RealClock().now_ms(), day or "", progress)
    finally:
        read.close()
    page = console()
    for file_made in made.files:
        if file_made.file.endswith(".csv"):
            line = f"  {file_made.file.removesuffix('.csv'):<10}{file_made.rows:>10,} rows"
            page.print(Text(line))
    page.print(Text(f"in {out}, as CSV and JSON lines"), soft_wrap=True)
    return OK
