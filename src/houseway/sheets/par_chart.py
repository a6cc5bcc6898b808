"""The strategy chart of a blackjack game, for paper: hands down, up cards across, in colour."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from houseway.game import Game
from houseway.sheets.par_figures import percent

UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
PARTS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
STYLES = {"H": "hit", "S": "stand", "D": "double", "F": "free", "P": "split", "R": "surrender"}
DEPARTURES = 12


@dataclass(frozen=True)
class Cell:
    """What to do: the letters, the colour, the words."""

    text: str
    style: str
    words: str


@dataclass(frozen=True)
class Chart:
    """One part of the chart."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Better:
    """A hand that is played better than the chart says, looking at its cards."""

    cards: str
    up: str
    table: str
    best: str
    gain: str


@dataclass(frozen=True)
class StrategyPage:
    """The charts, their legend, and what playing by them costs."""

    charts: tuple[Chart, ...]
    legend: tuple[Cell, ...]
    best_edge: str
    chart_edge: str
    cost: str
    departures: tuple[Better, ...]
    departures_all: int


def strategy_page(game: Game) -> StrategyPage | None:
    """The charts of a game of the blackjack shape as posted; None for another."""
    from houseway.shapes.blackjack import Blackjack

    if not isinstance(game, Blackjack):
        return None
    from houseway.odds.blackjack.solve import best_play
    from houseway.odds.blackjack.tables import LEGEND, chart, exceptions
    from houseway.odds.blackjack.totals import total_play

    best = best_play(game)
    played = total_play(best)
    rows = chart(played.table)
    used = {cell for row in rows for cell in row.cells}
    found = exceptions(best, played)
    return StrategyPage(
        charts=tuple(
            Chart(
                PARTS[part],
                tuple((row.hand, tuple(_cell(c, LEGEND) for c in row.cells)) for row in group),
            )
            for part, group in groupby(rows, key=lambda row: row.part)
        ),
        legend=tuple(_cell(text, LEGEND) for text in LEGEND if text in used),
        best_edge=percent(-best.expectation),
        chart_edge=percent(-played.expectation),
        cost=percent(best.expectation - played.expectation),
        departures=tuple(
            Better(" ".join(d.cards), d.up, _said(d.table), _said(d.best), percent(d.gain, 5))
            for d in found[:DEPARTURES]
        ),
        departures_all=len(found),
    )


def _cell(text: str, legend: dict[str, str]) -> Cell:
    return Cell(text, STYLES[text[0]], legend.get(text, ""))


def _said(action: str) -> str:
    return action.replace("_", " ")
