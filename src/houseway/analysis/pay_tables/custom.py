"""Custom pay tables, from a file or from text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.analysis.wager_odds import plain_name, wagers_meant
from houseway.errors import BadFile, Refused, short_repr
from houseway.game.base import OFF
from houseway.game.pay_tables import LOSE, PUSH, Payout, parse_payout
from houseway.game.posting import OWN
from houseway.game.variants import with_pay
from houseway.util.english import all_of, suggest
from houseway.util.toml import read_bytes, read_toml, utf8

if TYPE_CHECKING:
    from houseway.game.base import Game
    from houseway.game.pay_tables import PayTable
    from houseway.game.wagers import Wager


# A pay table as written, checked row by row against a wager.
#
#     >>> from houseway.analysis.pay_tables.custom import own_game
#     >>> from houseway.rulebook import find
#     >>> kind = own_game(find("golden-21-poker"), "golden_21", {"royal_match": "30 to 1"})
#
# The rows are the outcomes of the wager, by name or in words. A row may be left out if it loses,
# pushes, or is paid as another row in every printed column.

MOST = 1_000_000
"""The highest custom pay, to 1."""
NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,6})?")
NAME = re.compile("[A-Za-z0-9][A-Za-z0-9 _.+-]{0,23}")


def own_game(
    game: type[Game], wager: str, pay: Mapping[str, Cell] | PayFile, file: str = ""
) -> type[Game]:
    """Return the game with custom pays for a wager; they are posted unless another column is.

    ``pay`` holds a pay for each row, or a table of them for each column name.
    """
    found = wager_called(game, wager)
    table = table_of(game, found)
    given = pay if isinstance(pay, PayFile) else PayFile.of(pay, file)
    taken = {column.lower() for column in (*table.columns, OFF)}
    columns: dict[str, tuple[Payout, ...]] = {}
    for name, cells in given.columns().items():
        column = name or OWN
        if not NAME.fullmatch(column):
            raise Refused(f"{_at(given)}{short_repr(column)} is not a name for a "
                          "column: letters and "
                          "figures, up to 24 of them")  # fmt: skip
        if column.lower() in taken:
            raise Refused(f"{_at(given)}{column} is a column that {found.words} has already; "
                          "give yours another name")  # fmt: skip
        columns[column] = _Rows(game, found, table, f"{_at(given)}").payouts(cells)
    return with_pay(game, found.paid_by, columns)


def read_cells(game: type[Game], wager: str, cells: Mapping[str, Cell]) -> dict[int, Payout]:
    """Return the pays of some rows of a wager, by their index in its table."""
    found = wager_called(game, wager)
    rows = _Rows(game, found, table_of(game, found), "")
    read: dict[int, Payout] = {}
    for name, cell in cells.items():
        row = rows.row(name)
        if row in read:
            raise Refused(f"the row {rows.words[row]} is given twice")
        read[row] = rows.read(row, cell)
    return read


def _at(given: PayFile) -> str:
    """Return the file's name and a colon, to begin an error with; "" without a file."""
    return f"{given.file}: " if given.file else ""


# The wager.


def wager_called(game: type[Game], name: str) -> Wager:
    """Return the wager with this name or these words; Refused with the nearest names."""
    called = {
        w.name: (plain_name(w.name), plain_name(game.words().wager(w.name))) for w in game.wagers
    }
    for wager in game.wagers:
        if plain_name(name) in called[wager.name]:
            return wager
    names = [w.name for w in game.wagers]
    if not names:
        raise Refused(f"{game.name} has no wagers: it is played among the players")
    raise Refused(f"{game.name} has no wager {short_repr(name)}; {wagers_meant(game, name, names)}")


def table_of(game: type[Game], wager: Wager) -> PayTable:
    """Return the pay table of a wager; Refused with the wagers that have one."""
    tables = game.pay_tables()
    if wager.paid_by in tables:
        return tables[wager.paid_by]
    others = [w.name for w in game.wagers if w.paid_by in tables]
    rest = f"; these have one: {', '.join(others)}" if others else f", nor has any of {game.name}"
    raise Refused(
        f"{wager.name} has no pay table, it is paid as the rules say{rest}", wager.clauses
    )


def wager_with_rows(game: type[Game], given: PayFile) -> Wager:
    """Return the only wager of a game that has the rows of a custom pay table."""
    if given.wager:
        return wager_called(game, given.wager)
    named = {plain_name(row) for cells in given.columns().values() for row in cells}
    fits = []
    for wager in game.wagers:
        table = game.pay_tables().get(wager.paid_by)
        if table is not None and named <= set(_called(game, wager, table)):
            fits.append(wager)
    if len({wager.paid_by for wager in fits}) == 1:
        return fits[0]
    which = f"{len(fits)} wagers have such rows" if fits else "no wager has all of these rows"
    names = [w.name for w in fits or game.wagers if w.paid_by in game.pay_tables()]
    raise Refused(
        f'{_at(given)}{which} in {game.name}; add a line such as wager = "{(names or [""])[0]}"'
        + (f" ({all_of(names)} have pay tables)" if names else "")
    )


# Its rows.


def _called(game: type[Game], wager: Wager, table: PayTable) -> dict[str, int]:
    """Return every name and wording of a row -> its index."""
    words = game.words()
    rows = {plain_name(words.outcome(wager.name, name)): i for i, name in enumerate(table.outcomes)}
    return rows | {plain_name(name): i for i, name in enumerate(table.outcomes)}


class _Rows:
    """The cells of one column, as the pay table of a wager needs them."""

    def __init__(self, game: type[Game], wager: Wager, table: PayTable, at: str) -> None:
        self.wager, self.table, self.at = wager, table, at
        self.called = _called(game, wager, table)
        words = game.words()
        self.words = [words.outcome(wager.name, name) for name in table.outcomes]

    def payouts(self, cells: Mapping[str, Cell]) -> tuple[Payout, ...]:
        """Return the pay of each outcome; Refused for missing, unknown and impossible rows."""
        given: dict[int, Cell] = {}
        for name, cell in cells.items():
            row = self.row(name)
            if row in given:
                raise Refused(f"{self.at}the row {self.words[row]} is given twice")
            given[row] = cell
        self._demand_all(given)
        as_other = {row: self.row(text) for row, cell in given.items() if (text := _as(cell))}
        for row, other in as_other.items():
            if other not in given or other in as_other:
                raise Refused(f"{self.at}{self.words[row]}: {self.words[other]} is not a row that "
                              "pays by itself")  # fmt: skip
        return tuple(
            self._payout(row, given.get(as_other.get(row, row)), given)
            for row in range(len(self.table.outcomes))
        )

    def row(self, name: str) -> int:
        """Return the index of a row by its name or words."""
        if plain_name(name) in self.called:
            return self.called[plain_name(name)]
        known = suggest(name, self.table.outcomes)
        raise Refused(f"{self.at}{self.wager.words} has no row {short_repr(name)}; {known}")

    def _demand_all(self, given: Mapping[int, Cell]) -> None:
        """Refuse a pay table that leaves out a row which can win."""
        missing = [i for i in range(len(self.table.outcomes))
                   if i not in given and self._without(i, given) is None]  # fmt: skip
        if missing:
            names = all_of(self.table.outcomes[i] for i in missing)
            may = [self.table.outcomes[i] for i in range(len(self.table.outcomes))
                   if self._without(i, {}) in (LOSE, PUSH)]  # fmt: skip
            rest = f"; only {all_of(map(repr, may))} may be left out" if may else ""
            raise Refused(f"{self.at}the pay table of {self.wager.words} has no pay for {names}: "
                          f"every row that can win needs one{rest}")  # fmt: skip

    def _without(self, row: int, given: Mapping[int, Cell]) -> Payout | int | None:
        """The default of a missing row: as in every printed column if they agree, else None."""
        table = self.table
        printed = [name for name in table.columns if name not in table.own]
        cells = [table.columns[name][row] for name in printed]
        if cells and all(_loses(cell) for cell in cells):
            return LOSE
        if cells and all(not cell.net() and _plain_odds(cell) for cell in cells):
            return PUSH
        rows = {table.printed.get(name, ())[row] for name in printed if table.printed.get(name)}
        other = rows.pop() if len(rows) == 1 else row
        return other if other != row and other in given else None

    def _payout(self, row: int, cell: Cell | None, given: Mapping[int, Cell]) -> Payout:
        """Return the pay of a row; a row that is left out has its default, or else loses."""
        if cell is None:
            instead = self._without(row, given)
            if isinstance(instead, int):
                return self._payout(instead, given[instead], given)
            return instead or LOSE
        return self.read(row, cell)

    def read(self, row: int, cell: Cell) -> Payout:
        """Return one pay; Refused outside the limits."""
        where = f"{self.at}{self.words[row]}: "
        if isinstance(cell, str) and NUMBER.fullmatch(cell.strip()):
            cell = float(cell)
        text = cell if isinstance(cell, str) else _number(cell, where)
        try:
            found = parse_payout(text)
        except ValueError as error:
            raise Refused(f"{where}{error}") from None
        if Fraction(found.numerator, found.denominator) > MOST:
            raise Refused(f"{where}a pay is at most {MOST:,} to 1, not {short_repr(text)}")
        if found.meter_percent > 100:
            raise Refused(f"{where}a share of a meter is at most 100%, not {short_repr(text)}")
        if (found.meter_percent or found.fixed) and not self.wager.progressive:
            what = "a share of a meter" if found.meter_percent else "a fixed sum"
            raise Refused(f"{where}{short_repr(text)} is {what}, but {self.wager.words} "
                          "has no meter "
                          "and pays multiples of the wager: write one like '50 to 1'")  # fmt: skip
        if found.envy and not any(p.envy for pays in self.table.columns.values() for p in pays):
            raise Refused(f"{where}{self.wager.words} pays no envy")
        return found


def _loses(payout: Payout) -> bool:
    """Return True for a pay that loses the whole wager and nothing else."""
    return payout.net() == -1 and _plain_odds(payout)


def _plain_odds(payout: Payout) -> bool:
    """Return True for a pay by odds alone: no fixed sum, meter or step by amount."""
    return not (payout.fixed or payout.meter_percent or payout.by_amount)


def _as(cell: Cell) -> str:
    """Return the row that a cell refers to (``as flush``), else ""."""
    text = cell.strip() if isinstance(cell, str) else ""
    return text[len("as ") :] if text.lower().startswith("as ") else ""


def _number(cell: int | float, where: str) -> str:
    """Return a bare number as odds to 1."""
    if isinstance(cell, bool) or not cell > 0:
        raise Refused(f"{where}{cell:g} is not a pay; a number is what is paid to 1, more than "
                      "nothing; write push or lose for the others")  # fmt: skip
    if cell > MOST:
        raise Refused(f"{where}a pay is at most {MOST:,} to 1, not {cell:g}")
    return f"{cell:.6f}".rstrip("0").rstrip(".") + " to 1"


# Files of pay tables: TOML, JSON, or plain lines.
#
# A plain line is a row and its pay (``pair = 6 to 1``). TOML and JSON may also name the ``game``
# and ``wager``, and give several columns. These are a list of pays for each row with the names of
# the ``columns``, or a table of rows for each column.

Cell: TypeAlias = str | int | float
"""A pay: ``25 to 1``, or a number, which means that many to 1."""
ABOUT = ("game", "wager", "columns", "says", "pays")
"""Keys of a file besides its rows; ``pays`` may hold the rows."""
COLUMNS_MOST = 12
LINE = re.compile(r"""["']?([^"'=:]+?)["']?\s*[=:]\s*["']?([^"'#]+?)["']?\s*(?:#.*)?""")


@dataclass(frozen=True)
class PayFile:
    """A custom pay table as it is written."""

    rows: Mapping[str, Any]
    file: str = ""
    game: str = ""
    wager: str = ""
    names: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any], file: str = "") -> PayFile:
        """Build a table from the content of a file, or from a dict."""
        about = {key: data[key] for key in ABOUT if key in data}
        rows = about.pop("pays", None)
        if rows is None:
            rows = {key: value for key, value in data.items() if key not in ABOUT}
        elif more := [key for key in data if key not in ABOUT]:
            raise BadFile(file or "pay table", str(more[0]), "belongs to the pays; move it there")
        if not isinstance(rows, Mapping) or not rows:
            raise BadFile(file or "pay table", "", "has no rows; write one like pair = '6 to 1'")
        for key in ("game", "wager"):
            if not isinstance(about.get(key, ""), str):
                raise BadFile(
                    file or "pay table", key, f"must be a name, not {short_repr(about[key])}"
                )
        names = about.get("columns", ())
        if not isinstance(names, list | tuple) or not all(isinstance(c, str) for c in names):
            raise BadFile(file or "pay table", "columns", "must be a list of names")
        return cls(rows, file, about.get("game", ""), about.get("wager", ""), tuple(names), about)

    def columns(self) -> dict[str, dict[str, Cell]]:
        """Return column -> row -> pay; a single column without a name is ""."""
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
                    raise self._bad(
                        where, f"must be a pay such as '25 to 1', not {short_repr(cell)}"
                    )
        return found

    def _from_rows(self) -> dict[str, dict[str, Cell]]:
        """Return column -> row -> pay from rows with one pay or a list of pays each."""
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
        """Return the error that names the file, the place in it and the reason."""
        return BadFile(self.file or "pay table", where, why)


def read_pay(path: Path) -> PayFile:
    """Read a pay table from a file: TOML, JSON, or lines of a row and its pay."""
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
    """Return the object in a JSON text; BadFile if there is none."""
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
    """Return pairs of a JSON object as a dictionary; BadFile if a key occurs twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadFile(file, key, "stands twice")
        found[key] = value
    return found


def _lines(text: str, file: str) -> dict[str, Any]:
    """Read lines of ``row = pay``, with or without quotes; # begins a comment."""
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
