"""Fast tables: whole poker hands per CPU-second on one core, six-handed, random legal decisions.

Compiled policies play hand by hand; through NumPy a thousand tables step together, and the
decisions are made by array operations, which are part of the figure.  Warm, the best of a few runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Sheet

from houseway.analysis.game_math import math_of
from houseway.analysis.poker.tables import FastTable, at_random
from houseway.analysis.poker.tables import layout as at
from houseway.families.poker import Poker
from houseway.rulebook import games

HANDS = 200_000
TABLES = 1024
COMPILED = {"holdem": 500_000}
BY_NUMPY = {"holdem": 150_000}
OTHERS = 200_000


def best(work: Callable[[], int], best_of: int = 5) -> float:
    """Hands per CPU-second when nothing disturbs it."""
    figures = []
    for _ in range(best_of):
        start = time.process_time()
        hands = work()
        figures.append(hands / (time.process_time() - start))
    return max(figures)


def decisions(tables: Any, chance: np.random.Generator) -> Any:
    """One of the decisions allowed at each table; nobody folds when he can check."""
    n = len(tables.public)
    free = tables.owes == 0
    pick = (chance.random(n) * (np.where(tables.most > 0, 3, 2) - free)).astype(np.int64) + free
    steps = (tables.most - tables.least) // np.maximum(tables.steps, 1) + 1
    to = tables.least + tables.steps * (chance.random(n) * steps).astype(np.int64)
    bets = np.where(pick == 0, at.FOLD, np.where(pick == 1, at.CALL, to))
    return np.where(tables.phase == at.BETTING, bets, (1 << tables.least) - 1)


def stepped(table: FastTable) -> Callable[[], int]:
    """A job of so many hands through NumPy."""
    tables, chance = table.side_by_side(TABLES), np.random.default_rng(1)

    def work() -> int:
        hands = 0
        while hands < HANDS // 4:
            over, _ = tables.step(decisions(tables, chance))
            hands += int(over.sum())
        return hands

    work()
    return work


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    sheet = Sheet(title="Fast tables, hands per CPU-second on one core", title_justify="left")
    for heading in ("game", "structure", "compiled", "target", "through NumPy", "target"):
        sheet.add_column(heading, justify="left" if heading in ("game", "structure") else "right")
    for name, game in games().items():
        if not issubclass(game, Poker) or math_of(game).showdown is None:
            continue
        declared = game.declared()["structure"]
        for structure in getattr(declared, "values", ("",)):
            table = FastTable(game({"structure": structure} if structure else {}), 6, seed=7)
            table.play(100, at_random)

            def compiled(table: FastTable = table) -> int:
                return len(table.play(HANDS, at_random))

            sheet.add_row(
                name,
                structure,
                f"{best(compiled):,.0f}",
                f"{COMPILED.get(name, OTHERS):,}",
                f"{best(stepped(table)):,.0f}",
                f"{BY_NUMPY[name]:,}" if name in BY_NUMPY else "",
            )
    (console or Console()).print(sheet)


if __name__ == "__main__":
    run()
