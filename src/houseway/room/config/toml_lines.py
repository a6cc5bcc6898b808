"""The line numbers of keys in a TOML text.

Python's reader does not give them. This module scans a text that has been parsed already, so it
need not find faults; it only looks for the beginning and end of each statement.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys from the outside in; the tables of a ``[[list]]`` are numbered from 0."""
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}'
    r'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
    r"|#[^\n]*|[\[\]{}]|\n|[^\"'#\[\]{}\n]+",
    re.DOTALL,
)
"""Matches a string, a comment, a bracket, the end of a line, or a run of anything else."""
_OPENS = {"[": 1, "{": 1, "]": -1, "}": -1}


class Lines:
    """The line numbers of the keys of a text, from 1."""

    def __init__(self, text: str) -> None:
        self._found: dict[KeyPath, int] = {}
        self._lists: dict[KeyPath, int] = {}
        base: KeyPath = ()
        for line, statement in _statements(text):
            if statement.startswith("["):
                base = self._header(statement, line)
            else:
                self._key(base, statement, line)

    def of(self, path: KeyPath) -> int:
        """Return the line of a key, or of the innermost table around it that has one; 0: none."""
        for end in range(len(path), 0, -1):
            if line := self._found.get(path[:end]):
                return line
        return 0

    def _header(self, statement: str, line: int) -> KeyPath:
        """Handle ``[a.b]`` or ``[[a]]``, which begins a table."""
        several = statement.startswith("[[")
        keys = _keys(tomllib.loads(statement))
        path: KeyPath = ()
        for i, key in enumerate(keys):
            path = (*path, key)
            last = i == len(keys) - 1
            if several and last:
                self._lists[path] = self._lists.get(path, -1) + 1
                self._found.setdefault(path, line)
            if path in self._lists:
                path = (*path, self._lists[path])
            self._found.setdefault(path, line)
        self._found[path] = line
        return path

    def _key(self, base: KeyPath, statement: str, line: int) -> None:
        """Record the line of the key (or dotted keys) that a statement sets."""
        name = re.match(r"""(?:[^="'\n]|"[^"\n]*"|'[^'\n]*')*""", statement)
        keys = _keys(tomllib.loads(f"{name[0]} = 0")) if name else []
        for end in range(1, len(keys) + 1):
            self._found.setdefault((*base, *keys[:end]), line)


def _keys(tables: object) -> list[str]:
    """Return the chain of keys of nested tables with one key each."""
    keys: list[str] = []
    while isinstance(tables, dict | list) and tables:
        if isinstance(tables, list):
            tables = tables[0]
            continue
        ((key, tables),) = tables.items()
        keys.append(key)
    return keys


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each statement without comments, with its first line."""
    line, begins, depth, said = 1, 0, 0, ""
    for match in _TOKEN.finditer(text + "\n"):
        token = match[0]
        if token == "\n" and depth == 0:
            if said.strip():
                yield begins, said.strip()
            said = ""
        elif not token.startswith("#"):
            if not said.strip() and token.strip():
                begins, said = line, ""
            depth += _OPENS.get(token, 0)
            said += token
        line += token.count("\n")
