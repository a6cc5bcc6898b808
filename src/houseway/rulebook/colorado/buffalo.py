"""What the Buffalo Blackjack Bonus games share; each section states it in a clause of its own."""

from __future__ import annotations

import msgspec

from houseway.engine.questions import Spot
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState, Hand
from houseway.game.posting import ANY_AMOUNT
from houseway.game.wagers import Wager

PLUS_THREE, TOP_3, BUST_BONUS = "twenty_one_plus_three", "top_3", "bust_bonus"
NOT_BUST, IN_PLAY = "not bust", "in play"


class Buffalo(Blackjack):
    """Blackjack with 21+3 before the deal and Bust Bonus before the dealer's hand."""

    bonus_tips: bool = True
    bonus_tip_step: int = 1
    bonus_tip_most: int = ANY_AMOUNT
    active_hands: str = NOT_BUST

    draws_for = (BUST_BONUS,)  # though no hand is left to beat

    def tips_on(self, wager: Wager) -> bool:
        """On the main wager as in blackjack; on the others where the house takes them."""
        return super().tips_on(wager) and (wager.required or self.bonus_tips)

    def tip_spot(self, wager: Wager) -> Spot:
        """On the optional wagers the house may ask for whole dollars and set a most."""
        spot = super().tip_spot(wager)
        if wager.required:
            return spot
        step, most = self.bonus_tip_step, min(spot.most, self.bonus_tip_most)
        return msgspec.structs.replace(spot, step=step, most=most)

    def is_active(self, hand: Hand) -> bool:
        """A hand that is not bust; whether a blackjack that is paid already counts is posted."""
        if hand.settled:
            return (
                self.active_hands == NOT_BUST and self.count.natural(hand.cards) and not hand.made
            )
        return not self.count.over(hand.cards)

    def with_active_hand(self, s: BlackjackState) -> list[int]:
        """The seats that may add wagers and have a hand that is active."""
        seats = super().late_bettors(s)
        return [seat for seat in seats if any(map(self.is_active, s.hands[seat]))]
