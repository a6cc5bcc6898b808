"""Places in the source, as file and line, for people who look them up."""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.rulebook.code_digest import parsed, resolve

PACKAGE = Path(__file__).parents[1]


def line_of(f: Any) -> str:
    """Return the line of a function, below its decorators."""
    code = getattr(f, "func", f).__code__
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
    below = next((i for i, text in enumerate(lines) if text.lstrip().startswith("def ")), 0)
    return f"{_short(code.co_filename)}:{code.co_firstlineno + below}"


def line_in_class(game: type, name: str, inside: str = "") -> str:
    """Return the line where the nearest base sets a name; with ``inside``, the word's line in
    it."""
    for base in game.__mro__:
        if name in vars(base) and base is not object:
            return _line(base, name, inside)
    return _short(inspect.getfile(game))


def _line(base: type, name: str, inside: str) -> str:
    """Return ``path:line`` of a name in a class, or of a text inside its definition."""
    path = Path(inspect.getfile(base))
    node = _set_in(base).get(name)
    if node is None:
        return _short(path)
    found = next(_lines_of(inside, path, node), None) if inside else None
    where, line = found or (path, node.lineno)
    return f"{_short(where)}:{line}"


def _lines_of(word: str, path: Path, node: ast.stmt) -> Iterator[tuple[Path, int]]:
    """Yield the places of a word: in a statement, then in the tables that it names.

    The word is in quotes there, or is the name of a wager's rule.
    """
    seen, todo = {(path, node.lineno)}, [(path, node)]
    while todo:
        here, current = todo.pop(0)
        for part in ast.walk(current):
            if _names(part, word):
                yield here, part.lineno
            elif isinstance(part, ast.Name):
                if part.id in (word, f"{word}_wager"):
                    yield here, part.lineno
                there, table = resolve(here, part.id)
                is_table = isinstance(table, ast.Assign | ast.AnnAssign)
                if table is not None and is_table and (there, table.lineno) not in seen:
                    seen.add((there, table.lineno))
                    todo.append((there, table))


def line_in_part(part: type, word: str) -> str:
    """Return the line where the file of a part, such as a bank, names one of its postings."""
    files = [Path(inspect.getfile(base)) for base in part.__mro__ if base.__module__ != "builtins"]
    for path in files:
        for node in ast.walk(parsed(path)):
            if _names(node, word):
                return f"{_short(path)}:{node.lineno}"
    return _short(files[0])


def _names(node: ast.AST, word: str) -> TypeGuard[ast.Constant]:
    """Return True for a literal with this value."""
    return isinstance(node, ast.Constant) and node.value == word


@functools.cache
def _set_in(base: type) -> dict[str, ast.stmt]:
    """Return each name that the body of a class sets, with its statement."""
    tree = parsed(Path(inspect.getfile(base)))
    bodies = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == base.__name__]
    found: dict[str, ast.stmt] = {}
    for node in bodies[0].body if bodies else ():
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            found |= dict.fromkeys(names, node)
    return found


def line_of_wager(game: type[Game], wager: Wager) -> str:
    """Return the line of a wager: in the list of its game, or in a file from outside."""
    file = _outside(wager)
    if file is None:
        return line_in_class(game, "wagers", wager.name)
    lines = [node.lineno for node in ast.walk(parsed(file)) if _names(node, wager.name)]
    return f"{_short(file)}:{lines[0]}" if lines else _short(file)


def _outside(wager: Wager) -> Path | None:
    """Return the file of a side bet from outside the package; None for one inside."""
    file = Path(inspect.getfile(wager.rule)) if wager.rule is not None else PACKAGE
    return None if file.is_relative_to(PACKAGE) else file


def line_in_pay(game: type[Game], table: str) -> str:
    """Return the line of a pay table in its file."""
    for path in _pay_files(game, table):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if text.strip() == f"[{table}]":
                return f"{_short(path)}:{number}"
    for wager in game.wagers:
        if wager.paid_by == table and (file := _outside(wager)) is not None:
            lines = file.read_text(encoding="utf-8").splitlines()
            here = [number for number, text in enumerate(lines, 1) if text.strip() == "[pay]"]
            return f"{_short(file)}:{here[0]}" if here else _short(file)
    return line_in_class(game, "wagers", table)


def _pay_files(game: type[Game], table: str) -> list[Path]:
    """Return the pay files that may hold a table, borrowed ones first."""
    folders = [b.folder() for b in game.__mro__ if issubclass(b, Game) and b.id]
    borrowed = [
        w.pay.borrowed_from for w in game.wagers if w.paid_by == table and w.pay.borrowed_from
    ]
    files = [PACKAGE.parent.joinpath(*name.split("."), "pay.toml") for name in borrowed]
    return [
        path for path in (*files, *(folder / "pay.toml" for folder in folders)) if path.exists()
    ]


def _short(path: str | Path) -> str:
    """Return a path from the package on."""
    full = Path(path)
    return str(full.relative_to(PACKAGE)) if full.is_relative_to(PACKAGE) else full.name
