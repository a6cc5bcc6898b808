"""A blackjack spot dealt out in full: a brute-force enumeration that shares no code with the lab.

It deals real cards in order, hole card included. It plays every hand of a spot one after the other
and the dealer last, in exact fractions. It avoids conditional chances, trees of multisets, and
formulas for splits.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.analysis.blackjack.decisions import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.analysis.blackjack.solver.best_play import ADDED, LAMMER, ORIGINAL

FREE_BET = "free-bet-blackjack"
Shoe = tuple[int, ...]
Results = dict[Fraction, Fraction]
"""Net of a round -> its frequency."""


def points(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(v + 1 for v in cards)
    soft = 0 in cards and hard <= 11
    return (hard + 10 if soft else hard), soft


def less(shoe: Shoe, *cards: int) -> Shoe:
    left = list(shoe)
    for card in cards:
        left[card] -= 1
        assert left[card] >= 0
    return tuple(left)


def draws(shoe: Shoe) -> list[tuple[int, Fraction]]:
    total = sum(shoe)
    assert total, "the shoe of this test is too small"
    return [(v, Fraction(n, total)) for v, n in enumerate(shoe) if n]


def together(parts: Iterable[tuple[Fraction, Results]]) -> Results:
    """Results that come so often each."""
    found: Results = {}
    for chance, results in parts:
        for net, p in results.items():
            found[net] = found.get(net, Fraction(0)) + chance * p
    return found


class Brute:
    """The results of a given play, dealt out card by card."""

    most = 21
    """The total from which no card is taken."""
    of_naturals: Results | None = None
    """Nets of naturals against no natural, where suits decide."""

    def __init__(self, terms: Any, play: Any, shoe: Shoe) -> None:
        self.terms, self.play, self.shoe = terms, play, shoe
        self.index = {cards: i for i, cards in enumerate(terms.tree["cards"])}
        self.finish = lru_cache(None)(self._finish)
        self.dealer = lru_cache(None)(self._dealer)

    def expectation(self) -> Fraction:
        return sum((net * p for net, p in self.results().items()), Fraction(0))

    def results(self) -> Results:
        return together(self._rounds())

    def _rounds(self) -> Iterable[tuple[Fraction, Results]]:
        for a, pa in draws(self.shoe):
            for b, pb in draws(less(self.shoe, a)):
                for up, pu in draws(less(self.shoe, a, b)):
                    for hole, ph in draws(less(self.shoe, a, b, up)):
                        chance = pa * pb * pu * ph
                        yield chance, self.round((a, b), up, hole)

    def round(self, two: tuple[int, int], up: int, hole: int) -> Results:
        t, left = self.terms, less(self.shoe, *two, up, hole)
        dealer_natural = {up, hole} == {0, 9}
        if set(two) == {0, 9}:
            if dealer_natural:
                return {Fraction(0): Fraction(1)}
            if self.of_naturals:
                return self.of_naturals
            pays = Fraction(t.blackjack_pays).limit_denominator(10)
            pushed = Fraction(0)
            if t.blackjack_pushes_22:
                pushed = self.dealer(left, (up, hole)).get(22, Fraction(0))
            return {pays: 1 - pushed, Fraction(0): pushed}
        hand = tuple(sorted(two))
        what = self.play.first[up, self.index[hand]]
        if t.peek and dealer_natural and not (t.early and what == SURRENDER):
            return {Fraction(-1): Fraction(1)}
        if what == SURRENDER:
            return {Fraction(-1, 2): Fraction(1)}
        if what >= 4:
            extra = LAMMER if what == SPLIT_FREE else ADDED
            started = (((hand[0],), ORIGINAL), ((hand[0],), extra))
            return self.finish(left, up, hole, started, (), (extra, hand[0]), 2)
        return self.finish(left, up, hole, ((hand, ORIGINAL),), (), None, 1)

    def _finish(
        self, left: Shoe, up: int, hole: int, waiting: Any, done: Any, split: Any, made: int
    ) -> Results:
        """Play the hands still waiting, then the dealer's; what all of them net.

        ``split`` is the stake of the hands added and the value of the pair, or None.
        """
        if not waiting:
            return self.settle(left, up, hole, done)
        (cards, kind), rest = waiting[0], waiting[1:]
        if len(cards) == 1:
            return together(
                (p, self.second(less(left, v), up, hole, (cards[0], v), kind, rest, done, split,
                                made)) for v, p in draws(left)
            )  # fmt: skip
        index = self.index[cards]
        what = self.play.after[up, kind, index] if split else self.play.first[up, index]
        if split and split[1] == 0 and self.terms.one_card_aces:
            what = STAND
        if what == SURRENDER:
            return self.finish(left, up, hole, rest, (*done, (-1, kind, 0, 0)), split, made)
        if what == STAND or points(cards)[0] >= self.most:
            hand = (self.counted(cards), kind, 0, 0)
            return self.finish(left, up, hole, rest, (*done, hand), split, made)
        more = (int(what == DOUBLE), int(what == DOUBLE_FREE))
        found = []
        for v, p in draws(left):
            drawn = tuple(sorted((*cards, v)))
            reached = points(drawn)[0]
            if what == HIT and reached < self.most:
                waits = ((drawn, kind), *rest)
                found.append((p, self.finish(less(left, v), up, hole, waits, done, split, made)))
            else:
                after = tuple(sorted((*done, (self.counted(drawn), kind, *more))))
                found.append((p, self.finish(less(left, v), up, hole, rest, after, split, made)))
        return together(found)

    def second(
        self, left: Shoe, up: int, hole: int, cards: tuple[int, int], kind: int, rest: Any,
        done: Any, split: Any, made: int,
    ) -> Results:  # fmt: skip
        """A split hand has its second card: split again, or play on."""
        again = cards[0] == cards[1] and made < self.terms.hands_max
        if again and (cards[0] != 0 or self.terms.most[0] > 2):
            waits = (((cards[0],), kind), *rest, ((cards[0],), split[0]))
            return self.finish(left, up, hole, waits, done, split, made + 1)
        waits = ((tuple(sorted(cards)), kind), *rest)
        return self.finish(left, up, hole, waits, done, split, made)

    def settle(self, left: Shoe, up: int, hole: int, done: Any) -> Results:
        found: Results = {}
        for end, p in self.dealer(left, (up, hole)).items():
            net = sum((self.given_up_or_one(*hand, end) for hand in done), Fraction(0))
            found[net] = found.get(net, Fraction(0)) + p
        return found

    def counted(self, cards: tuple[int, ...]) -> int:
        """A number for all of a hand that decides."""
        return points(cards)[0]

    def given_up_or_one(self, hand: int, *rest: int) -> Fraction:
        return Fraction(-1, 2) if hand == -1 else Fraction(self.one(hand, *rest))

    def one(self, total: int, kind: int, chips: int, lammers: int, end: int) -> int:
        staked = 0 if kind == LAMMER else 1
        if total > 21:
            return -(staked + chips)
        if end == 0:  # a dealer's blackjack
            if self.terms.takes:
                return -(staked + chips)
            return -1 if kind == ORIGINAL else 0
        if end == 22 and self.terms.push_22:
            return 0
        if end > 21 or total > end:
            return 1 + chips + lammers
        return 0 if total == end else -(staked + chips)

    def _dealer(self, left: Shoe, cards: tuple[int, ...]) -> dict[int, Fraction]:
        """Final totals, 0 for a blackjack."""
        total, soft = points(cards)
        if len(cards) == 2 and total == 21:
            return {0: Fraction(1)}
        if total > 17 or (total == 17 and not (soft and self.terms.hits_soft_17)):
            return {total: Fraction(1)}
        found: dict[int, Fraction] = {}
        for v, p in draws(left):
            for end, q in self.dealer(less(left, v), tuple(sorted((*cards, v)))).items():
                found[end] = found.get(end, Fraction(0)) + p * q
        return found


#        A  2  3  4  5  6  7  8  9  T
EIGHTS = (3, 0, 0, 0, 0, 3, 0, 4, 0, 7)
SMALL = (2, 0, 2, 0, 0, 0, 3, 0, 3, 6)
FIVES = (3, 0, 0, 0, 3, 2, 0, 0, 0, 9)
NINES = (3, 0, 0, 0, 0, 0, 0, 4, 5, 5)
POSTINGS: tuple[tuple[str, dict[str, Any], tuple[Shoe, ...]], ...] = (
    ("blackjack", {"hands_max": 3}, (EIGHTS, NINES, SMALL)),
    ("blackjack", {"hands_max": 3, "double_after_split": False, "soft_17": "stand"},
     (FIVES, NINES)),
    ("blackjack", {"peek": False, "hands_max": 3}, (EIGHTS, FIVES)),
    ("blackjack", {"peek": False, "no_peek_takes": "original", "hands_max": 3}, (EIGHTS, FIVES)),
    ("blackjack", {"resplit_aces": True, "split_aces_one_card": False, "surrender": "late"},
     (EIGHTS, NINES)),
    ("blackjack", {"hands_max": 2, "double_on": "10 or 11"}, (FIVES,)),
    (FREE_BET, {}, (EIGHTS, NINES, SMALL)),
    (FREE_BET, {"soft_17": "stand", "blackjack_against_22": "pushed"}, (EIGHTS,)),
    (FREE_BET, {"peek": False, "blackjack_against_22": "pushed", "split_aces_one_card": False},
     (EIGHTS, NINES)),
)  # fmt: skip
