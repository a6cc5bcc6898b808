"""The main wager of Blackjack Switch: its exact odds and its strategy sheet.

The expectation is exact. The distribution of results is exact where no hand is split.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from houseway.analysis.blackjack.main_wager import SEVERAL
from houseway.analysis.blackjack.strategy.charts import chart
from houseway.analysis.blackjack.strategy.sheet import UP_NAMES, chart_figures, chart_parts
from houseway.analysis.blackjack_switch.exact import (
    SPOTS,
    SwitchPlay,
    switch_chart,
    switch_play,
    switch_results,
)
from houseway.analysis.blackjack_switch.simulation import NETS, PLAYED_SO
from houseway.analysis.blackjack_switch.switch_round import RESULTS
from houseway.analysis.strategy_sheet import Figures, Sentence, StrategySheet, percent
from houseway.analysis.wager_odds import EXACT, WagerOdds
from houseway.rulebook.colorado.blackjack_switch.game import BlackjackSwitch

NOT_QUITE_BEST = (
    "every round from a full shoe; who also looks at the other hand's cards gains a few "
    "thousandths of a percent"
)


def main_odds(game: BlackjackSwitch) -> WagerOdds:
    """Return the odds of the two initial bets at a posted table, from a cache."""
    kind: Any = type(game)
    return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> WagerOdds:
    """Return the odds of a posted table; cached by class and posting."""
    declared = kind.declared()
    game = kind({key: declared[key].show(value) for key, value in posting})
    return _worth(game, switch_play(game))


def _worth(game: BlackjackSwitch, play: SwitchPlay) -> WagerOdds:
    """Return the odds of the main wager under this strategy; results are of both spots together."""
    results = switch_results(play)
    found = {
        name: (float(chance), net)
        for name, chance, net in zip(RESULTS, results.units, NETS, strict=True)
        if chance
    }
    of_both = f"figures are of the {SPOTS} equal bets together; an outcome counts bets of one spot"
    said = (
        f"in {results.several:.3%} of rounds a split makes three hands or more: there how two "
        "hands go together is taken from two hands alone; all else, the mean too, is exact"
    )
    price = game.blackjack_pays
    return WagerOdds(
        tuple(found), tuple(chance for chance, _ in found.values()),
        {price: tuple(net for _, net in found.values())}, "blackjack_pays", EXACT,
        (PLAYED_SO, NOT_QUITE_BEST, of_both, said), details={price: {SEVERAL: results.several}},
    )  # fmt: skip


def switch_sheet(game: BlackjackSwitch, most: int) -> StrategySheet:
    """Return the chart by totals, and the values of two cards that decide a switch."""
    paper = switch_chart(game)
    rows = chart(paper.totals.table)
    cost = paper.play.expectation - paper.expectation_by_totals
    found = {
        **chart_figures(game, paper.play.house_edge, -paper.expectation_by_totals, cost, rows),
        "switched": paper.play.switch_chance,
        "worth": [{"hand": hand, "cells": cells} for hand, cells in paper.rows],
        "exceptions": [],
        "exceptions_in_all": 0,
    }
    said = Sentence(
        "The second cards are switched where the two hands that this makes are worth more together "
        f"than those dealt; that is in {percent(paper.play.switch_chance, 1)} of rounds."
    )
    worth = Figures(
        ("hand", *UP_NAMES),
        tuple((hand, *(f"{n:+d}" for n in cells)) for hand, cells in paper.rows),
        "What two cards are worth, in hundredths of a bet", UP_NAMES,
    )  # fmt: skip
    return StrategySheet(f"{game.name}: best play", found, (*chart_parts(found, rows), said, worth))
