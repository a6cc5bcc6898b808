"""What people write of a pay table of their own: TOML, JSON, or plain lines.

A plain line is a row and its pay (``pair = 6 to 1``).  TOML and JSON may say besides of which
``game`` and ``wager`` the table is, and give several columns: a list of pays for each row with the
names of the ``columns``, or a table of rows for each column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from houseway.errors import BadFile, brief
from houseway.tomlfile import read_bytes, read_toml, utf8

Cell: TypeAlias = str | int | float
"""A pay: ``25 to 1``, or a number, which is so many to 1."""
ABOUT = ("game", "wager", "columns", "says", "pays")
"""What a file may say besides its rows; ``pays`` holds them, where it is used."""
COLUMNS_MOST = 12
LINE = re.compile(r"""["']?([^"'=:]+?)["']?\s*[=:]\s*["']?([^"'#]+?)["']?\s*(?:#.*)?""")


@dataclass(frozen=True)
class PayFile:
    """A pay table of one's own as it is written."""

    rows: Mapping[str, Any]
    file: str = ""
    game: str = ""
    wager: str = ""
    names: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any], file: str = "") -> PayFile:
        """From the tables of a file, or from a dict."""
        about = {key: data[key] for key in ABOUT if key in data}
        rows = about.pop("pays", None)
        if rows is None:
            rows = {key: value for key, value in data.items() if key not in ABOUT}
        elif more := [key for key in data if key not in ABOUT]:
            raise BadFile(file or "pay table", str(more[0]), "stands beside pays; put it there")
        if not isinstance(rows, Mapping) or not rows:
            raise BadFile(file or "pay table", "", "has no rows; write one like pair = '6 to 1'")
        for key in ("game", "wager"):
            if not isinstance(about.get(key, ""), str):
                raise BadFile(file or "pay table", key, f"must be a name, not {brief(about[key])}")
        names = about.get("columns", ())
        if not isinstance(names, list | tuple) or not all(isinstance(c, str) for c in names):
            raise BadFile(file or "pay table", "columns", "must be a list of names")
        return cls(rows, file, about.get("game", ""), about.get("wager", ""), tuple(names), about)

    def columns(self) -> dict[str, dict[str, Cell]]:
        """Column -> row -> pay; a single column without a name has the name ""."""
        tables = [value for value in self.rows.values() if isinstance(value, Mapping)]
        if tables and len(tables) == len(self.rows):
            found = {str(name): dict(cells) for name, cells in self.rows.items()}
        else:
            found = self._from_rows()
        if len(found) > COLUMNS_MOST:
            raise self._bad("", f"has {len(found)} columns; {COLUMNS_MOST} at the most")
        for name, cells in found.items():
            for row, cell in cells.items():
                if isinstance(cell, bool) or not isinstance(cell, str | int | float):
                    where = f"{name} {row}".strip()
                    raise self._bad(where, f"must be a pay such as '25 to 1', not {brief(cell)}")
        return found

    def _from_rows(self) -> dict[str, dict[str, Cell]]:
        lists = {row: cells for row, cells in self.rows.items() if isinstance(cells, list | tuple)}
        if not lists and len(self.names) < 2:
            return {"".join(self.names): dict(self.rows)}
        many = len(self.names) or max(len(cells) for cells in lists.values())
        names = self.names or tuple(f"own_{i + 1}" for i in range(many))
        for row, cells in self.rows.items():
            if not isinstance(cells, list | tuple) or len(cells) != many:
                raise self._bad(str(row), f"needs {many} pays, one for each column")
        return {name: {str(row): cells[i] for row, cells in self.rows.items()}
                for i, name in enumerate(names)}  # fmt: skip

    def _bad(self, where: str, why: str) -> BadFile:
        return BadFile(self.file or "pay table", where, why)


def read_pay(path: Path) -> PayFile:
    """A pay table from a file: TOML, JSON, or lines of a row and its pay."""
    file = str(path)
    text = utf8(read_bytes(path), file).removeprefix("\ufeff")
    suffix = path.suffix.lower()
    if suffix == ".json" or (suffix != ".toml" and text.lstrip().startswith("{")):
        return PayFile.of(_json(text, file), file)
    if suffix == ".toml":
        return PayFile.of(read_toml(text, file), file)
    try:
        return PayFile.of(read_toml(text, file), file)
    except BadFile as error:
        if not error.why.startswith("not TOML"):
            raise
    return PayFile.of(_lines(text, file), file)


def _json(text: str, file: str) -> dict[str, Any]:
    try:
        found = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, file))
    except json.JSONDecodeError as error:
        raise BadFile(file, f"line {error.lineno}", f"not JSON: {error.msg}") from None
    except RecursionError:
        raise BadFile(file, "", "not JSON that can be read: it is nested too deeply") from None
    except ValueError:
        raise BadFile(file, "", "not JSON that can be read: a number is too long") from None
    if not isinstance(found, dict):
        raise BadFile(file, "", "must be an object of rows and their pays")
    return found


def _once(pairs: list[tuple[str, Any]], file: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadFile(file, key, "stands twice")
        found[key] = value
    return found


def _lines(text: str, file: str) -> dict[str, Any]:
    """``row = pay``, a line each, with or without quotes; # begins a remark."""
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        match = LINE.fullmatch(said)
        if match is None:
            raise BadFile(file, f"line {number}", "write a row and its pay, as in pair = 6 to 1")
        if match[1] in found:
            raise BadFile(file, f"line {number}", f"{match[1]} stands twice")
        found[match[1]] = match[2]
    return found
