"""Blackjack X: blackjack to 31, with the Aces Bonus by the openings of its hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.analysis.blackjack.side_bets.aces_bonus.asked import FACTS
from houseway.analysis.blackjack.side_bets.aces_bonus.worth import (
    alone,
    beside_best_play,
    is_counted,
)
from houseway.analysis.game_math import by_facts
from houseway.analysis.games.blackjack import LAB as BLACKJACK
from houseway.analysis.wager_odds import WagerOdds

ALONE = "aces_bonus alone"


def beside(game: Any) -> Mapping[str, WagerOdds]:
    """Insurance, and the Aces Bonus of somebody who makes no base wager."""
    found = dict(BLACKJACK.beside(game)) if BLACKJACK.beside is not None else {}
    if (wager := game.wager_named.get("aces_bonus")) is not None:
        found[ALONE] = alone(game, wager)
    return found


LAB = replace(
    BLACKJACK,
    methods=(by_facts(*FACTS, find=beside_best_play, if_=is_counted), *BLACKJACK.methods),
    beside=beside,
)
