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
from houseway.families.banked.player_bank import PlayerBank
from houseway.game.pay_tables import Payout
from houseway.game.progressives import Meter, paid
from houseway.money import Cents

StakeKey: TypeAlias = tuple[int, str, int]
"""A circle, a spot of it, and which hand."""
circle_of, spot_of = itemgetter(0), itemgetter(1)
Who: TypeAlias = tuple[int, str]
"""Who bets, and for whom the chips play."""
Decided: TypeAlias = tuple[int, int, int, int]
"""What was staked on a wager, what went back, how much of that a meter has paid, and which."""
SETTLING = "settling"
"""The phase in which claims are paid in their order."""
NO_MORE: Mapping[Who, tuple[int, str]] = {}


class Claim(msgspec.Struct, frozen=True, gc=False):
    """What the chips at a place have come to, for everybody who has chips there."""

    place: StakeKey
    outcome: str
    payout: Payout
    clauses: tuple[str, ...]
    row: int = -1
    """The row of the wager's own pay table, where it has one."""
    plus: Mapping[Who, tuple[int, str]] = NO_MORE
    """What comes on top for some bettors, with a note: a free bet's unit, chips that stay."""
    of_tips: tuple[str, ...] = ()
    """Further clauses on which the tips at the place rest."""
    of: int = 0
    """The one bettor whose chips are meant, where everybody decides for himself; 0: all."""
    because: str = ""
    """What decided, where the outcome does not say it: a name in the game's words."""


class BankedState(State, kw_only=True):
    """The money side of a banked round."""

    seats: list[int]
    names: dict[int, str]
    people: dict[int, str] = {}
    """Seat -> the person's id, by which people are counted."""
    purses: dict[int, int]
    stakes: dict[StakeKey, dict[Who, int]] = {}
    lines: dict[int, list[int]] = {}
    """Circle -> who bets there, where others do than its player: he first, then as they came."""
    waiting: list[int] = []
    house: int = 0
    tokes: int = 0
    drop: int = 0
    fees: dict[int, int] = {}
    """Seat -> what the house has collected from it."""
    bank: PlayerBank | None = None
    """The player-dealer's wager; None where the house banks."""
    noted: dict[StakeKey, Claim] = {}
    """What is known before a player's bank comes to pay it."""
    phase: str = ""
    said: list[str] = []
    closed: bool = False
    meters: dict[str, list[Meter]] = {}
    fed: dict[tuple[StakeKey, Who, int], tuple[int, int]] = {}
    """(place, who, meter) -> what the wager has put into the meter and its reserve, in parts."""
    meters_won: list[tuple[str, int]] = []
    """Meters whose 100 % has been paid and which do not have their seed again yet."""
    decided: dict[tuple[StakeKey, Who], Decided] = {}
    """What became of each wager settled so far."""

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
        """What a seat has at stake for itself on a spot of its own circle."""
        chips = self.stakes.get((seat, spot, hand))
        return chips.get((seat, PLAYER), 0) if chips else 0

    def tip(self, seat: int, spot: str, hand: int = 0) -> int:
        """What it has there for the dealer."""
        chips = self.stakes.get((seat, spot, hand))
        return chips.get((seat, DEALER), 0) if chips else 0

    def holder(self, circle: int) -> int:
        """Who decides in a circle: its player, or who has bet first where he does not bet."""
        line = self.lines.get(circle)
        return line[0] if line else circle

    def stand_in(self, circle: int) -> int:
        """Who decides in a circle in place of its player; 0: nobody does."""
        line = self.lines.get(circle)
        return line[0] if line and line[0] != circle else 0

    def bettors_at(self, circle: int, spot: str, hand: int = 0) -> list[int]:
        """Who has chips of his own on a spot, in the order of settlement."""
        chips = self.stakes.get((circle, spot, hand), ())
        found = [bettor for bettor, whom in chips if whom == PLAYER]
        return sorted(found, key=self.lines[circle].index) if circle in self.lines else found

    def circles(self) -> set[int]:
        """The circles with chips in them."""
        return set(map(circle_of, self.stakes))

    def laid(self) -> Iterator[tuple[StakeKey, Who, int]]:
        """All chips on the table: where, whose, how much."""
        for place, chips in self.stakes.items():
            for who, cents in chips.items():
                yield place, who, cents

    def owns(self, seat: int) -> list[tuple[StakeKey, Who]]:
        """The wagers in one circle, and those of its player elsewhere."""
        return [(at, who) for at, who, _ in self.laid() if seat in (at[0], who[0])]


def bank_account(bank: int) -> Account:
    """Who pays and collects: the house, or the player-dealer at that seat."""
    return ("bank", bank) if bank else HOUSE


def add_chips(s: BankedState, place: StakeKey, who: Who, cents: int) -> None:
    """Chips come to lie at a place."""
    chips = s.stakes.get(place)
    if chips is None:
        s.stakes[place] = {who: cents}
    else:
        chips[who] = chips.get(who, 0) + cents


def step_up(s: BankedState, circle: int, bettor: int) -> None:
    """Somebody bets in a circle in which others than its player do."""
    line = s.lines.get(circle)
    if line is None:
        if bettor == circle:
            return
        own = any(at[0] == circle and (circle, PLAYER) in who for at, who in s.stakes.items())
        line = s.lines[circle] = [circle] if own else []
    if bettor not in line:
        line.insert(0 if bettor == circle else len(line), bettor)


def take_chips(s: BankedState, place: StakeKey, who: Who) -> None:
    """Chips are taken from a place, if there are any."""
    if (chips := s.stakes.get(place)) is not None:
        chips.pop(who, None)
        if not chips:
            del s.stakes[place]
            if s.noted:
                s.noted.pop(place, None)


class Phase(Event, frozen=True):
    """A part of the round begins; ``waiting`` are the seats that must answer in it."""

    name: str
    waiting: tuple[int, ...] = ()

    def do(self, s: BankedState) -> None:
        s.phase = self.name
        s.waiting = [*self.waiting]


class WagersPlaced(Event, frozen=True):
    """A seat puts its chips on the spots, tips beside its own."""

    seat: int
    places: Annotated[tuple[Put, ...], "puts"]

    def do(self, s: BankedState) -> None:
        seat, total = self.seat, 0
        for put in self.places:
            total += put.cents
            if put.circle:
                step_up(s, put.circle, seat)
            elif s.lines:
                step_up(s, seat, seat)
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
    """Whose circle it is, where it is not the bettor's own."""

    def do(self, s: BankedState) -> None:
        seat = self.seat
        s.purses[seat] -= self.cents
        place = (self.circle or seat, self.spot, self.hand)
        add_chips(s, place, (seat, self.owner), self.cents)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class ClaimNoted(Event, frozen=True):
    """What a wager has come to is known; it is settled when its turn comes."""

    claim: Annotated[Claim, "claim"]

    def do(self, s: BankedState) -> None:
        s.noted[self.claim.place] = self.claim


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
    """Whose circle it is, where it is not the bettor's own."""
    because: Reason = ""
    """What decided, where the outcome does not say it."""
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
            self.seat, self.spot, self.outcome, self.odds, self.stake, self.back, self.clauses,
            self.hand, self.owner, self.note, self.element, self.circle, self.because,
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
    circle: int = 0
    """Whose circle it is, where it is not the bettor's own."""
    settles = True

    def do(self, s: BankedState) -> None:
        take_chips(s, (self.circle or self.seat, self.spot, self.hand), (self.seat, self.owner))
        s.purses[self.seat] += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((stake(self.seat), purse(self.seat), self.cents),)

    def settlement(self) -> Settlement:
        return Settlement(
            self.seat, self.spot, "returned", "no action", self.cents, self.cents, self.clauses,
            self.hand, self.owner, self.reason, "", self.circle,
        )  # fmt: skip
