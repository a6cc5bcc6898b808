"""The shared parts of the Buffalo Blackjack Bonus games; each section has them in its own
clause.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.engine.questions import Spot
from houseway.families.blackjack.state import BlackjackHand, BlackjackState
from houseway.game.wagers import Wager

PLUS_THREE, TOP_3, BUST_BONUS = "twenty_one_plus_three", "top_3", "bust_bonus"
NOT_BUST, IN_PLAY = "not bust", "in play"


def tip_spot(game: Any, wager: Wager, spot: Spot) -> Spot:
    """Return the spot of a tip; on the optional wagers the house may ask for whole dollars and set
    a most.
    """
    if wager.required:
        return spot
    most = min(spot.most, game.bonus_tip_most)
    return msgspec.structs.replace(spot, step=game.bonus_tip_step, most=most)


def is_active(game: Any, hand: BlackjackHand) -> bool:
    """Return True for a hand that is not bust; the house posts if a paid blackjack counts."""
    if hand.settled:
        counts: bool = game.active_hands == NOT_BUST and game.count.natural(hand.cards)
        return counts and not hand.made
    return not game.count.over(hand.cards)


def with_active_hand(game: Any, s: BlackjackState, seats: list[int]) -> list[int]:
    """Return those of these seats that have an active hand."""
    return [seat for seat in seats if any(is_active(game, hand) for hand in s.hands[seat])]
