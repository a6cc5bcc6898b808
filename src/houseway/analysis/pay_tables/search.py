"""Pays in steps that come to a wanted mean: the search behind ``houseway tune``.

Rows are taken from the most frequent to the rarest, and a rarer row never pays less.  For each
character of a table there is an ideal pay for every row; of all tables in steps whose mean is near
enough, the one nearest to the ideal is taken.  No chance is involved: the same question has the
same answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

ROUND = (
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400,
    500, 600, 750, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10_000, 15_000, 20_000,
    25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
)  # fmt: skip
"""The steps of printed tables."""
FINE = tuple(sorted({*range(1, 31), *range(35, 101, 5), *range(110, 201, 10),
                     *range(225, 501, 25), *range(550, 1001, 50), *ROUND}))  # fmt: skip
"""Every whole number at first, for a wager with few rows."""
HALVES = tuple(sorted({Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), *map(Fraction, FINE)}))
LADDERS: tuple[tuple[float, tuple[Fraction, ...]], ...] = (
    (0.0, tuple(map(Fraction, ROUND))),
    (1.0, tuple(map(Fraction, FINE))),
    (3.0, HALVES),
)
"""What is tried, and how much nearer to the ideal it must be than what is rounder."""

NEAR = 9
"""Steps beside the ideal that are tried for a row at first."""
GRAINS = 400
"""Into so many parts of the allowance sums are told apart."""


@dataclass(frozen=True)
class Unit:
    """Rows that pay alike: how often they come, and the bounds of their pay."""

    chance: float
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1_000_000)


@dataclass(frozen=True)
class Found:
    """Pays for the units, in their order, and how far they are from the ideal and the target."""

    pays: tuple[Fraction, ...]
    cost: float
    mean: float


def ideal(units: Sequence[Unit], weights: Sequence[float], budget: float) -> list[float]:
    """Pays in proportion to the weights that use the budget up, each within its bounds."""
    low, high = 0.0, 1e12
    found: list[float] = []
    for _ in range(200):
        scale = math.sqrt(low * high) if low else high / 2
        found = [
            min(max(scale * w, float(u.least), 1e-9), float(u.most))
            for u, w in zip(units, weights, strict=True)
        ]
        spent = sum(u.chance * pay for u, pay in zip(units, found, strict=True))
        low, high = (scale, high) if spent < budget else (low, scale)
        if low and high / low < 1 + 1e-12:
            break
    return found


def options(units: Sequence[Unit], ladder: Sequence[Fraction]) -> list[list[Fraction]]:
    """The steps that are open to each unit."""
    return [[step for step in ladder if unit.least <= step <= unit.most] for unit in units]


def span(units: Sequence[Unit], open_steps: Sequence[Sequence[Fraction]]) -> tuple[float, float]:
    """The least and the most that pays in these steps can come to."""
    ends = [(unit.chance * float(steps[0]), unit.chance * float(steps[-1]))
            for unit, steps in zip(units, open_steps, strict=True)]  # fmt: skip
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def nearest_to(
    units: Sequence[Unit],
    open_steps: Sequence[Sequence[Fraction]],
    wanted: Sequence[float],
    budget: float,
    within: float,
) -> Found | None:
    """The pays nearest to the wanted ones whose mean is within the allowance of the budget."""
    for near in (NEAR, 3 * NEAR):
        steps = _around(open_steps, wanted, near)
        ends = [f for f in _ends(units, steps, wanted, budget, within)
                if abs(f.mean - budget) <= within]  # fmt: skip
        if ends:
            return min(ends, key=lambda f: (amiss(f, budget, within), f.pays))
    return None


def closest(
    units: Sequence[Unit], open_steps: Sequence[Sequence[Fraction]], budget: float
) -> list[Found]:
    """The pays whose mean is next below and next above the budget."""
    wanted = ideal(units, [1 / max(u.chance, 1e-12) for u in units], budget)
    steps = _around(open_steps, wanted, 2 * NEAR)
    ends = list(_ends(units, steps, wanted, budget, budget))
    below = [f for f in ends if f.mean <= budget]
    above = [f for f in ends if f.mean > budget]
    return [max(below, key=lambda f: f.mean)] * bool(below) + [
        min(above, key=lambda f: f.mean)
    ] * bool(above)


def _around(
    open_steps: Sequence[Sequence[Fraction]], wanted: Sequence[float], most: int
) -> list[list[Fraction]]:
    """The steps nearest to what is wanted, so many of each line."""
    found = []
    for line, pay in zip(open_steps, wanted, strict=True):
        apart = {step: abs(_apart(step, pay)) for step in line}
        found.append(sorted(sorted(line, key=apart.__getitem__)[:most]))
    return found


def amiss(found: Found, budget: float, within: float) -> float:
    """The distance from the ideal, and a little for what is missed of the target."""
    return found.cost + 2 * ((found.mean - budget) / within) ** 2


def _apart(step: Fraction, wanted: float) -> float:
    return math.log2(max(float(step), 1e-3) / max(wanted, 1e-3))


def _ends(
    units: Sequence[Unit],
    steps: Sequence[Sequence[Fraction]],
    wanted: Sequence[float],
    budget: float,
    within: float,
) -> Iterator[Found]:
    """Tables that rise from row to row, of each sum and last pay the one nearest to the ideal."""
    low, high = _rest(units, steps, min), _rest(units, steps, max)
    grain = within / GRAINS * max(1, len(units))
    states: dict[tuple[int, Fraction], Found] = {(0, Fraction(0)): Found((), 0.0, 0.0)}
    for i, (unit, line) in enumerate(zip(units, steps, strict=True)):
        reached: dict[tuple[int, Fraction], Found] = {}
        costs = {step: _apart(step, wanted[i]) ** 2 for step in line}
        for (_, last), before in states.items():
            for step in line:
                if step < last:
                    continue
                mean = before.mean + unit.chance * float(step)
                if mean + high[i + 1] < budget - within or mean + low[i + 1] > budget + within:
                    continue
                found = Found((*before.pays, step), before.cost + costs[step], mean)
                key = (round(mean / grain), step)
                known = reached.get(key)
                if known is None or (found.cost, found.pays) < (known.cost, known.pays):
                    reached[key] = found
        states = reached
    yield from states.values()


def _rest(units: Sequence[Unit], steps: Sequence[Sequence[Fraction]], pick: object) -> list[float]:
    """What the units from each place on can come to at the least, or at the most."""
    found = [0.0]
    for unit, line in zip(reversed(units), reversed(steps), strict=True):
        end = line[0] if pick is min else line[-1]
        found.append(found[-1] + unit.chance * float(end))
    return found[::-1]
