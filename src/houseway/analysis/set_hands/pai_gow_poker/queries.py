"""The settings worth trying for every class of hands, ranked on the scale of the bank's settings.

The house way comes first. Then comes each allowed setting that no other setting of the hand equals
or beats in both parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.set_hands.pai_gow_poker.classes import Array, Classes, Deck, classes
from houseway.analysis.set_hands.pai_gow_poker.table import HAND, ranked
from houseway.hands.pai_gow_house_way import house_way
from houseway.hands.pai_gow_poker import CHOICES, back_strength, front_strength, may_stand


@dataclass(frozen=True)
class Queries:
    """Settings ``first[i]`` to ``first[i + 1]`` are those of class i, its house way first."""

    deck: Deck
    hands: Classes
    first: Array
    choice: Array
    back: Array
    """Ranks of the five-card hands, of all settings together."""
    front: Array
    backs: int
    fronts: int


def list_settings(
    cards: Any, posted: int, first: Any, choice: Any, back: Any, front: Any, capacity: int
) -> None:
    """List the first index of each class's settings and, where there is capacity, the settings."""
    five, two = np.zeros((2, CHOICES), np.int64)
    found = 0
    for i in range(len(cards)):
        first[i] = found
        house = house_way(cards[i], posted)
        for way in range(CHOICES):
            five[way] = back_strength(cards[i], way, posted)
            two[way] = front_strength(cards[i], way, posted)
        for turn in range(-1, CHOICES):
            way = house if turn < 0 else turn
            if turn >= 0 and (way == house or not worth_trying(five, two, way, house)):
                continue
            if capacity:
                choice[found], back[found], front[found] = way, five[way], two[way]
            found += 1
    first[len(cards)] = found


def worth_trying(five: Any, two: Any, way: int, house: int) -> bool:
    """Return True if no other setting dominates this one; the first of equals counts."""
    if not may_stand(five[way], two[way]):
        return False
    for other in range(CHOICES):
        if other == way or not may_stand(five[other], two[other]):
            continue
        if five[other] >= five[way] and two[other] >= two[way]:
            equal = five[other] == five[way] and two[other] == two[way]
            if not equal or other < way or other == house:
                return False
    return True


def all_queries(deck: Deck, posted: int) -> Queries:
    """Return the settings of all hands of a deck."""
    hands = classes(deck, HAND)
    first, none = np.zeros(len(hands.ways) + 1, np.int64), np.zeros(0, np.int32)
    listing = compiled(list_settings)
    listing(hands.cards, posted, first, none.astype(np.uint8), none, none, 0)
    n = int(first[-1])
    choice, five, two = np.zeros(n, np.uint8), np.zeros(n, np.int32), np.zeros(n, np.int32)
    listing(hands.cards, posted, first, choice, five, two, n)
    back, backs = ranked(five)
    front, fronts = ranked(two)
    return Queries(
        deck, hands, first, choice, back.astype(np.uint16), front.astype(np.uint8), backs, fronts
    )
