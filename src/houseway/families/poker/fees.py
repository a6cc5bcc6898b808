"""The collection: the house's fee for a hand, flat and as posted, never a part of a bet.

It is a dead blind of the button's, an amount from each player dealt in, or one out of the pot. An
uncalled bet goes back before the fee is taken. A player who could not play on after the fee pays
none; nor does a pot that would have nothing left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.events import DROP, Event, Transfer, purse
from houseway.families.poker.pots import pots_of
from houseway.families.poker.state import POT, PokerState
from houseway.game.base import RoundContext
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker


class CollectionTaken(Event, frozen=True, gc=False):
    """A fee of a player's, no part of any bet."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        s.chips[self.seat] -= self.cents
        s.drop += self.cents
        s.fees[self.seat] = self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), DROP, self.cents),)


class PotCollected(Event, frozen=True, gc=False):
    """A fee out of the main pot, when all betting is over."""

    cents: Cents

    def do(self, s: PokerState) -> None:
        s.pot -= self.cents
        s.drop += self.cents
        s.dead -= self.cents
        s.collected = self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((POT, DROP, self.cents),)


@step
def collect(game: Poker, r: RoundContext[PokerState]) -> None:
    """Before the cards: the dead collection blind of the button, or an amount from everybody."""
    s = r.state
    if game.dead_collection_blind:
        seats, fee = [s.button] if s.button in s.live else [], game.dead_collection_blind
    else:
        seats, fee = s.live, game.seat_collection
    for seat in seats:
        if s.chips[seat] > fee:
            r.emit(CollectionTaken(seat, fee))


@step
def collect_from_pot(game: Poker, r: RoundContext[PokerState]) -> None:
    """When the betting is over, out of the main pot."""
    s = r.state
    fee = game.pot_collection
    main = pots_of(s)[0][0] if len(s.live) > 1 else s.pot
    if main > fee:
        r.emit(PotCollected(fee))
