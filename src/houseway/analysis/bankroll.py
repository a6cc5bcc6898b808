"""Swings of a bankroll under one wager, and the risk of ruin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.report import nets_of
from houseway.errors import Refused, short_repr

if TYPE_CHECKING:
    from houseway.analysis.odds_row import OddsRow


# Bankroll measures of a row, for printing.

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_AN_HOUR, MOST_ROUNDS = 1_000_000, 10**15
ASSUMES = (
    "the same wager every round, rounds independent; ruin is having less than one wager left, and "
    "what doubles and splits add is always found"
)


@dataclass(frozen=True)
class BankrollPlan:
    """A player's plan, in money; ``bankroll`` is None where it is left open."""

    unit: Fraction = Fraction(1)
    bankroll: Fraction | None = None
    rounds_per_hour: float = 60.0
    rounds: int = 1000

    def __post_init__(self) -> None:
        if self.unit <= 0:
            raise Refused(f"the wager must be more than nothing, not {self.unit}")
        if self.bankroll is not None and self.bankroll < 0:
            raise Refused(f"a bankroll cannot be {self.bankroll}")
        if not 0 < self.rounds_per_hour <= MOST_AN_HOUR:
            raise Refused(
                f"there are more than 0 and at most {MOST_AN_HOUR:,} rounds in an hour, not "
                f"{self.rounds_per_hour:g}"
            )
        if self.rounds < 1:
            raise Refused(f"there must be at least one round, not {self.rounds}")
        if self.rounds > MOST_ROUNDS:
            raise Refused(
                f"a plan has at most {MOST_ROUNDS:,} rounds, not {short_repr(self.rounds)}"
            )


@dataclass(frozen=True)
class Risk:
    """Measures in units of the wager, and the distribution of results of the planned rounds."""

    plan: BankrollPlan
    measures: Measures
    results: Results
    ruin: Ruin | None
    """The risk of ruin within the planned rounds; None without a bankroll."""
    ruin_ever: Ruin | None

    def plain(self) -> dict[str, Any]:
        """Return the measures as JSON values; amounts are in money."""
        unit, m = float(self.plan.unit), self.measures
        found: dict[str, Any] = {
            "unit": unit,
            "rounds": self.plan.rounds,
            "rounds_per_hour": m.rounds_per_hour,
            "mean_per_round": unit * m.mean,
            "sd_per_round": unit * m.sd,
            "mean_per_hour": unit * m.mean_per_hour,
            "sd_per_hour": unit * m.sd_per_hour,
            "n0": m.n0 if m.mean else None,
            "after": {
                "mean": unit * self.results.mean,
                "sd": unit * self.results.sd,
                "ahead": self.results.ahead(),
                "quantiles": {str(p): unit * self.results.quantile(p) for p in QUANTILES},
                "method": self.results.method,
            },
            "assumptions": [ASSUMES],
        }
        if self.plan.bankroll is not None and self.ruin and self.ruin_ever:
            found["bankroll"] = float(self.plan.bankroll)
            found["ruin_within"] = asdict(self.ruin)
            found["ruin_ever"] = asdict(self.ruin_ever)
        return found


def risk_of(row: OddsRow, plan: BankrollPlan) -> Risk:
    """Return every measure of a row for a player's plan."""
    bet = Bet.of(*nets_of(row))
    within = ever = None
    if plan.bankroll is not None:
        units = plan.bankroll / plan.unit
        within, ever = ruin_within(bet, units, plan.rounds), ruin_ever(bet, units)
    swing = measures(bet.mean, bet.variance, plan.rounds_per_hour)
    return Risk(plan, swing, after(bet, plan.rounds), within, ever)


# Swings of a bankroll under one wager, and the chance of ruin.
#
#     >>> from houseway.analysis.bankroll import Bet, measures, ruin_within
#     >>> coin = Bet.of([1, -1], [0.49, 0.51])
#     >>> ruin_within(coin, bankroll=20, rounds=1000).chance
#
# Amounts are in units of the initial wager, which is the same every round. Ruin is having less than
# one unit left; the money for doubles and splits is assumed to be found. Each answer names its
# method: ``exact`` (up to floating point) or ``approximate`` (Brownian motion with the same mean
# and variance).

EXACT, APPROXIMATE = "exact", "approximate"
GRID_MOST = 1 << 24
"""The largest number of points of a distribution that is computed exactly."""
WORK_MOST = 2_000_000_000
"""The largest number of additions for one recurrence."""
FAR = 45.0
"""exp(-45) is far below the precision of any probability here."""
DEGREE_MOST = 400
"""The highest degree of a characteristic equation that is solved for all its roots."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bet:
    """One round of a wager: its possible nets, in steps of a fraction of a unit."""

    steps: npt.NDArray[np.int64]
    chances: Floats
    per_unit: int
    """The number of steps in a unit."""

    @staticmethod
    def of(nets: Sequence[Fraction | int], chances: Sequence[Any]) -> Bet:
        """Build a bet from nets and their probabilities; equal nets are merged."""
        if len(nets) != len(chances) or not nets:
            raise Refused("a bet needs as many chances as results, and at least one")
        together: dict[Fraction, float] = {}
        for net, chance in zip(nets, chances, strict=True):
            if chance < 0:
                raise Refused(f"a chance cannot be {float(chance)}")
            if chance:
                together[Fraction(net)] = together.get(Fraction(net), 0.0) + float(chance)
        total = math.fsum(together.values())
        if abs(total - 1.0) > 1e-9:
            raise Refused(f"the chances of a bet add up to 1, not to {total}")
        per_unit = math.lcm(*(net.denominator for net in together))
        ordered = sorted(together)
        return Bet(
            np.array([int(net * per_unit) for net in ordered], np.int64),
            np.array([together[net] / total for net in ordered]),
            per_unit,
        )

    @property
    def mean(self) -> float:
        """The mean result of a round, in units."""
        return float(self.steps @ self.chances) / self.per_unit

    @property
    def variance(self) -> float:
        """The variance of a round's result, in units squared."""
        away = self.steps / self.per_unit - self.mean
        return float(away**2 @ self.chances)


@dataclass(frozen=True)
class Measures:
    """The usual measures of a wager's swing."""

    mean: float
    sd: float
    """Standard deviation of one round."""
    rounds_per_hour: float
    mean_per_hour: float
    sd_per_hour: float
    n0: float
    """Rounds after which the expected result equals one standard deviation."""


def measures(mean: float, variance: float, rounds_per_hour: float = 60.0) -> Measures:
    """Return the measures per round and per hour, in units."""
    if not rounds_per_hour > 0:
        raise Refused(f"there must be more than {rounds_per_hour:g} rounds in an hour")
    sd = math.sqrt(variance)
    return Measures(
        mean, sd, rounds_per_hour, mean * rounds_per_hour, sd * math.sqrt(rounds_per_hour),
        variance / mean**2 if mean else math.inf,
    )  # fmt: skip


# Results after n rounds.


@dataclass(frozen=True)
class Results:
    """The distribution of the result after some rounds, in units."""

    rounds: int
    units: Floats
    chances: Floats
    method: str

    @property
    def mean(self) -> float:
        """The expected result."""
        return float(self.units @ self.chances)

    @property
    def sd(self) -> float:
        """The standard deviation of the result."""
        return math.sqrt(float((self.units - self.mean) ** 2 @ self.chances))

    def ahead(self) -> float:
        """Return the probability of a result above 0."""
        return float(self.chances[self.units > 1e-9].sum())

    def quantile(self, p: float) -> float:
        """Return the smallest result with at least this cumulative probability."""
        at = int(np.searchsorted(np.cumsum(self.chances), p - 1e-12))
        return float(self.units[min(at, len(self.units) - 1)])


def after(bet: Bet, rounds: int) -> Results:
    """Return the distribution of the result after n rounds, as a power of its Fourier transform."""
    if rounds < 1:
        raise Refused(f"a distribution needs at least one round, not {rounds}")
    low, high = int(bet.steps[0]), int(bet.steps[-1])
    stride = math.gcd(*(int(step) - low for step in bet.steps)) or 1
    width = (high - low) // stride
    points = width * rounds + 1
    if points > GRID_MOST:
        return _normal(bet, rounds)
    one: Any = np.zeros(width + 1)
    one[(bet.steps - low) // stride] = bet.chances
    size = 1 << max(points - 1, 1).bit_length()
    chances = np.fft.irfft(np.fft.rfft(one, size) ** rounds, size)[:points]
    chances = np.maximum(chances, 0.0)
    units = (low * rounds + stride * np.arange(points)) / bet.per_unit
    return Results(rounds, units, chances / chances.sum(), EXACT)


def _normal(bet: Bet, rounds: int, points: int = 4001) -> Results:
    """The normal distribution with the same mean and variance, over ten deviations each way."""
    sd = math.sqrt(bet.variance * rounds)
    z = np.linspace(-10.0, 10.0, points)
    weight = np.exp(-z * z / 2.0)
    return Results(rounds, bet.mean * rounds + sd * z, weight / weight.sum(), APPROXIMATE)


# Ruin.


@dataclass(frozen=True)
class Ruin:
    """The probability of ruin, and the method by which it was found."""

    chance: float
    method: str


def ruin_within(bet: Bet, bankroll: Fraction | int, rounds: int) -> Ruin:
    """Return the probability of having less than one unit left at some time within the rounds."""
    here = _start(bet, bankroll)
    if rounds < 0:
        raise Refused(f"there cannot be {rounds} rounds")
    if here < 0:
        return Ruin(1.0, EXACT)
    size = _deepest(bet, rounds)
    if here >= size:
        return Ruin(0.0, EXACT)
    if size * rounds * len(bet.steps) > WORK_MOST:
        return Ruin(_brownian(bet, here + 1, rounds), APPROXIMATE)
    return Ruin(_recurrence(bet, here, rounds, size), EXACT)


def _deepest(bet: Bet, rounds: int) -> int:
    """Return a number of steps that the rounds cannot lose, up to floating-point precision.

    By Bernstein's bound, the chance to fall d below the mean is at most exp(-FAR) for a certain d.
    It solves d * d = 2 FAR (rounds * variance + worst * d / 3).
    """
    mean = bet.mean * bet.per_unit
    worst = max(mean - float(bet.steps[0]), 0.0)
    spread = rounds * bet.variance * bet.per_unit**2
    half = FAR * worst / 3.0
    fall = half + math.sqrt(half * half + 2.0 * FAR * spread) + max(-mean, 0.0) * rounds
    return min(-min(int(bet.steps[0]), 0) * rounds, math.ceil(fall))


def _start(bet: Bet, bankroll: Fraction | int) -> int:
    """Return the steps above the smallest bankroll that allows a wager; negative after ruin."""
    return math.floor(Fraction(bankroll) * bet.per_unit) - bet.per_unit


def _recurrence(bet: Bet, here: int, rounds: int, size: int) -> float:
    """Compute ruin round by round, over the bankrolls from which it is still possible in time."""
    now: Any = np.zeros(size)
    now[here] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        then: Any = np.zeros(size)
        for step, chance in zip(bet.steps.tolist(), bet.chances.tolist(), strict=True):
            if step >= 0:
                then[step:] += chance * now[: max(size - step, 0)]
            else:
                then[: max(size + step, 0)] += chance * now[-step:]
                ruined += chance * float(now[:-step].sum())
        now = then
    return min(ruined, 1.0)


def ruin_ever(bet: Bet, bankroll: Fraction | int) -> Ruin:
    """The probability of ruin if the wager is made forever; 1 unless the player has the edge."""
    here = _start(bet, bankroll)
    if here < 0 or (bet.mean <= 0 and bet.steps[0] < 0):
        return Ruin(1.0, EXACT)
    worst = -int(bet.steps[0])
    if worst <= 0:
        return Ruin(0.0, EXACT)
    if worst == 1:
        return Ruin(_root(bet) ** (here + 1), EXACT)
    if worst + int(bet.steps[-1]) <= DEGREE_MOST:
        return Ruin(_by_roots(bet, here, worst), EXACT)
    return Ruin(_brownian(bet, here + 1, None), APPROXIMATE)


def _root(bet: Bet) -> float:
    """The one root of E[z ** step] = 1 between 0 and 1, if a round loses one step at most."""
    low, high = 0.0, 1.0
    for _ in range(200):
        z = (low + high) / 2.0
        # z (E[z ** step] - 1) is positive below the root and negative from there to 1.
        if float(bet.chances @ z ** (bet.steps + 1.0)) > z:
            low = z
        else:
            high = z
    return (low + high) / 2.0


def _by_roots(bet: Bet, here: int, worst: int) -> float:
    """Combine all roots inside the unit circle so that ruined bankrolls have probability 1."""
    degree = worst + int(bet.steps[-1])
    polynomial: Any = np.zeros(degree + 1)
    polynomial[bet.steps + worst] = bet.chances
    polynomial[worst] -= 1.0
    roots = np.roots(polynomial[::-1])
    inside = roots[np.argsort(np.abs(roots))][:worst]
    places = np.arange(-worst, 0)
    matrix = inside[None, :] ** (places[:, None] + worst)
    weights = np.linalg.solve(matrix, np.ones(worst, complex))
    chance = float((weights @ inside ** (here + worst)).real)
    return min(max(chance, 0.0), 1.0)


def _brownian(bet: Bet, steps: int, rounds: int | None) -> float:
    """Return the ruin probability of Brownian motion with the same mean and variance."""
    mean, variance = bet.mean * bet.per_unit, bet.variance * bet.per_unit**2
    drift = -2.0 * mean * steps / variance
    if rounds is None:
        return math.exp(min(drift, 0.0))
    sd = math.sqrt(variance * rounds)
    first = _below((-steps - mean * rounds) / sd)
    second = (-steps + mean * rounds) / sd
    log = drift + _log_below(second)
    return min(first + (math.exp(min(log, 0.0)) if log > -700.0 else 0.0), 1.0)


def _below(z: float) -> float:
    """Return the normal distribution function at ``z``: the probability of a value up to it."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def _log_below(z: float) -> float:
    """Return the logarithm of the normal distribution function, also where it underflows."""
    if z > -30.0:
        return math.log(_below(z))
    return -z * z / 2.0 - math.log(-z * math.sqrt(2.0 * math.pi))


def ruin_before(bet: Bet, bankroll: Fraction | int, target: Fraction | int) -> Ruin:
    """Return the probability of ruin before the bankroll reaches the target (gambler's ruin)."""
    here, goal = _start(bet, bankroll), _start(bet, target)
    if here >= goal:
        return Ruin(0.0, EXACT)
    if here < 0:
        return Ruin(1.0, EXACT)
    if goal > 3000:
        mean, variance = bet.mean * bet.per_unit, bet.variance * bet.per_unit**2
        a, b = here + 1, goal + 1
        if abs(k := 2.0 * mean / variance) * b < 1e-9:
            return Ruin(1.0 - a / b, APPROXIMATE)
        if k < 0:  # the same, without the overflow of a large bankroll
            grown = math.exp(k * (b - a)) * math.expm1(k * a) / math.expm1(k * b)
            return Ruin(1.0 - grown, APPROXIMATE)
        return Ruin(1.0 - math.expm1(-k * a) / math.expm1(-k * b), APPROXIMATE)
    matrix, lost = np.eye(goal), np.zeros(goal)
    at = np.arange(goal)
    for step, chance in zip(bet.steps.tolist(), bet.chances.tolist(), strict=True):
        to = at + step
        stays = (to >= 0) & (to < goal)
        matrix[at[stays], to[stays]] -= chance
        lost[to < 0] += chance
    return Ruin(float(np.linalg.solve(matrix, lost)[here]), EXACT)
