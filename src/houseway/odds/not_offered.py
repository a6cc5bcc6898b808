"""Wagers that no pay table pays on the decks of a table: which, and why, with the clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.errors import Refused
from houseway.fitting import fitting
from houseway.game import Game
from houseway.odds.warn import in_words
from houseway.wager import Wager


class NotOffered:
    """What was left out of the rows of a game, wager by wager, and on how many decks."""

    def __init__(self, kind: type[Game], decks: Sequence[int]) -> None:
        self._kind, self._decks = kind, decks
        self._on: dict[str, list[int]] = {}

    def without(self, table: Game, wagers: Sequence[Wager]) -> tuple[Wager, ...]:
        """Those of the wagers that are paid at a table; the others are noted."""
        tables = table.pay_tables()
        left = [w for w in wagers if w.paid_by in tables and not fitting(table, tables[w.paid_by])]
        for wager in left:
            self._on.setdefault(wager.name, []).append(table.sets())
        return tuple(wager for wager in wagers if wager not in left)

    def reasons(self) -> Iterator[Refused]:
        """A sentence for each wager, with the clause that says for which decks it is."""
        words, tables = self._kind.words(), self._kind.pay_tables()
        for wager in self._kind.wagers:
            if wager.name in self._on:
                pay, here = tables[wager.paid_by], in_words(self._on[wager.name])
                paid = in_words([decks for decks in self._decks if pay.for_decks(decks)])
                yield Refused(
                    f"{words.wager(wager.name)} is not offered with {here}: its pay tables are "
                    f"for {paid} only",
                    (pay.clause_on_decks,),
                )
