"""The events of antes that stay in the pot from hand to hand until it is won."""

from __future__ import annotations

from msgspec.structs import replace

from houseway.events import Event, Transfer, purse
from houseway.money import Cents
from houseway.shapes.poker_room.state import ANTES, POT, AntePot, Lying, PokerState


class KeptOut(Event, frozen=True, gc=False):
    """A player who sits at the table gets no hand."""

    seat: int
    why: str


class AntesTaken(Event, frozen=True, gc=False):
    """What was left of hands before is in the pot of this one."""

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
        seat, cents, pots = self.seat, self.cents, list(s.ante_pots)
        s.chips[seat] -= cents
        s.pot += cents
        for i in range(self.first - 1, self.round - 1):
            if seat not in pots[i].seats:
                pots[i] = replace(pots[i], seats=(*pots[i].seats, seat))
        last = pots.pop() if self.round == len(pots) else AntePot(0, ())
        s.ante_pots = (*pots, AntePot(last.cents + cents, (*last.seats, seat), last.away))

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), POT, self.cents),)


class PotStays(Event, frozen=True, gc=False):
    """Nobody has won the pot: it stays, with the persons who play for each part of it."""

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
