"""What a test of randomness found, and the distributions it is held against."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
LEVEL = 0.99
"""Each test is made at this level, on both sides: what fits too well is not chance either."""
LEAST_EXPECTED = 5.0
"""Cells of which fewer are expected are counted together with their neighbours."""


class Finding(msgspec.Struct, frozen=True):
    """One test: what was asked of which numbers, and how likely chance is to answer like that."""

    test: str
    asked: str
    n: int
    statistic: float
    freedom: int
    """Degrees of freedom of a chi-square; 0 for a normal deviate."""
    p: float
    upper: bool = False
    """Whether only a large number is out of bounds."""
    again: bool = False
    """Whether it was made a second time, on new numbers, because the first was out of bounds."""

    @property
    def passed(self) -> bool:
        """Whether this is within the level, two-sided."""
        if self.upper:
            return self.p >= 1 - LEVEL
        outside = (1 - LEVEL) / 2
        return outside <= self.p <= 1 - outside


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is at least ``x``.

    The regularized upper incomplete gamma function of half of each: its series below the mean, its
    continued fraction (Lentz) above.
    """
    a, x = freedom / 2, x / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        k = a
        while term > total * 1e-16:
            k += 1
            term *= x / k
            total += term
        return max(0.0, 1 - total * scale)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 1_000_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        h *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return h * scale


def normal_tail(z: float) -> float:
    """The chance that a normal deviate is at least ``z``."""
    return math.erfc(z / math.sqrt(2)) / 2


def _together(seen: Ints, expected: NDArray[np.float64]) -> tuple[Ints, NDArray[np.float64]]:
    """Neighbouring cells counted together until each may be expected to have enough."""
    cells: list[tuple[int, float]] = []
    some, hoped = 0, 0.0
    for count, weight in zip(seen.tolist(), expected.tolist(), strict=True):
        some, hoped = some + count, hoped + weight
        if hoped >= LEAST_EXPECTED:
            cells.append((some, hoped))
            some, hoped = 0, 0.0
    if cells and hoped:
        cells[-1] = cells[-1][0] + some, cells[-1][1] + hoped
    return np.array([x for x, _ in cells], dtype=np.int64), np.array([y for _, y in cells])


def fitted(
    test: str, asked: str, counts: Sequence[int] | Ints, chances: Sequence[float]
) -> Finding:
    """Counts held against the chances of their cells by chi-square."""
    seen, weights = np.asarray(counts, dtype=np.int64), np.asarray(chances, dtype=float)
    total = int(seen.sum())
    expected = weights * total
    seen, expected = _together(seen, expected)
    if len(seen) < 2:
        raise ValueError(f"{test}: {total} are too few to be tested")
    x = float(((seen - expected) ** 2 / expected).sum())
    freedom = len(seen) - 1
    return Finding(test, asked, total, x, freedom, chi_square_tail(x, freedom))


def deviating(test: str, asked: str, n: int, z: float) -> Finding:
    """A normal deviate; its chance is of one at least as large."""
    return Finding(test, asked, n, z, 0, normal_tail(z))
