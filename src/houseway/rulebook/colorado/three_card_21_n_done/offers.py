"""Which decisions a hand of 3 Card 21 "N" Done has, and why not the others."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.engine.questions import Amount, Ask, Button, Choice
from houseway.errors import Refused
from houseway.families.blackjack.decisions import HIT, NO_INSURANCE, STAND, Offers
from houseway.hands.blackjack import points
from houseway.money import format_dollars
from houseway.rulebook.colorado.three_card_21_n_done import rules

PAID = Button("paid", "take even money for the 21")
SURRENDER = Button("surrender", "give up the hand over 21 for half of the wager")


class ThreeCardOffers(Offers):
    """The first three cards have decisions of their own; hands made of them those of blackjack."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.names = ("hit", "stand", "double", "surrender", "split_in_three", "insure")
        self.raises = ("double", "split_in_three")

    @property
    def of_hand(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name != "insure")

    # -- a total of 21 -----------------------------------------------------------------------

    def may_keep(self, s: Any, seat: int) -> bool:
        """Whether a seat may decline even money for its 21.

        It has the chips to split: every 21 wins the bonus, which has just brought two wagers.
        """
        return rules.may_decline_21(s.hands[seat][0].cards)

    def of_21(self, s: Any, seat: int) -> tuple[Choice, ...]:
        """Even money now, or the cards to split them."""
        keep = Button("keep", "keep the cards and split them", 2 * s.unit(seat))
        return (PAID, keep)

    def insurance(self, s: Any, seat: int) -> tuple[Choice, ...]:
        """Up to half of the wager; chips for a split that was chosen stay in front."""
        spare = s.purses[seat] - 2 * s.unit(seat) * (seat in s.kept)
        most = min(s.unit(seat) // 2, spare)
        if most < 1:
            return (NO_INSURANCE,)
        return (Amount("insure", 1, most, words="insure the wager"), NO_INSURANCE)

    # -- a hand in turn ----------------------------------------------------------------------

    @procedure("CO-2111-P2", "CO-2111-P3")
    def turn(self, s: Any, seat: int, i: int) -> Ask | None:
        """Three cards are one hand; over 21 they are given up or split."""
        hand = s.hands[seat][i]
        if hand.split:
            return super().turn(s, seat, i)
        over = points(hand.cards) > 21
        if points(hand.cards) == 21:
            return None
        choices: list[Choice] = [] if over else [HIT, STAND]
        if len(hand.cards) == 3:
            choices += [
                self._button(name, s.unit(seat))
                for name in ("double", "surrender", "split_in_three")
                if self.reason(s, seat, i, name) is None
            ]
        return Ask(seat, tuple(choices), "", "surrender" if over else "stand")

    def _button(self, name: str, unit: int) -> Button:
        if name == "split_in_three":
            return Button(name, "make a hand of each card for two more wagers", 2 * unit)
        return SURRENDER if name == "surrender" else super()._button(name, unit)

    def reason(
        self, s: Any, seat: int, i: int, name: str
    ) -> tuple[str, tuple[str, ...]] | None:  # fmt: skip
        hand = s.hands[seat][i]
        if hand.split:
            return self._after_split(s, seat, i, name)
        if len(hand.cards) != 3:
            return "only the first three cards of a hand", ("CO-2111-P2",)
        if name == "double":
            if points(hand.cards) > 21:
                return "a hand over 21 is surrendered or split", ("CO-2111-P3",)
            if not self.game.double_three_cards:
                return "a double of the first three cards is not posted", ("CO-2111-P5",)
            if not rules.may_double_three(hand.cards, self.double_on):
                return f"doubles are posted on {self.game.double_on}", ("BJ-4", "CO-2111-P5")
            return self._no_chips(s, seat, s.unit(seat))
        if name == "surrender" and not rules.may_be_over(hand.cards):
            return "half of the wager is given back for a hand over 21", ("CO-2111-P3a",)
        if name == "split_in_three":
            if not rules.may_split_in_three(hand.cards):
                return "three cards without a pair, not over 21, stay together", ("CO-2111-P2a",)
            return self._for_a_split(s, seat)
        return None

    def why_not(self, s: Any, seat: int, name: str) -> Refused | None:
        turn = s.playing()
        if s.phase == "playing" and turn is not None and turn[0] == seat:
            hand = s.hands[seat][turn[1]]
            if name in ("hit", "stand") and not hand.split and points(hand.cards) > 21:
                return Refused("a hand over 21 is surrendered or split", ("CO-2111-P3",))
        return super().why_not(s, seat, name)

    def _after_split(
        self, s: Any, seat: int, i: int, name: str
    ) -> tuple[str, tuple[str, ...]] | None:
        if name in ("split_in_three", "split"):
            return "hands made by a split are not split again", ("CO-2111-P2a",)
        if name == "surrender":
            return "half of the wager is given back for the first three cards only", (
                "CO-2111-P3a",
            )
        return super().reason(s, seat, i, name)

    def _for_a_split(self, s: Any, seat: int) -> tuple[str, tuple[str, ...]] | None:
        needed = 2 * s.unit(seat)
        if s.purses[seat] >= needed:
            return None
        return f"it needs {format_dollars(needed)} and there is {format_dollars(s.purses[seat])}", (
            "CO-2111-P2a",
        )
