"""What every banked game shares: wagers on spots, dealer tips, fees, settlement, returns.

A stake is keyed by seat, spot, hand and owner; the owner is the player, or the dealer when the
chips are a tip that plays along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

from houseway.cite import cite as note_citation
from houseway.cite import procedure
from houseway.errors import Refused
from houseway.events import (
    DROP,
    HOUSE,
    TOKES,
    Account,
    Event,
    Settlement,
    Transfer,
    purse,
    stake,
)
from houseway.game import Dealing, Game, Seat
from houseway.money import Cents, shown
from houseway.pay import Payout
from houseway.script import Act, AskAll, Button, Choice, Place, Script, Spot
from houseway.views import Chips, SeatView
from houseway.wager import Wager

PLAYER, DEALER = "player", "dealer"
TIP = "tip_"
BetKey: TypeAlias = tuple[int, str, int, str]
Fact: TypeAlias = Callable[[Any, Any, int], Any]


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


class WagersPlaced(Event, frozen=True):
    """A seat puts its chips on the spots, tips beside its own."""

    seat: int
    places: Annotated[tuple[tuple[str, int], ...], "places"]

    def do(self, s: BankedState) -> None:
        seat = self.seat
        for spot, cents in self.places:
            s.purses[seat] -= cents
            if spot.startswith(TIP):
                s.stakes[seat, spot[len(TIP) :], 0, DEALER] = cents
            else:
                s.stakes[seat, spot, 0, PLAYER] = cents
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

    def do(self, s: BankedState) -> None:
        s.stakes.pop((self.seat, self.spot, self.hand, self.owner), None)
        if self.owner == PLAYER:
            s.purses[self.seat] += self.back
        else:
            s.tokes += self.back
        if self.bank:
            s.bank_wager += self.stake - self.back
        else:
            s.house += self.stake - self.back

    def transfers(self) -> tuple[Transfer, ...]:
        owner = purse(self.seat) if self.owner == PLAYER else TOKES
        bank = bank_account(self.bank)
        returned = min(self.stake, self.back)
        return (
            (stake(self.seat), owner, returned),
            (stake(self.seat), bank, self.stake - returned),
            (bank, owner, self.back - returned),
        )

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


def return_wagers(
    r: Dealing, reason: str, clauses: tuple[str, ...], seat: int | None = None
) -> None:
    """Give back every wager still on the table, or those of one seat."""
    for key, cents in tuple(r.state.stakes.items()):
        if seat is None or key[0] == seat:
            r.emit(WagerReturned(key[0], key[1], cents, reason, clauses, key[2], key[3]))


class Banked(Game):
    """Base of the shapes in which players wager against a bank."""

    facts: ClassVar[dict[str, Fact]] = {}
    tip_clauses: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        note_citation(cls.tip_clauses, f"{cls.__module__}.{cls.__name__}.tips")

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self._bet_choices = self._make_bet_choices()
        self._wager_by_name: dict[str, Wager] = {w.name: w for w in self.offered}
        self._sides: dict[str, tuple[tuple[Wager, tuple[Fact, ...]], ...]] = {}
        for wager in self.offered:
            if wager.by is not None:
                bound = (wager, tuple(self._fact(wager, name) for name in wager.reads))
                self._sides[wager.resolves] = (*self._sides.get(wager.resolves, ()), bound)

    def _fact(self, wager: Wager, name: str) -> Fact:
        if name not in self.facts:
            raise Refused(
                f"the rule of {wager.name} reads {name!r}; a {self.shape} table knows "
                f"{', '.join(self.facts)}",
                wager.clauses,
            )
        return self.facts[name]

    def _make_bet_choices(self) -> tuple[Choice, ...]:
        spots = []
        for wager in self.offered:
            least, most = self.limits(wager)
            spots.append(
                Spot(wager.name, least, most, wager.step, wager.required, wager.words,
                     wager.clauses)
            )  # fmt: skip
        for wager in self.offered:
            if wager.tips:
                most = self.limits(wager)[1]
                words = f"for the dealer on {wager.words}"
                spots.append(Spot(TIP + wager.name, 100, most, 1, False, words, self.tip_clauses))
        return (Place("bet", tuple(spots)), Button("sit_out", "no wager this round"))

    # -- betting -----------------------------------------------------------------------------

    @procedure("CO-2101-c")
    def betting(self, r: Dealing) -> Script:
        """Every seat places all its wagers at once, in any order of seats, or sits out."""
        s = r.state
        r.emit(Phase("betting", tuple(self.bettors(s))))
        while s.waiting:
            act = yield AskAll(
                dict.fromkeys(s.waiting, self._bet_choices), "place your wagers", "sit_out"
            )
            if act is None:
                continue
            if act.name == "bet":
                r.emit(WagersPlaced(act.seat, tuple((k, v) for k, v in act.places if v)))
            else:
                r.emit(SatOut(act.seat))

    def bettors(self, s: Any) -> Sequence[int]:
        """The seats that may wager against the bank."""
        found: list[int] = s.seats
        return found

    def forbids(self, state: Any, act: Act) -> Refused | None:
        if act.name == "bet":
            return self.refuses_bet(state, act)
        return None

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        """Conditions between wagers: a base wager, a ceiling, a tip beside one's own chips."""
        placed = {spot: cents for spot, cents in act.places if cents}
        total = sum(placed.values())
        if total > s.purses[act.seat]:
            return Refused(
                f"seat {act.seat} has {shown(s.purses[act.seat])} in front, not {shown(total)}"
            )
        for spot, cents in placed.items():
            if spot.startswith(TIP):
                if spot[len(TIP) :] not in placed:
                    return Refused(
                        f"a tip on {spot[len(TIP) :]} needs a wager of the player's own there",
                        self.tip_clauses,
                    )
                continue
            wager = self._wager_by_name[spot]
            if wager.needs and wager.needs not in placed:
                return Refused(f"{spot} needs a {wager.needs} wager", wager.clauses)
            if wager.at_most and cents > placed.get(wager.at_most, 0):
                return Refused(
                    f"{spot} may not be more than the {wager.at_most} wager", wager.clauses
                )
        return None

    # -- settlement --------------------------------------------------------------------------

    @procedure("CO-ALL-4")
    def settle_side_bets(self, r: Dealing, moment: str, seats: Sequence[int]) -> None:
        """Settle the optional wagers decided at this moment: one outcome and one award for each."""
        sides = self._sides.get(moment)
        if not sides:
            return
        stakes = r.state.stakes
        for seat in seats:
            for wager, facts in sides:
                if (seat, wager.name, 0, PLAYER) in stakes:
                    outcome = wager.by(*[fact(self, r.state, seat) for fact in facts])
                    payout = self.pay[wager.name][outcome]
                    clauses = (*wager.by.clauses, self.pay_tables()[wager.name].clause)
                    self.settle(r, seat, wager.name, wager.by.outcomes[outcome], payout, clauses)

    @procedure("CO-2101-a")
    def settle(
        self, r: Dealing, seat: int, spot: str, outcome: str, payout: Payout,
        clauses: tuple[str, ...], hand: int = 0,
    ) -> None:  # fmt: skip
        """Settle a wager of the house's bank, and the tip riding on it, at the same odds.

        It says which element of a combination game decided the wager.
        """
        stakes = r.state.stakes
        wager = self._wager_by_name.get(spot)
        element = wager.element if wager else ""
        for owner in (PLAYER, DEALER):
            staked = stakes.get((seat, spot, hand, owner))
            if staked is not None:
                back = payout.back(staked, self.breakage)
                r.emit(
                    WagerSettled(
                        seat, spot, outcome, payout.text, staked, back, clauses, hand, owner, 0,
                        "", element,
                    )
                )  # fmt: skip

    # -- views -------------------------------------------------------------------------------

    def seat_views(self, s: BankedState) -> list[SeatView]:
        """Who sits where, with what."""
        return [SeatView(seat, s.names[seat], s.purses[seat]) for seat in s.seats]

    def chip_views(self, s: BankedState) -> list[Chips]:
        """The chips on each spot."""
        return [
            Chips(seat, spot if not hand else f"{spot}.{hand + 1}", cents, owner)
            for (seat, spot, hand, owner), cents in s.stakes.items()
        ]


def seated(seats: Sequence[Seat]) -> dict[str, Any]:
    """The fields of a state that come from who sits down."""
    return {
        "seats": [seat.seat for seat in seats],
        "names": {seat.seat: seat.name for seat in seats},
        "purses": {seat.seat: seat.chips for seat in seats},
    }
