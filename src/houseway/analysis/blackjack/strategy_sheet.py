"""The best chart of a blackjack table, what it costs, and where the cards say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from houseway.analysis.blackjack.chart_by_totals import total_play
from houseway.analysis.blackjack.charts import LEGEND, UPS, ChartRow, Departure, chart, exceptions
from houseway.analysis.blackjack.charts import NAMES as UP_CARDS
from houseway.analysis.blackjack.solver import best_play
from houseway.analysis.blackjack_switch.exact import switch_chart
from houseway.analysis.charts import Chart, charts_beside
from houseway.analysis.row_warnings import player_edge
from houseway.analysis.strategy_sheet import Figures, Paper, Part, Words, percent, shown_posting
from houseway.families.blackjack.game import Blackjack
from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack

UP_NAMES = tuple(UP_CARDS[up] for up in UPS)


def blackjack_paper(game: Blackjack, most: int) -> Paper:
    """Best play by totals, and at most so many hands that are better played by their cards."""
    best = best_play(game)
    played = total_play(best)
    departures = exceptions(best, played)
    rows, beside = chart(played.table), charts_beside(game)
    found = {
        **_chart_figures(game, best.house_edge, -played.expectation, played.cost, rows),
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
    parts = (*_chart_parts(found, rows), *better, *beside)
    return Paper(f"{game.name}: best play", found, parts)


def switch_paper(game: SwitchBlackjack, most: int) -> Paper:
    """The same of two hands, and what two cards are worth, which decides a switch."""
    paper = switch_chart(game)
    rows = chart(paper.totals.table)
    cost = paper.play.expectation - paper.expectation_by_totals
    found = {
        **_chart_figures(game, paper.play.house_edge, -paper.expectation_by_totals, cost, rows),
        "switched": paper.play.switch_chance,
        "worth": [{"hand": hand, "cells": cells} for hand, cells in paper.rows],
        "exceptions": [],
        "exceptions_in_all": 0,
    }
    said = Words(
        "The second cards are switched where the two hands that this makes are worth more together "
        f"than those dealt; that is in {percent(paper.play.switch_chance, 1)} of rounds."
    )
    worth = Figures(
        ("hand", *UP_NAMES),
        tuple((hand, *(f"{n:+d}" for n in cells)) for hand, cells in paper.rows),
        "What two cards are worth, in hundredths of a bet", UP_NAMES,
    )  # fmt: skip
    return Paper(f"{game.name}: best play", found, (*_chart_parts(found, rows), said, worth))


def _chart_figures(
    game: Blackjack, edge: float, by_totals: float, cost: float, rows: Sequence[ChartRow]
) -> dict[str, Any]:
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


def _chart_parts(found: dict[str, Any], rows: Sequence[ChartRow]) -> tuple[Part, ...]:
    """The chart with its price before it and its legend behind."""
    price = Words(
        f"house edge {percent(found['house_edge'])} with the best play card by card; by totals "
        f"{percent(found['house_edge_by_totals'])}, which costs {percent(found['cost_of_totals'])}",
        bool(found["warnings"]),
    )
    warnings = tuple(Words(f"WARNING {words}", True) for words in found["warnings"])
    return (price, *warnings, Chart("", (), UP_NAMES, tuple(rows), found["legend"]))


def _better(shown: Sequence[Departure], total: int) -> tuple[Figures, ...]:
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
