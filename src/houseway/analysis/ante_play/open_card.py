"""Ante and play with one open dealer card: every hand against every open card.

The player sees three cards and the dealer's open one, then folds or plays. For each hand and open
card the dealer's two others are enumerated. The counts have the form of ``exact``, with one row for
each hand and open card, so its weightings apply.

Hands that differ only in the names of suits are counted once, with the open card renamed likewise,
if the ranking treats them alike.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.ante_play.exact import (
    DealCounts,
    DuelPays,
    DuelRules,
    StrategyValue,
    _hands,
    _value,
    whole_gains,
)
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.enumeration import DECK, SUITS
from houseway.analysis.facts.binding import among, bind_rule
from houseway.errors import Refused
from houseway.pieces.cards import RANKS

Array = npt.NDArray[Any]
CARDS_EACH = 3


@dataclass(frozen=True)
class OpenCounted(DealCounts):
    """Every deal, by classes of player hands and the open card against each."""

    up: Array
    """[row]: the open card."""
    row_of: Array
    """[hand, open card]: the row of every hand, in the order of ``hand_number``."""


def hand_number(hand: Any) -> Any:
    """Return the index of three sorted cards among all multisets of three."""
    a, b, c = hand[0], hand[1], hand[2]
    return a + b * (b + 1) // 2 + c * (c + 1) * (c + 2) // 6


def count_open(rank: Any, decide: Any, copies: Sequence[int]) -> OpenCounted:
    """Count every deal of a hand, an open card and the dealer's two others."""
    by_rank = np.array(copies).reshape(-1, SUITS) if len(copies) == DECK else np.zeros((0, SUITS))
    if not len(by_rank) or (by_rank != by_rank[:, :1]).any():
        raise Refused("deals with an open card are counted only if all suits are alike")
    left = np.array(copies, np.int64)
    hands, strengths = _every_hand(rank)
    first, member, renamed = _classes(hands, strengths)
    order = np.argsort(strengths[first], kind="stable")
    first = first[order]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    ways = np.zeros(len(hands), np.int64)
    compiled(ways_of_hands)(hands, left, ways)
    weights = np.zeros(len(first), np.int64)
    np.add.at(weights, place[member], ways)
    found = np.zeros((len(first), DECK, len(decide.outcomes)), np.int64)
    levels, level = np.unique(strengths, return_inverse=True)
    of_three = np.zeros((DECK, DECK, DECK), np.int64)
    compiled(lay_out)(level, of_three)
    _counter(decide)(hands[first], strengths[first], weights, levels, of_three, left, found)
    row_of = place[member][:, None] * DECK + renamed
    rows = len(first) * DECK
    up = np.tile(np.arange(DECK), len(first))
    return OpenCounted(
        DuelRules(rank, decide), np.repeat(hands[first], DECK, axis=0), found.sum(axis=2).ravel(),
        np.repeat(strengths[first], DECK), np.zeros(rows, np.int64),
        found.reshape(rows, -1), True, up, row_of,
    )  # fmt: skip


@functools.cache
def _every_hand(rank: Any) -> tuple[Array, Array]:
    """Return all multisets of three cards by number, and their strengths."""
    listed = _hands((rank,), CARDS_EACH, np.full(DECK, CARDS_EACH, np.int64))
    number = hand_number(listed.cards.T)
    order = np.argsort(number)
    return listed.cards[order], listed.answers[order, 0]


def _classes(hands: Array, strengths: Array) -> tuple[Array, Array, Array]:
    """Return one hand of each class, the class of each hand, and each hand's renaming of cards.

    Hands of a class differ in the names of suits only.
    """
    best = np.full(len(hands), len(hands), np.int64)
    renamed = np.zeros((len(hands), DECK), np.int64)
    cards = np.arange(DECK)
    for suits in itertools.permutations(range(SUITS)):
        named = cards & ~3 | np.array(suits)[cards & 3]
        number = hand_number(np.sort(named[hands], axis=1).T)
        better = number < best
        best[better] = number[better]
        renamed[better] = named
    if (strengths != strengths[best]).any():
        raise Refused("deals with an open card are counted only if all suits rank alike")
    first, member = np.unique(best, return_inverse=True)
    return first, member, renamed


def ways_of_hands(hands: Any, left: Any, ways: Any) -> None:
    """Write the ways to deal each hand."""
    for i in range(len(hands)):
        a, b, c = hands[i]
        n = left[a]
        if a == b and b == c:
            ways[i] = n * (n - 1) * (n - 2) // 6
        elif a == b:
            ways[i] = n * (n - 1) // 2 * left[c]
        elif b == c:
            ways[i] = n * (left[b] * (left[b] - 1) // 2)
        else:
            ways[i] = n * left[b] * left[c]


@functools.cache
def _counter(decide: Any) -> Any:
    """Return the compiled count of deals with an open card by the outcomes of a rule."""
    judge = bind_rule(decide, tuple(inspect.signature(decide).parameters))
    return compiled(count_beside(judge, len(decide.outcomes)))


def count_beside(judge: Any, outcomes: int) -> Any:
    """Return the loop over hands, open cards and the dealer's two others."""

    def count(
        hands: Any, mine: Any, weights: Any, levels: Any, of_three: Any, left: Any, found: Any
    ) -> None:
        ends = np.zeros(len(levels), np.int64)
        for i in range(len(hands)):
            if weights[i] == 0:
                continue
            for k in range(len(levels)):
                ends[k] = among(judge((mine[i], levels[k])), outcomes)
            for card in hands[i]:
                left[card] -= 1
            for up in range(len(left)):
                if left[up] == 0:
                    continue
                opened = weights[i] * left[up]
                left[up] -= 1
                for c in range(len(left)):
                    n = left[c]
                    if n == 0:
                        continue
                    found[i, up, ends[of_three[up, c, c]]] += opened * (n * (n - 1) // 2)
                    for d in range(c + 1, len(left)):
                        found[i, up, ends[of_three[up, c, d]]] += opened * n * left[d]
                left[up] += 1
            for card in hands[i]:
                left[card] += 1

    return count


def lay_out(level: Any, of_three: Any) -> None:
    """Fill [open card, second card, third card not below it]: the level of the three together."""
    hand = np.zeros(3, np.int64)
    for up in range(len(of_three)):
        for c in range(len(of_three)):
            for d in range(c, len(of_three)):
                hand[0], hand[1], hand[2] = min(up, c), max(c, min(up, d)), max(up, d)
                of_three[up, c, d] = level[hand_number(hand)]


# Decisions.


def table_of(counted: OpenCounted, plays: Sequence[bool]) -> Array:
    """Return [hand, open card]: True to play, for every hand."""
    return np.array(plays, np.bool_)[counted.row_of]


def folded_ways(counted: OpenCounted, plays: Sequence[bool], copies: Sequence[int]) -> Array:
    """Return, for every hand, the number of cards left against which it is folded if they are open.

    Hands are in the order of ``hand_number``; impossible hands have arbitrary numbers.
    """
    hands, _ = _every_hand(counted.rules.rank)
    left = np.tile(np.array(copies, np.int64), (len(hands), 1))
    for place in range(CARDS_EACH):
        np.subtract.at(left, (np.arange(len(hands)), hands[:, place]), 1)
    folded: Array = np.where(table_of(counted, plays), 0, np.maximum(left, 0)).sum(axis=1)
    return folded


def best_by_rank(counted: OpenCounted, pays: DuelPays) -> dict[int, int]:
    """Return, for each rank of the open card, the best strength from which every hand is played."""
    gained, _ = whole_gains(counted, pays)
    found = {}
    for rank in range(len(RANKS)):
        rows = np.nonzero(counted.up >> 2 == rank)[0][::-1]
        strengths, so_far = counted.strength[rows], np.cumsum(gained[rows])
        whole = np.ones(len(rows), np.bool_)  # a strength is played as a whole or not at all
        whole[:-1] = strengths[1:] != strengths[:-1]
        so_far, strengths = so_far[whole], strengths[whole]
        best = int(so_far.argmax())
        found[rank] = int(strengths[best] if so_far[best] > 0 else counted.strength[-1] + 1)
    return found


def value_by_rank(counted: OpenCounted, pays: DuelPays, least: dict[int, int]) -> StrategyValue:
    """Return the value of playing from these strengths on, by the rank of the open card."""
    needed = np.array([least[rank] for rank in range(len(RANKS))])[counted.up >> 2]
    return _value(counted, pays, (counted.strength >= needed).tolist())
