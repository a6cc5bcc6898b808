"""What a posting means for the arithmetic of best play, asked from the rules it is played by."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from houseway.analysis.blackjack.best_play import Settled
from houseway.analysis.blackjack.hand_tree import hands
from houseway.analysis.blackjack.hands import (
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
from houseway.families.blackjack.counting import Count
from houseway.families.blackjack.decisions import EARLY
from houseway.families.blackjack.game import Blackjack

TermsKey: TypeAlias = tuple[tuple[str, Any], ...]
"""Terms by which hands are played: all but what a blackjack pays, arrays as bytes."""


@dataclass(frozen=True)
class SolverRules:
    """What a posting means for the arithmetic."""

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
    """Whether two different ten-valued cards are a pair."""
    most: Array
    """By value: how many hands a pair may become, whatever the ranks and suits of its cards."""
    hands_max: int
    one_card_aces: bool
    surrender: bool
    early: bool
    """Whether the first two cards are given up before the dealer looks."""
    split_surrender: bool
    """Whether two cards after a split may be given up."""
    pays: tuple[float, ...] = ()
    """What outcomes of the count besides the usual ones pay."""
    naturals: tuple[tuple[float, ...], tuple[float, ...]] = ((1.0,), (0.0, 0.0, 1.0))
    """How often each outcome comes of a natural: against no natural, and against one."""

    @property
    def key(self) -> TermsKey:
        """What best play hangs on; tables with one key are played alike."""
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
        """What a unit is told in, so that all results are whole: halves if split hands go back."""
        return 2 if self.split_surrender else 1

    @property
    def settled(self) -> Settled:
        """What hands win or lose against each other."""
        return settled_by(self.count, self.push_22, self.pays)

    def net(self, outcomes: tuple[float, ...]) -> float:
        """What a natural is worth whose outcomes come so often."""
        pays = (self.blackjack_pays, 1.0, 0.0, -1.0, *self.pays)
        return sum(chance * pay for chance, pay in zip(outcomes, pays, strict=False) if chance)


@lru_cache(maxsize=16)
def settled_by(count: Count, push_22: bool, pays: tuple[float, ...]) -> Settled:
    """What a count makes of each class and state; a dealer's 22 pushes, or does not."""
    found = settling(count)
    outcomes = found.outcomes[int(push_22)]
    loses = outcomes == rules.LOSE
    over = np.zeros(len(outcomes), np.bool_)
    for key, kind in found.classes.items():
        over[kind] |= key[2]
    loses[:, found.natural] &= over
    wins = np.array((0.0, 1.0, 0.0, 0.0, *pays))
    return Settled(
        wins[outcomes], loses, np.array(found.in_turn, np.int64),
        found.natural, found.of_22,
    )  # fmt: skip


def terms_of(game: Blackjack) -> SolverRules:
    """The arithmetic of a posting, asked from the rules the table plays by."""
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
    """How many hands a pair may become when a section's rules of splits see nothing they like."""
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
"""A dealer's hand of either sort, by values."""


def of_naturals(game: Blackjack, dealer: tuple[int, int]) -> tuple[float, ...]:
    """How often each outcome comes of a natural against such a hand, over all suits and tens."""
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
    """Every card of a value."""
    return [rank << 2 | suit for rank in RANKS_OF_VALUE[value] for suit in range(SUITS)]
