"""Crazy Pineapple high-low: the pot is split where a low qualifies."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.hands.low5 import EIGHT_OR_BETTER, NO_QUALIFIER
from houseway.odds import batch
from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, poker_simulation
from houseway.rulebook.delta.crazy_pineapple_8.game import CrazyPineappleHighLow


def high_and_low(game: Any, hole: Any, board: Any) -> tuple[Any, ...]:
    """The high hands of any five cards, and the lows that qualify."""
    cards = np.hstack((hole, board))
    qualifier = EIGHT_OR_BETTER if game.qualifier == "eight" else NO_QUALIFIER
    return batch.high(cards, trusted=True), batch.low(cards, qualifier, trusted=True)


LAB = Lab(simulation=poker_simulation(Showdown(CrazyPineappleHighLow.hands, high_and_low)))
