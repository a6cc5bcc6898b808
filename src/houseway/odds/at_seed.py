"""A progressive wager in figures: its return at the posted seeds, where it breaks even, its life.

The meter of a row is worth its share of the seed; ``MeterCurve`` and ``MeterLife`` of
``progressive.py`` say what a fuller meter changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from houseway.game import Game
from houseway.meters import ALL, PARTS, Terms
from houseway.odds.row import Chance
from houseway.shapes.awards import Sharing
from houseway.wager import Wager


class AtSeed:
    """One wager under one column of its pay table, for the amount that is posted for it."""

    def __init__(self, game: Game, wager: Wager, column: str) -> None:
        table = posted_as(game, wager, column)
        sharing = Sharing(table, wager)
        self.payouts, self.terms, self.meter_of = sharing.payouts, sharing.terms, sharing.meter_of
        self.stake = table.limits(wager)[0]
        self.warnings = sharing.short_shares(self.stake)
        """Rows whose share of the seed is less than the next fixed award below them."""
        self.nets: tuple[Fraction, ...] = tuple(
            payout.net() + self.share(i) * Fraction(self.seed(i), self.stake)
            for i, payout in enumerate(self.payouts)
        )

    def share(self, outcome: int) -> Fraction:
        """The part of its meter that an outcome wins."""
        return Fraction(self.payouts[outcome].meter_percent, ALL)

    def seed(self, outcome: int) -> int:
        """The seed of the meter an outcome is paid from, in cents."""
        return self.terms[self.meter_of[outcome]].seed

    def said_of(self, chances: Sequence[Chance]) -> dict[str, Any]:
        """The wager's amount, the return without meters, and each meter; money in dollars."""
        pairs = tuple(zip(chances, self.payouts, strict=True))
        fixed = sum((1 + payout.net()) * p for p, payout in pairs)
        meters = [self._meter(i, terms, chances) for i, terms in enumerate(self.terms)]
        at_seed = sum(p * (1 + net) for p, net in zip(chances, self.nets, strict=True))
        slope = meters[0].pop("slope")
        rest = at_seed - slope * Fraction(self.terms[0].seed, self.stake)
        for meter in meters[1:]:
            meter.pop("slope")
        lives = [meter.get("return_on_average") for meter in meters]
        return {
            "wager": self.stake / 100,
            "fixed_return": float(fixed),
            "break_even": float((1 - rest) / slope * self.stake / 100) if slope else None,
            "long_run_return": None if None in lives else float(fixed) + sum(lives),  # type: ignore[arg-type]
            "meters": meters,
        }

    def _meter(self, i: int, terms: Terms, chances: Sequence[Chance]) -> dict[str, Any]:
        """How often a meter is won, and what it holds on average when it is."""
        mine = [o for o in range(len(chances)) if self.share(o) and self.meter_of[o] == i]
        slope = sum((chances[o] * self.share(o) for o in mine), Fraction())
        hit = sum((chances[o] for o in mine if self.share(o) == 1), Fraction())
        said: dict[str, Any] = {
            "seed": terms.seed / 100, "increment": terms.rate / PARTS, "hit": float(hit),
            "slope": slope,
        }  # fmt: skip
        if hit:
            start = Fraction(terms.seed)
            if terms.reserve == "adds to seed":
                start += Fraction(self.stake * terms.reserve_rate, PARTS) / _exact(hit)
            jackpot = (Fraction(self.stake * terms.rate, PARTS) + _exact(hit) * start) / _exact(
                slope
            )
            said["average_when_won"] = float(jackpot / 100)
            said["return_on_average"] = float(_exact(slope) * jackpot / self.stake)
        return said


def _exact(chance: Chance) -> Fraction:
    return Fraction(chance)


def posted_as(game: Game, wager: Wager, column: str) -> Any:
    """The same table with another column posted, also one that its decks do not allow."""
    if getattr(game, wager.paid_by, None) == column:
        return game
    declared = game.declared()
    values = {key: declared[key].show(value) for key, value in game.posting.items()}
    if "tables_on_any_decks" in declared:
        values["tables_on_any_decks"] = "yes"
    return type(game)({**values, wager.paid_by: column})
