"""Bankroll measures against closed forms and against counting every way."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis import bankroll
from houseway.analysis.bankroll import Bet, after, measures, ruin_before, ruin_ever, ruin_within
from houseway.errors import Refused

HALF = Fraction(1, 2)
DICE = Bet.of([Fraction(3, 2), 1, 0, -1, -2], [0.05, 0.4, 0.1, 0.42, 0.03])


def coin(p: float) -> Bet:
    """Even money, won with chance p."""
    return Bet.of([1, -1], [p, 1 - p])


def test_measures_of_an_even_money_wager() -> None:
    bet = coin(0.49)
    found = measures(bet.mean, bet.variance, 100)
    assert found.mean == pytest.approx(-0.02)
    assert found.sd == pytest.approx(math.sqrt(1 - 0.02**2))
    assert found.mean_per_hour == pytest.approx(-2)
    assert found.sd_per_hour == pytest.approx(10 * found.sd)
    assert found.n0 == pytest.approx((1 - 0.02**2) / 0.02**2)
    # After N0 rounds the expected loss is one standard deviation.
    assert found.n0 * 0.02 == pytest.approx(found.sd * math.sqrt(found.n0))
    assert measures(0.0, 1.0).n0 == math.inf


def test_a_bet_is_put_on_one_grid() -> None:
    bet = Bet.of([Fraction(6, 5), 1, -1, Fraction(-1, 2), 1], [0.1, 0.2, 0.5, 0.1, 0.1])
    assert bet.per_unit == 10
    assert bet.steps.tolist() == [-10, -5, 10, 12]
    assert bet.chances.tolist() == pytest.approx([0.5, 0.1, 0.3, 0.1])
    assert bet.mean == pytest.approx(0.12 + 0.3 - 0.5 - 0.05)


def test_results_of_a_coin_are_binomial() -> None:
    n, p = 200, 0.47
    found = after(coin(p), n)
    wins = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    assert found.units.tolist() == [2 * k - n for k in range(n + 1)]
    assert np.abs(found.chances - wins).max() < 1e-14
    assert found.method == bankroll.EXACT
    assert found.mean == pytest.approx(n * (2 * p - 1))
    assert found.sd == pytest.approx(math.sqrt(4 * n * p * (1 - p)))
    assert found.ahead() == pytest.approx(sum(wins[n // 2 + 1 :]))
    middle = found.quantile(0.5)
    at = int((middle + n) // 2)
    assert sum(wins[:at]) < 0.5 <= sum(wins[: at + 1])


def test_results_are_what_counting_every_way_gives() -> None:
    found = after(DICE, 5)
    ways: dict[float, float] = {}
    for line in itertools.product(range(len(DICE.steps)), repeat=5):
        units = float(sum(DICE.steps[i] for i in line)) / DICE.per_unit
        ways[units] = ways.get(units, 0.0) + math.prod(DICE.chances[i] for i in line)
    for units, chance in zip(found.units, found.chances, strict=True):
        assert chance == pytest.approx(ways.get(units, 0.0), abs=1e-14)


def test_too_wide_a_distribution_is_normal_and_says_so() -> None:
    bet = Bet.of([1000, 0, -1], [0.0009, 0.1, 0.8991])
    found = after(bet, 1_000_000)
    assert found.method == bankroll.APPROXIMATE
    assert found.mean == pytest.approx(bet.mean * 1_000_000)
    assert found.sd == pytest.approx(math.sqrt(bet.variance * 1_000_000), rel=1e-6)


@pytest.mark.parametrize("p", [0.51, 0.6, 0.9])
def test_ruin_for_ever_is_the_gamblers(p: float) -> None:
    for units in (1, 5, 40):
        found = ruin_ever(coin(p), units)
        assert found.chance == pytest.approx(((1 - p) / p) ** units, rel=1e-9)
        assert found.method == bankroll.EXACT


def test_without_an_edge_ruin_is_certain() -> None:
    assert ruin_ever(coin(0.5), 100).chance == 1.0
    assert ruin_ever(coin(0.4), 100).chance == 1.0
    assert ruin_ever(Bet.of([1, 0], [0.5, 0.5]), 1).chance == 0.0
    assert ruin_ever(coin(0.9), HALF).chance == 1.0  # there is no unit to wager


@pytest.mark.parametrize("p", [0.5, 0.49, 0.55])
def test_ruin_before_a_target_is_the_gamblers(p: float) -> None:
    r = (1 - p) / p
    for units, target in ((3, 10), (20, 40), (99, 100)):
        grown = units / target if r == 1 else (1 - r**units) / (1 - r**target)
        assert ruin_before(coin(p), units, target).chance == pytest.approx(1 - grown)
    assert ruin_before(coin(p), 5, 5).chance == 0.0
    far = ruin_before(coin(p), 3900, 4000)
    assert far.method == bankroll.APPROXIMATE
    near = 3900 / 4000 if p == 0.5 else 1 - math.exp((1 - 2 * p) * 2 * 3900) if p > 0.5 else r**-100
    assert far.chance == pytest.approx(1 - near, abs=2e-3)


def test_ruin_of_two_units_at_a_time_solves_its_equation() -> None:
    """Win one with p or lose two: with u(k) = 1 for k < 1, u(k) = p u(k+1) + (1-p) u(k-2)."""
    bet, p = Bet.of([1, -2], [0.8, 0.2]), 0.8
    chance = [1.0, 1.0] + [ruin_ever(bet, k).chance for k in range(1, 30)]  # from k = -1
    for k in range(2, 29):
        assert chance[k] == pytest.approx(p * chance[k + 1] + (1 - p) * chance[k - 2], abs=1e-12)
    assert chance[2] > chance[10] > chance[-1] > 0


def test_ruin_within_many_rounds_comes_to_ruin_for_ever() -> None:
    bet = Bet.of([Fraction(3, 2), 1, 0, -1, -2], [0.1, 0.42, 0.06, 0.39, 0.03])
    assert bet.mean > 0
    ever = ruin_ever(bet, 6)
    within = [ruin_within(bet, 6, n).chance for n in (10, 100, 3000)]
    assert within == sorted(within)
    assert within[-1] == pytest.approx(ever.chance, abs=1e-9)


def test_ruin_within_a_few_rounds_is_what_counting_gives() -> None:
    for units in (1, 2, Fraction(5, 2), 4):
        ruined = 0.0
        for line in itertools.product(range(len(DICE.steps)), repeat=6):
            left = math.floor(Fraction(units) * DICE.per_unit)
            for i in line:
                if left < DICE.per_unit:
                    break
                left += int(DICE.steps[i])
            if left < DICE.per_unit:
                ruined += math.prod(DICE.chances[i] for i in line)
        assert ruin_within(DICE, units, 6).chance == pytest.approx(ruined, abs=1e-12)


def test_a_coins_ruin_within_n_rounds_by_reflection() -> None:
    n, units = 400, 15
    chances = after(coin(0.5), n)
    below = float(chances.chances[chances.units < -units].sum())
    at = float(chances.chances[chances.units == -units].sum())
    assert ruin_within(coin(0.5), units, n).chance == pytest.approx(2 * below + at)
    assert ruin_within(coin(0.5), 401, n).chance == 0.0


def test_brownian_motion_is_near_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = ruin_within(coin(0.495), 60, 4000)
    assert exact.method == bankroll.EXACT
    monkeypatch.setattr(bankroll, "WORK_MOST", 0)
    near = ruin_within(coin(0.495), 60, 4000)
    assert near.method == bankroll.APPROXIMATE
    assert near.chance == pytest.approx(exact.chance, abs=0.01)
    monkeypatch.setattr(bankroll, "DEGREE_MOST", 0)
    bet = Bet.of([1, -2], [0.68, 0.32])
    assert ruin_ever(bet, 60).method == bankroll.APPROXIMATE
    monkeypatch.undo()
    assert ruin_ever(bet, 60).chance == pytest.approx(math.exp(-2 * bet.mean * 60 / bet.variance),
                                                      abs=0.02)  # fmt: skip


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Bet.of([1, -1], [0.5, 0.6]), "add up to 1"),
        (lambda: Bet.of([1, -1], [1.5, -0.5]), "cannot be -0.5"),
        (lambda: Bet.of([1], [0.5, 0.5]), "as many chances"),
        (lambda: after(coin(0.5), 0), "at least one round"),
        (lambda: measures(0.0, 1.0, 0), "rounds in an hour"),
        (lambda: ruin_within(coin(0.5), 5, -1), "cannot be -1 rounds"),
    ],
)
def test_what_cannot_be_is_refused(call: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        call()
