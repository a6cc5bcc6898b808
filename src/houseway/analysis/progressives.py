"""Progressive meters: return at the seed, break-even, life of a meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.errors import Refused
from houseway.families.banked.settlement import Sharing
from houseway.game.progressives import ALL, PARTS

if TYPE_CHECKING:
    from houseway.analysis.row import Chance
    from houseway.game.base import Game
    from houseway.game.pay_tables import Payout
    from houseway.game.progressives import Awards, Terms
    from houseway.game.wagers import Wager


# -- at seed ----------------------------------------------------------------------------------
# A progressive wager in figures: its return at the posted seeds, where it breaks even, its life.
#
# The meter of a row is worth its share of the seed; ``MeterCurve`` and ``MeterLife`` of
# ``progressives.py`` say what a fuller meter changes.


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


# -- progressive ------------------------------------------------------------------------------
# Progressives: the return as a function of the meter, and the life of a meter over a year.
#
#     >>> curve = meter_curve(probabilities, payouts, wager=100)
#     >>> curve.returned(5_000_00), curve.break_even
#     >>> life = meter_life(probabilities, payouts, 100, terms, wagers_a_year=2_000_000)
#     >>> life.jackpot, life.hits_a_year
#
# All in exact fractions of the outcome probabilities. A meter pays whole cents; what remains of a
# cent stays in it, so an award is less than a cent below the figures here.


@dataclass(frozen=True)
class MeterCurve:
    """The return of a wager at a meter of m cents: ``fixed + slope * m``."""

    wager: int
    fixed: Fraction
    """What comes back of a unit without the meter: odds, stakes and fixed sums."""
    slope: Fraction
    """What each cent in the meter adds to the return of a unit."""

    def returned(self, meter: int | Fraction) -> Fraction:
        """What comes back of a unit on average with so many cents in the meter."""
        return self.fixed + self.slope * meter

    def edge(self, meter: int | Fraction) -> Fraction:
        """What the house keeps of a unit on average."""
        return 1 - self.returned(meter)

    @property
    def break_even(self) -> Fraction | None:
        """The meter, in cents, at which the player gets all back; None without a meter row."""
        return (1 - self.fixed) / self.slope if self.slope else None


def meter_curve(
    probabilities: Sequence[Fraction], payouts: Sequence[Payout], wager: int
) -> MeterCurve:
    """The curve of a pay table with meter rows, for a wager of so many cents."""
    _check(probabilities, payouts, wager)
    fixed = slope = Fraction(0)
    for p, payout in zip(probabilities, payouts, strict=True):
        fixed += p * (1 + payout.net() + Fraction(payout.fixed, wager))
        slope += p * Fraction(payout.meter_percent, ALL * wager)
    return MeterCurve(wager, fixed, slope)


def _check(probabilities: Sequence[Fraction], payouts: Sequence[Payout], wager: int) -> None:
    if wager < 1:
        raise Refused(f"a wager is not {wager} cents")
    if len(probabilities) != len(payouts):
        raise Refused(f"{len(payouts)} payouts do not fit {len(probabilities)} outcomes")
    if sum(probabilities) != 1:
        raise Refused("the probabilities of the outcomes do not come to 1")


@dataclass(frozen=True)
class MeterLife:
    """A meter in the long run, one wager after the other; amounts in cents."""

    hit: Fraction
    """The chance that a wager wins the whole meter."""
    start: Fraction
    """What the meter stands at on average after it was won."""
    jackpot: Fraction
    """What it stands at on average when it is won, which is what it stands at on any wager."""
    wagers_a_hit: Fraction
    hits_a_year: Fraction
    returned: Fraction
    """The long-run return of a unit, meter included."""
    fed: Fraction
    """The share of a unit that goes into meter and reserve."""
    seeds_a_year: Fraction
    """What seeds take from house and reserve in a year."""
    reserve_a_year: Fraction
    """What the reserve takes in in a year."""


def meter_life(
    probabilities: Sequence[Fraction], payouts: Sequence[Payout], wager: int, terms: Terms,
    wagers_a_year: int = 1_000_000,
) -> MeterLife:  # fmt: skip
    """Average jackpot, hits and costs of a meter from its pay table, rates, seed and reserve.

    In the long run what goes into the meter comes out: a contribution with every wager and the
    seed (with the reserve, where it is added) with every hit; out go the whole meter with every
    hit and the part shares.  A wager's chances do not depend on the meter, so it is won at its
    average.
    """
    curve = meter_curve(probabilities, payouts, wager)
    hit = sum(
        (p for p, x in zip(probabilities, payouts, strict=True) if x.meter_percent == ALL),
        Fraction(0),
    )
    if not hit:
        raise Refused("no row of the pay table wins the whole meter")
    added, reserved = (Fraction(wager * rate, PARTS) for rate in (terms.rate, terms.reserve_rate))
    start = Fraction(terms.seed)
    if terms.reserve == "adds to seed":
        start += reserved / hit
    jackpot = (added + hit * start) / (curve.slope * wager)
    return MeterLife(
        hit=hit,
        start=start,
        jackpot=jackpot,
        wagers_a_hit=1 / hit,
        hits_a_year=wagers_a_year * hit,
        returned=curve.returned(jackpot),
        fed=Fraction(terms.rate + terms.reserve_rate, PARTS),
        seeds_a_year=wagers_a_year * hit * terms.seed,
        reserve_a_year=wagers_a_year * reserved,
    )


# -- several seats -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seats:
    """The 100 % award when several seats play the same round; amounts in cents."""

    seats: int
    several: Fraction
    """The chance that a round has more than one winner."""
    award: Fraction
    """What a winner gets on average."""
    paid: Fraction
    """What a round pays on average."""
    seeds: Fraction
    """How many seeds a round takes on average."""


def among_seats(
    hit: Fraction, seats: int, meter: int | Fraction, start: int | Fraction, awards: Awards
) -> Seats:
    """Shared or in turn: what a meter pays to so many seats that win independently of each other.

    Shared, winners divide the meter and it is seeded once.  In turn, the first gets the meter and
    each further one what it starts with again.  Seats that share cards (a dealer's hand, one shoe)
    do not win quite independently: give the chances of each number of winners to ``among_winners``.
    """
    chances = _binomial(hit, seats)
    return among_winners(chances, meter, start, awards)


def among_winners(
    chances: Sequence[Fraction], meter: int | Fraction, start: int | Fraction, awards: Awards
) -> Seats:
    """The same from the chance of each number of winners, 0 to all seats."""
    winners = sum((n * p for n, p in enumerate(chances)), Fraction(0))
    any_winner = 1 - chances[0]
    if not winners or sum(chances) != 1:
        raise Refused("the chances of 0, 1, 2... winners must come to 1, and somebody must win")
    further = winners - any_winner
    paid = any_winner * meter
    if awards == "in turn":
        paid += further * start
    return Seats(
        seats=len(chances) - 1,
        several=any_winner - chances[1],
        award=paid / winners,
        paid=paid,
        seeds=winners if awards == "in turn" else any_winner,
    )


def _binomial(p: Fraction, n: int) -> list[Fraction]:
    chances = [Fraction(1)]
    for _ in range(n):
        more = [Fraction(0), *(c * p for c in chances)]
        chances = [c * (1 - p) + m for c, m in zip([*chances, Fraction(0)], more, strict=True)]
    return chances
