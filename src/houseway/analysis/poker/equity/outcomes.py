"""Outcomes of deals: the sets of hands that win each part of the pot, and their chances.

Every method, exact or not, ends here. An *outcome* is one int with a bit for each hand. The low
bits are the hands with the best high, or the best hand in a game with one part. The bits above them
are the hands with the best low; there are none if no low qualifies.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

Ways: TypeAlias = Counter[int]
"""The weighted number of deals that end in each outcome."""


def winners(strengths: Sequence[Any]) -> Any:
    """Return a bit for each hand with the best strength; none where all strengths are 0."""
    if len(strengths) == 2:
        one, other = strengths
        both = (one >= other) + 2 * (other >= one).astype(np.int64)
        return both if one.size and min(one.min(), other.min()) else both * ((one | other) > 0)
    best = strengths[0]
    for other in strengths[1:]:
        best = np.maximum(best, other)
    found = np.zeros(best.shape, np.int64)
    for at, mine in enumerate(strengths):
        found |= (mine == best).astype(np.int64) << at
    return np.where(best > 0, found, 0)


def outcomes_of(parts: Sequence[Sequence[Any]]) -> Any:
    """Return the outcome of each deal from the strengths of each hand for each part."""
    found = winners(parts[0])
    for number, part in enumerate(parts[1:], 1):
        found |= winners(part) << number * len(part)
    return found


def add(ways: Ways, outcomes: Any, weights: Any = None, times: int = 1) -> None:
    """Count the outcomes of some deals, each with its weight."""
    if weights is None:
        different, counts = np.unique(outcomes, return_counts=True)
    elif outcomes.size and int(outcomes.max()) < 1 << 20:  # few hands: no need to sort
        sums = np.bincount(outcomes, weights)  # whole numbers below 2**53
        different = np.flatnonzero(sums)
        counts = sums[different]
    else:
        different, where = np.unique(outcomes, return_inverse=True)
        counts = np.bincount(where, weights)
    for outcome, n in zip(different.tolist(), counts.tolist(), strict=True):
        ways[outcome] += times * round(n)


@dataclass(frozen=True)
class Chances:
    """The chances of a hand in an all-in pot.

    In a game with one part, that part equals ``share``.
    """

    win: Fraction
    """The chance to be alone with the best hand in at least one part of the pot."""
    tie: Fraction
    """The chance to share at least one part with others, and to win none alone."""
    share: Fraction
    """The mean share of the pot."""
    scoop: Fraction
    """The chance to win the whole pot alone."""
    parts: Mapping[str, Fraction]
    """The mean share of each part over all deals, including those without a qualifying hand."""
    error: float = 0.0
    """The standard error of the share; 0 if every deal was counted."""


def _portions(outcome: int, hand: int, hands: int, parts: int) -> list[Fraction | None]:
    """Return the hand's portion of each part; None for a part without a qualifying hand."""
    found: list[Fraction | None] = []
    for number in range(parts):
        best = outcome >> number * hands & ((1 << hands) - 1)
        mine = best >> hand & 1
        found.append(Fraction(mine, best.bit_count()) if best else None)
    return found


def chances(ways: Ways, hands: int, parts: Sequence[str], sampled: bool) -> tuple[Chances, ...]:
    """Return the chances of each hand from the counted outcomes."""
    return tuple(_chances(ways, hand, hands, parts, sampled) for hand in range(hands))


def _chances(ways: Ways, hand: int, hands: int, parts: Sequence[str], sampled: bool) -> Chances:
    """Return one hand's chances and shares of the pot; with errors if deals were ``sampled``."""
    total = sum(ways.values())
    win = tie = scoop = 0
    share = square = Fraction(0)
    of_parts = [Fraction(0) for _ in parts]
    for outcome, n in ways.items():
        portions = _portions(outcome, hand, hands, len(parts))
        there = [portion for portion in portions if portion is not None]
        part = Fraction(sum(there), len(there))
        share += n * part
        square += n * part * part
        win += n * (1 in there)
        tie += n * (part > 0 and 1 not in there)
        scoop += n * (part == 1)
        for number, portion in enumerate(portions):
            of_parts[number] += n * (portion or 0)
    mean = share / total
    spread = float(square / total - mean * mean)
    return Chances(
        Fraction(win, total),
        Fraction(tie, total),
        mean,
        Fraction(scoop, total),
        {name: part / total for name, part in zip(parts, of_parts, strict=True)},
        math.sqrt(max(spread, 0) / total) if sampled else 0.0,
    )
