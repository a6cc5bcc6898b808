"""Progressive meters: nothing is lost, whatever happens; and what a meter makes of a wager."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.progressives import among_seats, among_winners, meter_curve, meter_life
from houseway.errors import Refused
from houseway.game.pay_tables import parse_payout
from houseway.game.progressives import PARTS, Award, Meter, MeterTerms, Winner, award, fed, opened

TERMS = st.builds(
    MeterTerms,
    seed=st.integers(0, 10_000_00),
    rate=st.integers(0, 5000),
    reserve_rate=st.integers(0, 5000),
    awards=st.sampled_from(["split", "in turn"]),
    reserve=st.sampled_from(["adds to seed", "pays for seed"]),
)
WINNERS = st.lists(
    st.builds(Winner, st.integers(1, 7), st.sampled_from([2, 3, 10, 25, 50, 100])), max_size=7
)
STEPS = st.lists(st.one_of(st.integers(0, 100_000), WINNERS), max_size=30)


@given(TERMS, STEPS)
def test_nothing_is_lost_and_nothing_made(terms: MeterTerms, steps: list[Any]) -> None:
    meter = opened(terms)
    paid = 0
    for step in steps:
        before = meter
        if isinstance(step, int):
            meter = fed(meter, *terms.brought_by(step))
            assert meter.value - before.value == step * terms.rate
        else:
            meter, awards = award(meter, terms, step)
            paid += sum(a.cents for a in awards)
            assert [(a.seat, a.percent) for a in awards] == [(w.seat, w.percent) for w in step]
            assert all(a.cents >= 0 for a in awards)
            if all(winner.percent < 100 for winner in step):
                assert meter.seeded == before.seeded and meter.reserve == before.reserve
        assert meter.balance == 0
        assert meter.value >= 0 and meter.reserve >= 0
        assert meter.paid == paid * PARTS


@given(TERMS, st.integers(0, 10**7), st.integers(1, 7))
def test_winners_of_all_share_all_but_what_remains_of_a_cent(
    terms: MeterTerms, wagers: int, n: int
) -> None:
    meter = fed(opened(terms), *terms.brought_by(wagers))
    after, awards = award(meter, terms, [Winner(seat, 100) for seat in range(n)])
    if terms.awards == "split":
        assert len({a.cents for a in awards}) == 1
        assert 0 <= meter.cents - sum(a.cents for a in awards) < n
    else:
        assert awards[0].cents == meter.cents
        if terms.reserve == "pays for seed":
            assert all(a.cents - terms.seed in (0, 1) for a in awards[1:])
    assert after.seeded + meter.reserve >= meter.seeded + terms.seed * PARTS - after.reserve


def test_part_shares_come_first_and_of_the_meter_as_it_stood() -> None:
    terms = MeterTerms(seed=100_00, rate=1500)
    meter = Meter(value=1000_00 * PARTS, seeded=1000_00 * PARTS)
    after, awards = award(meter, terms, [Winner(1, 100), Winner(2, 10), Winner(3, 25)])
    assert awards == (Award(1, 100, 650_00), Award(2, 10, 100_00), Award(3, 25, 250_00))
    assert after.cents == 100_00
    in_turn = MeterTerms(seed=100_00, rate=1500, awards="in turn")
    after, awards = award(meter, in_turn, [Winner(1, 100), Winner(2, 10), Winner(3, 25)])
    assert [a.cents for a in awards] == [1000_00, 10_00, 22_50]
    assert after.cents == 67_50


def test_shares_of_more_than_the_meter_are_cut_alike() -> None:
    meter = Meter(value=300_00 * PARTS, seeded=300_00 * PARTS)
    winners = [Winner(seat, 50) for seat in range(3)]
    after, awards = award(meter, MeterTerms(seed=1, rate=1), winners)
    assert [a.cents for a in awards] == [100_00] * 3 and after.value == 0


@pytest.mark.parametrize(
    ("reserve", "starts", "kept", "seeded"),
    [("adds to seed", 130_00, 0, 200_00), ("pays for seed", 100_00, 0, 170_00)],
)
def test_a_reserve_adds_to_the_seed_or_pays_for_it(
    reserve: Any, starts: int, kept: int, seeded: int
) -> None:
    terms = MeterTerms(seed=100_00, rate=1000, reserve_rate=300, reserve=reserve)
    meter = fed(opened(terms), *terms.brought_by(1000_00))
    assert (meter.cents, meter.reserve) == (200_00, 30_00 * PARTS)
    after, _ = award(meter, terms, [Winner(1, 100)])
    assert meter.since == 130_00 * PARTS
    assert after == Meter(starts * PARTS, kept * PARTS, seeded * PARTS, 130_00 * PARTS,
                          200_00 * PARTS, won=1, since=0)  # fmt: skip


def test_what_remains_of_a_cent_stays_in_the_meter() -> None:
    terms = MeterTerms(seed=0, rate=1)
    meter = fed(opened(terms), *terms.brought_by(10_001))
    after, awards = award(meter, terms, [Winner(1, 100)])
    assert (awards[0].cents, after.value) == (1, 1)


def test_bad_terms_are_refused() -> None:
    for wrong in ({"seed": -1, "rate": 0}, {"seed": 0, "rate": 6000, "reserve_rate": 5000}):
        with pytest.raises(ValueError):
            MeterTerms(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        Winner(1, 101)
    with pytest.raises(ValueError):
        MeterTerms(0, 1).brought_by(-5)


PAYS = [parse_payout(text) for text in ("100%", "10%", "$50", "9 for 1", "2 to 1", "lose")]
CHANCES = [Fraction(1, 5000), Fraction(1, 500), Fraction(1, 500), Fraction(1, 50), Fraction(1, 20)]
CHANCES.append(1 - sum(CHANCES, Fraction(0)))


def test_the_return_is_a_line_in_the_meter() -> None:
    curve = meter_curve(CHANCES, PAYS, wager=100)
    fixed = Fraction(50, 500) + Fraction(9, 50) + Fraction(3, 20)
    assert curve.fixed == fixed
    assert curve.returned(1000_00) == fixed + 1000 * (Fraction(1, 5000) + Fraction(1, 5000))
    assert curve.break_even == (1 - fixed) / Fraction(2, 5000) * 100
    assert curve.edge(curve.break_even) == 0
    assert meter_curve([Fraction(1)], [parse_payout("push")], 100).break_even is None


def test_a_row_may_pay_odds_and_a_share() -> None:
    pays = [parse_payout("200 to 1 + 10%"), parse_payout("lose")]
    curve = meter_curve([Fraction(1, 1000), Fraction(999, 1000)], pays, 500)
    assert curve.fixed == Fraction(201, 1000)
    assert curve.returned(5000) == Fraction(201, 1000) + Fraction(1, 1000)


@pytest.mark.parametrize("reserve", ["adds to seed", "pays for seed"])
def test_the_life_of_a_meter_is_what_playing_it_gives(reserve: Any) -> None:
    terms = MeterTerms(seed=500_00, rate=1500, reserve_rate=200, reserve=reserve)
    life = meter_life(CHANCES, PAYS, 100, terms, wagers_a_year=2_000_000)
    assert life.hits_a_year == 400 and life.wagers_a_hit == 5000
    assert life.start == 500_00 + (100_00 if reserve == "adds to seed" else 0)
    chance, meter = random.Random(3), opened(terms)
    jackpots, wagers = [], 1_000_000
    for _ in range(wagers):
        meter = fed(meter, *terms.brought_by(100))
        drawn = chance.random()
        if drawn < 1 / 5000:
            jackpots.append(meter.cents)
            meter, _ = award(meter, terms, [Winner(1, 100)])
        elif drawn < 1 / 5000 + 1 / 500:
            meter, _ = award(meter, terms, [Winner(1, 10)])
    assert len(jackpots) == pytest.approx(wagers / 5000, rel=0.25)
    assert sum(jackpots) / len(jackpots) == pytest.approx(float(life.jackpot), rel=0.05)
    meter_paid = life.returned - meter_curve(CHANCES, PAYS, 100).fixed
    assert meter.paid / PARTS / 100 / wagers == pytest.approx(float(meter_paid), rel=0.1)


def test_shared_or_in_turn() -> None:
    p = Fraction(1, 100)
    split = among_seats(p, 2, 1000_00, 100_00, "split")
    turn = among_seats(p, 2, 1000_00, 100_00, "in turn")
    both, one = p * p, 2 * p * (1 - p)
    assert split.several == turn.several == both
    assert split.paid == (one + both) * 1000_00 and turn.paid == split.paid + both * 100_00
    assert split.award == (one * 1000_00 + both * 2 * 500_00) / (2 * p)
    assert turn.seeds - split.seeds == both
    alone = among_seats(p, 1, 1000_00, 100_00, "split")
    assert alone == among_seats(p, 1, 1000_00, 100_00, "in turn") and alone.award == 1000_00
    joined = among_winners([1 - p, Fraction(0), p], 1000_00, 100_00, "split")
    assert joined.award == 500_00, "seats that always win together share"


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(Refused, match="add up to 1"):
        meter_curve([Fraction(1, 2)], PAYS[:1], 100)
    with pytest.raises(Refused, match="do not fit"):
        meter_curve(CHANCES, PAYS[:2], 100)
    with pytest.raises(Refused, match="wins the whole meter"):
        meter_life([Fraction(1)], [parse_payout("lose")], 100, MeterTerms(0, 1))
    with pytest.raises(Refused, match="with a chance of a winner"):
        among_winners([Fraction(1)], 1, 1, "split")
