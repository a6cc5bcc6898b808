"""A wager offered at a table: its spot, its rule, its pay table and the conditions on it."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import msgspec

from houseway.cite import Rule
from houseway.posting import ANY_AMOUNT
from houseway.tomlfile import read_toml, shape_as

AFTER_DEAL = "after the deal"
AFTER_PEEK = "after the peek"
AFTER_DEALER = "after the dealer's hand"


class Book(msgspec.Struct, forbid_unknown_fields=True):
    """What a side bet brings with it: its pay table, clauses, readings and cases."""

    title: str
    source: str
    pay: dict[str, Any]
    clause: list[dict[str, Any]] = []
    reading: list[dict[str, Any]] = []
    case: list[dict[str, Any]] = []


@functools.cache
def read_book(text: str, name: str) -> Book:
    """The book of the side bet of this name; an unknown key or a missing one is refused."""
    return shape_as(read_toml(text, name), Book, name)


class Wager(msgspec.Struct, frozen=True):
    """One betting spot of a game.

    ``by`` is the rule that decides it and ``book`` the text of a side bet that brings its own
    pay table; otherwise the table of that name stands in the game's ``pay.toml``.  The names of
    the rule's parameters are the facts of the table that it reads.
    """

    name: str
    words: str
    clauses: tuple[str, ...] = ()
    by: Any = None
    resolves: str = ""
    required: bool = False
    needs: str = ""
    at_most: str = ""
    tips: bool = False
    element: str = ""
    least: int = 100
    most: int = 100_000
    cap: int = ANY_AMOUNT
    step: int = 1
    book: str = ""

    @property
    def reads(self) -> tuple[str, ...]:
        """The facts of the table the rule reads, by parameter name."""
        return tuple(inspect.signature(self.by).parameters) if self.by else ()


def main_wager(words: str, *clauses: str, **conditions: Any) -> Wager:
    """The wager a player must make to be dealt in."""
    return Wager("main", words, clauses, required=True, **conditions)


def side(
    name: str, words: str, *clauses: str, by: Rule[..., int], resolves: str, **conditions: Any
) -> Wager:
    """An optional wager decided by a rule with a pay table of the same name."""
    return Wager(name, words, clauses, by=by, resolves=resolves, **conditions)
