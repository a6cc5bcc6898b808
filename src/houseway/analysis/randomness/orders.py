"""Tests of whole orders: many shuffles of the same pieces, one a row.

Within one order pieces depend on each other, because a dealt piece cannot come again. A test that
needs independent numbers takes one from each order, at a position that moves on with the orders.
"""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
from msgspec.structs import replace

from houseway.analysis.randomness import row
from houseway.analysis.randomness.finding import Finding, Ints, chi_square_tail, deviating, fitted
from houseway.analysis.randomness.hands import hand_tests
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import MATCHED, TILES

FEW = 4
PLACES = np.array([64, 16, 4, 1])
"""Weights that turn the order of four pieces into one number."""


def order_tests(kind: Kind, sets: int, orders: Ints) -> list[Finding]:
    """Return all tests of orders of ``sets`` decks or sets of one kind."""
    copies = np.array(kind.copies, dtype=np.int64) * sets
    moving = orders[np.arange(len(orders)), np.arange(len(orders)) % orders.shape[1]]
    ranks, suits, of_ranks, of_suits = classes(kind)
    fine, coarse = ranks[moving], suits[moving]
    fine, coarse = fine[fine >= 0], coarse[coarse >= 0]
    d, e = int(ranks.max()) + 1, int(suits.max()) + 1
    return [
        pieces_by_places(copies, orders),
        few_in_order(orders),
        neighbours(copies, suits, orders, of_suits),
        runs_of_halves(copies, orders),
        correlation_within(copies, orders),
        matches_with_next(copies, orders),
        repeated(orders),
        replace(
            row.serial_correlation(fine, f"{of_ranks} of order after order"), test="order to order"
        ),
        row.gaps(fine, d, f"{of_ranks} of order after order"),
        row.poker(fine, d, f"{of_ranks} of order after order"),
        row.coupons(coarse, e, f"{of_suits} of order after order"),
        *hand_tests(kind, sets, copies, orders),
    ]


def dice_tests(throws: Ints) -> list[Finding]:
    """Return the tests of dice: many cups, each a row of dice 1 to 6."""
    dice = throws.reshape(-1) - 1
    three = dice[: len(dice) // 3 * 3].reshape(-1, 3)
    numbers = three[:, 0] * 36 + three[:, 1] * 6 + three[:, 2]
    claim = "each of the 216 throws of three dice comes equally often"
    counts = np.bincount(numbers, minlength=216)
    return [
        row.frequency(dice, 6, "sides"),
        by_place(throws),
        row.serial_pairs(dice, 6, "dice"),
        row.serial_correlation(dice, "dice"),
        row.gaps(dice, 6, "dice"),
        row.poker(dice, 6, "dice"),
        row.coupons(dice, 6, "dice"),
        fitted("throws", claim, counts, [1 / 216] * 216),
        repeated(throws),
    ]


def classes(kind: Kind) -> tuple[Ints, Ints, str, str]:
    """Return two divisions of the pieces into equally likely classes; -1 is left out."""
    values = np.arange(len(kind.copies), dtype=np.int64)
    if kind is TILES:
        matched = np.where(values < len(MATCHED), values, -1)
        quarters = np.where(values < 8, values // 2, -1)
        return matched, quarters, "matched tiles", "pairs of matched tiles"
    plain = values < 52
    ranks, suits = np.where(plain, values // 4, -1), np.where(plain, values % 4, -1)
    return ranks, suits, "ranks", "suits"


def pieces_by_places(copies: Ints, orders: Ints) -> Finding:
    """Test that each piece is equally frequent at each position.

    The positions of an order are dependent. Pearson's sum, times (n - 1) / n, is a chi-square with
    (positions - 1) (pieces - 1) degrees of freedom.
    """
    shuffles, n = orders.shape
    kinds = len(copies)
    flat = (np.arange(n) * kinds + orders).reshape(-1)
    counts = np.bincount(flat, minlength=n * kinds).reshape(n, kinds)
    there = copies > 0
    expected = copies[there] * shuffles / n
    x = float((((counts[:, there] - expected) ** 2) / expected).sum()) * (n - 1) / n
    freedom = (n - 1) * (int(there.sum()) - 1)
    claim = f"each piece comes equally often at each of the {n} places"
    p = chi_square_tail(x, freedom)
    return Finding("pieces and places", claim, shuffles, x, freedom, p)


def by_place(throws: Ints) -> Finding:
    """Test that each side is equally frequent at each position of a cup; dice are independent."""
    n = throws.shape[1]
    counts = np.bincount((np.arange(n) * 6 + throws - 1).reshape(-1), minlength=6 * n)
    claim = f"each side comes equally often at each of the {n} places of a cup"
    expected = len(throws) / 6
    x = float(((counts - expected) ** 2 / expected).sum())
    return Finding("sides and places", claim, throws.size, x, 5 * n, chi_square_tail(x, 5 * n))


def few_in_order(orders: Ints) -> Finding:
    """Test that four different pieces in a row have each of their 24 orders equally often."""
    shuffles, n = orders.shape
    first = np.arange(shuffles) % (n - FEW + 1)
    some = np.stack([orders[np.arange(shuffles), first + k] for k in range(FEW)], axis=1)
    apart = (np.diff(np.sort(some, axis=1), axis=1) != 0).all(axis=1)
    ranked = np.argsort(some[apart], axis=1)
    codes = ranked @ PLACES
    cells = [int(np.array(order) @ PLACES) for order in permutations(range(FEW))]
    counts = np.bincount(codes, minlength=256)[cells]
    claim = "four pieces in a row lie in each of their 24 orders equally often"
    return fitted("permutations", claim, counts, [1 / 24] * 24)


def neighbours(copies: Ints, sorts: Ints, orders: Ints, of: str) -> Finding:
    """Test the frequency of each pair of classes in neighbouring positions."""
    shuffles, n = orders.shape
    first = np.arange(shuffles) % (n - 1)
    d = int(sorts.max()) + 1
    a, b = sorts[orders[np.arange(shuffles), first]], sorts[orders[np.arange(shuffles), first + 1]]
    both = (a >= 0) & (b >= 0)
    counts = np.bincount(a[both] * d + b[both], minlength=d * d)
    sizes = [int(copies[sorts == k].sum()) for k in range(d)]
    total = sum(sizes)
    chances = [
        x * (y - (i == j)) / (total * (total - 1))
        for i, x in enumerate(sizes)
        for j, y in enumerate(sizes)
    ]
    claim = f"two neighbouring places have each pair of {of} as often as they should"
    return fitted("serial pairs", claim, counts, chances)


def runs_of_halves(copies: Ints, orders: Ints) -> Finding:
    """Test the number of runs of the lower and the higher half of the pieces (Wald and
    Wolfowitz).
    """
    shuffles, n = orders.shape
    middle = int(np.searchsorted(np.cumsum(copies), n / 2))
    low = int(copies[: middle + 1].sum())
    high = n - low
    if not high:
        low, middle = int(copies[:middle].sum()), middle - 1
        high = n - low
    halves = orders <= middle
    runs = 1 + (halves[:, 1:] != halves[:, :-1]).sum(axis=1)
    product = 2 * low * high
    mean, variance = product / n + 1, product * (product - n) / (n * n * (n - 1))
    z = (float(runs.sum()) - shuffles * mean) / math.sqrt(shuffles * variance)
    return deviating("runs", "into how many runs low and high pieces of an order fall", shuffles, z)


def correlation_within(copies: Ints, orders: Ints) -> Finding:
    """Test that a piece does not predict the next, cyclically."""
    shuffles, n = orders.shape
    pieces = np.repeat(np.arange(len(copies)), copies)
    x = orders - pieces.mean()
    total = float((x * np.roll(x, -1, axis=1)).sum())
    centred = pieces - pieces.mean()
    two, four = float((centred**2).sum()), float((centred**4).sum())
    mean = -two / (n - 1)
    variance = (two**2 - four) / (n - 1) + (two**2 - 2 * four) / ((n - 1) * (n - 2)) - mean**2
    z = (total - shuffles * mean) / math.sqrt(shuffles * variance)
    return deviating(
        "serial correlation", "a piece of an order tells nothing of the next", shuffles, z
    )


def matches_with_next(copies: Ints, orders: Ints) -> Finding:
    """Test the number of positions at which an order agrees with the one before (Hoeffding)."""
    pairs, n = len(orders) - 1, orders.shape[1]
    matches = int((orders[1:] == orders[:-1]).sum())
    sizes = np.repeat(copies, copies) / n
    same = np.repeat(np.eye(len(copies)), copies, axis=0).repeat(copies, axis=1)
    centred = same - sizes[:, None] - sizes[None, :] + same.mean()
    variance = float((centred**2).sum()) / (n - 1)
    mean = float((copies.astype(float) ** 2).sum()) / n
    z = (matches - pairs * mean) / math.sqrt(pairs * variance)
    claim = "how many places have what they had in the order before"
    return deviating("matches", claim, pairs, z)


def repeated(orders: Ints) -> Finding:
    """Test that no order occurs twice; there are too many orders for that."""
    twice = len(orders) - len({x.tobytes() for x in orders.astype(np.int16)})
    claim = "no order has come before"
    return Finding("repeats", claim, len(orders), twice, 0, 0.0 if twice else 1.0, upper=True)
