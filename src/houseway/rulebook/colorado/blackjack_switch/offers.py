"""The decisions of a seat with two hands: the switch, then each hand, and insurance of both."""

from __future__ import annotations

from houseway.engine.questions import Ask, Button, Choice, Place, Spot, label_of
from houseway.errors import Reason
from houseway.families.blackjack.decisions import NO_INSURANCE, Offers
from houseway.families.blackjack.state import BlackjackHand, BlackjackState
from houseway.rulebook.colorado.blackjack_switch.state import SPOTS, SwitchState

SWITCH, KEEP = "switch", "keep"
WITH_TIP = ("double_tip", "split_tip")
"""Decisions with a second wager, and the same for the dealer's tip."""
MORE = (SWITCH, KEEP, *WITH_TIP)
SPOT_WORDS = ("first spot", "second spot")


class SwitchOffers(Offers):
    """The decisions of a table at which everybody plays two hands."""

    def insurance(self, s: BlackjackState, seat: int) -> tuple[Choice, ...]:
        """Return the insurance choices: up to half of the wager on either spot or on both, or
        none.
        """
        most = min(s.unit(seat) // 2, s.purses[seat])
        if most < 1:
            return (NO_INSURANCE,)
        spots = tuple(
            Spot(label_of("insurance", spot), 1, most, words=f"insurance of the {SPOT_WORDS[spot]}",
                 wager="insurance", hand=spot)
            for spot in SPOTS
        )  # fmt: skip
        return (Place("insure", spots), NO_INSURANCE)

    def turn(self, s: BlackjackState, seat: int, i: int) -> Ask | None:
        assert isinstance(s, SwitchState)
        if seat not in s.chosen:
            return self.switch(s, seat)
        ask = super().turn(s, seat, i)
        if ask is None:
            return None
        words = SPOT_WORDS[s.hands[seat][i].spot]
        choices = (*ask.choices, *self.with_tip(s, seat, i, ask.choices))
        return Ask({seat: choices}, words, ask.default_action)

    def with_tip(
        self, s: SwitchState, seat: int, i: int, choices: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """The second wagers among these choices, each with as much again for the dealer's tip."""
        tip = s.tip(seat, "main", i)
        if not tip:
            return ()
        return tuple(
            Button(f"{choice.name}_tip", f"{choice.words}, and the dealer's tip with it",
                   choice.cents + tip)
            for choice in choices
            if isinstance(choice, Button) and f"{choice.name}_tip" in WITH_TIP
            and s.purses[seat] >= choice.cents + tip
        )  # fmt: skip

    def switch(self, s: SwitchState, seat: int) -> Ask:
        """Return the first choices of a seat: exchange its second cards, or keep them."""
        first, second = s.hands[seat]
        (a1, a2), (b1, b2) = first.cards, second.cards
        switched = (BlackjackHand([a1, b2], switched=True), BlackjackHand([b1, a2], switched=True))
        buttons = (
            Button(SWITCH, f"the second cards change places: {self.pair_words(*switched)}"),
            Button(KEEP, f"play the hands as dealt: {self.pair_words(first, second)}"),
        )
        return Ask({seat: buttons}, "switch the second cards of your two hands?", KEEP)

    def pair_words(self, *hands: BlackjackHand) -> str:
        """Return the hands in words as they would be played."""
        show = self.game.kind.show
        return " and ".join(f"{show(hand.cards)} ({self.game.total_words(hand)})" for hand in hands)

    def explain(self, s: BlackjackState, seat: int, name: str) -> Reason | None:
        assert isinstance(s, SwitchState)
        turn, game = s.playing(), self.game
        if s.phase != "playing" or turn is None or turn[0] != seat or name == "insure":
            return super().explain(s, seat, name)
        if name not in (*self.names, *MORE):
            return None
        if seat not in s.chosen:
            return Reason(
                "switch-first", "first the second cards are switched or kept", game.switch_clauses
            )
        if name in (SWITCH, KEEP):
            return Reason(
                "switched-already",
                "the cards were switched or kept before the first hand was played",
                game.switch_clauses,
            )
        if name not in WITH_TIP:
            return super().explain(s, seat, name)
        if not s.tip(seat, "main", turn[1]):
            return Reason(
                "no-tip-on-hand", "no tip for the dealer lies on this hand", game.tip_clauses
            )
        return super().explain(s, seat, name.removesuffix("_tip")) or Reason(
            "tip-double-not-covered",
            "there are not enough chips for the wager and the tip",
            game.tip_clauses,
        )
