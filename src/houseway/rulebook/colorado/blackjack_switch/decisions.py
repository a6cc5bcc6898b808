"""The decisions of a seat with two hands: the switch, then each hand, and insurance of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.cite import procedure
from houseway.engine.questions import DEALER, Act, Ask, Button, Choice, Place, Spot, label_of
from houseway.errors import Reason
from houseway.families.banked.state import Staked
from houseway.families.blackjack import decisions as usual
from houseway.families.blackjack.decisions import PLAYING, BlackjackDecision, Offers, Turn
from houseway.families.blackjack.state import BlackjackHand
from houseway.game.base import RoundContext
from houseway.game.decisions import decision
from houseway.rulebook.colorado.blackjack_switch.state import (
    SPOTS,
    CardsKept,
    CardsSwitched,
    SwitchState,
)

if TYPE_CHECKING:
    from houseway.families.banked.game import HandKey
    from houseway.rulebook.colorado.blackjack_switch.game import BlackjackSwitch

SWITCH, KEEP = "switch", "keep"
SWITCHING = "switching"
"""The moment at which second cards are switched or kept."""
WITH_TIP = ("double_tip", "split_tip")
"""Decisions with a second wager, and the same for the dealer's tip."""
SPOT_WORDS = ("first spot", "second spot")


class SwitchOffers(Offers):
    """The decisions of a table at which everyone plays two hands."""

    def ask(self, s: SwitchState, circle: int, i: int) -> Ask | None:  # type: ignore[override]
        """Ask for the switch first, then about each hand."""
        if circle not in s.chosen:
            choices = self.game.decision_table.offered(SWITCHING, s, circle)
            return Ask({circle: choices}, "switch the second cards of your two hands?", KEEP)
        asked = super().ask(s, circle, i)
        return asked and replace(asked, words=SPOT_WORDS[s.hands[circle][i].spot])

    def explain(self, s: SwitchState, turn: Turn, name: str) -> Reason | None:  # type: ignore[override]
        """Explain that the switch comes first, or why this hand may not do that."""
        if turn.circle in s.chosen:
            return super().explain(s, turn, name)
        words = "first the second cards are switched or kept"
        return Reason("switch-first", words, self.game.switch_clauses)


def explain_no_switch(game: BlackjackSwitch, s: SwitchState, seat: int) -> Reason | None:
    """Explain why cards are not switched; None if the seat is asked for it."""
    turn = s.playing()
    if s.phase != PLAYING or turn is None or turn[0] != seat or seat not in s.chosen:
        return None
    words = "the cards were switched or kept before the first hand was played"
    return Reason("switched-already", words, game.switch_clauses)


def pair_words(game: BlackjackSwitch, *hands: BlackjackHand) -> str:
    """Return two hands in words as they would be played."""
    show = game.kind.show
    return " and ".join(f"{show(hand.cards)} ({game.total_words(hand)})" for hand in hands)


def switch_button(game: BlackjackSwitch, s: SwitchState, seat: int) -> Button:
    """Return the choice to exchange the second cards, with the hands that it makes."""
    (a1, a2), (b1, b2) = (hand.cards for hand in s.hands[seat])
    switched = (BlackjackHand([a1, b2], switched=True), BlackjackHand([b1, a2], switched=True))
    return Button(SWITCH, f"the second cards change places: {pair_words(game, *switched)}")


def keep_button(game: BlackjackSwitch, s: SwitchState, seat: int) -> Button:
    """Return the choice to play the hands as they were dealt."""
    return Button(KEEP, f"play the hands as dealt: {pair_words(game, *s.hands[seat])}")


@decision("", "CO-2105-8b1", unless=explain_no_switch, at=SWITCHING, choice=switch_button)
def switch(game: BlackjackSwitch, r: RoundContext[SwitchState], act: Act) -> None:
    """The second cards of both hands change places."""
    r.emit(CardsSwitched(act.seat))


@decision("", "CO-2105-8b2", unless=explain_no_switch, at=SWITCHING, choice=keep_button)
def keep(game: BlackjackSwitch, r: RoundContext[SwitchState], act: Act) -> None:
    """Both hands are played as they were dealt."""
    r.emit(CardsKept(act.seat))


def raise_with_tip(raised: BlackjackDecision) -> BlackjackDecision:
    """Return a double or split for which the dealer's tip is raised alike."""
    name = f"{raised.name}_tip"

    def explain(game: BlackjackSwitch, s: SwitchState, turn: Turn) -> Reason | None:
        tip = s.tip(turn.circle, "main", turn.i)
        if not tip:
            words = "no tip for the dealer lies on this hand"
            return Reason("no-tip-on-hand", words, game.tip_clauses)
        if (reason := game.offers.explain(s, turn, raised.name)) is not None:
            return reason
        if s.purses[turn.circle] >= s.unit(turn.circle) + tip:
            return None
        words = "there are not enough chips for the wager and the tip"
        return Reason("tip-double-not-covered", words, game.tip_clauses)

    def cents(game: BlackjackSwitch, s: SwitchState, turn: Turn) -> int:
        return s.unit(turn.circle) + s.tip(turn.circle, "main", turn.i)

    @procedure("CO-2105-3b")
    def run(game: BlackjackSwitch, r: RoundContext[SwitchState], at: HandKey, act: Act) -> None:
        """The dealer's tip is raised along with the wager."""
        s, (seat, i) = r.state, at
        tip = s.tip(seat, "main", i)
        new = i if raised.name == "double" else len(s.hands[seat])
        r.emit(Staked(seat, "main", tip, new, DEALER))
        raised.run(game, r, Act(seat, raised.name))

    return usual.hand_decision(
        f"{raised.words}, and the dealer's tip with it", unless=explain, name=name, raises=False,
        cents=cents, hidden=lambda game: not game.tips,
    )(run)  # fmt: skip


def insurance_choice(game: BlackjackSwitch, s: SwitchState, seat: int) -> Choice | None:
    """Return the choice of insurance: up to half of the wager on either spot or on both; None
    without chips for it.
    """
    most = min(s.unit(seat) // 2, s.purses[seat])
    if most < 1:
        return None
    spots = tuple(
        Spot(label_of("insurance", spot), 1, most, words=f"insurance of the {SPOT_WORDS[spot]}",
             wager="insurance", hand=spot)
        for spot in SPOTS
    )  # fmt: skip
    return Place("insure", spots)


DECISIONS = (
    replace(usual.INSURE, choice=insurance_choice),
    switch,
    keep,
    raise_with_tip(usual.double),
    raise_with_tip(usual.split),
)
