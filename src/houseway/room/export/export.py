"""All gaming data of a room in a stated format (L27): CSV and JSON lines, by gaming day.

``docs/audit.md`` lists every table and column.  ``lines`` gives one table line by line, for a
server that streams it; ``export`` writes all of them into a folder, with a list of what is in it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from houseway.errors import HousewayError, short_repr
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.export.span import Span, of_day
from houseway.room.export.tables import TABLES, Cells, Table
from houseway.room.store.interface import Books
from houseway.util.english import one_of

if TYPE_CHECKING:
    from houseway.room.room import Room

__all__ = [
    "FORMAT", "TABLES", "FileMade", "Manifest", "Span", "export", "exported", "lines", "of_day",
]  # fmt: skip

FORMAT = "houseway-export-1"
Form = Literal["csv", "jsonl"]
_JSON = msgspec.json.Encoder()
_STEERS = ("=", "+", "-", "@", "\t")
"""What a spreadsheet takes for a formula at the beginning of a cell."""


class FileMade(msgspec.Struct, frozen=True):
    """A file of an export."""

    file: str
    rows: int
    columns: tuple[str, ...]
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What an export has: of which day, from and before which millisecond (0: no bound), its files,
    and how far each log was."""

    format: str = FORMAT
    made_ms: int
    day: str
    since_ms: int
    until_ms: int
    heads: dict[str, int]
    files: tuple[FileMade, ...]


class Exported(msgspec.Struct, frozen=True):
    """Row: a table was exported, of which day (empty: of all)."""

    table: str
    day: str = ""


def lines(books: Books, table: str, span: Span, form: Form = "csv") -> Iterator[bytes]:
    """One table, line by line; a CSV begins with its columns."""
    known = _table(table)
    written = _csv if form == "csv" else _jsonl
    if form == "csv":
        yield _csv(known, known.columns)
    for cells in known.read(books, span):
        yield written(known, cells)


async def exported(
    room: Room, caller: Caller, table: str, day: str = "", form: Form = "csv"
) -> Iterator[bytes]:
    """One table of a room that runs, line by line, as of one moment; it is written down who asked.

    Rows of rounds that are still played are in no table that tells cards.
    """
    roles.check(caller, "export")
    known, span = _table(table), of_day(room.floor.calendar, day)
    await room.diary.write(caller, "exported", Exported(known.name, day))
    return _of_one_moment(room.store, known.name, span, form)


def _of_one_moment(books: Books, table: str, span: Span, form: Form) -> Iterator[bytes]:
    with books.snapshot() as still:
        yield from lines(still, table, span, form)


def _table(name: str) -> Table:
    known = TABLES.get(name)
    if known is None:
        raise HousewayError(f"an export has {one_of(TABLES)}, not {short_repr(name)}")
    return known


def _csv(table: Table, cells: Cells) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([_cell(cell) for cell in cells])
    return out.getvalue().encode()


def _cell(cell: Any) -> Any:
    """A cell; words that a spreadsheet would take for a formula are told from one by a quote."""
    if isinstance(cell, bool):
        return int(cell)
    if isinstance(cell, str) and cell.startswith(_STEERS):
        return f"'{cell}"
    return cell


def _jsonl(table: Table, cells: Cells) -> bytes:
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


def _write(books: Books, folder: Path, table: Table, span: Span) -> list[FileMade]:
    """A table in both forms, read once."""
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
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
