"""Events of showdown, antes and kill pots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace

from houseway.engine.events import AWARD, TURN, UP, Event, PieceTuple, Settlement, purse
from houseway.families.poker.events.betting import leave
from houseway.families.poker.state import ANTES, POT, AntePot, Lying, Move, PokerCarryOver
from houseway.hands.names import RANKINGS, kickers_of
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.engine.events import Transfer
    from houseway.families.poker.state import Marked, PokerState


class ShowdownOpened(Event, frozen=True, gc=False):
    """The showdown begins: the seats that show, in their order."""

    order: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.showing = list(self.order)


class HandShown(Event, frozen=True, gc=False):
    """A player turns all hole cards up."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.shown.append(self.seat)
        if self.seat in s.showing:
            s.showing.remove(self.seat)


class ClaimLost(Event, frozen=True, gc=False):
    """A player mucks at the showdown, or does not say that the hand plays the board."""

    seat: int
    why: str

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)


class PotAwarded(Event, frozen=True, gc=False):
    """A pot, or a player's share of it; ``ranking`` if it is neither high nor the part's."""

    seat: int
    cents: Cents
    pot: int = 1
    part: str = ""
    strength: int = 0
    clauses: tuple[str, ...] = ()
    ranking: str = ""
    cue = AWARD
    settles = True

    def do(self, s: PokerState) -> None:
        s.pot -= self.cents
        s.chips[self.seat] += self.cents
        s.awarded.append(self)
        if self.pot == 1 and self.seat not in s.winners:
            s.winners.append(self.seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((POT, purse(self.seat), self.cents),) if self.cents else ()

    def settlement(self) -> Settlement:
        """``pot``, ``pot_2``; halves are ``pot_high`` and ``pot_low``, ``pot_2_high``..."""
        label = "pot" if self.pot == 1 else f"pot_{self.pot}"
        if self.part:
            label += "_" + self.part
        if not self.strength:
            return Settlement(self.seat, label, "uncontested", "", 0, self.cents, self.clauses)
        ranking = self.ranking or self.part or "high"
        outcome, note = RANKINGS[ranking](self.strength), kickers_of(ranking, self.strength)
        return Settlement(self.seat, label, outcome, "", 0, self.cents, self.clauses, note=note)


class HandOver(Event, frozen=True, gc=False):
    """The hand is over: the button, blinds owed and the kill for the next one.

    Seats here are seats of this hand. Their marks stay with the persons, as do earlier marks of
    absent persons.
    """

    button: int
    big_blind: int
    active: tuple[int, ...]
    missed: tuple[int, ...]
    kill_button: int
    must_kill: tuple[int, ...]
    warned: tuple[int, ...]
    miscalled: tuple[int, ...]
    excluded: tuple[int, ...]
    second_blind: int = 0
    owes_blind: tuple[int, ...] = ()
    waiting: tuple[tuple[int, int], ...] = ()

    def do(self, s: PokerState) -> None:
        before = s.carry_over
        names = before.names
        if s.others:
            names = names | {p.seat: p.person for p in s.players if p.seat in s.dealt_in}
        s.next = PokerCarryOver(
            self.button, self.big_blind, active=self.active, missed=self.missed,
            kill_button=_persons(s, (self.kill_button,))[0] if self.kill_button else 0,
            must_kill=_still(s, before.must_kill, self.must_kill),
            warned=_still(s, before.warned, self.warned),
            miscalled=_still(s, before.miscalled, self.miscalled),
            excluded=_still(s, before.excluded, self.excluded), names=names,
            second_blind=self.second_blind,
            owes_blind=_still(s, before.owes_blind, self.owes_blind), antes=s.staying,
            forfeited=s.left_over, sat=_sat(s) if s.staying else {},
            barred=_still(s, before.barred, s.barred) if s.staying else (),
            waiting={_persons(s, (x,))[0]: n for x, n in self.waiting} if self.waiting else {},
        )  # fmt: skip


def _sat(s: PokerState) -> dict[str, int]:
    """Return the last seat of each person who has had a hand since the first antes were put in."""
    return s.carry_over.sat | {p.person: p.seat for p in s.players if p.seat in s.dealt_in}


def _still(s: PokerState, before: tuple[Marked, ...], seats: tuple[int, ...]) -> tuple[Marked, ...]:
    """The persons marked before who are not here, and those at these seats."""
    if not before and not seats:
        return ()
    return (*s.carry_over.elsewhere(before, s.players), *_persons(s, seats))


def _persons(s: PokerState, seats: tuple[int, ...]) -> list[str]:
    """Return the person at each of these seats."""
    return [p.person for seat in seats for p in s.players if p.seat == seat]


class HandVoided(Event, frozen=True):
    """A misdeal: everything goes back to where it came from."""

    back: Annotated[tuple[Move, ...], "moves"]
    why: str

    def do(self, s: PokerState) -> None:
        for name, seat, cents in self.back:
            s.chips[seat] += cents
            if name == "stake":
                s.bets[seat] -= cents
            elif name == "pot":
                s.pot -= cents
            else:
                s.drop -= cents
        s.void = True
        s.queue = []

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            ((name, seat if name == "stake" else 0), purse(seat), cents)
            for name, seat, cents in self.back
        )


class KeptOut(Event, frozen=True, gc=False):
    """A player who sits at the table gets no hand."""

    seat: int
    why: str


class AntesTaken(Event, frozen=True, gc=False):
    """Money left of earlier hands is put into the pot of this one."""

    cents: Cents

    def do(self, s: PokerState) -> None:
        s.lying -= self.cents
        s.pot += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((ANTES, POT, self.cents),)


class AnteMatched(Event, frozen=True, gc=False):
    """An ante of this round of them; from the ``first`` round on the player plays for all."""

    seat: int
    cents: Cents
    round: int
    first: int

    def do(self, s: PokerState) -> None:
        seat, cents, before = self.seat, self.cents, self.round - 1
        s.chips[seat] -= cents
        s.pot += cents
        pots = s.ante_pots
        last = pots[before] if before < len(pots) else AntePot(0, ())
        if self.first <= before:
            pots = self._plays_for(pots)
        matched = AntePot(last.cents + cents, (*last.seats, seat), last.away)
        s.ante_pots = (*pots[:before], matched)

    def _plays_for(self, pots: tuple[AntePot, ...]) -> tuple[AntePot, ...]:
        """Return the rounds of antes before this one that the person at this seat plays for."""
        seat, first = self.seat, self.first
        return tuple([
            replace(pot, seats=(*pot.seats, seat)) if i >= first and seat not in pot.seats else pot
            for i, pot in enumerate(pots[: self.round - 1], 1)
        ])  # fmt: skip

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), POT, self.cents),)


class PotStays(Event, frozen=True, gc=False):
    """The pot is not won: it stays, with the persons who play for each part of it."""

    cents: Cents
    antes: tuple[Lying, ...]
    forfeited: tuple[Lying, ...] = ()

    def do(self, s: PokerState) -> None:
        s.pot -= self.cents
        s.lying += self.cents
        s.staying = self.antes
        s.left_over = self.forfeited

    def transfers(self) -> tuple[Transfer, ...]:
        return ((POT, ANTES, self.cents),)


class KillOffered(Event, frozen=True, gc=False):
    """These players have seen their first cards and may kill the pot; the deal waits for them."""

    seats: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.killing = self.seats


class KillAnswered(Event, frozen=True, gc=False):
    """A player says 'kill', and the question is closed for the others; or the player declines."""

    seat: int
    kills: bool

    def do(self, s: PokerState) -> None:
        s.killing = tuple([x for x in s.killing if x != self.seat])
        if self.kills:
            s.killing = ()
            s.killer, s.by_choice = self.seat, True


class KillAsked(Event, frozen=True, gc=False):
    """A player who has missed a blind asks to kill the pot; each of these may object."""

    seat: int
    others: tuple[int, ...]

    def do(self, s: PokerState) -> None:
        s.asks_to_kill, s.objecting = self.seat, self.others
        del s.owing[self.seat]


class KillObjected(Event, frozen=True, gc=False):
    """A player objects to a kill, and the asking player waits for the big blind; or does not
    object.

    Without an objection the pot is killed, and others who have missed a blind wait.
    """

    seat: int
    objects: bool

    def do(self, s: PokerState) -> None:
        s.objecting = () if self.objects else tuple([x for x in s.objecting if x != self.seat])
        if not self.objects and not s.objecting:
            s.posting += (s.asks_to_kill,)
            s.killer, s.by_choice = s.asks_to_kill, True
            s.owing = dict.fromkeys(s.owing, "wait")
