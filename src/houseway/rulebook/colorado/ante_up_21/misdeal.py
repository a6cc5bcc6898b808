"""A wrong number of cards at Ante Up 21 is a misdeal for the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.errors import Reason
from houseway.families.banked.rulings import misdeal_of_all
from houseway.families.blackjack.rules import MUST_STAND
from houseway.rulebook.colorado.ante_up_21.state import AnteUpState

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


def explain_hand_played(game: Blackjack, s: AnteUpState) -> Reason | None:
    """Explain that a hand was played: drawn to, doubled, split or stood on (reading A11)."""
    for seat, hands in s.hands.items():
        for hand in hands:
            might_draw = seat in s.units and game.count.chart(hand.cards) != MUST_STAND
            stood = hand.done and might_draw
            if len(hands) > 1 or len(hand.cards) > 2 or hand.doubled or stood:
                return Reason(
                    "misdeal-after-play",
                    "a hand has been played; the round can only be void, with what is on the table",
                )
    return None


MISDEAL = misdeal_of_all(
    "misdeal", "a wrong number of cards to anybody: everybody keeps all wagers",
    "a wrong number of cards was dealt", "CO-2106-7a", explain_hand_played,
)  # fmt: skip
