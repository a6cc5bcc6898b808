"""Progressive meters: contributions of wagers, awards, and the seed after a win.

A meter is kept in parts, 10,000 to the cent, because a contribution is a share of a wager in
ten-thousandths: nothing is rounded on the way in. Awards are paid in whole cents; the rest of a
cent stays in the meter. At every moment

    seeded + taken - paid - value - reserve == 0        (``Meter.balance``)

The terms that differ from house to house are posted as ``MeterTerms``: winners of one round share
or come in turn, and a reserve is added to the seed or pays for it. Both occur in the documents.

Below the declaration of meters are pure functions: they take a meter and return the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from houseway.errors import Refused
from houseway.game.posting import ANY_AMOUNT, Declared, Fact, Money, Number, OneOf

if TYPE_CHECKING:
    from houseway.game.wagers import Wager

PARTS = 10_000
"""Parts of a cent, and of a wager in a rate."""
ALL = 100

AWARDS = ("split", "in turn")
Awards = Literal["split", "in turn"]
Reserve = Literal["adds to seed", "pays for seed"]


class Progressive(msgspec.Struct, frozen=True):
    """The meters of a wager, as its text has them; a house posts the rest.

    ``meters`` is the most that its pay table has. Each is fed by ``rate`` ten-thousandths of the
    wager and begins with ``seed`` cents. ``flat``: the wager is one posted amount, for which table
    and seeds are meant.
    """

    meters: int = 1
    flat: bool = True
    one_meter: bool = False
    """True if all shares are of one meter by default; otherwise each 100 % has its own."""
    awards: str = "split"
    awards_fixed: bool = False
    meter_facts: tuple[str, ...] = ()
    """Terms of its meters that the text fixes at their default."""
    seed: int = 2_000_00
    seed_per: int = 0
    """The amount of the wager for which seeds are posted, in cents; another multiplies them."""
    rate: int = 1_700

    def postings(self, cited: tuple[str, ...], words: str) -> dict[str, Declared]:
        """Return the terms that a house posts, without the name of the wager before each."""
        if self.awards_fixed:
            awards: Declared = Fact(self.awards, cited, "how winners of one round are paid")
        else:
            awards = OneOf(AWARDS, self.awards, cited, "how winners of one round are paid")
        found: dict[str, Declared] = {
            "awards": awards,
            "reserve": OneOf(
                ("adds to seed", "pays for seed"), "adds to seed", cited,
                "what the reserve does when a meter is won",
            ),
            "at_least_fixed": OneOf(
                (False, True), False, cited, "a share is no less than the next fixed award"
            ),
        }  # fmt: skip
        if self.meters > 1:
            start = "one" if self.one_meter else "each"
            found["meters"] = OneOf(
                ("one", "each"), start, cited, "one meter, or one for each row that pays 100 %"
            )
        for key in self.meter_facts:
            found[key] = Fact(found[key].default, cited, found[key].says)
        for i in range(self.meters):
            n = f"_{i + 1}" if i else ""
            of = f"{words}, meter {i + 1}" if self.meters > 1 else words
            found[f"seed{n}"] = Money(self.seed, 0, ANY_AMOUNT, cited, f"seed of {of}")
            per = "in hundredths of a percent of the wager"
            found[f"rate{n}"] = Number(self.rate, 0, PARTS, cited, f"increment of {of}, {per}")
            found[f"reserve_rate{n}"] = Number(0, 0, PARTS, cited, f"reserve of {of}, {per}")
        return found

    def terms(self, game: Any, wager: Wager) -> tuple[MeterTerms, ...]:
        """Return the posted terms of each meter; refuse those that exceed the wager."""
        name, per = wager.name, self.seed_per or 1
        times = getattr(game, f"{name}_base") if self.seed_per else 1
        one = self.meters == 1 or getattr(game, f"{name}_meters") == "one"
        rows = game.pay_tables()[wager.paid_by].whole_meters(getattr(game, wager.paid_by))
        places = ("", "_2", "_3")[: 1 if one else min(self.meters, max(rows, 1))]
        taken = sum(
            getattr(game, f"{name}_rate{n}") + getattr(game, f"{name}_reserve_rate{n}")
            for n in places
        )
        if taken > PARTS:
            percent = f"{taken // 100}.{taken % 100:02d} %"
            raise Refused(
                "meters-take-too-much",
                f"meters and reserves of {wager.words} would take {percent} of it; "
                "100 % is the most",
                wager.clauses,
            )
        return tuple(
            MeterTerms(
                getattr(game, f"{name}_seed{n}") * times // per,
                getattr(game, f"{name}_rate{n}"),
                getattr(game, f"{name}_reserve_rate{n}"),
                getattr(game, f"{name}_awards"),
                getattr(game, f"{name}_reserve"),
            )
            for n in places
        )


class MeterTerms(msgspec.Struct, frozen=True):
    """The posted terms of a meter. Rates are ten-thousandths of the wager (1500 is 15 %)."""

    seed: int
    rate: int
    reserve_rate: int = 0
    awards: Awards = "split"
    reserve: Reserve = "adds to seed"

    def __post_init__(self) -> None:
        if self.seed < 0 or self.rate < 0 or self.reserve_rate < 0:
            raise ValueError("seed and rates of a meter are not less than nothing")
        if self.rate + self.reserve_rate > PARTS:
            raise ValueError("a meter cannot take more than the whole wager")

    def brought_by(self, wager: int) -> tuple[int, int]:
        """Return the parts that a wager (in cents) adds to the meter and to its reserve."""
        if wager < 0:
            raise ValueError(f"a wager is not {wager} cents")
        return wager * self.rate, wager * self.reserve_rate


class Meter(msgspec.Struct, frozen=True):
    """The state of a meter, in parts of a cent."""

    value: int
    reserve: int = 0
    seeded: int = 0
    """Parts that the house has put in."""
    taken: int = 0
    """Parts that wagers have brought."""
    paid: int = 0
    """Parts that winners have received."""
    won: int = 0
    """The number of times that all of it was won."""
    since: int = 0
    """Parts that wagers have brought since it was last won."""

    @property
    def cents(self) -> int:
        """The display: whole cents."""
        return self.value // PARTS

    @property
    def held(self) -> int:
        """Meter and reserve together in whole cents: the balance of its account."""
        return (self.value + self.reserve) // PARTS

    def moved_by(self, parts: int) -> int:
        """Return the change of the account in whole cents when these parts come in."""
        return (self.value + self.reserve + parts) // PARTS - self.held

    @property
    def balance(self) -> int:
        """The sum of all flows: always 0, since nothing is lost or made."""
        return self.seeded + self.taken - self.paid - self.value - self.reserve


class Winner(msgspec.Struct, frozen=True):
    """A seat, or the number of a claim, and the percentage of the meter that its outcome awards."""

    seat: int
    percent: int

    def __post_init__(self) -> None:
        if not 1 <= self.percent <= ALL:
            raise ValueError(f"an award is 1 to 100 % of a meter, not {self.percent} %")


class Award(msgspec.Struct, frozen=True):
    """The payment of a meter to a seat, in cents."""

    seat: int
    percent: int
    cents: int


def opened(terms: MeterTerms) -> Meter:
    """Return a new meter with its seed."""
    seed = terms.seed * PARTS
    return Meter(value=seed, seeded=seed)


def award(
    meter: Meter, terms: MeterTerms, winners: Sequence[Winner]
) -> tuple[Meter, tuple[Award, ...]]:
    """Pay the winners of one round, given in the order of settlement; return meter and awards."""
    pay = _in_turn if terms.awards == "in turn" else _split
    return pay(meter, terms, winners)


def _split(
    meter: Meter, terms: MeterTerms, winners: Sequence[Winner]
) -> tuple[Meter, tuple[Award, ...]]:
    """Pay part shares of the meter as it stood, then the rest in equal parts to full winners.

    Part shares that exceed the meter together are reduced in proportion.
    """
    stood = meter.value
    parts_won = sum(winner.percent for winner in winners if winner.percent < ALL)
    whole = sum(1 for winner in winners if winner.percent == ALL)
    cents = {}
    for i, winner in enumerate(winners):
        if winner.percent < ALL:
            cents[i] = stood * winner.percent // (max(ALL, parts_won) * PARTS)
    meter = paid(meter, sum(cents.values()))
    if whole:
        each = meter.cents // whole
        cents |= {i: each for i, winner in enumerate(winners) if winner.percent == ALL}
        meter = reset(paid(meter, each * whole), terms)
    return meter, tuple(Award(w.seat, w.percent, cents[i]) for i, w in enumerate(winners))


def _in_turn(
    meter: Meter, terms: MeterTerms, winners: Sequence[Winner]
) -> tuple[Meter, tuple[Award, ...]]:
    """Pay each award from the rest that the one before left; after 100 % the seed is back."""
    awards = []
    for winner in winners:
        cents = meter.value * winner.percent // (ALL * PARTS)
        meter = paid(meter, cents)
        if winner.percent == ALL:
            meter = reset(meter, terms)
        awards.append(Award(winner.seat, winner.percent, cents))
    return meter, tuple(awards)


def paid(meter: Meter, cents: int) -> Meter:
    """Return the meter after a payment in cents to a winner."""
    out = cents * PARTS
    return msgspec.structs.replace(meter, value=meter.value - out, paid=meter.paid + out)


def reset(meter: Meter, terms: MeterTerms) -> Meter:
    """Return a won meter with its seed, with the reserve added or used for it."""
    return seeded(meter, *reseed(meter, terms))


def reseed(meter: Meter, terms: MeterTerms) -> tuple[int, int]:
    """Return the parts that a won meter gets from the house and from its reserve."""
    seed = terms.seed * PARTS
    if terms.reserve == "adds to seed":
        return seed, meter.reserve
    from_reserve = min(meter.reserve, seed)
    return seed - from_reserve, from_reserve


def seeded(meter: Meter, from_house: int, from_reserve: int) -> Meter:
    """Return a won meter with these parts added."""
    return msgspec.structs.replace(
        meter,
        value=meter.value + from_house + from_reserve,
        reserve=meter.reserve - from_reserve,
        seeded=meter.seeded + from_house,
        won=meter.won + 1,
        since=0,
    )


def fed(meter: Meter, added: int, reserved: int) -> Meter:
    """Return the meter after a wager has added these parts, or taken them back (negative)."""
    return msgspec.structs.replace(
        meter,
        value=meter.value + added,
        reserve=meter.reserve + reserved,
        taken=meter.taken + added + reserved,
        since=meter.since + added + reserved,
    )
