"""The strategy sheet of a blackjack table: its best chart, the cost, and the departures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from houseway.analysis.blackjack.solver.solve import best_play
from houseway.analysis.blackjack.strategy.chart_by_totals import total_play
from houseway.analysis.blackjack.strategy.charts import (
    LEGEND,
    UPS,
    Departure,
    chart,
    exceptions,
)
from houseway.analysis.blackjack.strategy.charts import NAMES as UP_CARDS
from houseway.analysis.odds_row import player_edge
from houseway.analysis.strategy_sheet import (
    Chart,
    ChartRow,
    Figures,
    Sentence,
    SheetPart,
    StrategySheet,
    percent,
    shown_posting,
)
from houseway.families.blackjack.game import Blackjack

UP_NAMES = tuple(UP_CARDS[up] for up in UPS)


def blackjack_sheet(game: Blackjack, most: int, beside: Sequence[Chart] = ()) -> StrategySheet:
    """Return the best chart by totals, with at most ``most`` exceptions: hands better played
    otherwise.

    ``beside`` are further charts of the game, such as poker decisions.
    """
    best = best_play(game)
    played = total_play(best)
    departures = exceptions(best, played)
    rows = chart(played.table)
    found = {
        **chart_figures(game, best.house_edge, -played.expectation, played.cost, rows),
        "house_edge_one_table": -played.expectation_one_table,
        "exceptions": [
            {"cards": d.cards, "up": d.up, "table": d.table, "best": d.best, "chance": d.chance,
             "gain": d.gain}
            for d in departures[:most]
        ],
        "exceptions_in_all": len(departures),
        "beside": [asdict(each) for each in beside],
    }  # fmt: skip
    better = _better(departures[:most], len(departures)) if departures[:most] else ()
    parts = (*chart_parts(found, rows), *better, *beside)
    return StrategySheet(f"{game.name}: best play", found, parts)


def chart_figures(
    game: Blackjack, edge: float, by_totals: float, cost: float, rows: Sequence[ChartRow]
) -> dict[str, Any]:
    """Return the sheet's figures as JSON values; edges are the house's, as floats."""
    used = {cell for row in rows for cell in row.cells}
    return {
        "game": game.id,
        "posting": shown_posting(game),
        "house_edge": edge,
        "house_edge_by_totals": by_totals,
        "cost_of_totals": cost,
        "up_cards": list(UP_NAMES),
        "chart": [{"part": r.part, "hand": r.hand, "cells": r.cells} for r in rows],
        "legend": {key: words for key, words in LEGEND.items() if key in used},
        "warnings": [words for words in (player_edge(edge),) if words],
    }


def chart_parts(found: dict[str, Any], rows: Sequence[ChartRow]) -> tuple[SheetPart, ...]:
    """Return the chart with its cost before it and its legend after it."""
    price = Sentence(
        f"house edge {percent(found['house_edge'])} with the best play card by card; by totals "
        f"{percent(found['house_edge_by_totals'])}, which costs {percent(found['cost_of_totals'])}",
        bool(found["warnings"]),
    )
    warnings = tuple(Sentence(f"WARNING {words}", True) for words in found["warnings"])
    return (price, *warnings, Chart("", (), UP_NAMES, tuple(rows), found["legend"]))


def _better(shown: Sequence[Departure], total: int) -> tuple[Figures, ...]:
    """Return the table of hands that play better by their cards than by the chart."""
    return (
        Figures(
            ("cards", "up", "chart", "better", "comes", "gain of a round"),
            tuple(
                (" ".join(d.cards), d.up, d.table.replace("_", " "), d.best.replace("_", " "),
                 percent(d.chance, 3), percent(d.gain, 5))
                for d in shown
            ),
            f"Better by the cards of the hand, {len(shown)} of {total} by what they gain",
            ("comes", "gain of a round"),
        ),
    )  # fmt: skip
