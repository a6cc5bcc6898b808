"""Blackjack X: blackjack to 31, with the Aces Bonus by the openings of its hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.analysis.blackjack.side_bets.aces_bonus.facts import FACTS
from houseway.analysis.blackjack.side_bets.aces_bonus.worth import (
    is_counted,
    odds_alone,
    odds_under_best_play,
)
from houseway.analysis.game_math import by_facts
from houseway.analysis.games.blackjack import MATH as BLACKJACK
from houseway.analysis.wager_odds import WagerOdds

ALONE = "aces_bonus alone"


def extra_wagers(game: Any) -> Mapping[str, WagerOdds]:
    """Return insurance, and the Aces Bonus of a seat without a base wager."""
    found = dict(BLACKJACK.extra_wagers(game)) if BLACKJACK.extra_wagers is not None else {}
    if (wager := game.wager_named.get("aces_bonus")) is not None:
        found[ALONE] = odds_alone(game, wager)
    return found


MATH = replace(
    BLACKJACK,
    methods=(by_facts(*FACTS, find=odds_under_best_play, if_=is_counted), *BLACKJACK.methods),
    extra_wagers=extra_wagers,
)
