"""How a hand is played: a strategy is a pure function, compiled for simulation and asked live.

A strategy sees its cards, the dealer's up card and what is offered (one bit per decision) and
names one of the decisions offered.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from houseway.engine.questions import Act, Amount, Ask, Place, Question
from houseway.families.blackjack.state import BlackjackState
from houseway.hands.blackjack import same_value, value
from houseway.hands.blackjack import total as total_of

HIT, STAND, DOUBLE, SPLIT, SURRENDER, DOUBLE_FREE, SPLIT_FREE = range(7)
DECISIONS = ("hit", "stand", "double", "split", "surrender", "double_free", "split_free")

Strategy: TypeAlias = Callable[[Sequence[int], int, int], int]

BY_TOTALS: set[Strategy] = set()
"""Strategies that look only at points, softness, ranks of a pair and the up card's rank."""


def by_totals(strategy: Strategy) -> Strategy:
    """Mark a strategy that never looks at suits, nor at what a total is made of but a pair.

    What it says can then be put into tables, and its simulation is several times as fast.
    """
    BY_TOTALS.add(strategy)
    return strategy


@by_totals
def basic(cards: Sequence[int], dealer_up: int, offered: int) -> int:
    """Basic strategy of several decks by totals; what is free is taken.

    It is the common table of standard blackjack (the dealer hits soft 17, doubles after a
    split), not the best play of any particular game.  A free split is always taken but of
    fives, which double; a free double always.  Insurance is never taken.
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
"""Asks for the best chart of the posting, which is worked out where the rounds are played."""

PLAYED: dict[Strategy, str] = {
    basic: "played by the common chart of several decks, not the best of this posting"
}
"""What a simulation says of a strategy; one that is not here is called by its name."""


def splits(cards: Sequence[int], up: int, offered: int) -> bool:
    """Aces and eights always, fives and tens never, the others by the up card, or if free."""
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
    """Hard 16 against nine, ten or ace, and hard 15 against ten."""
    return not soft and ((total == 16 and up >= 9) or (total == 15 and up == 10))


def doubles(total: int, soft: bool, up: int) -> bool:
    """Hard 9 to 11 against what is weaker; soft 13 to 19 against the weakest up cards."""
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
    """Hard 17, or 13 (12 against four to six) while the dealer may bust; soft 19, or 18."""
    if soft:
        return total >= 19 or (total == 18 and up <= 8)
    if total >= 17:
        return True
    return up <= 6 and (total >= 13 or (total == 12 and up >= 4))


def policy(wagers: Mapping[str, int], strategy: Strategy = basic) -> Callable[[Question, Any], Act]:
    """A live player of blackjack: the same wagers (in cents) every round, played by strategy.

    Wagers that are placed during the round are added when they are offered, cards that are asked
    for are exposed, and a double is as much again where it may be less.
    """
    bit = {name: 1 << decision for decision, name in enumerate(DECISIONS)}

    @functools.cache
    def bets(spots: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        return tuple((name, wagers[name]) for name in spots if name in wagers)

    def answer(question: Question, state: BlackjackState) -> Act:
        if isinstance(question, Ask):
            choices = question.choices
            if choices[0].name == "expose":
                return Act(question.seat, "expose")
            turn = state.playing()
            assert turn is not None and turn[0] == question.seat
            seat, i = turn
            offered = 0
            for choice in choices:
                offered |= bit[choice.name]
            name = DECISIONS[strategy(state.hands[seat][i].cards, state.dealer[0], offered)]
            if name == "double":
                (double,) = (choice for choice in choices if choice.name == name)
                return Act(seat, name, double.most if type(double) is Amount else 0)
            return Act(seat, name)
        seat = question.seats()[0]  # type: ignore[union-attr]
        choice = question.choices_of(seat)[0]  # type: ignore[union-attr]
        if choice.name == "surrender":
            two = state.hands[seat][0].cards
            gives_up = strategy(two, state.dealer[0], 1 << SURRENDER | 1 << STAND) == SURRENDER
            return Act(seat, "surrender" if gives_up else "play_on")
        if isinstance(choice, Place):
            places = bets(tuple(choice.named))
            return Act(seat, choice.name, places=places) if places else Act(seat, "no_bet")
        return Act(seat, "no_insurance")

    return answer
