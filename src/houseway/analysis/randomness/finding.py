"""The finding of a test of randomness, and a battery of tests that repeats suspicious ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

# What a test of randomness found, and the distributions it is held against.

Ints = NDArray[np.int64]
LEVEL = 0.99
"""The significance level of each test, two-sided: data that fit too well are suspicious too."""
LEAST_EXPECTED = 5.0
"""Neighbouring cells are merged until each has this expected count."""


class Finding(msgspec.Struct, frozen=True):
    """One test: the numbers tested, the statistic, and its probability under chance."""

    test: str
    asked: str
    n: int
    statistic: float
    freedom: int
    """Degrees of freedom of a chi-square; 0 for a normal deviate."""
    p: float
    upper: bool = False
    """True if only a large statistic is suspicious."""
    again: bool = False
    """The test was repeated on new numbers, because the first result was out of bounds."""

    @property
    def passed(self) -> bool:
        """Return True if the statistic is within the level, two-sided."""
        if self.upper:
            return self.p >= 1 - LEVEL
        outside = (1 - LEVEL) / 2
        return outside <= self.p <= 1 - outside


def chi_square_tail(x: float, freedom: int) -> float:
    """Return the chance that a chi-square with ``freedom`` degrees of freedom is at least ``x``.

    This is the regularized upper incomplete gamma function at half of each: its series below the
    mean, its continued fraction (Lentz) above.
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
    """Return the chance that a normal deviate is at least ``z``."""
    return math.erfc(z / math.sqrt(2)) / 2


def _together(seen: Ints, expected: NDArray[np.float64]) -> tuple[Ints, NDArray[np.float64]]:
    """Merge neighbouring cells until each has enough expected counts."""
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
    test: str, claim: str, counts: Sequence[int] | Ints, chances: Sequence[float]
) -> Finding:
    """Return the chi-square test of counts against the chances of their cells."""
    seen, weights = np.asarray(counts, dtype=np.int64), np.asarray(chances, dtype=float)
    total = int(seen.sum())
    expected = weights * total
    seen, expected = _together(seen, expected)
    if len(seen) < 2:
        raise ValueError(f"{test}: {total} are too few to be tested")
    x = float(((seen - expected) ** 2 / expected).sum())
    freedom = len(seen) - 1
    return Finding(test, claim, total, x, freedom, chi_square_tail(x, freedom))


def deviating(test: str, claim: str, n: int, z: float) -> Finding:
    """Return the finding for a normal deviate; its chance is that of one at least as large."""
    return Finding(test, claim, n, z, 0, normal_tail(z))


# A battery of tests made with care: what is out of bounds is tested again on new numbers.
#
# At a level of 99 % one test in a hundred is out of bounds though nothing is wrong. So such a
# test is made once more, on new numbers, and fails if it is out of bounds again: by chance once
# in ten thousand. A source that is wrong is wrong both times.


def battery(tests: Callable[[], list[Finding]]) -> list[Finding]:
    """Return the findings of some tests; each call of a test takes new numbers."""
    first = tests()
    if all(finding.passed for finding in first):
        return first
    second = {finding.test: finding for finding in tests()}
    return [x if x.passed else replace(second[x.test], again=True) for x in first]
