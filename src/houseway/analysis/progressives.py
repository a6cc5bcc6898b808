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
    from houseway.analysis.odds_row import Chance
    from houseway.game.base import Game
    from houseway.game.pay_tables import Payout
    from houseway.game.progressives import Awards, MeterTerms
    from houseway.game.wagers import Wager


# A progressive wager at its posted seeds: return, break-even, life of the meter.
#
# A meter row is valued at its share of the seed; ``MeterCurve`` and ``MeterLife`` describe the
# effect of a higher meter.


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
        """Return the share of its meter that an outcome wins."""
        return Fraction(self.payouts[outcome].meter_percent, ALL)

    def seed(self, outcome: int) -> int:
        """Return the seed in cents of the meter from which an outcome is paid."""
        return self.terms[self.meter_of[outcome]].seed

    def said_of(self, chances: Sequence[Chance]) -> dict[str, Any]:
        """Return the stake, returns, break-even meter and meters as JSON values; money in dollars.

        ``chances`` are those of the wager's outcomes. A figure that does not exist is None.
        """
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

    def _meter(self, i: int, terms: MeterTerms, chances: Sequence[Chance]) -> dict[str, Any]:
        """Return the hit rate of a meter, and its average when won."""
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
    """Return a probability as a fraction; a float is taken as it is."""
    return Fraction(chance)


def posted_as(game: Game, wager: Wager, column: str) -> Any:
    """Return the same table with another column posted, including one its decks do not allow."""
    if getattr(game, wager.paid_by, None) == column:
        return game
    declared = game.declared()
    values = {key: declared[key].show(value) for key, value in game.posting.items()}
    if "tables_on_any_decks" in declared:
        values["tables_on_any_decks"] = "yes"
    return type(game)({**values, wager.paid_by: column})


# Progressives: the return as a function of the meter, and the life of a meter over a year.
#
#     >>> curve = meter_curve(probabilities, payouts, wager=100)
#     >>> curve.returned(5_000_00), curve.break_even
#     >>> life = meter_life(probabilities, payouts, 100, terms, wagers_a_year=2_000_000)
#     >>> life.jackpot, life.hits_a_year
#
# All figures are exact fractions of the outcome probabilities. A meter pays whole cents and keeps
# the remainder, so an award is less than a cent below these figures.


@dataclass(frozen=True)
class MeterCurve:
    """The return of a wager at a meter of m cents: ``fixed + slope * m``."""

    wager: int
    fixed: Fraction
    """The return of a unit without the meter: odds, stakes and fixed sums."""
    slope: Fraction
    """The increase in the return of a unit per cent in the meter."""

    def returned(self, meter: int | Fraction) -> Fraction:
        """Return the expected return of a unit, stake included, at this meter in cents."""
        return self.fixed + self.slope * meter

    def edge(self, meter: int | Fraction) -> Fraction:
        """Return the house edge at this meter in cents."""
        return 1 - self.returned(meter)

    @property
    def break_even(self) -> Fraction | None:
        """The meter in cents at which the house edge is 0; None without a meter row."""
        return (1 - self.fixed) / self.slope if self.slope else None


def meter_curve(
    probabilities: Sequence[Fraction], payouts: Sequence[Payout], wager: int
) -> MeterCurve:
    """Return the curve of a pay table with meter rows, for a wager in cents."""
    _check(probabilities, payouts, wager)
    fixed = slope = Fraction(0)
    for p, payout in zip(probabilities, payouts, strict=True):
        fixed += p * (1 + payout.net() + Fraction(payout.fixed, wager))
        slope += p * Fraction(payout.meter_percent, ALL * wager)
    return MeterCurve(wager, fixed, slope)


def _check(probabilities: Sequence[Fraction], payouts: Sequence[Payout], wager: int) -> None:
    """Refuse payouts that do not fit the outcomes, chances that do not add up to 1, or no wager."""
    if wager < 1:
        raise Refused(f"a wager is not {wager} cents")
    if len(probabilities) != len(payouts):
        raise Refused(f"{len(payouts)} payouts do not fit {len(probabilities)} outcomes")
    if sum(probabilities) != 1:
        raise Refused("the probabilities of the outcomes do not add up to 1")


@dataclass(frozen=True)
class MeterLife:
    """A meter in the long run, one wager after the other; amounts in cents."""

    hit: Fraction
    """The probability that a wager wins the whole meter."""
    start: Fraction
    """The mean meter after it was won."""
    jackpot: Fraction
    """The mean meter when it is won, which equals the mean meter at any wager."""
    wagers_a_hit: Fraction
    hits_a_year: Fraction
    returned: Fraction
    """The long-run return of a unit, meter included."""
    fed: Fraction
    """The share of a unit that goes into meter and reserve."""
    seeds_a_year: Fraction
    """The cost of seeds to house and reserve per year."""
    reserve_a_year: Fraction
    """The income of the reserve per year."""


def meter_life(
    probabilities: Sequence[Fraction], payouts: Sequence[Payout], wager: int, terms: MeterTerms,
    wagers_a_year: int = 1_000_000,
) -> MeterLife:  # fmt: skip
    """Return average jackpot, hits and costs of a meter from pay table, rates, seed and reserve.

    In the long run, income equals payments. Every wager adds a contribution, and every hit the seed
    (plus the reserve, if it is added). Payments are the whole meter per hit, and the partial
    shares. A wager's probabilities do not depend on the meter, so the mean meter when won is the
    mean meter.
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


# Several seats.


@dataclass(frozen=True)
class Seats:
    """The 100 % award when several seats play the same round; amounts in cents."""

    seats: int
    several: Fraction
    """The probability of more than one winner in a round."""
    award: Fraction
    """The mean award of a winner."""
    paid: Fraction
    """The mean payment of a round."""
    seeds: Fraction
    """The mean number of seeds per round."""


def among_seats(
    hit: Fraction, seats: int, meter: int | Fraction, start: int | Fraction, awards: Awards
) -> Seats:
    """Return the payments of a meter to seats that win independently, shared or in turn.

    Shared, the winners divide the meter and it is seeded once. In turn, the first winner gets the
    meter and each further one the starting amount. Seats that share cards (a dealer's hand, one
    shoe) are not quite independent; use ``among_winners`` for them.
    """
    chances = _binomial(hit, seats)
    return among_winners(chances, meter, start, awards)


def among_winners(
    chances: Sequence[Fraction], meter: int | Fraction, start: int | Fraction, awards: Awards
) -> Seats:
    """Return the same from the probability of each number of winners, 0 to all seats."""
    winners = sum((n * p for n, p in enumerate(chances)), Fraction(0))
    any_winner = 1 - chances[0]
    if not winners or sum(chances) != 1:
        raise Refused(
            "the chances of 0, 1, 2... winners must add up to 1, with a chance of a winner"
        )
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
    """Return the probability of 0 to ``n`` successes in ``n`` independent trials."""
    chances = [Fraction(1)]
    for _ in range(n):
        more = [Fraction(0), *(c * p for c in chances)]
        chances = [c * (1 - p) + m for c, m in zip([*chances, Fraction(0)], more, strict=True)]
    return chances
