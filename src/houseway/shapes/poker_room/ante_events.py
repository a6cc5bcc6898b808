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
        """The rounds of antes before this one, those he plays for with his seat."""
        seat, first = self.seat, self.first
        return tuple([
            replace(pot, seats=(*pot.seats, seat)) if i >= first and seat not in pot.seats else pot
            for i, pot in enumerate(pots[: self.round - 1], 1)
        ])  # fmt: skip

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
