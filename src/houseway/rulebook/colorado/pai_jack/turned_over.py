"""Hands that win at once: a Pai Jack is turned over, paid and collected before it is set.

The dealer finds it as soon as the cards are dealt, or its player announces it, who may miss it.
"""

from __future__ import annotations

from houseway.cite import procedure
from houseway.engine.questions import Act, Button, Choice, Script
from houseway.errors import Refused
from houseway.families.banked.settlement import Claim, Step
from houseway.families.banked.side_bets import Box
from houseway.families.set_hands.dealing import deal
from houseway.families.set_hands.game import SETTING, SetHands
from houseway.families.set_hands.presenter import SetHandsPrompts
from houseway.families.set_hands.state import MAIN, CardsCollected, HandShown, SetHandsState
from houseway.game.base import RoundContext
from houseway.hands.pai_jack import is_pai_jack, settle_pai_jack
from houseway.presentation.presenter import Moment

BY_DEALER, BY_PLAYER = "by the dealer", "by the player"
TURN_OVER = Button("turn_over", "announce a Pai Jack")


class TurnedOverPrompts(SetHandsPrompts):
    """A hand is announced when it could be set."""

    game: TurnedOver

    def of_shape(self) -> tuple[Moment, ...]:
        *others, setting = super().of_shape()
        announced = (TURN_OVER.name,) if self.game.naturals_found == BY_PLAYER else ()
        return (*others, (*setting, *announced))


class TurnedOver(SetHands):
    """Set hands of which some are paid before anybody sets."""

    prompts_by = TurnedOverPrompts
    naturals_found: str = BY_DEALER

    def hand(self, r: RoundContext[SetHandsState]) -> Script:
        """The deal, what wins at once, and then all others set."""
        yield from deal(self, r)
        self.bank.take_fees(self, r, "after the deal")
        if self.naturals_found == BY_DEALER:
            self.pay_naturals(r)
        yield from self.set_and_settle(r)

    @procedure("CO-2112-5a")
    def pay_naturals(self, r: RoundContext[SetHandsState]) -> None:
        """Before anybody sets, the dealer turns over what wins at once."""
        s = r.state
        found = [box for box in self.unsettled(s) if is_pai_jack(s.dealt[box])]
        self.settle(r, [step for box in found for step in self.natural_steps(s, box)])

    @procedure("CO-2112-5a", "CO-2112-5b", "CO-2112-5c")
    def natural_steps(self, s: SetHandsState, box: Box) -> list[Step]:
        """A Pai Jack is shown and paid, what else lies on the hand too, its cards collected."""
        pieces = s.dealt[box]
        outcome = settle_pai_jack(pieces, (), True, False)
        won = Claim((box[0], MAIN, box[1]), self.outcomes[outcome], self.pay[MAIN][outcome],
                    ("CO-2112-5a",))  # fmt: skip
        shown = HandShown(box[0], pieces, "Pai Jack", box[1])
        return [shown, won, *self.steps_beside(s, box), CardsCollected(*box)]

    def may_turn_over(self, s: SetHandsState, box: Box | None) -> bool:
        """Whether a player may announce this hand: a Pai Jack, before it is set."""
        if self.naturals_found != BY_PLAYER or s.phase != SETTING or box is None:
            return False
        return is_pai_jack(s.dealt[box])

    def set_choices(self, s: SetHandsState, seat: int, box: Box) -> tuple[Choice, ...]:
        found = super().set_choices(s, seat, box)
        return (*found, TURN_OVER) if self.may_turn_over(s, box) else found

    def take(self, r: RoundContext[SetHandsState], act: Act, looks: bool) -> None:
        s = r.state
        if act.name == TURN_OVER.name and (box := s.holding(act.seat)) is not None:
            return self.settle(r, self.natural_steps(s, box))
        return super().take(r, act, looks)

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), TURN_OVER.name)

    def why_not(self, state: SetHandsState, seat: int, name: str) -> Refused | None:
        if name != TURN_OVER.name:
            return super().why_not(state, seat, name)
        if (no_cards := super().why_not(state, seat, "set")) is not None:
            return no_cards
        if self.naturals_found == BY_DEALER:
            return Refused("the dealer finds a Pai Jack at once", ("CO-2112-5a",))
        if not self.may_turn_over(state, state.holding(seat)):
            return Refused(f"seat {seat} has no Pai Jack to announce", ("CO-2112-5a",))
        return None
