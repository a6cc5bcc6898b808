"""The stakes of a banked round: its accounts, and the events that move chips between them.

Chips lie at a *place*: a circle, a spot of it, a hand.  At one place several may have chips, each
known by who bets and for whom the chips play: the player, or the dealer when they are a tip.  So a
bettor behind another, a bet on an empty circle, a second hand and a tip are all one more entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Annotated, TypeAlias

import msgspec

from houseway.engine.events import (
    DROP,
    HOUSE,
    TOKES,
    Account,
    Event,
    Reason,
    Settlement,
    State,
    Transfer,
    meter,
    purse,
    stake,
)
from houseway.engine.questions import DEALER, PLAYER, Put
from houseway.families.banked.player_dealer.cover import PlayerBank
from houseway.game.pay_tables import Payout
from houseway.game.progressives import Meter, paid
from houseway.money import Cents

StakeKey: TypeAlias = tuple[int, str, int]
"""A circle, a spot of it, and which hand."""
circle_of, spot_of = itemgetter(0), itemgetter(1)
StakeOwner: TypeAlias = tuple[int, str]
"""The bettor, and the beneficiary of the chips."""
Decided: TypeAlias = tuple[int, int, int, int]
"""Of a settled wager: the stake, the amount back, the meter's part of it, and the meter."""
SETTLING = "settling"
"""The phase in which claims are paid in their order."""
NO_MORE: Mapping[StakeOwner, tuple[int, str]] = {}


class Claim(msgspec.Struct, frozen=True, gc=False):
    """The outcome and payout of the chips at a place, for all bettors there."""

    place: StakeKey
    outcome: str
    payout: Payout
    clauses: tuple[str, ...]
    row: int = -1
    """The row of the wager's own pay table, where it has one."""
    extras: Mapping[StakeOwner, tuple[int, str]] = NO_MORE
    """Additional amounts for some bettors, with a note: a free bet's unit, chips that stay."""
    of_tips: tuple[str, ...] = ()
    """Further clauses on which the tips at the place rest."""
    only_bettor: int = 0
    """The one bettor whose chips are meant, where each decides separately; 0: all bettors."""
    because: str = ""
    """The reason where the outcome does not tell it: a name in the game's words."""


class BankedState(State, kw_only=True):
    """The money side of a banked round."""

    seats: list[int]
    names: dict[int, str]
    people: dict[int, str] = {}
    """Seat -> the person's id, by which people are counted."""
    purses: dict[int, int]
    stakes: dict[StakeKey, dict[StakeOwner, int]] = {}
    lines: dict[int, list[int]] = {}
    """Circle -> its bettors, where others than its player bet: the player first, then as they
    came.
    """
    waiting: list[int] = []
    house: int = 0
    tokes: int = 0
    drop: int = 0
    fees: dict[int, int] = {}
    """Seat -> what the house has collected from it."""
    bank: PlayerBank | None = None
    """The player-dealer's wager; None where the house banks."""
    deferred: dict[StakeKey, Claim] = {}
    """Claims decided before a player's bank pays them."""
    phase: str = ""
    said: list[str] = []
    closed: bool = False
    meters: dict[str, list[Meter]] = {}
    fed: dict[tuple[StakeKey, StakeOwner, int], tuple[int, int]] = {}
    """(place, who, meter) -> what the wager has put into the meter and its reserve, in parts."""
    meters_won: list[tuple[str, int]] = []
    """Meters whose 100 % has been paid and which do not have their seed again yet."""
    decided: dict[tuple[StakeKey, StakeOwner], Decided] = {}
    """The result of each wager settled up to now."""

    def balances(self) -> dict[Account, int]:
        """Every account of the round; they sum to what came in."""
        found: dict[Account, int] = {HOUSE: self.house, TOKES: self.tokes, DROP: self.drop}
        for seat, cents in self.purses.items():
            found[purse(seat)] = cents
            found[stake(seat)] = 0
        for chips in self.stakes.values():
            for (bettor, _), cents in chips.items():
                found[stake(bettor)] += cents
        if self.bank is not None and self.bank.seat:
            found[("bank", self.bank.seat)] = self.bank.wager
        for spot, meters in self.meters.items():
            for i, kept in enumerate(meters):
                found[meter(spot, i)] = kept.held
        return found

    def own(self, seat: int, spot: str, hand: int = 0) -> int:
        """Return a seat's own stake on a spot of its own circle, in cents."""
        chips = self.stakes.get((seat, spot, hand))
        return chips.get((seat, PLAYER), 0) if chips else 0

    def tip(self, seat: int, spot: str, hand: int = 0) -> int:
        """Return a seat's stake for the dealer on a spot of its own circle, in cents."""
        chips = self.stakes.get((seat, spot, hand))
        return chips.get((seat, DEALER), 0) if chips else 0

    def holder(self, circle: int) -> int:
        """Return the seat that decides in a circle: its player, or the first bettor if that one has
        no bet.
        """
        line = self.lines.get(circle)
        return line[0] if line else circle

    def acting_bettor(self, circle: int) -> int:
        """Return the seat that decides in place of the circle's player; 0: no other seat does."""
        line = self.lines.get(circle)
        return line[0] if line and line[0] != circle else 0

    def bettors_at(self, circle: int, spot: str, hand: int = 0) -> list[int]:
        """Return the seats with chips of their own on a spot, in the order of settlement."""
        chips = self.stakes.get((circle, spot, hand), ())
        found = [bettor for bettor, whom in chips if whom == PLAYER]
        return sorted(found, key=self.lines[circle].index) if circle in self.lines else found

    def circles(self) -> set[int]:
        """The circles with chips in them."""
        return set(map(circle_of, self.stakes))

    def iter_stakes(self) -> Iterator[tuple[StakeKey, StakeOwner, int]]:
        """All chips on the table: where, whose, how much."""
        for place, chips in self.stakes.items():
            for who, cents in chips.items():
                yield place, who, cents

    def owns(self, seat: int) -> list[tuple[StakeKey, StakeOwner]]:
        """The wagers in one circle, and those of its player elsewhere."""
        return [(at, who) for at, who, _ in self.iter_stakes() if seat in (at[0], who[0])]


def bank_account(bank: int) -> Account:
    """Return the account that pays and collects: the house's, or that of the player-dealer."""
    return ("bank", bank) if bank else HOUSE


def add_chips(s: BankedState, place: StakeKey, who: StakeOwner, cents: int) -> None:
    """Add chips to a stake."""
    chips = s.stakes.get(place)
    if chips is None:
        s.stakes[place] = {who: cents}
    else:
        chips[who] = chips.get(who, 0) + cents


def add_to_line(s: BankedState, circle: int, bettor: int) -> None:
    """Add a bettor to a circle that has other bettors than its player."""
    line = s.lines.get(circle)
    if line is None:
        if bettor == circle:
            return
        own = any(at[0] == circle and (circle, PLAYER) in who for at, who in s.stakes.items())
        line = s.lines[circle] = [circle] if own else []
    if bettor not in line:
        line.insert(0 if bettor == circle else len(line), bettor)


def take_chips(s: BankedState, place: StakeKey, who: StakeOwner) -> None:
    """Take chips from a place, if there are any."""
    if (chips := s.stakes.get(place)) is not None:
        chips.pop(who, None)
        if not chips:
            del s.stakes[place]
            if s.deferred:
                s.deferred.pop(place, None)


class Phase(Event, frozen=True):
    """A part of the round begins; ``waiting`` are the seats that must answer in it."""

    name: str
    waiting: tuple[int, ...] = ()

    def do(self, s: BankedState) -> None:
        s.phase = self.name
        s.waiting = [*self.waiting]


class WagersPlaced(Event, frozen=True):
    """A seat puts its chips on the spots, with tips."""

    seat: int
    places: Annotated[tuple[Put, ...], "puts"]

    def do(self, s: BankedState) -> None:
        seat, total = self.seat, 0
        for put in self.places:
            total += put.cents
            if put.circle:
                add_to_line(s, put.circle, seat)
            elif s.lines:
                add_to_line(s, seat, seat)
            add_chips(s, (put.circle or seat, put.spot, put.hand), (seat, put.whom), put.cents)
        s.purses[seat] -= total
        s.waiting.remove(seat)
        if s.bank is not None:
            s.bank.bettors.append(seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple((purse(self.seat), stake(self.seat), put.cents) for put in self.places)


class Staked(Event, frozen=True):
    """More chips on a wager during the round: a double, a split, insurance."""

    seat: int
    spot: str
    cents: Cents
    hand: int = 0
    owner: str = PLAYER
    circle: int = 0
    """The seat of the circle, if it is not the bettor's own; 0: it is."""

    def do(self, s: BankedState) -> None:
        seat = self.seat
        s.purses[seat] -= self.cents
        place = (self.circle or seat, self.spot, self.hand)
        add_chips(s, place, (seat, self.owner), self.cents)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class ClaimNoted(Event, frozen=True):
    """The outcome of a wager is known; it is settled when its turn comes."""

    claim: Annotated[Claim, "claim"]

    def do(self, s: BankedState) -> None:
        s.deferred[self.claim.place] = self.claim


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
        s.fees[self.seat] = s.fees.get(self.seat, 0) + self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), DROP, self.cents),)


class FeeReturned(Event, frozen=True):
    """The house gives a fee back: there was no hand."""

    seat: int
    cents: Cents

    def do(self, s: BankedState) -> None:
        s.purses[self.seat] += self.cents
        s.drop -= self.cents
        del s.fees[self.seat]

    def transfers(self) -> tuple[Transfer, ...]:
        return ((DROP, purse(self.seat), self.cents),)


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
    circle: int = 0
    """The seat of the circle, if it is not the bettor's own; 0: it is."""
    because: Reason = ""
    """The reason where the outcome does not tell it."""
    settles = True

    def do(self, s: BankedState) -> None:
        seat, spot, back = self.seat, self.spot, self.back
        place, who = (self.circle or seat, spot, self.hand), (seat, self.owner)
        take_chips(s, place, who)
        s.decided[place, who] = (self.stake, back, self.from_meter, self.meter)
        if self.owner == PLAYER:
            s.purses[seat] += back
        else:
            s.tokes += back
        bank_keeps = self.stake - back + self.from_meter
        if s.bank is not None and self.bank:
            s.bank.takes(bank_keeps)
        else:
            s.house += bank_keeps
        if self.from_meter:
            kept = s.meters[spot]
            kept[self.meter] = paid(kept[self.meter], self.from_meter)
        if self.wins_meter and (spot, self.meter) not in s.meters_won:
            s.meters_won.append((spot, self.meter))

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
        if not self.from_meter:
            return moved
        return (*moved, (meter(self.spot, self.meter), owner, self.from_meter))

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, outcome=self.outcome, odds=self.odds, stake=self.stake,
            back=self.back, clauses=self.clauses, hand=self.hand, owner=self.owner,
            note=self.note, element=self.element, circle=self.circle, because=self.because,
        )  # fmt: skip


class WagerReturned(Event, frozen=True):
    """A wager without action goes back to its bettor."""

    seat: int
    spot: str
    cents: Cents
    reason: str
    clauses: tuple[str, ...]
    hand: int = 0
    owner: str = PLAYER
    circle: int = 0
    """The seat of the circle, if it is not the bettor's own; 0: it is."""
    settles = True

    def do(self, s: BankedState) -> None:
        take_chips(s, (self.circle or self.seat, self.spot, self.hand), (self.seat, self.owner))
        s.purses[self.seat] += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((stake(self.seat), purse(self.seat), self.cents),)

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, outcome="returned", odds="no action", stake=self.cents,
            back=self.cents, clauses=self.clauses, hand=self.hand, owner=self.owner,
            note=self.reason, element="", circle=self.circle,
        )  # fmt: skip
