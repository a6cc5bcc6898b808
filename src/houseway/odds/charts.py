"""Best play of what a game has beside its blackjack hands, as charts for people.

A module named here has ``charts_of(game)``; its charts stand behind the blackjack chart at the
terminal and on the PAR sheet.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from houseway.game import Game
from houseway.odds.blackjack.tables import ChartRow

CHARTED = {
    "ante-up-21": "houseway.odds.ante_up.chart",
    "21-hold-em": "houseway.odds.hold_em_chart",
}
"""Game id -> the module that draws its charts."""


@dataclass(frozen=True)
class Chart:
    """A table of decisions, and what is said of it."""

    title: str
    says: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    legend: Mapping[str, str]
    """What a cell means, by its text; cells without an entry are figures."""


def charts_beside(game: Game) -> tuple[Chart, ...]:
    """The charts of a posted game; none where blackjack is all there is."""
    if game.id not in CHARTED:
        return ()
    module: Any = importlib.import_module(CHARTED[game.id])
    found: tuple[Chart, ...] = module.charts_of(game)
    return found


def together(rows: Iterable[ChartRow]) -> tuple[ChartRow, ...]:
    """Neighbours of one part that say the same, as one row."""
    found = []
    for (part, cells), alike in groupby(rows, key=attrgetter("part", "cells")):
        names = [row.hand for row in alike]
        words = names[0] if len(names) == 1 else f"{names[0]} to {names[-1].split()[-1]}"
        found.append(ChartRow(part, words, cells))
    return tuple(found)


def used(legend: Mapping[str, str], rows: Iterable[ChartRow]) -> dict[str, str]:
    """Of a legend, the entries that some cell needs."""
    met = {cell for row in rows for cell in row.cells}
    return {cell: words for cell, words in legend.items() if cell in met}
