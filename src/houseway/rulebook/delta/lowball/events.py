"""Events that only lowball has: bets after the draw that go back to who made them."""

from __future__ import annotations

from typing import Annotated

from houseway.engine.events import Event, Transfer, purse
from houseway.families.poker.state import POT, PokerState


class BetsVoid(Event, frozen=True, gc=False):
    """Bets made after the draw go back out of the pot, to each who made one."""

    bets: Annotated[tuple[tuple[int, int], ...], "places"]
    why: str
    clauses: tuple[str, ...] = ()

    def do(self, s: PokerState) -> None:
        for seat, cents in self.bets:
            s.put[seat] -= cents
            s.pot -= cents
            s.chips[seat] += cents

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple((POT, purse(seat), cents) for seat, cents in self.bets)
