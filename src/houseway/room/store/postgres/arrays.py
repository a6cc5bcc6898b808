"""Columns of a group as arrays in the binary format of PostgreSQL.

The driver chooses the type of a list by its values, and an empty list has none. The database would
then prepare a statement for every mix of types. Each class here has one type, and packs a column in
one step.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from struct import error as Error  # noqa: N812
from typing import ClassVar

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

_HEADER = Struct(">5i")
_NUMBER = Struct(">iq").pack
_LENGTH = Struct(">i").pack
_NULL = _LENGTH(-1)


class Bigints(list[int | None]):
    """A column of numbers; None is NULL."""


class Texts(list[str]):
    """A column of texts."""


class Byteas(list[bytes | None]):
    """A column of bytes; None is NULL."""


def packed(kind: int, parts: list[bytes]) -> bytes:
    """Return an array of elements of one type, each part with its length before it."""
    return b"".join((_HEADER.pack(1, 0, kind, len(parts), 1), *parts)) if parts else _none(kind)


def _none(kind: int) -> bytes:
    """Return an empty array."""
    return _HEADER.pack(0, 0, kind, 0, 0)[:12]


@lru_cache(512)
def _numbers(count: int) -> Struct:
    """Return the layout of an array of numbers without NULL."""
    return Struct(">5i" + "iq" * count)


class _Column(Dumper):
    """Dumps a column; ``element`` is the type of its elements."""

    format = Format.BINARY
    element: ClassVar[int]


class _BigintsDumper(_Column):
    oid, element = 1016, 20

    def dump(self, obj: Bigints) -> bytes:
        """Return the array."""
        if not obj:
            return _none(self.element)
        try:
            if None in obj:
                return packed(self.element, [_NULL if n is None else _NUMBER(8, n) for n in obj])
            pairs = [part for number in obj for part in (8, number)]
            return _numbers(len(obj)).pack(1, 0, self.element, len(obj), 1, *pairs)
        except Error as error:
            raise psycopg.DataError(f"no column holds one of {obj}") from error


class _TextsDumper(_Column):
    oid, element = 1009, 25

    def dump(self, obj: Texts) -> bytes:
        """Return the array."""
        return packed(self.element, [_LENGTH(len(b)) + b for b in map(str.encode, obj)])


class _ByteasDumper(_Column):
    oid, element = 1001, 17

    def dump(self, obj: Byteas) -> bytes:
        """Return the array."""
        parts = [_NULL if each is None else _LENGTH(len(each)) + each for each in obj]
        return packed(self.element, parts)


def register(connection: psycopg.Connection) -> None:
    """Let a connection take columns as values of its statements."""
    connection.adapters.register_dumper(Bigints, _BigintsDumper)
    connection.adapters.register_dumper(Texts, _TextsDumper)
    connection.adapters.register_dumper(Byteas, _ByteasDumper)
