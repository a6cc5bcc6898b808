"""Wagers on spots: what may be placed and when, tips beside them, and what meters take in."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import cite as note_citation
from houseway.cite import procedure
from houseway.errors import Refused
from houseway.game import Dealing, Game, Seat
from houseway.meters import Meter, Terms, opened
from houseway.money import shown
from houseway.posting import ANY_AMOUNT
from houseway.script import TIP, Act, AskAll, Button, Choice, Place, Script, Spot
from houseway.shapes.stakes import (
    DEALER,
    PLAYER,
    Answered,
    Phase,
    SatOut,
    WagersPlaced,
    move_meter,
)
from houseway.wager import Wager

SIT_OUT = Button("sit_out", "no wager this round")
NO_BET = Button("no_bet", "nothing more")


class BankedBetween(msgspec.Struct, forbid_unknown_fields=True):
    """What a round hands to the next: its number, and the progressive meters."""

    round: int = 1
    meters: dict[str, list[Meter]] = {}


class Betting(Game):
    """A game in which players wager against a bank: what they may place, and when."""

    between: ClassVar[type[msgspec.Struct]] = BankedBetween
    tip_clauses: ClassVar[tuple[str, ...]] = ()

    tips: bool = True
    """Whether wagers for the dealer are taken at all; a game may post these five."""
    tip_least: int = 100
    tip_most: int = ANY_AMOUNT
    tip_step: int = 1
    tip_within_own: bool = False

    def __init_subclass__(cls) -> None:
        note_citation(cls.tip_clauses, f"{cls.__module__}.{cls.__name__}.tips")

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self._check_offered()
        self._bet_choices = self._make_bet_choices("bet", "", SIT_OUT)
        self._late_choices: dict[str, tuple[Choice, ...]] = {
            moment: self._make_bet_choices("add", moment, NO_BET)
            for moment in {self.placed_at(w) for w in self.offered} - {""}
        }
        self._wager_by_name: dict[str, Wager] = {w.name: w for w in self.offered}
        self._beside = {w.name: self.goes_with(w) for w in self.offered}

    def _check_offered(self) -> None:
        """Every wager offered can be made: in some amount, and beside one that is offered too."""
        offered = {wager.name for wager in self.offered}
        for wager in self.offered:
            least, most = self.limits(wager)
            if most // wager.step * wager.step < least:
                raise Refused(
                    f"{wager.name} takes steps of {shown(wager.step)}, and none lies from "
                    f"{shown(least)} to {shown(most)}",
                    wager.clauses,
                )
            beside = self.goes_with(wager)
            if beside and offered.isdisjoint(beside):
                raise Refused(
                    f"{wager.name} needs a {' or '.join(beside)} wager, which is not offered; "
                    f"post {wager.paid_by} off too",
                    wager.clauses,
                )

    def _make_bet_choices(self, name: str, moment: str, none: Button) -> tuple[Choice, ...]:
        spots = []
        now = [wager for wager in self.offered if self.placed_at(wager) == moment]
        for wager in now:
            least, most = self.limits(wager)
            spots.append(
                Spot(wager.name, least, most, wager.step, self.requires(wager), wager.words,
                     wager.clauses, self.goes_with(wager), wager.equals)
            )  # fmt: skip
        spots += [self.tip_spot(wager) for wager in now if self.tips_on(wager)]
        return (Place(name, tuple(spots), tip_clauses=self.tip_clauses), none)

    def placed_at(self, wager: Wager) -> str:
        """The moment of the round at which a wager is placed; before the deal if nothing else."""
        return wager.placed

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        """The wagers of which one must lie beside this one; none means it stands alone."""
        return wager.alternatives

    def at_most(self, wager: Wager) -> str:
        """The wager that this one may not exceed; empty where there is none."""
        return wager.at_most

    def tips_on(self, wager: Wager) -> bool:
        """Whether wagers for the dealer are taken on this one."""
        return wager.tips and self.tips

    def tip_spot(self, wager: Wager) -> Spot:
        """Where a tip lies that plays along with a wager, and how much it may be."""
        most = min(self.limits(wager)[1], self.tip_most)
        words = f"for the dealer on {wager.words}"
        return Spot(
            TIP + wager.name, self.tip_least, most, self.tip_step, False, words, self.tip_clauses,
            (wager.name,),
        )  # fmt: skip

    # -- between rounds ----------------------------------------------------------------------

    def opened_meters(self) -> dict[str, list[Meter]]:
        """Every meter of the table with its seed."""
        return {
            name: [opened(terms) for terms in found] for name, found in self.meter_terms.items()
        }

    @functools.cached_property
    def meter_terms(self) -> dict[str, tuple[Terms, ...]]:
        """What is posted for the meters of each progressive wager."""
        return {wager.name: wager.terms(self) for wager in self.offered if wager.meters}

    def first(self, seats: Sequence[Seat]) -> Any:
        return self.between(meters=self.opened_meters()) if self._has_meters else self.between()

    def carried(self, between: Any, state: Any) -> Any:
        return type(between)(between.round + 1, state.meters)

    @functools.cached_property
    def _has_meters(self) -> bool:
        return bool(self.meter_terms)

    def check_between(self, between: Any) -> None:
        """A meter comes over as the table has it, and its books are even."""
        wanted = {name: len(kept) for name, kept in self.opened_meters().items()}
        for name, kept in getattr(between, "meters", {}).items():
            if len(kept) != wanted.get(name, 0):
                raise Refused(f"{name} has {wanted.get(name, 0)} meters at this table")
            for meter in kept:
                if meter.balance or meter.value < 0 or meter.reserve < 0:
                    raise Refused(f"the books of a meter of {name} are not even: {meter}")

    def seated(self, seats: Sequence[Seat], between: Any) -> dict[str, Any]:
        """The fields of a state that come from who sits down and from the round before."""
        kept = getattr(between, "meters", {})
        meters = {
            name: list(kept[name]) if name in kept else [opened(each) for each in terms]
            for name, terms in self.meter_terms.items()
        }
        return {**seated(seats), "meters": meters}

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
                r.emit(WagersPlaced(act.seat, self.chips_of(act)))
            else:
                r.emit(SatOut(act.seat))
        self.lock_in(r)

    def chips_of(self, act: Act) -> tuple[tuple[str, int], ...]:
        """What a bet puts on which spots."""
        return tuple((spot, cents) for spot, cents in act.places if cents)

    def lock_in(self, r: Dealing) -> None:
        """Betting is over: progressive wagers are active and have fed their meters."""
        if not self._has_meters:
            return
        s = r.state
        for name, meters in self.meter_terms.items():
            for i, terms in enumerate(meters):
                for seat in s.seats:
                    staked = s.stakes.get((seat, name, 0, PLAYER), 0)
                    parts = staked * terms.rate, staked * terms.reserve_rate
                    if any(parts):
                        move_meter(r, seat, name, i, *parts)

    def offer_late(self, r: Dealing, moment: str, seats: Sequence[int]) -> Script:
        """Wagers that are placed during the round: each of these seats may add them, or not."""
        if moment not in self._late_choices:
            return
        s = r.state
        r.emit(Phase(moment, tuple(seats)))
        while s.waiting:
            act: Act | None = yield AskAll(
                dict.fromkeys(s.waiting, self._late_choices[moment]), "add to your wagers", "no_bet"
            )
            if act is None:
                continue
            if act.name == "add":
                r.emit(WagersPlaced(act.seat, self.chips_of(act)))
            else:
                r.emit(Answered(act.seat, act.name))

    def bettors(self, s: Any) -> Sequence[int]:
        """The seats that may wager against the bank."""
        found: list[int] = s.seats
        return found

    def forbids(self, state: Any, act: Act) -> Refused | None:
        if act.name in ("bet", "add"):
            return self.refuses_bet(state, act)
        return None

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        """Conditions between wagers: a base wager, a ceiling, a tip beside one's own chips."""
        placed = {spot: cents for spot, cents in act.places if cents}
        if not placed:
            none = f"say {NO_BET.name}" if act.name == "add" else "sit out"
            return Refused(f"put chips on a spot, or {none}", self.turn_clauses)
        total = sum(placed.values())
        if total > s.purses[act.seat]:
            return Refused(
                f"seat {act.seat} has {shown(s.purses[act.seat])} in front, not {shown(total)}"
            )
        lying = placed | {
            (TIP * (owner == DEALER)) + spot: cents
            for (seat, spot, hand, owner), cents in s.stakes.items()
            if seat == act.seat and not hand
        }
        for spot, cents in placed.items():
            if spot.startswith(TIP):
                if why := self._bad_tip(lying, spot[len(TIP) :], cents):
                    return Refused(why, self.tip_clauses)
                continue
            wager = self._wager_by_name[spot]
            beside = self._beside[wager.name]
            if beside and not any(other in lying for other in beside):
                return Refused(f"{spot} needs a {' or '.join(beside)} wager", wager.clauses)
            if (most := self.at_most(wager)) and cents > lying.get(most, 0):
                return Refused(f"{spot} may not be more than the {most} wager", wager.clauses)
            if wager.equals and cents != (other := lying.get(wager.equals, 0)):
                return Refused(
                    f"{spot} is equal to the {wager.equals} wager: {shown(other)}, not "
                    f"{shown(cents)}", wager.clauses,
                )  # fmt: skip
        return None

    def _bad_tip(self, placed: dict[str, int], on: str, cents: int) -> str:
        """What is wrong with a tip on this wager, beside what else is placed."""
        if on not in placed:
            return f"a tip on {on} needs a wager of the player's own there"
        if self.tip_within_own and cents > placed[on]:
            return f"a tip on {on} may not be more than the player's own {shown(placed[on])}"
        first = self._wager_by_name[on].tip_needs
        if first and TIP + first not in placed:
            return f"a tip on {on} needs a tip on {first}"
        return ""


def seated(seats: Sequence[Seat]) -> dict[str, Any]:
    """The fields of a state that come from who sits down."""
    return {
        "seats": [seat.seat for seat in seats],
        "names": {seat.seat: seat.name for seat in seats},
        "purses": {seat.seat: seat.chips for seat in seats},
    }
