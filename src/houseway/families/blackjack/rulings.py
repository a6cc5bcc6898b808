"""Irregularities of blackjack: the supervisor decides, and wagers go back."""

from __future__ import annotations

from typing import Any

from houseway.engine.questions import Ruling
from houseway.errors import Reason
from houseway.families.banked.refunds import return_wager
from houseway.families.banked.rulings import void_round
from houseway.families.banked.state import Answered
from houseway.families.blackjack.backline import still_asked
from houseway.families.blackjack.state import BlackjackState, HandSettled
from houseway.game.base import RoundContext
from houseway.game.rulings import ruling


def explain_hand_not_voided(game: Any, s: BlackjackState, ruling: Ruling) -> Reason | None:
    """Explain that the spot is not in the round."""
    if ruling.seat not in s.hands:
        return Reason("no-hand-in-round", f"seat {ruling.seat} has no hand in this round")
    if all(hand.settled for hand in s.hands[ruling.seat]):
        return Reason("hand-settled", f"the hands of seat {ruling.seat} are already settled")
    return None


@ruling("one spot is void: its wagers go back, its hands are out",
        unless=explain_hand_not_voided, takes=("seat",))  # fmt: skip
def void_hand(game: Any, r: RoundContext[BlackjackState], ruling: Ruling) -> None:
    """A spot's wagers go back and its hands are out of the round."""
    s: BlackjackState = r.state
    cited = game.ruling_rules[ruling.name].clauses
    asked = still_asked(game, s, ruling.seat)
    for place, who, _ in tuple(s.iter_stakes()):
        if place[0] == ruling.seat:
            return_wager(r, place, who, ruling.reason or "the hand is void", cited)
    for i, hand in enumerate(s.hands[ruling.seat]):
        if not hand.settled:
            r.emit(HandSettled(ruling.seat, i, void=True))
    for bettor in asked:
        r.emit(Answered(bettor, "void"))


VOID_ROUND, VOID_HAND = void_round(), void_hand
