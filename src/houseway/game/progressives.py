"""Progressive meters: what wagers add to them, what awards take, and what they begin with again.

A meter is kept in parts, 10,000 to the cent, because a contribution is a share of a wager in
ten-thousandths: nothing is ever rounded on the way in.  Awards are paid in whole cents and what
remains of a cent stays in the meter.  At every moment

    seeded + taken - paid - value - reserve == 0        (``Meter.balance``)

What differs from house to house is posted in ``Terms``: whether winners of the same round share
or come in turn, and whether a reserve is added to the seed or pays for it.  Both occur in the
documents.  These are pure functions: they take a meter and give the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

PARTS = 10_000
"""Parts of a cent; rates are in as many parts of a wager."""
ALL = 100

Awards = Literal["split", "in turn"]
Reserve = Literal["adds to seed", "pays for seed"]


class Terms(msgspec.Struct, frozen=True):
    """What is posted for a meter.  Rates are ten-thousandths of the wager (1500 is 15 %)."""

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
        """The parts that a wager of so many cents adds to the meter and to the reserve."""
        if wager < 0:
            raise ValueError(f"a wager is not {wager} cents")
        return wager * self.rate, wager * self.reserve_rate


class Meter(msgspec.Struct, frozen=True):
    """The state of a meter, in parts of a cent."""

    value: int
    reserve: int = 0
    seeded: int = 0
    """What the house has put in."""
    taken: int = 0
    """What wagers have brought."""
    paid: int = 0
    """What winners have received."""
    won: int = 0
    """How often all of it was won."""
    since: int = 0
    """What wagers have brought since it was last won."""

    @property
    def cents(self) -> int:
        """What the display shows: whole cents."""
        return self.value // PARTS

    @property
    def held(self) -> int:
        """Meter and reserve together, in whole cents: what the account of the meter holds."""
        return (self.value + self.reserve) // PARTS

    def moved_by(self, parts: int) -> int:
        """By how many whole cents the account moves when so many parts come in."""
        return (self.value + self.reserve + parts) // PARTS - self.held

    @property
    def balance(self) -> int:
        """Nothing is lost and nothing made: always 0."""
        return self.seeded + self.taken - self.paid - self.value - self.reserve


class Winner(msgspec.Struct, frozen=True):
    """A seat, or the number of a claim, and the percentage of the meter its outcome awards."""

    seat: int
    percent: int

    def __post_init__(self) -> None:
        if not 1 <= self.percent <= ALL:
            raise ValueError(f"an award is 1 to 100 % of a meter, not {self.percent} %")


class Award(msgspec.Struct, frozen=True):
    """What a seat is paid from the meter, in cents."""

    seat: int
    percent: int
    cents: int


def opened(terms: Terms) -> Meter:
    """A new meter with its seed."""
    seed = terms.seed * PARTS
    return Meter(value=seed, seeded=seed)


def award(meter: Meter, terms: Terms, winners: Sequence[Winner]) -> tuple[Meter, tuple[Award, ...]]:
    """Pay the winners of one round, given in the order of settlement."""
    pay = _in_turn if terms.awards == "in turn" else _split
    return pay(meter, terms, winners)


def _split(
    meter: Meter, terms: Terms, winners: Sequence[Winner]
) -> tuple[Meter, tuple[Award, ...]]:
    """Part shares of the meter as it stood, then the rest in equal parts to those who win it all.

    Part shares that come to more than the meter are cut down alike.
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
    meter: Meter, terms: Terms, winners: Sequence[Winner]
) -> tuple[Meter, tuple[Award, ...]]:
    """Each award is of what the one before has left; after 100 % the meter has its seed again."""
    awards = []
    for winner in winners:
        cents = meter.value * winner.percent // (ALL * PARTS)
        meter = paid(meter, cents)
        if winner.percent == ALL:
            meter = reset(meter, terms)
        awards.append(Award(winner.seat, winner.percent, cents))
    return meter, tuple(awards)


def paid(meter: Meter, cents: int) -> Meter:
    """So many cents go to a winner."""
    out = cents * PARTS
    return msgspec.structs.replace(meter, value=meter.value - out, paid=meter.paid + out)


def reset(meter: Meter, terms: Terms) -> Meter:
    """The seed comes in on top of what is left of a cent, with the reserve or out of it."""
    return seeded(meter, *reseed(meter, terms))


def reseed(meter: Meter, terms: Terms) -> tuple[int, int]:
    """What a meter that was won gets from the house and what from its reserve, in parts."""
    seed = terms.seed * PARTS
    if terms.reserve == "adds to seed":
        return seed, meter.reserve
    from_reserve = min(meter.reserve, seed)
    return seed - from_reserve, from_reserve


def seeded(meter: Meter, from_house: int, from_reserve: int) -> Meter:
    """The meter after it was won, with so much more in it."""
    return msgspec.structs.replace(
        meter,
        value=meter.value + from_house + from_reserve,
        reserve=meter.reserve - from_reserve,
        seeded=meter.seeded + from_house,
        won=meter.won + 1,
        since=0,
    )


def fed(meter: Meter, added: int, reserved: int) -> Meter:
    """The meter after a wager has brought so many parts, or has taken them back."""
    return msgspec.structs.replace(
        meter,
        value=meter.value + added,
        reserve=meter.reserve + reserved,
        taken=meter.taken + added + reserved,
        since=meter.since + added + reserved,
    )
