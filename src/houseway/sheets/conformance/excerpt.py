"""Excerpts of code for readers, and the places where a fact is read."""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Iterator
from pathlib import Path

from houseway.game.base import Game
from houseway.rulebook.code_digest import ROOT, parsed
from houseway.rulebook.fingerprint import files_of

SHORT_ENOUGH = 12
"""The most lines of a statement that is shown whole; of a longer one, only a part is shown."""
MOST = 60
"""The most lines of an excerpt."""


@functools.cache
def excerpt(file: str, line: int) -> tuple[int, str]:
    """Return the first line number and the text of the code at a line of the package."""
    path = ROOT / file
    if not path.is_file():
        return line, ""
    lines = path.read_text(encoding="utf-8").splitlines()
    first, last = _in_python(path, line) if path.suffix == ".py" else _in_toml(lines, line)
    cut = lines[first - 1 : min(last, first + MOST - 1)]
    more = ["..."] if last - first >= MOST else []
    return first, textwrap.dedent("\n".join(cut + more))


def _in_python(path: Path, line: int) -> tuple[int, int]:
    """Return the innermost function that begins there, or the part of a statement at the line."""
    inside: ast.AST = parsed(path)
    span = (line, line)
    while part := next((p for p in _parts(inside) if p[1] <= line <= p[2]), None):
        inside, first, last = part
        span = (first, last)
        begins = isinstance(inside, ast.FunctionDef) and inside.lineno == line
        short = not isinstance(inside, ast.ClassDef) and last - first < SHORT_ENOUGH
        if begins or short:
            return span
    if span[1] - span[0] < SHORT_ENOUGH:
        return span
    return line, min(span[1], line + SHORT_ENOUGH - 1)


def _parts(node: ast.AST) -> Iterator[tuple[ast.AST, int, int]]:
    """Yield the parts of a piece of code with their lines; a key and its value are one part."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            first = key.lineno if key is not None else value.lineno
            yield value, first, value.end_lineno or first
        return
    for part in ast.iter_child_nodes(node):
        decorators = getattr(part, "decorator_list", ())
        first = min((d.lineno for d in decorators), default=getattr(part, "lineno", 0))
        if first:
            yield part, first, getattr(part, "end_lineno", None) or first


def _in_toml(lines: list[str], line: int) -> tuple[int, int]:
    """Return a table from its heading to the next one, without trailing blank lines and
    comments.
    """
    last = line
    while last < len(lines) and not lines[last].startswith("["):
        last += 1
    while last > line and (not lines[last - 1].strip() or lines[last - 1].startswith("#")):
        last -= 1
    return line, last


GAMES = frozenset(("self", "cls", "game"))
"""Names of a game in code that reads its facts."""


def readers(game: type[Game], name: str) -> tuple[str, ...]:
    """Return the places where the rules of a game read a fact or an option, as ``file:line``."""
    found = sorted({(path, line) for path in files_of(game) for line in _reads(path).get(name, ())})
    return tuple(f"{path.relative_to(ROOT).as_posix()}:{line}" for path, line in found)


@functools.cache
def _reads(path: Path) -> dict[str, list[int]]:
    """Return attribute -> lines of a file at which it is read from a game, also by ``getattr``."""
    found: dict[str, list[int]] = {}
    for node in ast.walk(parsed(path)):
        name = ""
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
            name = node.attr if owner in GAMES else ""
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr":
            name = str(getattr(node.args[1], "value", ""))
        if name:
            found.setdefault(name, []).append(getattr(node, "lineno", 0))
    return found
