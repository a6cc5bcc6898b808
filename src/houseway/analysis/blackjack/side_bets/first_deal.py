"""The first deal of blackjack, two cards to the player and two to the dealer, in integer ways.

Most rules read of the hole card only whether it makes a blackjack. It is then summed out, and the
rule is evaluated on the distinct values of the facts it reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_rule
from houseway.analysis.facts.distribution import FactDistribution, Values
from houseway.analysis.facts.rule_errors import raising
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager, outcome_of

Array = npt.NDArray[Any]
FACTS = ("first_two", "dealer_up", "dealer_blackjack")
BOTH = (*FACTS, "dealer_two")
AXES = {"first_two": (0, 1), "dealer_up": (2,), "dealer_blackjack": (3,)}
"""Fact -> its axes in the array of deals: the player's cards, the up card, blackjack or not."""


@dataclass(frozen=True)
class FirstDeals:
    """The joint values of some of ``FACTS``, with cards in the order in which they were dealt.

    They are those of any number of decks; deals that fewer decks cannot give have weight 0.
    """

    names: tuple[str, ...]
    cards: int

    def __iter__(self) -> Iterator[Values]:
        cards = range(self.cards)
        ranges: dict[str, Sequence[Any]] = {
            "first_two": tuple(product(cards, cards)),
            "dealer_up": cards,
            "dealer_blackjack": (False, True),
        }
        return product(*(ranges[name] for name in self.names))


def first_deal(game: Blackjack, reads: tuple[str, ...]) -> FactDistribution:
    """Return the joint distribution of the facts that are read, over all deals of four cards."""
    names = tuple(name for name in FACTS if name in reads)
    copies = tuple(n * game.sets() for n in game.kind.copies)
    kept = {axis for name in names for axis in AXES[name]}
    dropped = tuple(axis for axis in range(4) if axis not in kept)
    return FactDistribution(
        FirstDeals(names, len(copies)), deals(copies, game.count.natural).sum(axis=dropped).ravel()
    )


@lru_cache(maxsize=4)
def deals(copies: tuple[int, ...], natural: Any) -> Array:
    """Return [first card, second card, up card, blackjack]: the number of deals in this order."""
    n = len(copies)
    same, left = np.eye(n, dtype=np.int64), np.array(copies, np.int64)
    pairs = left[:, None] * (left[None, :] - same)
    seen = same[:, None, :] + same[None, :, :]
    three = pairs[:, :, None] * (left[None, None, :] - seen)
    makes = np.array([[natural((up, hole)) for hole in range(n)] for up in range(n)], np.int64)
    holes = (makes @ left)[None, None, :] - makes.T[:, None, :] - makes.T[None, :, :]
    rest = int(left.sum()) - 3 - holes
    return np.stack((three * rest, three * holes), axis=3)


# Both of the dealer's cards.

_drivers: dict[Any, Any] = {}
UNASKED = -1


@lru_cache(maxsize=2)
def _said(asked: Any, cards: int) -> Array:
    """Return the cache of a rule's outcomes for four cards; few entries are new for more decks."""
    return np.full(cards**4, UNASKED, np.int16)


def both_hands(game: Blackjack, wager: Wager) -> Sequence[int]:
    """Return the ways for a rule that reads both of the dealer's cards: seven million deals."""
    left = np.array(game.kind.copies, np.int64) * game.sets()
    ways = np.zeros(len(wager.rule.outcomes), np.int64)
    natural = game.count.natural
    key = wager.rule, natural
    if key not in _drivers:
        _drivers[key] = compiled(count_both_hands(bind_rule(wager.rule, BOTH), natural))
    met = np.zeros(4, np.int64)

    def refuse() -> None:
        a, b, up, hole = met.tolist()
        facts = dict(zip(BOTH, ((a, b), up, natural((up, hole)), (up, hole)), strict=True))
        values = [facts[name] for name in wager.reads]
        outcome_of(wager.rule, values, wager.name, game.kind.show)

    with raising(wager.rule, refuse, wager.name):
        if not _drivers[key](left, _said(key, len(left)), met, ways):
            refuse()
    counted: list[int] = ways.tolist()
    return counted


def count_both_hands(judge: Any, natural: Any) -> Any:
    """Return the loop over a player's two cards, the up card and the hole card.

    It returns False if the rule gives an invalid outcome; ``met`` then holds the cards.
    """

    def count(left: Any, said: Any, met: Any, ways: Any) -> bool:
        first_two, dealer_two = met[:2], met[2:]
        n = len(left)
        for a in range(n):
            first_two[0], ways_a = a, left[a]
            left[a] -= 1
            for b in range(n):
                first_two[1], ways_b = b, left[b]
                left[b] -= 1
                for up in range(n):
                    dealer_two[0], dealt = up, ways_a * ways_b * left[up]
                    left[up] -= 1
                    at = ((a * n + b) * n + up) * n
                    for hole in range(n):
                        if dealt * left[hole]:
                            outcome = said[at + hole]
                            if outcome == UNASKED:
                                dealer_two[1] = hole
                                found = judge((first_two, up, natural(dealer_two), dealer_two))
                                if found < 0 or found >= len(ways):
                                    return False
                                outcome = said[at + hole] = found
                            ways[outcome] += dealt * left[hole]
                    left[up] += 1
                left[b] += 1
            left[a] += 1
        return True

    return count
