"""Tests of a sequence of independent numbers, uniform over 0 to ``d - 1``.

They are those of Knuth, The Art of Computer Programming, volume 2, 3.3.2.
"""

from __future__ import annotations

import math

import numpy as np

from houseway.analysis.randomness.finding import Finding, Ints, deviating, fitted

LONGEST_GAP = 60
HAND = 5


def frequency(row: Ints, d: int, of: str) -> Finding:
    """Test that each number is equally frequent."""
    counts = np.bincount(row, minlength=d)
    return fitted("frequency", f"each of the {d} {of} comes equally often", counts, [1 / d] * d)


def serial_pairs(row: Ints, d: int, of: str) -> Finding:
    """Test that each pair of neighbours is equally frequent; pairs do not overlap."""
    pairs = row[: len(row) // 2 * 2].reshape(-1, 2)
    counts = np.bincount(pairs[:, 0] * d + pairs[:, 1], minlength=d * d)
    claim = f"each of the {d * d} pairs of neighbouring {of} comes equally often"
    return fitted("serial pairs", claim, counts, [1 / d**2] * d**2)


def serial_correlation(row: Ints, of: str) -> Finding:
    """Test the correlation of the sequence with itself, shifted by one."""
    n = len(row)
    x = row.astype(float) - float(row.mean())
    spread = float((x * x).sum())
    r = float((x[:-1] * x[1:]).sum()) / spread if spread else 1.0
    z = (r + 1 / n) * math.sqrt(n)
    return deviating("serial correlation", f"of {of}, one tells nothing of the next", n, z)


def gaps(row: Ints, d: int, of: str) -> Finding:
    """Test the distances between numbers of the lowest quarter."""
    low = max(1, d // 4)
    p = low / d
    found = np.diff(np.flatnonzero(row < low)) - 1
    lengths = np.minimum(found, LONGEST_GAP)
    chances = [p * (1 - p) ** k for k in range(LONGEST_GAP)]
    counts = np.bincount(lengths, minlength=LONGEST_GAP + 1)
    claim = f"how many {of} come between two of the same {low} in {d}"
    return fitted("gap", claim, counts, [*chances, (1 - p) ** LONGEST_GAP])


def poker(row: Ints, d: int, of: str) -> Finding:
    """Test the number of different values among five in a row."""
    hands = np.sort(row[: len(row) // HAND * HAND].reshape(-1, HAND), axis=1)
    different = 1 + (np.diff(hands, axis=1) != 0).sum(axis=1)
    chances = [math.perm(d, r) * _stirling(HAND, r) / d**HAND for r in range(1, min(d, HAND) + 1)]
    counts = np.bincount(different, minlength=len(chances) + 1)[1:]
    return fitted("poker", f"how many different {of} are among five in a row", counts, chances)


def coupons(row: Ints, d: int, of: str) -> Finding:
    """Test the count of numbers until each value has come."""
    most = 12 * d
    lengths, missing, begun = [], set(range(d)), 0
    for at, x in enumerate(row.tolist()):
        missing.discard(x)
        if not missing:
            lengths.append(min(at + 1 - begun, most))
            missing, begun = set(range(d)), at + 1
    chances = [_complete(d, t) - _complete(d, t - 1) for t in range(d, most)]
    counts = np.bincount(np.array(lengths, dtype=np.int64), minlength=most + 1)[d:]
    claim = f"how many {of} it takes until each of the {d} has come"
    return fitted("coupon collector", claim, counts, [*chances, 1 - _complete(d, most - 1)])


def runs_up(row: Ints, of: str) -> Finding:
    """Test the lengths of rising runs; the number that ends a run is skipped (Knuth's ex. 14).

    Equal neighbours count as rising. Among numbers of 32 bits they are too rare to matter.
    """
    longest = 8
    falls = row[:-1] > row[1:]
    counts = [0] * (longest + 1)
    at, n = 0, len(row)
    ends = [*np.flatnonzero(falls).tolist(), n]
    for end in ends:
        if end < at:
            continue  # it fell onto the number that was passed over
        if end == n:
            break
        counts[min(end - at + 1, longest)] += 1
        at = end + 2
    chances = [1 / math.factorial(r) - 1 / math.factorial(r + 1) for r in range(1, longest)]
    chances.append(1 / math.factorial(longest))
    return fitted("runs", f"how many {of} rise in a row", counts[1:], chances)


def _stirling(n: int, k: int) -> int:
    """Return the number of ways to put n things into k non-empty boxes that look the same."""
    if n == k or k == 1:
        return 1
    return k * _stirling(n - 1, k) + _stirling(n - 1, k - 1) if 0 < k < n else 0


def _complete(d: int, t: int) -> float:
    """Return the chance that t numbers have each of d values among them."""
    ways = 0
    for j in range(d + 1):
        there = math.comb(d, j) * (d - j) ** t
        ways += -there if j % 2 else there
    return ways / d**t if t >= d else 0.0
