"""What a posting means for the arithmetic of best play, asked from the rules it is played by."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from houseway.odds.blackjack.best_play import Settled
from houseway.odds.blackjack.hands_tree import hands
from houseway.odds.blackjack.settling import ACE, RANK, TEN, VALUES, Array, settling
from houseway.shapes.blackjack import Blackjack, rules
from houseway.shapes.blackjack.count import Count

TermsKey: TypeAlias = tuple[tuple[str, Any], ...]
"""Terms by which hands are played: all but what a blackjack pays, arrays as bytes."""


@dataclass(frozen=True)
class Terms:
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
    hands_max: int
    resplit_aces: bool
    one_card_aces: bool
    surrender: bool

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
    def settled(self) -> Settled:
        """What hands win or lose against each other."""
        return settled_by(self.count, self.push_22)


@lru_cache(maxsize=16)
def settled_by(count: Count, push_22: bool) -> Settled:
    """What a count makes of each class and state; a dealer's 22 pushes, or does not."""
    found = settling(count)
    outcomes = found.outcomes[int(push_22)]
    loses = outcomes == rules.LOSE
    over = np.zeros(len(outcomes), np.bool_)
    for key, kind in found.classes.items():
        over[kind] |= key[2]
    loses[:, found.natural] &= over
    return Settled(
        (outcomes == rules.WIN).astype(np.float64), loses, np.array(found.in_turn, np.int64),
        found.natural, found.of_22,
    )  # fmt: skip


def terms_of(game: Blackjack) -> Terms:
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
    return Terms(
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
        hands_max=game.hands_max,
        resplit_aces=game.resplit_aces,
        one_card_aces=game.split_aces_one_card,
        surrender=game.surrender == "late",
    )
