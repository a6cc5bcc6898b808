"""Blackjack with two hands for every seat, whose second cards may change places.

It is the blackjack round with both hands on the table from the deal on: equal wagers on two
spots, ``main`` and ``main.2``; the switch as a seat's first decision; then its hands one after the
other.  Hands made by splits follow in the list (``main.3`` and so on), each on the spot of its
pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import procedure, rule
from houseway.errors import Refused
from houseway.game import Dealing, Seat
from houseway.hands.points21 import natural, points
from houseway.money import shown
from houseway.pay import LOSE
from houseway.script import Act, Button, Chance, Choice, Place, Script, Spot
from houseway.shapes.banked import DEALER, PLAYER, Fact, Phase, Staked
from houseway.shapes.blackjack import Blackjack, rules
from houseway.shapes.blackjack.facts import FACTS
from houseway.shapes.blackjack.settling import INSURANCE
from houseway.shapes.blackjack.state import BlackjackState, Hand, HoleCardDealt, UpCardDealt
from houseway.shapes.blackjack.switch_offers import (
    KEEP,
    MORE,
    SPOT_WORDS,
    SWITCH,
    WITH_TIP,
    SwitchOffers,
    second_spot,
)
from houseway.shapes.blackjack.switch_state import (
    SPOTS,
    CardsKept,
    CardsSwitched,
    HandsDealt,
    SwitchState,
)
from houseway.shapes.stakes import spot_and_hand
from houseway.views import Layout
from houseway.wager import AFTER_DEALER

SECOND = "main.2"


@rule("CO-2105-8b3", "CO-2105-8e3", "CO-2105-8e4", outcomes=rules.OUTCOMES)
def switch_outcome(
    player: Sequence[int], dealer: Sequence[int], from_split: bool, switched: bool, dealer_22: int
) -> int:
    """A hand against the dealer's; an ace and a ten brought together by a switch are 21.

    Such a 21 pushes a dealer's 22 whatever the house posts for other hands.
    """
    if switched and not from_split and natural(player) and points(dealer) == 22:
        return rules.PUSH
    return rules.hand_outcome(player, dealer, from_split or switched, dealer_22)


class SwitchBlackjack(Blackjack):
    """Standard blackjack, two hands to a seat."""

    shape = "blackjack_switch"
    hands_dealt = len(SPOTS)
    switch_clauses: ClassVar[tuple[str, ...]] = ()
    facts: ClassVar[dict[str, Fact]] = {
        **{name: FACTS[name] for name in ("dealer", "dealer_up", "dealer_blackjack", "dealer_two")},
        "first_four": lambda game, s, seat: sorted(s.dealt[seat]),
    }

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.offers = SwitchOffers(self)
        self._wager_by_name[SECOND] = self._wager_by_name["main"]

    def new_state(self, seats: Sequence[Seat], between: Any) -> SwitchState:
        return SwitchState(**self.seated(seats, between), hands={}, dealer=[], lammers={}, units={})

    # -- equal wagers on two spots -----------------------------------------------------------

    def _make_bet_choices(self, name: str, moment: str, none: Button) -> tuple[Choice, ...]:
        choices = super()._make_bet_choices(name, moment, none)
        bet = choices[0]
        if moment or not isinstance(bet, Place):
            return choices
        spots: list[Spot] = []
        for spot in bet.spots:
            spots.append(spot)
            if spot.name in ("main", "tip_main"):
                more = ", as much as on the first" if spot.name == "main" else ""
                words = f"{spot.words}, {SPOT_WORDS[1]}{more}"
                spots.append(
                    msgspec.structs.replace(
                        spot, name=second_spot(spot.name, 1), required=False, words=words
                    )
                )
        return (msgspec.structs.replace(bet, spots=tuple(spots)), *choices[1:])

    @procedure("CO-2105-2b")
    def chips_of(self, act: Act) -> tuple[tuple[str, int], ...]:
        """The second spot gets as much as the first; it need not be said."""
        placed = dict(super().chips_of(act))
        if (main := placed.pop("main", None)) is None:
            return tuple(placed.items())
        second = placed.pop(SECOND, main)
        return (("main", main), (SECOND, second), *placed.items())

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        placed = dict(self.chips_of(act))
        main, second = placed.get("main", 0), placed.get(SECOND, 0)
        if main != second:
            return Refused(
                f"equal wagers lie on both spots, not {shown(main)} and {shown(second)}",
                self._wager_by_name["main"].clauses,
            )
        return super().refuses_bet(s, msgspec.structs.replace(act, places=tuple(placed.items())))

    def layout(self) -> Layout:
        """The second spot is drawn beside the first."""
        found = super().layout()
        first, *others = found.spots
        words = f"{first.words}, {SPOT_WORDS[1]}"
        second = msgspec.structs.replace(first, name=SECOND, words=words)
        return msgspec.structs.replace(found, spots=(first, second, *others))

    # -- the deal and insurance --------------------------------------------------------------

    @procedure("CO-2105-1c", "CO-2105-7b")
    def initial_deal(self, r: Dealing) -> Script:
        """Two cards to each spot and to the dealer, one at a time from the dealer's left."""
        s = r.state
        while self.wagering(s) and not s.dealer:
            cards = yield Chance("two hands each", 4 * len(self.wagering(s)) + 2)
            if cards is None:
                continue
            r.emit(Phase("dealt"))
            n = len(cards) // 2
            for i, seat in enumerate(self.wagering(s)):
                at = 2 * i
                hands = (cards[at], cards[n + at], cards[at + 1], cards[n + at + 1])
                r.emit(HandsDealt(seat, hands))
            r.emit(UpCardDealt((cards[n - 1],)))
            r.emit(HoleCardDealt((cards[-1],)))

    @procedure("CO-2105-8a")
    def insure(self, r: Dealing, act: Act) -> None:
        """An insurance for either wager, or one for each."""
        for spot, cents in act.places:
            if cents:
                r.emit(Staked(act.seat, "insurance", cents, spot_and_hand(spot)[1]))

    def forbids(self, state: Any, act: Act) -> Refused | None:
        if act.name == "insure":
            return self._refuses_insurance(state, act)
        return super().forbids(state, act)

    def _refuses_insurance(self, s: SwitchState, act: Act) -> Refused | None:
        total = sum(cents for _, cents in act.places)
        if not total:
            return Refused("say which of the two wagers is insured", self.choice_clauses["insure"])
        if total > s.purses[act.seat]:
            return Refused(
                f"seat {act.seat} has {shown(s.purses[act.seat])} in front, not {shown(total)}"
            )
        return None

    def settle_insurance(self, r: Dealing) -> None:
        """Each insurance by itself: 2 to 1 under a dealer's blackjack, else lost."""
        s = r.state
        found = natural(s.dealer)
        words, payout = ("dealer blackjack", INSURANCE) if found else ("lose", LOSE)
        for seat in self.settling(s):
            for spot in SPOTS:
                if (seat, "insurance", spot, PLAYER) in s.stakes:
                    clauses = ("BJ-10", *self.choice_clauses["insure"])
                    self.settle(r, seat, "insurance", words, payout, clauses, spot)

    # -- play --------------------------------------------------------------------------------

    @procedure("CO-2105-5", "CO-2105-8i")
    def pay_blackjacks(self, r: Dealing) -> None:
        """A blackjack waits: its cards may still be switched, and side wagers come first."""

    @procedure("CO-2105-8b1", "CO-2105-8b2", "CO-2105-8c1", "CO-2105-8c2", "CO-2105-8d",
               "CO-2105-8f")  # fmt: skip
    def decide(self, r: Dealing, act: Act) -> None:
        """One decision of a seat: the switch, or what the hand whose turn it is does."""
        if act.name == SWITCH:
            r.emit(CardsSwitched(act.seat))
        elif act.name == KEEP:
            r.emit(CardsKept(act.seat))
        elif act.name in WITH_TIP:
            self.raise_with_tip(r, act)
        else:
            super().decide(r, act)

    @procedure("CO-2105-3b")
    def raise_with_tip(self, r: Dealing, act: Act) -> None:
        """A double or a split for which the dealer's tip is raised alike."""
        s: SwitchState = r.state
        seat, i = s.playing() or (act.seat, 0)
        tip, name = s.stakes[seat, "main", i, DEALER], act.name.removesuffix("_tip")
        r.emit(Staked(seat, "main", tip, i if name == "double" else len(s.hands[seat]), DEALER))
        super().decide(r, Act(seat, name))

    @procedure("CO-2105-2f", "CO-2105-8e1", "CO-2105-8e2")
    def outcome_of(self, s: BlackjackState, hand: Hand) -> int:
        return switch_outcome(hand.cards, s.dealer, hand.split, hand.switched, self.dealer_22)

    @procedure("CO-2105-5", "CO-2105-8g", "CO-2105-9")
    def settle_all(self, r: Dealing) -> None:
        """Seat by seat: side wagers first, then the hands; insurance last."""
        s = r.state
        r.emit(Phase("settling"))
        seats = self.settling(s)
        shares = self.shares(s, AFTER_DEALER, seats)
        for seat in seats:
            self.settle_side_bets(r, AFTER_DEALER, (seat,), shares)
            for i, hand in enumerate(s.hands[seat]):
                if not hand.settled:
                    self.settle_hand(r, seat, i)
        self.settle_insurance(r)

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), *MORE)
