"""Fast tables: whole poker hands per CPU-second on one core, six-handed, random legal decisions.

Compiled policies play hand by hand; through NumPy a thousand tables step together, and the
decisions are made by array operations, which are part of the figure.  Warm, the best of a few runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, Took, cpu, sheet_console
from houseway.analysis.poker.showdown import showdown_of
from houseway.analysis.poker.tables import FastTable, at_random
from houseway.analysis.poker.tables.compiled import layout as at
from houseway.families.poker import Poker
from houseway.rulebook import games

HANDS = 200_000
TABLES = 1024
COMPILED = {"holdem": 500_000}
BY_NUMPY = {"holdem": 150_000}
OTHERS = 200_000


def best(work: Callable[[], int], times: int) -> tuple[Took, int]:
    """Time a job undisturbed; return the hands played in this time too."""
    hands: list[int] = []
    runs = [(cpu(lambda: hands.append(work()), 1), hands[-1]) for _ in range(times)]
    return min(runs, key=lambda one: one[0] / one[1])


def decisions(tables: Any, chance: np.random.Generator) -> Any:
    """Return a random allowed decision for each table; no player folds where a check is
    possible.
    """
    n = len(tables.public)
    free = tables.owes == 0
    pick = (chance.random(n) * (np.where(tables.most > 0, 3, 2) - free)).astype(np.int64) + free
    steps = (tables.most - tables.least) // np.maximum(tables.steps, 1) + 1
    to = tables.least + tables.steps * (chance.random(n) * steps).astype(np.int64)
    bets = np.where(pick == 0, at.FOLD, np.where(pick == 1, at.CALL, to))
    return np.where(tables.phase == at.BETTING, bets, (1 << tables.least) - 1)


def stepped(table: FastTable, wanted: int) -> Callable[[], int]:
    """Return a job of this number of hands through NumPy."""
    tables, chance = table.side_by_side(TABLES), np.random.default_rng(1)

    def work() -> int:
        hands = 0
        while hands < wanted:
            over, _ = tables.step(decisions(tables, chance))
            hands += int(over.sum())
        return hands

    work()
    return work


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` plays some hands of Hold'em alone."""
    played, times = (2_000, 1) if tiny else (HANDS, 5)
    sheet = Sheet(title="Fast tables, hands per CPU-second on one core", title_justify="left")
    by_loop = f"{HEADING} each"
    headings = (
        "game",
        "structure",
        "compiled",
        by_loop,
        "target",
        "through NumPy",
        by_loop,
        "target",
    )
    for heading in headings:
        sheet.add_column(heading, justify="left" if heading in ("game", "structure") else "right")
    for name, game in games().items():
        if not issubclass(game, Poker) or showdown_of(game) is None:
            continue
        if tiny and name != "holdem":
            continue
        declared = game.declared()["structure"]
        for structure in getattr(declared, "values", ("",))[: 1 if tiny else None]:
            table = FastTable(game({"structure": structure} if structure else {}), 6, seed=7)
            table.play(100, at_random)

            def compiled(table: FastTable = table) -> int:
                return len(table.play(played, at_random))

            took, hands = best(compiled, times)
            step_took, step_hands = best(stepped(table, played // 4), times)
            sheet.add_row(
                name,
                structure,
                f"{hands / took:,.0f}",
                took.each(hands),
                f"{COMPILED.get(name, OTHERS):,}",
                f"{step_hands / step_took:,.0f}",
                step_took.each(step_hands),
                f"{BY_NUMPY[name]:,}" if name in BY_NUMPY else "",
            )
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
