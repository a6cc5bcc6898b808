"""Best play of what a game has beside its blackjack hands, as charts for people.

A game's lab draws them (``Lab.charts``); they stand behind the blackjack chart at the terminal and
on the PAR sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from houseway.analysis.blackjack.charts import ChartRow
from houseway.analysis.game_math import math_of
from houseway.game.base import Game


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
    charts = math_of(game).charts
    return charts(game) if charts is not None else ()


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
