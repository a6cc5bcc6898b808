"""All gaming data of a room in a stated format (L27): CSV and JSON lines, by gaming day.

``docs/audit.md`` lists every table and column. ``lines`` yields one table line by line, for a
server that streams it. ``export`` writes all of them into a folder, with a manifest.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import file_digest
from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.errors import HousewayError, short_repr
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.export.span import Span, of_day
from houseway.room.export.tables import TABLES, Cells, ExportTable
from houseway.room.gaming_day import Calendar
from houseway.room.store.interface import Books, Store
from houseway.room.store.stream import Journal
from houseway.util.english import one_of

FORMAT = "houseway-export-1"
Form = Literal["csv", "jsonl"]
_JSON = msgspec.json.Encoder()
_STEERS = ("=", "+", "-", "@", "\t")
"""Characters that make a spreadsheet read a cell as a formula."""


class FileMade(msgspec.Struct, frozen=True):
    """A file of an export."""

    file: str
    rows: int
    columns: tuple[str, ...]
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The manifest of an export: its day, its bounds in milliseconds (0: none), its files, and the
    end of each log.
    """

    format: str = FORMAT
    made_ms: int
    day: str
    since_ms: int
    until_ms: int
    heads: dict[str, int]
    files: tuple[FileMade, ...]


class Exported(msgspec.Struct, frozen=True):
    """Row: a table was exported, and the day (empty: all days)."""

    table: str
    day: str = ""


def lines(books: Books, table: str, span: Span, form: Form = "csv") -> Iterator[bytes]:
    """Yield one table line by line; a CSV begins with its columns."""
    known = _table(table)
    written = _csv if form == "csv" else _jsonl
    if form == "csv":
        yield _csv(known, known.columns)
    for cells in known.read(books, span):
        yield written(known, cells)


class Exports:
    """The exports of a running room; each one is a row of the log of the room."""

    def __init__(self, store: Store, diary: Journal, calendar: Calendar) -> None:
        self._store, self._diary, self._calendar = store, diary, calendar

    async def lines(
        self, caller: Caller, table: str, day: str = "", form: Form = "csv"
    ) -> Iterator[bytes]:
        """Yield one table line by line, as of one moment; an empty ``day`` means all days.

        Tables with cards leave out rows of rounds in play.
        """
        roles.check(caller, "export")
        known, span = _table(table), of_day(self._calendar, day)
        await self._diary.write(caller, "exported", Exported(known.name, day))
        return _of_one_moment(self._store, known.name, span, form)


def _of_one_moment(books: Books, table: str, span: Span, form: Form) -> Iterator[bytes]:
    """Yield the lines of a table from one snapshot of the books."""
    with books.snapshot() as still:
        yield from lines(still, table, span, form)


def _table(name: str) -> ExportTable:
    """Return the table of exports with this name; HousewayError if there is none."""
    known = TABLES.get(name)
    if known is None:
        raise HousewayError(f"an export has {one_of(TABLES)}, not {short_repr(name)}")
    return known


def _csv(table: ExportTable, cells: Cells) -> bytes:
    """Return cells as a line of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([_cell(cell) for cell in cells])
    return out.getvalue().encode()


def _cell(cell: Any) -> Any:
    """Return a cell; text that a spreadsheet would take for a formula gets a leading quote."""
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, str) and cell.startswith(_STEERS):
        return f"'{cell}"
    return cell


def _jsonl(table: ExportTable, cells: Cells) -> bytes:
    """Return cells as a line of JSON, by the names of their columns."""
    return _JSON.encode(dict(zip(table.columns, cells, strict=True))) + b"\n"


def export(
    books: Books, folder: Path, span: Span, made_ms: int, day: str = "",
    say: Callable[[str], None] = lambda words: None,
) -> Manifest:  # fmt: skip
    """Write all tables into a new folder, as of one moment."""
    try:
        folder.mkdir(parents=True)
        folder.chmod(0o700)
    except FileExistsError:
        raise HousewayError(f"{folder} is there already; nothing is written over it") from None
    except OSError as error:
        raise HousewayError(f"{folder} cannot be made: {error.strerror}") from None
    made: list[FileMade] = []
    with books.snapshot() as still:
        heads = {head.stream: head.seq for head in still.streams()}
        for table in TABLES.values():
            say(table.name)
            made += _write(still, folder, table, span)
    found = Manifest(
        made_ms=made_ms, day=day, since_ms=span.since, until_ms=span.until, heads=heads,
        files=tuple(made),
    )  # fmt: skip
    text = msgspec.json.format(_JSON.encode(found), indent=1)
    (folder / "manifest.json").write_bytes(text + b"\n")
    return found


def _write(books: Books, folder: Path, table: ExportTable, span: Span) -> list[FileMade]:
    """Write a table in both formats, from one read."""
    count = 0
    paths = {form: folder / f"{table.name}.{form}" for form in ("csv", "jsonl")}
    with ExitStack() as open_files:
        text, data = (open_files.enter_context(path.open("xb")) for path in paths.values())
        text.write(_csv(table, table.columns))
        for cells in table.read(books, span):
            text.write(_csv(table, cells))
            data.write(_jsonl(table, cells))
            count += 1
    return [FileMade(path.name, count, table.columns, _digest(path)) for path in paths.values()]


def _digest(path: Path) -> str:
    """Return the SHA-256 digest of a file, in hex."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
