"""The facts of a blackjack spot as rules read them, for the compiled drivers.

They are those of ``shapes/blackjack/facts.py``, taken from the array of ``spot.py``.
"""

from __future__ import annotations

from typing import Any

from houseway.hands.points21 import natural, points
from houseway.odds.blackjack.spot import DEALER, GIVEN, HANDS, IN_ORDER, ROUND, SIZE
from houseway.shapes.blackjack.facts import LONGEST
from houseway.side_bets.straights import straight_length

FACTS = (
    *("player", "first_two", "dealer", "dealer_up", "dealer_blackjack", "lammers"),
    *("dealer_two", "original", "run", "player_over_21", "player_over_29"),
)


def as_drawn(spot: Any) -> Any:
    """The dealer's hand, where no rule looks at it."""
    return spot[DEALER, : spot[DEALER, SIZE]]


def in_order(spot: Any) -> Any:
    """The dealer's hand as a rule reads it: the up card, then from the lowest to the highest."""
    size = spot[DEALER, SIZE]
    for i in range(size):
        card, j = spot[DEALER, i], i
        while j > 1 and spot[IN_ORDER, j - 1] > card:
            spot[IN_ORDER, j] = spot[IN_ORDER, j - 1]
            j -= 1
        spot[IN_ORDER, j] = card
    return spot[IN_ORDER, :size]


def facts_of(spot: Any, posted: Any, laid_out: Any) -> Any:
    """The facts of the table as they stand, in the order of ``FACTS``."""
    judged = 0
    if posted.best_hand:
        best = -100
        for i in range(spot[ROUND, HANDS]):
            total = points(spot[i, : spot[i, SIZE]])
            if total > 21:
                total = -total
            if total > best:
                judged, best = i, total
    dealer = spot[DEALER, : spot[DEALER, SIZE]]
    player, first_two = spot[judged, : spot[judged, SIZE]], spot[ROUND, :2]
    original = first_two
    if spot[ROUND, HANDS] == 1:
        original = spot[0, : spot[0, SIZE]]
    total = points(player)
    return (
        player, first_two, laid_out, dealer[0], natural(dealer), spot[ROUND, GIVEN], dealer[:2],
        original, original[: straight_length(original, LONGEST)], total > 21, total > 29,
    )  # fmt: skip
