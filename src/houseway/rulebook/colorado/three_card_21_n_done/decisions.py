"""The decisions of a hand of 3 Card 21 "N" Done, and the reasons against them.

The first three cards have decisions of their own; hands made of them have those of blackjack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from houseway.cite import procedure
from houseway.engine.questions import Act, Amount
from houseway.errors import Reason
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import Staked
from houseway.families.blackjack import decisions as usual
from houseway.families.blackjack.decisions import Offers, Turn, hand_decision
from houseway.families.blackjack.rules import MAY_DRAW, MUST_STAND
from houseway.families.blackjack.settlement import HALF_BACK, over_steps
from houseway.families.blackjack.state import BlackjackHand, BlackjackState, Surrendered
from houseway.game.base import RoundContext
from houseway.game.decisions import Decision, decision
from houseway.hands.blackjack import points
from houseway.rulebook.colorado.three_card_21_n_done import rules
from houseway.rulebook.colorado.three_card_21_n_done.events import (
    Kept,
    SplitInThree,
    ThreeCardState,
)

if TYPE_CHECKING:
    from houseway.families.banked.game import HandKey
    from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone

OF_21 = "21"
"""The moment at which a 21 is paid or kept."""
OVER_21 = Reason(
    "over-21-surrender-or-split", "a hand over 21 is surrendered or split", ("CO-2111-P3",)
)
FIRST_THREE = Reason(
    "first-three-cards-only", "only the first three cards of a hand", ("CO-2111-P2",)
)


class ThreeCardOffers(Offers):
    """The decisions of three cards, which are one hand, and of the hands made of them."""

    def chart_of(self, hand: BlackjackHand) -> int:
        """Return ``MUST_STAND`` for a 21; any other three cards are played, given up or split."""
        if hand.split:
            return super().chart_of(hand)
        return MUST_STAND if points(hand.cards) == 21 else MAY_DRAW

    def explain_no_raise(self, s: BlackjackState, turn: Turn) -> Reason | None:
        if turn.hand.split:
            return super().explain_no_raise(s, turn)
        return FIRST_THREE if len(turn.hand.cards) != 3 else None


def explain_over(turn: Turn) -> Reason | None:
    """Explain that three cards over 21 neither hit, stand nor double; None for other hands."""
    return OVER_21 if not turn.hand.split and points(turn.hand.cards) > 21 else None


def explain_no_hit(game: ThreeCard21NDone, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand takes no card."""
    return explain_over(turn) or usual.explain_no_hit(game, s, turn)


def explain_no_stand(game: ThreeCard21NDone, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not stand."""
    return explain_over(turn) or usual.explain_no_stand(game, s, turn)


def explain_no_double(game: ThreeCard21NDone, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand may not double; None if it may."""
    cards = turn.hand.cards
    if turn.hand.split:
        return usual.explain_no_double(game, s, turn)
    if (over := explain_over(turn)) is not None:
        return over
    if not game.double_three_cards:
        words = "a double of the first three cards is not posted"
        return Reason("triple-double-not-posted", words, ("CO-2111-P5",))
    if not rules.may_double_three(cards, game.offers.double_on):
        return usual.not_on_total(game, ("BJ-4", "CO-2111-P5"))
    return usual.explain_no_chips(game, s, turn, s.unit(turn.circle))


def explain_no_surrender(game: ThreeCard21NDone, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why half of the wager is not given back; None if the hand is over 21."""
    if turn.hand.split:
        words = "half of the wager is given back for the first three cards only"
        return Reason("surrender-first-three-only", words, ("CO-2111-P3a",))
    if len(turn.hand.cards) != 3:
        return FIRST_THREE
    if rules.may_be_over(turn.hand.cards):
        return None
    words = "half of the wager is given back for a hand over 21"
    return Reason("surrender-over-21-only", words, ("CO-2111-P3a",))


def explain_no_split(game: ThreeCard21NDone, s: BlackjackState, turn: Turn) -> Reason | None:
    """Explain why a hand is not split in three; None if it may be."""
    if turn.hand.split:
        words = "hands made by a split are not split again"
        return Reason("split-hands-not-split", words, ("CO-2111-P2a",))
    if len(turn.hand.cards) != 3:
        return FIRST_THREE
    if not rules.may_split_in_three(turn.hand.cards):
        words = "three cards without a pair, not over 21, stay together"
        return Reason("not-three-for-split", words, ("CO-2111-P2a",))
    return usual.explain_no_chips(game, s, turn, 2 * s.unit(turn.circle), ("CO-2111-P2a",))


@hand_decision("give up the hand over 21 for half of the wager", "CO-2111-P3a",
               unless=explain_no_surrender, raises=False)  # fmt: skip
def surrender(
    game: ThreeCard21NDone, r: RoundContext[BlackjackState], at: HandKey, act: Act
) -> None:
    """The hand over 21 is given up for half of its wager."""
    claim = Claim((act.seat, "main", 0), "surrender", HALF_BACK, ("CO-2111-P3a",))
    over = over_steps(game, r.state, act.seat, 0, last=True)
    game.settle(r, [Surrendered(act.seat), claim, *over])


@hand_decision("make a hand of each card for two more wagers", "CO-2111-P2a", "CO-2111-P3b",
               unless=explain_no_split, raises=False,
               cents=lambda game, s, turn: 2 * s.unit(turn.circle))  # fmt: skip
def split_in_three(
    game: ThreeCard21NDone, r: RoundContext[BlackjackState], at: HandKey, act: Act
) -> None:
    """Each of the three cards begins a hand."""
    split_cards(r, act.seat)


@procedure("CO-2111-P2", "CO-2111-P2a", "CO-2111-P2b", "CO-2111-P3", "CO-2111-P3b")
def split_cards(r: RoundContext[BlackjackState], seat: int) -> None:
    """Each of the three cards begins a hand, for two more wagers like the first."""
    for hand in (1, 2):
        r.emit(Staked(seat, "main", r.state.unit(seat), hand))
    r.emit(SplitInThree(seat))


def insurance_choice(game: ThreeCard21NDone, s: ThreeCardState, seat: int) -> Amount | None:
    """Return the choice of insurance: up to half of the wager; None if no chips are left for it.

    Chips for a chosen split stay in front.
    """
    spare = s.purses[seat] - 2 * s.unit(seat) * (seat in s.kept)
    most = min(s.unit(seat) // 2, spare)
    return Amount("insure", 1, most, words="insure the wager") if most >= 1 else None


PAID = Decision(name="paid", words="take even money for the 21", clauses=("CO-2111-6",), at=OF_21)


@decision("keep the cards and split them", "CO-2111-P2b", "CO-2111-P4a", at=OF_21,
          cents=lambda game, s, seat: 2 * s.unit(seat))  # fmt: skip
def keep(game: ThreeCard21NDone, r: RoundContext[Any], act: Act) -> None:
    """A 21 is kept in order to split it."""
    r.emit(Kept(act.seat))


DECISIONS = (
    replace(usual.hit, explain_hand=explain_no_hit),
    replace(usual.stand, explain_hand=explain_no_stand),
    replace(usual.double, explain_hand=explain_no_double),
    surrender, split_in_three, replace(usual.INSURE, choice=insurance_choice),
    usual.NO_INSURANCE, PAID, keep,
)  # fmt: skip
