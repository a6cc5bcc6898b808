"""The bankroll measures of a row, put together for printing."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from houseway.errors import Refused, brief
from houseway.odds.bankroll import (
    Bet,
    Measures,
    Results,
    Ruin,
    after,
    measures,
    ruin_ever,
    ruin_within,
)
from houseway.odds.report import nets_of
from houseway.odds.row import OddsRow

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_AN_HOUR, MOST_ROUNDS = 1_000_000, 10**15
ASSUMES = (
    "the same wager every round, rounds independent; ruin is having less than one wager left, and "
    "what doubles and splits add is always found"
)


@dataclass(frozen=True)
class Plan:
    """What a player means to do, in money; the bankroll may be left open."""

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
            raise Refused(f"a plan has at most {MOST_ROUNDS:,} rounds, not {brief(self.rounds)}")


@dataclass(frozen=True)
class Risk:
    """Measures in units of the wager, and the results of the planned rounds."""

    plan: Plan
    measures: Measures
    results: Results
    ruin: Ruin | None
    """Within the planned rounds."""
    ruin_ever: Ruin | None

    def plain(self) -> dict[str, Any]:
        """As JSON has it; amounts in money."""
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


def risk_of(row: OddsRow, plan: Plan) -> Risk:
    """Every measure of a row for a player's plan."""
    bet = Bet.of(*nets_of(row))
    within = ever = None
    if plan.bankroll is not None:
        units = plan.bankroll / plan.unit
        within, ever = ruin_within(bet, units, plan.rounds), ruin_ever(bet, units)
    swing = measures(bet.mean, bet.variance, plan.rounds_per_hour)
    return Risk(plan, swing, after(bet, plan.rounds), within, ever)
