"""The effect of a wager on a bankroll: results of a visit or an hour, and the chance of ruin."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.analysis.bankroll import ASSUMES, BankrollPlan, Bet, after, risk_of, ruin_within
from houseway.analysis.odds_row import OddsRow
from houseway.analysis.report import nets_of
from houseway.errors import Refused
from houseway.odds_service.answers import Bankroll, PlotPoint, WagerRow
from houseway.odds_service.rows import chance_of
from houseway.sheets.par.plots import binned

MOST_ROUNDS, MOST_CENTS = 100_000, 1_000_000_00
CURVE = (1, 2, 3, 4, 6, 8, 10, 12, 16)
"""Bankrolls for which the chance of ruin is drawn, as multiples of a quarter of the requested
one.
"""
CURVE_WORK = 200_000_000
"""The most additions for a curve; above it, only the requested bankroll is computed."""


def bankroll(row: WagerRow, unit: int, purse: int, rounds: int, an_hour: int) -> Bankroll:
    """Return all risk measures of a wager, for a stake and bankroll in cents and a number of
    rounds.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(f"a visit has 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}")
    if not 1 <= unit <= MOST_CENTS or not 0 <= purse <= MOST_CENTS * 100:
        raise Refused("a wager is from 1 cent to a million dollars, a purse up to a hundred")
    plain = odds_row(row)
    dollars = Fraction(unit, 100)
    plan = BankrollPlan(dollars, Fraction(purse, 100), float(an_hour), rounds)
    said: dict[str, Any] = risk_of(plain, plan).plain()
    bet = Bet.of(*nets_of(plain))
    results = after(bet, rounds)
    return Bankroll(
        unit=float(dollars),
        bankroll=said["bankroll"],
        rounds=rounds,
        an_hour=said["rounds_per_hour"],
        mean_round=said["mean_per_round"],
        sd_round=said["sd_per_round"],
        mean_hour=said["mean_per_hour"],
        sd_hour=said["sd_per_hour"],
        n0=said["n0"],
        mean=said["after"]["mean"],
        sd=said["after"]["sd"],
        ahead=said["after"]["ahead"],
        quantiles=tuple(PlotPoint(float(p), x) for p, x in said["after"]["quantiles"].items()),
        results=tuple(PlotPoint(x * float(dollars), y) for x, y in binned(results)),
        results_method=said["after"]["method"],
        ruin=said["ruin_within"]["chance"],
        ruin_method=said["ruin_within"]["method"],
        ruin_ever=said["ruin_ever"]["chance"],
        ruin_by=_curve(bet, purse, unit, rounds),
        assumptions=(ASSUMES, *row.assumptions),
    )


def odds_row(row: WagerRow) -> OddsRow:
    """Return a row with its outcomes, as risk measures need it."""
    missing = [line.words for line in row.lines if not line.net]
    if missing:
        raise Refused(f"{row.words} does not pay multiples of the wager: {missing[0]}")
    chances = {x.outcome: chance_of(x.exactly) if x.exactly else x.chance for x in row.lines}
    nets = {line.outcome: line.net for line in row.lines}
    return OddsRow("", row.wager, row.table, row.decks, row.edge, row.wins, row.returned,
                   row.variance, chances, row.method, {}, details={"nets": nets})  # fmt: skip


def _curve(bet: Bet, purse: int, unit: int, rounds: int) -> tuple[PlotPoint, ...]:
    """Return the risk of ruin for several purses; empty if it takes too long to compute.

    ``purse`` and ``unit`` are in cents.
    """
    most = Fraction(purse * CURVE[-1], 4 * unit)
    if float(most) * bet.per_unit * rounds * len(bet.steps) > CURVE_WORK:
        return ()
    found = []
    for quarters in CURVE:
        units = Fraction(purse * quarters, 4 * unit)
        found.append(
            PlotPoint(float(purse * quarters) / 400, ruin_within(bet, units, rounds).chance)
        )
    return tuple(found)
