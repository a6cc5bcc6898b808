"""Where something stands: file and line, as a person looks it up."""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
from pathlib import Path
from typing import Any

from houseway.game import Game

PACKAGE = Path(__file__).parents[1]


def line_of(f: Any) -> str:
    """The line of a function, below its decorators."""
    code = f.__code__
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
    below = next((i for i, text in enumerate(lines) if text.lstrip().startswith("def ")), 0)
    return f"{_short(code.co_filename)}:{code.co_firstlineno + below}"


def line_in_class(game: type, name: str, inside: str = "") -> str:
    """The line at which the nearest base sets a name; with ``inside``, of that word in it."""
    for base in game.__mro__:
        if name in vars(base) and base is not object:
            return _line(base, name, inside)
    return _short(inspect.getfile(game))


def _line(base: type, name: str, inside: str) -> str:
    file = _short(inspect.getfile(base))
    node = _set_in(base).get(name)
    if node is None:
        return file
    lines = [*_lines_of(inside, node), *_lines_named(inside, node, base)] if inside else []
    return f"{file}:{next(iter(lines), node.lineno)}"


def _lines_of(word: str, node: ast.AST) -> list[int]:
    """The lines at which a word stands."""
    found = (n for n in ast.walk(node) if isinstance(n, ast.Constant) and n.value == word)
    return [n.lineno for n in found]


def _lines_named(word: str, node: ast.AST, base: type) -> list[int]:
    """The same in tables of the file that are only named here."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    tables = (t for t in _tree(base).body if isinstance(t, ast.Assign | ast.AnnAssign))
    named = [t for t in tables if names & {n.id for n in ast.walk(t) if isinstance(n, ast.Name)}]
    return [line for table in named for line in _lines_of(word, table)]


@functools.cache
def _tree(base: type) -> ast.Module:
    return ast.parse(Path(inspect.getfile(base)).read_text(encoding="utf-8"))


@functools.cache
def _set_in(base: type) -> dict[str, ast.stmt]:
    """Every name that the body of a class sets, with its place."""
    tree = _tree(base)
    bodies = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == base.__name__]
    found: dict[str, ast.stmt] = {}
    for node in bodies[0].body if bodies else ():
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            found |= dict.fromkeys(names, node)
    return found


def line_in_pay(game: type[Game], table: str) -> str:
    """The line of a pay table in the file that brings it."""
    for path in _pay_files(game, table):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if text.strip() == f"[{table}]":
                return f"{_short(path)}:{number}"
    return line_in_class(game, "wagers", table)


def _pay_files(game: type[Game], table: str) -> list[Path]:
    folders = [b.folder() for b in game.__mro__ if issubclass(b, Game) and b.id]
    borrowed = [w.of for w in game.wagers if w.paid_by == table and w.of]
    files = [PACKAGE.parent.joinpath(*name.split("."), "pay.toml") for name in borrowed]
    return [
        path for path in (*files, *(folder / "pay.toml" for folder in folders)) if path.exists()
    ]


def _short(path: str | Path) -> str:
    """A path from the package on."""
    full = Path(path)
    return str(full.relative_to(PACKAGE)) if full.is_relative_to(PACKAGE) else full.name
