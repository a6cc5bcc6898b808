"""The result of the hands of a spot after play, for the compiled drivers."""

from __future__ import annotations

from functools import cache
from typing import Any

from houseway.analysis.blackjack.simulation.hand_rules import HandRules
from houseway.analysis.blackjack.simulation.posted_rules import PostedRules
from houseway.analysis.blackjack.simulation.round_state import (
    ADDED,
    CHIPS,
    DEALER,
    HANDS,
    IS_SPLIT,
    LAMMERS,
    ROUND,
    SIZE,
)
from houseway.families.blackjack import rules
from houseway.families.blackjack.rules import Count

MOST = 32
"""A bound on the units that a spot can win or lose: eight hands of two."""
BLACKJACK_PAID, SURRENDERED, EVEN = 0, 1, 2 + MOST
"""Results of the main wager: these two, and ``EVEN + units`` for whole units won or lost."""
HALF_MORE = EVEN + 2 * MOST + 1
"""``HALF_MORE + units`` is half a unit more: the rest of a split hand that is surrendered."""
RESULTS = (
    "blackjack", "surrender", *(f"{n:+d}" for n in range(-MOST, MOST + 1)),
    *(f"{n + 0.5:+g}" for n in range(-MOST, MOST)),
)  # fmt: skip
GIVEN_BACK = 2
"""The mark of a split hand that was surrendered, in place of 1."""


@cache
def must_draw_by(count: Count) -> Any:
    """Return the test whether the dealer must draw: for a live hand, or for a side bet."""
    natural, over = count.natural, count.over

    def must_draw(spot: Any, posted: PostedRules, surrendered: bool) -> bool:
        if surrendered:
            return posted.draws_after_surrender
        if natural(spot[ROUND, :2]) and not posted.blackjack_waits:
            added = posted.draws_for_added and spot[ROUND, ADDED] != 0
            return posted.draws_after_blackjack or added
        for i in range(spot[ROUND, HANDS]):
            live = posted.over_waits or not over(spot[i, : spot[i, SIZE]])
            if live and spot[i, IS_SPLIT] != GIVEN_BACK:
                return True
        return posted.draws_after_bust

    return must_draw


@cache
def main_result_by(made_for: HandRules) -> Any:
    """Return the function that gives the main wager's result, an index of ``RESULTS``."""
    count, pays = made_for.count, made_for.pays
    natural, over, settled = count.natural, count.over, count.outcome

    def main_result(spot: Any, posted: PostedRules, surrendered: bool) -> int:
        if surrendered:
            return SURRENDERED
        dealer = spot[DEALER, : spot[DEALER, SIZE]]
        units, halves = 0, 0
        for i in range(spot[ROUND, HANDS]):
            hand = spot[i, : spot[i, SIZE]]
            if spot[i, IS_SPLIT] == GIVEN_BACK:
                halves += 1
                continue
            outcome = settled(hand, dealer, spot[i, IS_SPLIT] != 0, posted.dealer_22)
            if outcome == rules.BLACKJACK:
                return BLACKJACK_PAID
            if outcome == rules.WIN:
                units += spot[i, CHIPS] + spot[i, LAMMERS]
            elif outcome == rules.LOSE:
                if posted.spares_raises and natural(dealer) and not over(hand):
                    units -= 1 if i == 0 else 0
                else:
                    units -= spot[i, CHIPS]
            elif outcome != rules.PUSH:
                units += pays[outcome] * (spot[i, CHIPS] + spot[i, LAMMERS])
        units -= (halves + 1) // 2
        return HALF_MORE + units if halves % 2 else EVEN + units

    return main_result
