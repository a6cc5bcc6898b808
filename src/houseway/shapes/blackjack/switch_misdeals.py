"""Misdeals of two hands: a wrong number of cards to a player, or to the dealer."""

from __future__ import annotations

from typing import Any

from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.banked import Answered, return_wagers
from houseway.shapes.blackjack.state import HandSettled
from houseway.shapes.blackjack.switch_state import SettlementUndone, SwitchState


def give_back(game: Any, r: Dealing, ruling: Ruling, reason: str, seat: int | None = None) -> None:
    """Every wager of the round, or of one seat; those settled already too, losses first."""
    s: SwitchState = r.state
    clauses, reason = game.ruling_rules[ruling.name].clauses, ruling.reason or reason
    return_wagers(r, reason, clauses, seat)
    settled = sorted(s.decided.items(), key=lambda item: item[1][1] - item[1][0])
    for (who, spot, hand, owner), (staked, back) in settled:
        if seat in (None, who):
            r.emit(SettlementUndone(who, spot, staked, back, reason, clauses, hand, owner))


def misdeal_player(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A player with a wrong number of cards keeps all wagers and is out; the others play on."""
    s: SwitchState = r.state
    give_back(game, r, ruling, "a wrong number of cards was dealt to the player", ruling.seat)
    for i in range(len(s.hands.get(ruling.seat, ()))):
        r.emit(HandSettled(ruling.seat, i, void=True))
    if ruling.seat in s.waiting:
        r.emit(Answered(ruling.seat, "misdeal"))
    return
    yield


def why_not_player(game: Any, s: SwitchState, ruling: Ruling) -> str | None:
    """Only who has a wager in the round can have been misdealt."""
    if s.phase == "betting" and s.waiting:
        return "no cards are dealt while wagers are placed"
    if not any(key[0] == ruling.seat for key in (*s.stakes, *s.decided)):
        return f"seat {ruling.seat} has no wager in this round"
    return None


def misdeal_dealer(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A dealer with a wrong number of cards: no hand, and everybody keeps all wagers."""
    give_back(game, r, ruling, "a wrong number of cards was dealt to the dealer")
    r.emit(Closed())
    return
    yield


def why_not_dealer(game: Any, s: SwitchState, ruling: Ruling) -> str | None:
    """Nothing is dealt while wagers are placed."""
    if s.phase == "betting" and s.waiting:
        return "no cards are dealt while wagers are placed"
    return None


def misdeals(player: str, dealer: str) -> tuple[RulingRule, ...]:
    """The two rulings, each with the clause it stands on."""
    return (
        RulingRule(
            "misdeal_player", "a wrong number of cards to one player: they keep all their wagers",
            (player,), misdeal_player, why_not_player, ("seat",),
        ),
        RulingRule(
            "misdeal_dealer", "a wrong number of cards to the dealer: everybody keeps all wagers",
            (dealer,), misdeal_dealer, why_not_dealer,
        ),
    )  # fmt: skip
