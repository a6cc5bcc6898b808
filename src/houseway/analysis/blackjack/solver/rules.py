"""The rules of a posting as numbers for the solver, obtained from the game's own rules."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from houseway.analysis.blackjack.solver.best_play import SettlementTable
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.hands import (
    ACE,
    RANK,
    RANKS_OF_VALUE,
    SUITS,
    TEN,
    VALUES,
    Array,
    cards_of,
    looks_at_suits,
    settling,
)
from houseway.families.blackjack import rules
from houseway.families.blackjack.decisions import EARLY
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count

TermsKey: TypeAlias = tuple[tuple[str, Any], ...]
"""Hashable rules of play, without the pay of a blackjack; arrays as bytes."""


@dataclass(frozen=True)
class SolverRules:
    """The posted rules of a table as the solver needs them."""

    count: Count
    decks: int
    hits_soft_17: bool
    peek: bool
    takes: float
    push_22: bool
    blackjack_pays: float
    blackjack_pushes_22: bool
    doubles: Array
    das: bool
    splits: Array
    tens_alike: bool
    """True if two different ten-valued cards are a pair."""
    most: Array
    """By value: the number of hands that a pair may become, for any ranks and suits of its
    cards."""
    hands_max: int
    one_card_aces: bool
    surrender: bool
    early: bool
    """True if the first two cards may be surrendered before the peek."""
    split_surrender: bool
    """True if two cards after a split may be surrendered."""
    pays: tuple[float, ...] = ()
    """The nets of further outcomes of the count."""
    naturals: tuple[tuple[float, ...], tuple[float, ...]] = ((1.0,), (0.0, 0.0, 1.0))
    """The distribution of a natural's outcomes: against no natural, and against one."""

    @property
    def key(self) -> TermsKey:
        """The rules on which best play depends; tables with equal keys are played alike."""
        found = ((f.name, getattr(self, f.name)) for f in fields(self))
        return tuple(
            (name, value.tobytes() if isinstance(value, np.ndarray) else value)
            for name, value in found
            if name != "blackjack_pays"
        )

    @property
    def tree(self) -> dict[str, Any]:
        """Every hand of the count."""
        return hands(self.count)

    @property
    def natural_class(self) -> int:
        """The class of an ace and a ten that are no natural."""
        return int(self.tree["kind"][self.tree["pair"][ACE, TEN]])

    @property
    def parts(self) -> int:
        """The parts of a unit in which results are whole:

        2 if split hands may be surrendered, else 1.
        """
        return 2 if self.split_surrender else 1

    @property
    def settled(self) -> SettlementTable:
        """Nets of hands against each other."""
        return settled_by(self.count, self.push_22, self.pays)

    def net(self, outcomes: tuple[float, ...]) -> float:
        """Return the expected net of a natural with this distribution of outcomes."""
        pays = (self.blackjack_pays, 1.0, 0.0, -1.0, *self.pays)
        return sum(chance * pay for chance, pay in zip(outcomes, pays, strict=False) if chance)


@lru_cache(maxsize=16)
def settled_by(count: Count, push_22: bool, pays: tuple[float, ...]) -> SettlementTable:
    """Return the nets of each class and state of a count; ``push_22`` if a dealer's 22 pushes."""
    found = settling(count)
    outcomes = found.outcomes[int(push_22)]
    loses = outcomes == rules.LOSE
    over = np.zeros(len(outcomes), np.bool_)
    for key, kind in found.classes.items():
        over[kind] |= key[2]
    loses[:, found.natural] &= over
    wins = np.array((0.0, 1.0, 0.0, 0.0, *pays))
    return SettlementTable(
        wins[outcomes], loses, np.array(found.in_turn, np.int64),
        found.natural, found.of_22,
    )  # fmt: skip


def terms_of(game: Blackjack) -> SolverRules:
    """Return the rules of a posted table, derived from the rule functions it plays by."""
    all_hands = hands(game.count)["cards"]
    double_on, beside = game.offers.double_on, game.raises_beside_free
    doubles = np.zeros(len(all_hands), dtype=np.int8)
    for i, hand in enumerate(all_hands):
        if len(hand) == 2:
            cards = [RANK[hand[0]] << 2, (RANK[hand[1]] << 2) + (hand[0] == hand[1])]
            free = game.free_double(cards)
            paid = rules.may_double(cards, double_on) and (beside or not free)
            doubles[i] = paid + 2 * free
    splits = np.zeros(VALUES, dtype=np.int8)
    for value in range(VALUES):
        cards = [RANK[value] << 2, RANK[value] << 2 | 1]
        free = game.free_split(cards)
        paid = rules.may_split(cards, game.offers.by_rank) and (beside or not free)
        splits[value] = paid + 2 * free
    pays = game.main_pays[0]
    return SolverRules(
        count=game.count,
        decks=game.decks,
        hits_soft_17=game.hits_soft_17,
        peek=game.peek,
        takes=1.0 if game.no_peek_takes == "all" else 0.0,
        push_22=game.dealer_22 != rules.BEATS_NOBODY,
        blackjack_pays=pays.numerator / pays.denominator,
        blackjack_pushes_22=game.dealer_22 == rules.PUSHES_ALL,
        doubles=doubles,
        das=game.double_after_split,
        splits=splits,
        tens_alike=not game.offers.by_rank,
        most=np.array([_most(game, value) for value in range(VALUES)], np.int8),
        hands_max=game.hands_max,
        one_card_aces=game.split_aces_one_card,
        surrender=game.surrender in ("late", EARLY),
        early=game.surrender == EARLY,
        split_surrender=game.surrender != "none" and game.surrender_after_split,
        pays=tuple(float(pay.net()) for pay in game.main_pays[rules.LOSE + 1 :]),
        naturals=(of_naturals(game, NO_NATURAL), of_naturals(game, A_NATURAL)),
    )


def _most(game: Blackjack, value: int) -> int:
    """Return the number of hands a pair may become if no condition on splits is favourable."""
    if value == ACE and not game.resplit_aces:
        return min(2, game.hands_max)
    if value == TEN and game.offers.by_rank:
        return min(2, game.hands_max)
    first, other = RANKS_OF_VALUE[value][0] << 2, RANKS_OF_VALUE[value][-1] << 2 | 1
    made = 1
    while made < game.hands_max and all(
        each.by((first, other), (first, other), made) for each in game.split_rules
    ):
        made += 1
    return made


NO_NATURAL, A_NATURAL = (TEN, 6), (ACE, TEN)
"""An example of each kind of dealer's hand, by values."""


def of_naturals(game: Blackjack, dealer: tuple[int, int]) -> tuple[float, ...]:
    """Return the distribution of a natural's outcomes against such a hand, over suits and tens."""
    count, decks = game.count, game.decks
    found = [0.0] * max(len(game.main_pays), len(count.outcome.outcomes))
    if not looks_at_suits(count):
        found[count.outcome(cards_of((ACE, TEN)), cards_of(dealer), False, game.dealer_22)] = 1.0
        return tuple(found)
    ways = [0] * len(found)
    for mine in product(_cards(ACE), _cards(TEN)):
        for theirs in product(*map(_cards, dealer)):
            left = math.prod(decks - (card in mine) for card in theirs)
            ways[count.outcome(mine, theirs, False, game.dealer_22)] += left
    return tuple(n / sum(ways) for n in ways)


def _cards(value: int) -> list[int]:
    """Return every card of a value."""
    return [rank << 2 | suit for rank in RANKS_OF_VALUE[value] for suit in range(SUITS)]
