"""The stakes of a banked round: its accounts, and the events that move chips between them.

A stake is keyed by seat, spot, hand and owner; the owner is the player, or the dealer when the
chips are a tip that plays along.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from houseway.events import (
    DROP,
    HOUSE,
    METER,
    TOKES,
    Account,
    Event,
    Settlement,
    Transfer,
    purse,
    stake,
)
from houseway.game import Dealing
from houseway.meters import Meter, Terms, fed, paid, reseed, seeded
from houseway.money import Cents
from houseway.script import TIP

PLAYER, DEALER = "player", "dealer"
BetKey: TypeAlias = tuple[int, str, int, str]


class BankedState(msgspec.Struct, kw_only=True):
    """The money side of a banked round."""

    seats: list[int]
    names: dict[int, str]
    purses: dict[int, int]
    stakes: dict[BetKey, int] = {}
    waiting: list[int] = []
    house: int = 0
    tokes: int = 0
    drop: int = 0
    bank: int = 0
    bank_wager: int = 0
    phase: str = ""
    said: list[str] = []
    closed: bool = False
    meters: dict[str, list[Meter]] = {}
    fed: dict[tuple[int, str, int], tuple[int, int]] = {}
    """(seat, spot, meter) -> what the wager has put into the meter and its reserve, in parts."""
    meters_won: list[tuple[str, int]] = []
    """Meters whose 100 % has been paid and which do not have their seed again yet."""
    decided: dict[BetKey, tuple[int, int]] = {}
    """What was staked on each wager settled so far, and what went back."""

    def balances(self) -> dict[Account, int]:
        """Every account of the round; they sum to what came in."""
        found: dict[Account, int] = {HOUSE: self.house, TOKES: self.tokes, DROP: self.drop}
        for seat, cents in self.purses.items():
            found[purse(seat)] = cents
            found[stake(seat)] = 0
        for (seat, _, _, _), cents in self.stakes.items():
            found[stake(seat)] += cents
        if self.bank:
            found[("bank", self.bank)] = self.bank_wager
        if self.meters:
            found[METER] = sum(meter.held for kept in self.meters.values() for meter in kept)
        return found


def bank_account(bank: int) -> Account:
    """Who pays and collects: the house, or the player-dealer at that seat."""
    return ("bank", bank) if bank else HOUSE


class Phase(Event, frozen=True):
    """A part of the round begins; ``waiting`` are the seats that must answer in it."""

    name: str
    waiting: tuple[int, ...] = ()

    def do(self, s: BankedState) -> None:
        s.phase = self.name
        s.waiting = list(self.waiting)


def spot_and_hand(spot: str) -> tuple[str, int]:
    """``main`` is the wager of that name on the first hand, ``main.2`` on the second."""
    name, _, number = spot.partition(".")
    return name, int(number) - 1 if number else 0


class WagersPlaced(Event, frozen=True):
    """A seat puts its chips on the spots, tips beside its own."""

    seat: int
    places: Annotated[tuple[tuple[str, int], ...], "places"]

    def do(self, s: BankedState) -> None:
        seat = self.seat
        for spot, cents in self.places:
            s.purses[seat] -= cents
            name, hand = spot_and_hand(spot)
            if name.startswith(TIP):
                s.stakes[seat, name[len(TIP) :], hand, DEALER] = cents
            else:
                s.stakes[seat, name, hand, PLAYER] = cents
        s.waiting.remove(seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple((purse(self.seat), stake(self.seat), cents) for _, cents in self.places)


class Staked(Event, frozen=True):
    """More chips on a wager during the round: a double, a split, insurance."""

    seat: int
    spot: str
    cents: Cents
    hand: int = 0
    owner: str = PLAYER

    def do(self, s: BankedState) -> None:
        key = (self.seat, self.spot, self.hand, self.owner)
        s.purses[self.seat] -= self.cents
        s.stakes[key] = s.stakes.get(key, 0) + self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class SatOut(Event, frozen=True):
    """A seat makes no wager this round."""

    seat: int

    def do(self, s: BankedState) -> None:
        s.waiting.remove(self.seat)


class Answered(Event, frozen=True):
    """A seat answered a question put to several, without money moving."""

    seat: int
    answer: str

    def do(self, s: BankedState) -> None:
        s.waiting.remove(self.seat)


class FeeTaken(Event, frozen=True):
    """The house takes its collection."""

    seat: int
    cents: Cents
    clause: str

    def do(self, s: BankedState) -> None:
        s.purses[self.seat] -= self.cents
        s.drop += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), DROP, self.cents),)


class WagerSettled(Event, frozen=True):
    """One wager is decided: ``back`` is everything that goes to its owner."""

    seat: int
    spot: str
    outcome: str
    odds: str
    stake: Cents
    back: Cents
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = PLAYER
    bank: int = 0
    note: str = ""
    element: str = ""
    from_meter: Cents = 0
    """The part of ``back`` that a meter pays."""
    meter: int = 0
    wins_meter: bool = False

    def do(self, s: BankedState) -> None:
        key = (self.seat, self.spot, self.hand, self.owner)
        s.stakes.pop(key, None)
        s.decided[key] = (self.stake, self.back)
        if self.owner == PLAYER:
            s.purses[self.seat] += self.back
        else:
            s.tokes += self.back
        if self.bank:
            s.bank_wager += self.stake - self.back
        else:
            s.house += self.stake - self.back + self.from_meter
        if self.from_meter:
            kept = s.meters[self.spot]
            kept[self.meter] = paid(kept[self.meter], self.from_meter)
        if self.wins_meter and (self.spot, self.meter) not in s.meters_won:
            s.meters_won.append((self.spot, self.meter))

    def transfers(self) -> tuple[Transfer, ...]:
        owner = purse(self.seat) if self.owner == PLAYER else TOKES
        bank = bank_account(self.bank)
        from_bank = self.back - self.from_meter
        returned = min(self.stake, from_bank)
        moved = (
            (stake(self.seat), owner, returned),
            (stake(self.seat), bank, self.stake - returned),
            (bank, owner, from_bank - returned),
        )
        return (*moved, (METER, owner, self.from_meter)) if self.from_meter else moved

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, self.outcome, self.odds, self.stake, self.back,
            self.clauses, self.hand, self.owner, self.note, self.element,
        )  # fmt: skip


class WagerReturned(Event, frozen=True):
    """A wager without action goes back to whoever put it up."""

    seat: int
    spot: str
    cents: Cents
    reason: str
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = PLAYER

    def do(self, s: BankedState) -> None:
        s.stakes.pop((self.seat, self.spot, self.hand, self.owner))
        s.purses[self.seat] += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((stake(self.seat), purse(self.seat), self.cents),)

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, "returned", "no action", self.cents, self.cents,
            self.clauses, self.hand, self.owner, self.reason,
        )  # fmt: skip


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

    def do(self, s: BankedState) -> None:
        kept = s.meters[self.spot]
        kept[self.meter] = fed(kept[self.meter], self.added, self.reserved)
        s.house -= self.cents
        key = (self.seat, self.spot, self.meter)
        if key in s.fed:
            del s.fed[key]
        else:
            s.fed[key] = (self.added, self.reserved)

    def transfers(self) -> tuple[Transfer, ...]:
        if self.cents < 0:
            return ((METER, HOUSE, -self.cents),)
        return ((HOUSE, METER, self.cents),)


class MeterReset(Event, frozen=True):
    """A meter that was won begins again: parts from the house and from its reserve.

    ``cents`` is what the account moves by.
    """

    spot: str
    meter: int
    from_house: int
    from_reserve: int
    cents: Cents

    def do(self, s: BankedState) -> None:
        kept = s.meters[self.spot]
        kept[self.meter] = seeded(kept[self.meter], self.from_house, self.from_reserve)
        s.house -= self.cents
        s.meters_won.remove((self.spot, self.meter))
        for key in [key for key in s.fed if key[1:] == (self.spot, self.meter)]:
            del s.fed[key]  # it was won with the rest and cannot go out again

    def transfers(self) -> tuple[Transfer, ...]:
        return ((HOUSE, METER, self.cents),)


def move_meter(
    r: Dealing, seat: int, spot: str, meter: int, added: int, reserved: int
) -> None:  # fmt: skip
    """So many parts go into a meter and its reserve, or out again."""
    cents = r.state.meters[spot][meter].moved_by(added + reserved)
    r.emit(MeterMoved(seat, spot, meter, added, reserved, cents))


def reset_meter(r: Dealing, spot: str, meter: int, terms: Terms) -> None:
    """A meter that was won gets its seed."""
    now = r.state.meters[spot][meter]
    parts = reseed(now, terms)
    r.emit(MeterReset(spot, meter, *parts, seeded(now, *parts).held - now.held))


def return_wagers(
    r: Dealing, reason: str, clauses: tuple[str, ...], seat: int | None = None
) -> None:
    """Give back every wager still on the table, or those of one seat."""
    for key in tuple(r.state.stakes):
        if seat is None or key[0] == seat:
            return_wager(r, key, reason, clauses)


def return_wager(r: Dealing, key: BetKey, reason: str, clauses: tuple[str, ...]) -> None:
    """Give back one wager, and take out of the meters what it has put in."""
    s = r.state
    seat, spot, hand, owner = key
    r.emit(WagerReturned(seat, spot, s.stakes[key], reason, clauses, hand, owner))
    if owner == PLAYER:
        take_out_of_meters(r, seat, spot)


def take_out_of_meters(r: Dealing, seat: int, spot: str) -> None:
    """What a wager without action has put into meters goes out again, as far as it is there."""
    s = r.state
    for key, (added, reserved) in tuple(s.fed.items()):
        if key[:2] == (seat, spot):
            kept = s.meters[spot][key[2]]
            added, reserved = min(added, kept.value), min(reserved, kept.reserve)
            move_meter(r, seat, spot, key[2], -added, -reserved)
