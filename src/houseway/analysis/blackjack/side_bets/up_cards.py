"""The edge of a wager by the dealer's up card, which the player sees before placing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.analysis.wager_odds import Details, columns_of
from houseway.game.base import Game
from houseway.game.wagers import Wager

NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def by_up_card(game: Game, wager: Wager, ways: Sequence[Any]) -> Details:
    """Return, for each pay column, the share of each up card and the house edge with it."""
    every = sum(map(sum, ways))
    details: Details = {}
    for column, nets in columns_of(game, wager).items():
        cards = {}
        for name, mine in zip(NAMES, ways, strict=True):
            total = sum(mine)
            won = sum(n * net for n, net in zip(mine, nets, strict=True))
            cards[name] = {"share": float(total / every), "house_edge": -float(won / total)}
        details[column] = {"by_up_card": cards}
    return details
