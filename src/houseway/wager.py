"""A wager offered at a table: its spot, its rule, its pay table and the conditions on it."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from houseway.cite import Rule
from houseway.posting import ANY_AMOUNT

AFTER_DEAL = "after the deal"
AFTER_PEEK = "after the peek"
AFTER_DEALER = "after the dealer's hand"


class Wager(msgspec.Struct, frozen=True):
    """One betting spot of a game.

    ``by`` is the rule that decides it and ``pay`` the inline pay table of a side bet that brings
    its own; otherwise the table of that name stands in the game's ``pay.toml``.  The names of
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
