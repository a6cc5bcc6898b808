"""Search for pays in steps with a target mean: the algorithm of ``houseway tune``.

Rows are ordered from the most frequent to the rarest, and a rarer row never pays less. Each
character of a table has an ideal pay for every row. Of all tables in steps with a mean near the
target, a dynamic programme finds the one nearest to the ideal. The search is deterministic.
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
"""Every integer at first, for a wager with few rows."""
HALVES = tuple(sorted({Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), *map(Fraction, FINE)}))
LADDERS: tuple[tuple[float, tuple[Fraction, ...]], ...] = (
    (0.0, tuple(map(Fraction, ROUND))),
    (1.0, tuple(map(Fraction, FINE))),
    (3.0, HALVES),
)
"""Ladders of steps, and the advantage in distance that a finer ladder must have."""

NEAR = 9
"""The number of steps around the ideal that are tried for a row at first."""
GRAINS = 400
"""The number of parts of the allowance in which sums are distinguished."""


@dataclass(frozen=True)
class Unit:
    """Rows that pay alike: their probability, and the bounds of their pay."""

    chance: float
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1_000_000)


@dataclass(frozen=True)
class PaySolution:
    """Pays of the units in order, and their distance from the ideal and the target."""

    pays: tuple[Fraction, ...]
    cost: float
    mean: float


def ideal(units: Sequence[Unit], weights: Sequence[float], budget: float) -> list[float]:
    """Return pays proportional to the weights that use up the budget, each within its bounds."""
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
    """Return the pays of the ladder that lie within the bounds of each unit."""
    return [[step for step in ladder if unit.least <= step <= unit.most] for unit in units]


def span(units: Sequence[Unit], open_steps: Sequence[Sequence[Fraction]]) -> tuple[float, float]:
    """Return the least and the greatest mean of pays in these steps."""
    ends = [(unit.chance * float(steps[0]), unit.chance * float(steps[-1]))
            for unit, steps in zip(units, open_steps, strict=True)]  # fmt: skip
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def nearest_to(
    units: Sequence[Unit],
    open_steps: Sequence[Sequence[Fraction]],
    wanted: Sequence[float],
    budget: float,
    within: float,
) -> PaySolution | None:
    """Return the pays nearest to the wanted ones whose mean is within the allowance, or None."""
    for near in (NEAR, 3 * NEAR):
        steps = _around(open_steps, wanted, near)
        ends = [f for f in _ends(units, steps, wanted, budget, within)
                if abs(f.mean - budget) <= within]  # fmt: skip
        if ends:
            return min(ends, key=lambda f: (amiss(f, budget, within), f.pays))
    return None


def closest(
    units: Sequence[Unit], open_steps: Sequence[Sequence[Fraction]], budget: float
) -> list[PaySolution]:
    """Return the pays with the next mean below and above the budget."""
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
    """Return the ``most`` steps nearest to each wanted pay."""
    found = []
    for line, pay in zip(open_steps, wanted, strict=True):
        apart = {step: abs(_apart(step, pay)) for step in line}
        found.append(sorted(sorted(line, key=apart.__getitem__)[:most]))
    return found


def amiss(found: PaySolution, budget: float, within: float) -> float:
    """Return the distance from the ideal, plus a penalty for missing the target."""
    return found.cost + 2 * ((found.mean - budget) / within) ** 2


def _apart(step: Fraction, wanted: float) -> float:
    """Return the distance of a pay from the ideal in doublings; negative if the pay is lower."""
    return math.log2(max(float(step), 1e-3) / max(wanted, 1e-3))


def _ends(
    units: Sequence[Unit],
    steps: Sequence[Sequence[Fraction]],
    wanted: Sequence[float],
    budget: float,
    within: float,
) -> Iterator[PaySolution]:
    """Yield tables whose pays do not fall from unit to unit.

    For each sum, to a grain, and each last pay, it is the one nearest to the ideal.
    """
    low, high = _rest(units, steps, min), _rest(units, steps, max)
    grain = within / GRAINS * max(1, len(units))
    states: dict[tuple[int, Fraction], PaySolution] = {(0, Fraction(0)): PaySolution((), 0.0, 0.0)}
    for i, (unit, line) in enumerate(zip(units, steps, strict=True)):
        reached: dict[tuple[int, Fraction], PaySolution] = {}
        costs = {step: _apart(step, wanted[i]) ** 2 for step in line}
        for (_, last), before in states.items():
            for step in line:
                if step < last:
                    continue
                mean = before.mean + unit.chance * float(step)
                if mean + high[i + 1] < budget - within or mean + low[i + 1] > budget + within:
                    continue
                found = PaySolution((*before.pays, step), before.cost + costs[step], mean)
                key = (round(mean / grain), step)
                known = reached.get(key)
                if known is None or (found.cost, found.pays) < (known.cost, known.pays):
                    reached[key] = found
        states = reached
    yield from states.values()


def _rest(units: Sequence[Unit], steps: Sequence[Sequence[Fraction]], pick: object) -> list[float]:
    """Return the least or greatest mean of the units from each index on."""
    found = [0.0]
    for unit, line in zip(reversed(units), reversed(steps), strict=True):
        end = line[0] if pick is min else line[-1]
        found.append(found[-1] + unit.chance * float(end))
    return found[::-1]
