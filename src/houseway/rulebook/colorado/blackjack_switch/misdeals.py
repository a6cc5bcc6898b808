"""Misdeals of two hands: a wrong number of cards to a player, or to the dealer."""

from __future__ import annotations

from houseway.families.banked.rulings import misdeal_dealer, misdeal_player
from houseway.families.banked.state import Answered
from houseway.families.blackjack.state import HandSettled
from houseway.game.base import RoundContext, RulingRule
from houseway.rulebook.colorado.blackjack_switch.state import SwitchState


def take_out(r: RoundContext, seat: int) -> None:
    """Void all hands of a seat, so that nothing more is asked of it."""
    s: SwitchState = r.state
    for i in range(len(s.hands.get(seat, ()))):
        r.emit(HandSettled(seat, i, void=True))
    if seat in s.waiting:
        r.emit(Answered(seat, "misdeal"))


def misdeals(player: str, dealer: str) -> tuple[RulingRule, ...]:
    """The two rulings, each with the clause it stands on."""
    return misdeal_player(player, take_out), misdeal_dealer(dealer)
