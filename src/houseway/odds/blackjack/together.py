"""What several hands of a round win or lose together, given how the dealer ends.

Every hand by itself is known exactly beside the dealer's, and how two go together is known too.
The sum of one or two hands is then exact.  Of more hands, each is still exact, and every two go
together as known; that a third one goes with them otherwise than each two do is left out.  (Hands
go together only because they draw from one shoe, so what is left out is smaller again than what
two have in common by as much as that is small.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from houseway.odds.blackjack.solve import Array

WIDEST = 2
"""Units that a hand of 21 wins or loses at most."""


def by_units(found: Array, nets: Array, widest: int = WIDEST) -> Array:
    """[dealer's state, units] of what is known by [class, state]; ``nets`` are units by both."""
    sums: Array = (found.T[:, None] @ _which(nets, widest))[:, 0]
    return sums


def pairs_by_units(found: Array, nets: Array, other: Array, widest: int = WIDEST) -> Array:
    """[dealer's state, units, units of the other hand] of [class, class, state]."""
    mine, theirs = _which(nets, widest), _which(other, widest)
    sums: Array = mine.transpose(0, 2, 1) @ found.transpose(2, 0, 1) @ theirs
    return sums


def _which(nets: Array, widest: int) -> Array:
    """[state, class, units]: one where a class comes to so many units."""
    found: Array = (nets.T[:, :, None] == np.arange(-widest, widest + 1)).astype(np.float64)
    return found


def given(by_state: Array, all_: Array) -> Array:
    """What is known together with each state, for that state."""
    shares: Array = by_state / np.where(all_ > 0.0, all_, 1.0)[:, None]
    return shares


def linked(pair: Array) -> Array:
    """[state, sum of units]: how much oftener two hands come to it than each by itself would."""
    all_ = pair.sum(axis=(1, 2))
    one, two = given(pair.sum(axis=2), all_), given(pair.sum(axis=1), all_)
    return given(added(pair), all_) - product(one, two)


def added(pair: Array) -> Array:
    """[state, sum of units] of [state, units, units]."""
    units = pair.shape[1]
    sums = np.zeros((len(pair), 2 * units - 1))
    for x in range(units):
        sums[:, x : x + units] += pair[:, x]
    return sums


def product(one: Array, other: Array) -> Array:
    """The sum of two that go their own ways: [state, sum of units]."""
    sums = np.zeros((len(one), one.shape[1] + other.shape[1] - 1))
    for x in range(one.shape[1]):
        sums[:, x : x + other.shape[1]] += one[:, x, None] * other
    return sums


def summed(alone: Sequence[Array], linked: Callable[[int, int], Array]) -> Array:
    """[state, sum of units] of all these hands, each given by [state, units] for its state.

    ``linked(i, j)`` is how much oftener two hands come to a sum than if they went their own ways.
    """

    @cache
    def of(left: tuple[int, ...]) -> Array:
        if not left:
            return np.ones((len(alone[0]), 1))
        first, rest = left[0], left[1:]
        sums = product(alone[first], of(rest))
        for j in rest:
            sums = sums + product(linked(first, j), of(tuple(i for i in rest if i != j)))
        return sums

    return of(tuple(range(len(alone))))
