"""Strategies of blackjack: pure functions, compiled for the simulation and called at live tables.

A strategy gets its cards, the dealer's up card and the offered decisions (one bit each), and
returns one of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from houseway.analysis.blackjack.decisions import (
    DECISIONS,
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.engine.questions import Act, Amount, Ask, Place, Question
from houseway.families.blackjack.state import BlackjackState
from houseway.hands.blackjack import same_value, value
from houseway.hands.blackjack import total as total_of

Strategy: TypeAlias = Callable[[Sequence[int], int, int], int]

BY_TOTALS: set[Strategy] = set()
"""Strategies that depend only on points, softness, the rank of a pair and the up card's rank."""


def by_totals(strategy: Strategy) -> Strategy:
    """Mark a strategy that ignores suits and, except for pairs, the composition of a total.

    Its decisions fit into tables, which makes its simulation several times as fast.
    """
    BY_TOTALS.add(strategy)
    return strategy


@by_totals
def basic(cards: Sequence[int], dealer_up: int, offered: int) -> int:
    """Return the decision of basic strategy for several decks by totals; free bets are taken.

    It is the common chart of standard blackjack (the dealer hits soft 17, double after split), not
    the best play of a particular game. A free split is always taken except of fives, which double;
    a free double always. Insurance is never taken.
    """
    up = value(dealer_up)
    if up == 1:
        up = 11
    total, soft = total_of(cards)
    if splits(cards, up, offered):
        return SPLIT_FREE if offered >> SPLIT_FREE & 1 else SPLIT
    if offered >> SURRENDER & 1 and surrenders(total, soft, up):
        return SURRENDER
    if offered >> DOUBLE_FREE & 1:
        return DOUBLE_FREE
    if offered >> DOUBLE & 1 and doubles(total, soft, up):
        return DOUBLE
    if offered >> HIT & 1 and not stands(total, soft, up):
        return HIT
    return STAND


BEST = "best"
"""The name that requests the best chart of the posting, computed where the rounds are played."""

PLAYED: dict[Strategy, str] = {
    basic: "played by the common chart of several decks, not the best of this posting"
}
"""The description of a strategy in the assumptions of a simulation; default: its name."""


def splits(cards: Sequence[int], up: int, offered: int) -> bool:
    """Return True for aces and eights, False for fives and tens, else by up card or if free."""
    if len(cards) != 2 or not same_value(cards[0], cards[1]):
        return False
    pair = value(cards[0])
    if pair in (5, 10):
        return False
    if offered >> SPLIT_FREE & 1:
        return True
    if not offered >> SPLIT & 1:
        return False
    if pair in (1, 8):
        return True
    if pair == 9:
        return up <= 9 and up != 7
    if pair == 4:
        return up in (5, 6)
    return up <= 6 or (up == 7 and pair != 6)


def surrenders(total: int, soft: bool, up: int) -> bool:
    """Return True for hard 16 against nine, ten or ace, and hard 15 against ten."""
    return not soft and ((total == 16 and up >= 9) or (total == 15 and up == 10))


def doubles(total: int, soft: bool, up: int) -> bool:
    """Return True for hard 9 to 11 against weaker cards, soft 13 to 19 against the weakest."""
    if not soft:
        if total == 9:
            return 3 <= up <= 6
        return total == 11 or (total == 10 and up <= 9)
    if total == 19:
        return up == 6
    if total == 18:
        return up <= 6
    least = 3 if total == 17 else 4 if total >= 15 else 5
    return total <= 17 and least <= up <= 6


def stands(total: int, soft: bool, up: int) -> bool:
    """Return True for hard 17, 13 (12 against four to six) against up to six; soft 19, or 18."""
    if soft:
        return total >= 19 or (total == 18 and up <= 8)
    if total >= 17:
        return True
    return up <= 6 and (total >= 13 or (total == 12 and up >= 4))


def policy(wagers: Mapping[str, int], strategy: Strategy = basic) -> Callable[[Question, Any], Act]:
    """Return a live player with the same wagers (in cents) every round and this strategy.

    Wagers placed during the round are added when they are offered. Cards are exposed on request,
    and a double is made for the largest amount.
    """
    bit = {name: 1 << decision for decision, name in enumerate(DECISIONS)}

    @functools.cache
    def bets(spots: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        return tuple((name, wagers[name]) for name in spots if name in wagers)

    def answer(question: Question, state: BlackjackState) -> Act:
        assert isinstance(question, Ask)
        seat = question.seats()[0]
        choices = question.asked[seat]
        choice = choices[0]
        if choice.name == "expose":
            return Act(seat, "expose")
        if state.phase == "playing":
            turn = state.playing()
            assert turn is not None and turn[0] == seat
            i = turn[1]
            offered = 0
            for each in choices:
                offered |= bit[each.name]
            name = DECISIONS[strategy(state.hands[seat][i].cards, state.dealer[0], offered)]
            if name == "double":
                (double,) = (each for each in choices if each.name == name)
                return Act(seat, name, double.most if type(double) is Amount else 0)
            return Act(seat, name)
        if choice.name == "surrender":
            two = state.hands[seat][0].cards
            gives_up = strategy(two, state.dealer[0], 1 << SURRENDER | 1 << STAND) == SURRENDER
            return Act(seat, "surrender" if gives_up else "play_on")
        if isinstance(choice, Place):
            places = bets(tuple(choice.named))
            return Act(seat, choice.name, places=places) if places else Act(seat, "no_bet")
        return Act(seat, "no_insurance")

    return answer
