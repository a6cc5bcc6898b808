"""The decisions of a hand of 3 Card 21 "N" Done, and the reasons against the others."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.engine.questions import Amount, Ask, Button, Choice
from houseway.errors import Reason
from houseway.families.blackjack.decisions import HIT, NO_INSURANCE, STAND, Offers
from houseway.hands.blackjack import points
from houseway.rulebook.colorado.three_card_21_n_done import rules

PAID = Button("paid", "take even money for the 21")
SURRENDER = Button("surrender", "give up the hand over 21 for half of the wager")


OVER_21 = Reason(
    "over-21-surrender-or-split", "a hand over 21 is surrendered or split", ("CO-2111-P3",)
)


class ThreeCardOffers(Offers):
    """The first three cards have decisions of their own; hands made of them those of blackjack."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.names = ("hit", "stand", "double", "surrender", "split_in_three", "insure")
        self.raises = ("double", "split_in_three")

    @property
    def of_hand(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name != "insure")

    def may_keep(self, s: Any, seat: int) -> bool:
        """Return True if a seat may decline even money for its 21.

        It has the chips to split: every 21 wins the bonus, which has just paid two wagers.
        """
        return rules.may_decline_21(s.hands[seat][0].cards)

    def of_21(self, s: Any, seat: int) -> tuple[Choice, ...]:
        """Return the choices of a 21: even money now, or keep the cards to split them."""
        keep = Button("keep", "keep the cards and split them", 2 * s.unit(seat))
        return (PAID, keep)

    def insurance(self, s: Any, seat: int) -> tuple[Choice, ...]:
        """Return the insurance choice: up to half of the wager; chips for a chosen split stay in
        front.
        """
        spare = s.purses[seat] - 2 * s.unit(seat) * (seat in s.kept)
        most = min(s.unit(seat) // 2, spare)
        if most < 1:
            return (NO_INSURANCE,)
        return (Amount("insure", 1, most, words="insure the wager"), NO_INSURANCE)

    @procedure("CO-2111-P2", "CO-2111-P3")
    def turn(self, s: Any, seat: int, i: int) -> Ask | None:
        """Return the choices of three cards, which are one hand; over 21 they are given up or
        split.
        """
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
        return Ask({seat: tuple(choices)}, "", "surrender" if over else "stand")

    def _button(self, name: str, unit: int) -> Button:
        if name == "split_in_three":
            return Button(name, "make a hand of each card for two more wagers", 2 * unit)
        return SURRENDER if name == "surrender" else super()._button(name, unit)

    def reason(
        self, s: Any, seat: int, i: int, name: str
    ) -> Reason | None:  # fmt: skip
        hand = s.hands[seat][i]
        if hand.split:
            return self._after_split(s, seat, i, name)
        if len(hand.cards) != 3:
            return Reason(
                "first-three-cards-only", "only the first three cards of a hand", ("CO-2111-P2",)
            )
        if name == "double":
            if points(hand.cards) > 21:
                return OVER_21
            if not self.game.double_three_cards:
                return Reason(
                    "triple-double-not-posted",
                    "a double of the first three cards is not posted",
                    ("CO-2111-P5",),
                )
            if not rules.may_double_three(hand.cards, self.double_on):
                return self._double_not_on(("BJ-4", "CO-2111-P5"))
            return self._no_chips(s, seat, s.unit(seat))
        if name == "surrender" and not rules.may_be_over(hand.cards):
            return Reason(
                "surrender-over-21-only",
                "half of the wager is given back for a hand over 21",
                ("CO-2111-P3a",),
            )
        if name == "split_in_three":
            if not rules.may_split_in_three(hand.cards):
                return Reason(
                    "not-three-for-split",
                    "three cards without a pair, not over 21, stay together",
                    ("CO-2111-P2a",),
                )
            return self._for_a_split(s, seat)
        return None

    def explain(self, s: Any, seat: int, name: str) -> Reason | None:
        turn = s.playing()
        if s.phase == "playing" and turn is not None and turn[0] == seat:
            hand = s.hands[seat][turn[1]]
            if name in ("hit", "stand") and not hand.split and points(hand.cards) > 21:
                return OVER_21
        return super().explain(s, seat, name)

    def _after_split(self, s: Any, seat: int, i: int, name: str) -> Reason | None:
        """Explain why a hand made by a split lacks a decision; None: nothing forbids it."""
        if name in ("split_in_three", "split"):
            return Reason(
                "split-hands-not-split",
                "hands made by a split are not split again",
                ("CO-2111-P2a",),
            )
        if name == "surrender":
            return Reason(
                "surrender-first-three-only",
                "half of the wager is given back for the first three cards only",
                ("CO-2111-P3a",),
            )
        return super().reason(s, seat, i, name)

    def _for_a_split(self, s: Any, seat: int) -> Reason | None:
        """Explain that a split in three needs chips for two more wagers; None if they are there."""
        return self._no_chips(s, seat, 2 * s.unit(seat), ("CO-2111-P2a",))
