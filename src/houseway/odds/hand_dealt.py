"""Wagers on the pieces of one hand as dealt, where all hands have as many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.odds.deals import wager_ways
from houseway.wager import Wager


def hand_dealt(game: Any, wager: Wager) -> Sequence[int]:
    """Every hand dealt to one seat."""
    return of_hand(game, wager, "dealt", game.hand_size)


def of_hand(game: Any, wager: Wager, fact: str, pieces: int) -> Sequence[int]:
    """Every hand of so many pieces, which the rule reads as this fact."""
    copies = [n * game.sets() for n in game.kind.copies]
    return wager_ways(wager, {fact: pieces}, copies, game.kind.show)
