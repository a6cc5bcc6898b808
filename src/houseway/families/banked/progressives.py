"""Payments into progressive meters and out of them, and the awards to the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.engine.events import HOUSE, TOKES, Event, Transfer, meter
from houseway.engine.questions import PLAYER
from houseway.families.banked.state import BankedState, StakeKey
from houseway.game.base import RoundContext
from houseway.game.progressives import MeterTerms, fed, reseed, seeded
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked


class EnvyPaid(Event, frozen=True):
    """The dealer receives a fixed sum for a player's hand."""

    seat: int
    spot: str
    cents: Cents
    clauses: tuple[str, ...]

    def do(self, s: BankedState) -> None:
        s.tokes += self.cents
        s.house -= self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((HOUSE, TOKES, self.cents),)


class KeyPressed(Event, frozen=True):
    """The dealer presses a key of the progressive system; the sensors of these seats light up."""

    key: str
    sensors: tuple[int, ...] = ()


class MeterMoved(Event, frozen=True):
    """A progressive wager adds its share to a meter, or takes it away again when it goes back.

    ``added`` and ``reserved`` are parts of a cent; ``cents`` is what the account moves by.
    """

    seat: int
    spot: str
    meter: int
    added: int
    reserved: int
    cents: Cents
    circle: int = 0
    """The seat of the circle, if it is not the bettor's own; 0: it is."""
    cue = ""

    def do(self, s: BankedState) -> None:
        kept = s.meters[self.spot]
        kept[self.meter] = fed(kept[self.meter], self.added, self.reserved)
        s.house -= self.cents
        place = (self.circle or self.seat, self.spot, 0)
        key = (place, (self.seat, PLAYER), self.meter)
        if key in s.fed:
            del s.fed[key]
        else:
            s.fed[key] = (self.added, self.reserved)

    def transfers(self) -> tuple[Transfer, ...]:
        account = meter(self.spot, self.meter)
        if self.cents < 0:
            return ((account, HOUSE, -self.cents),)
        return ((HOUSE, account, self.cents),)


class MeterReset(Event, frozen=True):
    """A meter that was won begins again: parts from the house and from its reserve.

    ``cents`` is what the account moves by.
    """

    spot: str
    meter: int
    from_house: int
    from_reserve: int
    cents: Cents
    cue = ""

    def do(self, s: BankedState) -> None:
        kept = s.meters[self.spot]
        kept[self.meter] = seeded(kept[self.meter], self.from_house, self.from_reserve)
        s.house -= self.cents
        s.meters_won.remove((self.spot, self.meter))
        for key in [key for key in s.fed if (key[0][1], key[2]) == (self.spot, self.meter)]:
            del s.fed[key]  # it was won with the rest and cannot go out again

    def transfers(self) -> tuple[Transfer, ...]:
        return ((HOUSE, meter(self.spot, self.meter), self.cents),)


def opening_transfers(game: Banked, carry_over: Any = None) -> tuple[Transfer, ...]:
    """Return the opening transfers of the meters: the house puts in the seed, or the carried
    amount.
    """
    meters = game.opened_meters() | (carry_over.meters if carry_over is not None else {})
    return tuple(
        (HOUSE, meter(spot, i), kept.held)
        for spot, found in meters.items()
        for i, kept in enumerate(found)
    )


def move_meter(
    r: RoundContext[BankedState],
    place: StakeKey,
    bettor: int,
    number: int,
    added: int,
    reserved: int,
) -> None:
    """Move parts of a cent into a meter and its reserve; negative: out of them."""
    circle, spot, _ = place
    cents = r.state.meters[spot][number].moved_by(added + reserved)
    elsewhere = circle if circle != bettor else 0
    r.emit(MeterMoved(bettor, spot, number, added, reserved, cents, elsewhere))


def feed_meter(r: RoundContext[BankedState], spot: str, number: int, terms: MeterTerms) -> None:
    """Add the share of every player's wager on a spot to a meter, circle by circle."""
    s = r.state
    for place in sorted([place for place in s.stakes if place[1] == spot]):
        for (bettor, whom), staked in sorted(s.stakes[place].items()):
            parts = terms.brought_by(staked)
            if whom == PLAYER and any(parts):
                move_meter(r, place, bettor, number, *parts)


def reset_meter(r: RoundContext[BankedState], spot: str, number: int, terms: MeterTerms) -> None:
    """Put the seed into a meter that was won."""
    now = r.state.meters[spot][number]
    parts = reseed(now, terms)
    r.emit(MeterReset(spot, number, *parts, seeded(now, *parts).held - now.held))


def take_out_of_meters(r: RoundContext[BankedState], place: StakeKey, bettor: int) -> None:
    """Take out of the meters what a wager without action paid in, as far as it is there."""
    s = r.state
    for (at, who, number), (added, reserved) in tuple(s.fed.items()):
        if at == place and who == (bettor, PLAYER):
            kept = s.meters[place[1]][number]
            out = min(added, kept.value), min(reserved, kept.reserve)
            move_meter(r, place, bettor, number, -out[0], -out[1])
