"""The strategy chart of a blackjack game, for paper: hands down, up cards across, in colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from houseway.game.base import Game
from houseway.sheets.par.figures import percent

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
    columns: tuple[str, ...] = UP_CARDS
    notes: tuple[str, ...] = ()


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
    note: str = ""


SWITCH_NOTE = (
    "Each of the two hands is played by the chart. The second cards are switched where the two "
    "hands that this makes are worth more together, by the last table, than those dealt."
)


def strategy_page(game: Game) -> StrategyPage | None:
    """The charts of a game of blackjack as posted, of one hand or of two; None for another."""
    from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack

    if isinstance(game, SwitchBlackjack):
        return _switch_page(game)
    if game.shape != "blackjack":
        return None
    return _blackjack_page(game)


def _switch_page(game: Any) -> StrategyPage:
    """Edges of both hands together, and the table that decides the switch."""
    from houseway.analysis.blackjack_switch.exact import switch_chart

    found = switch_chart(game)
    worth = Chart(
        "What two cards are worth, in hundredths of a bet",
        tuple(
            (hand, tuple(Cell(f"{n:+d}", "worth", "") for n in cells)) for hand, cells in found.rows
        ),
    )
    page = _blackjack_page(game)
    return replace(
        page,
        charts=(*page.charts, worth),
        best_edge=percent(found.play.house_edge),
        chart_edge=percent(-found.expectation_by_totals),
        cost=percent(found.play.expectation - found.expectation_by_totals),
        departures=(),
        departures_all=0,
        note=SWITCH_NOTE,
    )


def _blackjack_page(game: Any) -> StrategyPage:
    from houseway.analysis.blackjack.chart_by_totals import total_play
    from houseway.analysis.blackjack.charts import LEGEND, chart, exceptions
    from houseway.analysis.blackjack.solver import best_play
    from houseway.analysis.charts import charts_beside

    best = best_play(game)
    played = total_play(best)
    rows = chart(played.table)
    used = {cell for row in rows for cell in row.cells}
    found = exceptions(best, played)
    by_totals = tuple(
        Chart(
            PARTS[part],
            tuple((row.hand, tuple(_cell(c, LEGEND) for c in row.cells)) for row in group),
        )
        for part, group in groupby(rows, key=lambda row: row.part)
    )
    return StrategyPage(
        charts=(*by_totals, *map(_beside, charts_beside(game))),
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


def _beside(chart: Any) -> Chart:
    """A chart of what is played beside blackjack, with its own legend under it."""
    legend = "; ".join(f"{cell}: {words.replace(';', ',')}" for cell, words in chart.legend.items())
    alike = len({row.hand for row in chart.rows}) < len(chart.rows)
    return Chart(
        chart.title,
        tuple(
            (f"{row.part}, {row.hand}" if alike else row.hand,
             tuple(_cell(c, chart.legend) for c in row.cells))
            for row in chart.rows
        ),
        chart.columns,
        (*chart.says, *([legend] if legend else [])),
    )  # fmt: skip


def _cell(text: str, legend: Mapping[str, str]) -> Cell:
    return Cell(text, STYLES.get(text[0], "worth"), legend.get(text, ""))


def _said(action: str) -> str:
    return action.replace("_", " ")
