"""The suits that hands of the dealer can have, gone through card by card with the rule that asks.

What a rule says of some cards is the same for any number of decks, so it is asked once, and the
ways are counted for all of them side by side.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from houseway.odds.compiled import compiled
from houseway.odds.naming import raising

if TYPE_CHECKING:
    from houseway.odds.blackjack.dealer_cards import DealerRule

SUITS = 4
DECKS = 8
"""So many numbers of decks are counted side by side; one deck, of which fewer hands can be made, by
itself."""
Array = npt.NDArray[Any]

RankHand = tuple[int, ...]
"""The rank of the up card, then those of the other cards in order."""


def suited_ways(rule: DealerRule, rank_hands: Sequence[RankHand], decks: int) -> list[list[int]]:
    """For each hand by rank, the ways of each outcome over all suits."""
    if not rank_hands:
        return []
    hands, first = tuple(rank_hands), 1 if decks <= DECKS else decks
    most = 1 if decks == 1 else first + DECKS - 1
    ways: Array = _counted(rule, hands, first, most)[:, :, decks - first]
    if ways[:, -1].any():
        room = suits_room(max(map(len, hands)), first)
        stopped = _driver(rule)(_padded(hands), decks, True, room, _no_ways(rule, hands))
        rule.refuse(room[0][: len(hands[stopped])].tolist())
    counted: list[list[int]] = ways[:, :-1].tolist()
    return counted


@functools.lru_cache(maxsize=2)
def _counted(rule: DealerRule, hands: tuple[RankHand, ...], first: int, most: int) -> Array:
    """[hand, outcome, decks from the first]: ways; the last outcome is none that the rule has."""
    ways, room = _no_ways(rule, hands), suits_room(max(map(len, hands)), first)

    def refuse() -> None:
        for ranks in hands:  # the one that lies there
            cards = room[0][: len(ranks)].tolist()
            if tuple(card // SUITS for card in cards) == ranks:
                rule.refuse(cards)

    with raising(rule.by, refuse):
        _driver(rule)(_padded(hands), most, False, room, ways)
    return ways


def _no_ways(rule: DealerRule, hands: Sequence[RankHand]) -> Array:
    return np.zeros((len(hands), len(rule.by.outcomes) + 1, DECKS), np.int64)


@functools.lru_cache(maxsize=32)
def _driver(rule: DealerRule) -> Any:
    return compiled(count_suits(rule.judge, rule.count.natural), borrows=True)


def _padded(rank_hands: Sequence[RankHand]) -> Array:
    hands = np.full((len(rank_hands), max(map(len, rank_hands))), -1, np.int64)
    for i, hand in enumerate(rank_hands):
        hands[i, : len(hand)] = hand
    return hands


def suits_room(longest: int, first: int = 1) -> tuple[Array, Array, Array, Array]:
    """Scratch space: a hand, how many of its card each place is, and the ways of its beginning.

    The ways are those of so many decks, of one more and so on; so are, last, the ways to choose
    some of as many copies as there are decks, or one less: [less, chosen, decks from the first].
    """
    decks = range(first, first + DECKS)
    choose = [
        [[math.comb(n - less, chosen) for n in decks] for chosen in range(longest + 1)]
        for less in range(2)
    ]
    return (
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.ones((longest + 1, DECKS), np.int64),
        np.array(choose, np.int64),
    )


def count_suits(judge: Any, natural: Any) -> Any:
    """The loop over the suits of each hand: cards of one rank in order of their suits.

    With ``stops`` it gives the first hand that can come from the most decks and for which the rule
    gives none of its outcomes, with its cards; without, such are counted as the last outcome.
    """

    def count(hands: Any, most: int, stops: bool, room: Any, ways: Any) -> int:
        cards, _, chosen, _ = room
        last = ways.shape[1] - 1
        for h in range(hands.shape[0]):
            n = 0
            while n < hands.shape[1] and hands[h, n] >= 0:
                n += 1
            hand: Any = cards[:n]
            more = fill_suits(hands[h], hand, room, most, 0, 0)
            blackjack = natural(hand)
            while more:
                outcome = judge((hand, hand[0], blackjack))
                if outcome < 0 or outcome >= last:
                    if stops:
                        return h
                    outcome = last
                for k in range(DECKS):
                    ways[h, outcome, k] += chosen[n, k]
                more = next_suits(hands[h], hand, room, most)
        return -1

    return count


def next_suits(ranks: Any, hand: Any, room: Any, most: int) -> bool:
    """The same ranks in the next suits; False after the last."""
    for place in range(len(hand) - 1, -1, -1):
        suit = (hand[place] & 3) + 1
        if suit < SUITS and fill_suits(ranks, hand, room, most, place, suit):
            return True
    return False


def fill_suits(ranks: Any, hand: Any, room: Any, most: int, place: int, suit: int) -> bool:
    """The lowest suits from a place on; within a rank the suits do not fall."""
    _, runs, chosen, choose = room
    for i in range(place, len(hand)):
        if i > place:
            suit = hand[i - 1] & 3 if i > 1 and ranks[i] == ranks[i - 1] else 0
        while True:
            card, run = ranks[i] * 4 + suit, 1
            if i > 1 and hand[i - 1] == card:
                run = runs[i - 1] + 1
            less = 1 if i > 0 and card == hand[0] else 0
            if run <= most - less:
                break
            suit += 1
            if suit >= SUITS:
                return False
        hand[i], runs[i] = card, run
        for k in range(DECKS):
            chosen[i + 1, k] = chosen[i + 1 - run, k] * choose[less, run, k]
    return True
