"""The printed strategy chart of a blackjack game: hands down, up cards across, in colour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from houseway.analysis.odds_book.known import known_strategy
from houseway.game.base import Game
from houseway.sheets.par.figures import percent

UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
PARTS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
STYLES = {"H": "hit", "S": "stand", "D": "double", "F": "free", "P": "split", "R": "surrender"}
DEPARTURES = 12


@dataclass(frozen=True)
class Cell:
    """A decision: its letters, colour and words."""

    text: str
    style: str
    words: str


@dataclass(frozen=True)
class ParChart:
    """One part of the chart."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    columns: tuple[str, ...] = UP_CARDS
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Better:
    """A hand that best play by its cards plays otherwise than the chart."""

    cards: str
    up: str
    table: str
    best: str
    gain: str


@dataclass(frozen=True)
class StrategyPage:
    """The charts, their legend, and the cost of playing by them."""

    charts: tuple[ParChart, ...]
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
    """Return the charts of a posted blackjack game with one or two hands; None for other games."""
    from houseway.rulebook.colorado.blackjack_switch.game import BlackjackSwitch

    if isinstance(game, BlackjackSwitch):
        return _switch_page(known_strategy(game, DEPARTURES).found)
    if game.family != "blackjack":
        return None
    return _blackjack_page(known_strategy(game, DEPARTURES).found)


def _switch_page(found: Mapping[str, Any]) -> StrategyPage:
    """Return edges of both hands together, and the table of switch decisions."""
    worth = ParChart(
        "What two cards are worth, in hundredths of a bet",
        tuple(
            (line["hand"], tuple(Cell(f"{n:+d}", "worth", "") for n in line["cells"]))
            for line in found["worth"]
        ),
    )
    page = _blackjack_page(found)
    return replace(page, charts=(*page.charts, worth), note=SWITCH_NOTE)


def _blackjack_page(found: Mapping[str, Any]) -> StrategyPage:
    """Return the page of the data that ``houseway strategy --json`` prints."""
    legend: Mapping[str, str] = found["legend"]
    by_totals = tuple(
        ParChart(
            PARTS[part],
            tuple((row["hand"], tuple(_cell(c, legend) for c in row["cells"])) for row in group),
        )
        for part, group in groupby(found["chart"], key=lambda row: row["part"])
    )
    return StrategyPage(
        charts=(*by_totals, *map(_beside, found.get("beside", ()))),
        legend=tuple(_cell(text, legend) for text in legend),
        best_edge=percent(found["house_edge"]),
        chart_edge=percent(found["house_edge_by_totals"]),
        cost=percent(found["cost_of_totals"]),
        departures=tuple(
            Better(
                " ".join(d["cards"]), d["up"], _said(d["table"]), _said(d["best"]),
                percent(d["gain"], 5),
            )
            for d in found["exceptions"]
        ),
        departures_all=found["exceptions_in_all"],
    )  # fmt: skip


def _beside(chart: Mapping[str, Any]) -> ParChart:
    """Return a further chart, such as poker decisions, with its own legend."""
    words = chart["legend"].items()
    legend = "; ".join(f"{cell}: {said.replace(';', ',')}" for cell, said in words)
    alike = len({row["hand"] for row in chart["rows"]}) < len(chart["rows"])
    return ParChart(
        chart["title"],
        tuple(
            (f"{row['part']}, {row['hand']}" if alike else row["hand"],
             tuple(_cell(c, chart["legend"]) for c in row["cells"]))
            for row in chart["rows"]
        ),
        tuple(chart["columns"]),
        (*chart["says"], *([legend] if legend else [])),
    )  # fmt: skip


def _cell(text: str, legend: Mapping[str, str]) -> Cell:
    """Return a cell of a strategy chart with its style and its meaning."""
    return Cell(text, STYLES.get(text[0], "worth"), legend.get(text, ""))


def _said(action: str) -> str:
    return action.replace("_", " ")
