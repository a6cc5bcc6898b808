"""Blackjack with two hands for every seat, whose second cards may change places.

It is the blackjack round with both hands on the table from the deal on: equal wagers on two
spots, ``main`` and ``main.2``; the switch as a seat's first decision; then its hands one after the
other.  Hands made by splits follow in the list (``main.3`` and so on), each on the spot of its
pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import procedure, rule
from houseway.engine.questions import (
    DEALER,
    PLAYER,
    Act,
    Chance,
    Place,
    Put,
    Script,
    Spot,
    label_of,
)
from houseway.errors import Refused
from houseway.families.banked.betting import Betting
from houseway.families.banked.game import FactReader
from houseway.families.banked.state import Phase, Staked
from houseway.families.blackjack import rules
from houseway.families.blackjack.facts import FACTS, KNOWN_AT, OPEN
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState, Hand, HoleCardDealt, UpCardDealt
from houseway.game.base import RoundContext, Seat
from houseway.game.wagers import AFTER_DEALER
from houseway.hands.blackjack import natural, points
from houseway.money import format_dollars
from houseway.rulebook.colorado.blackjack_switch.offers import (
    KEEP,
    MORE,
    SPOT_WORDS,
    SWITCH,
    WITH_TIP,
    SwitchOffers,
)
from houseway.rulebook.colorado.blackjack_switch.prompts import SwitchPrompts
from houseway.rulebook.colorado.blackjack_switch.state import (
    SPOTS,
    CardsKept,
    CardsSwitched,
    HandsDealt,
    SwitchState,
)


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


@procedure("CO-2101-b")
def first_four(game: Any, s: SwitchState, seat: int) -> list[int]:
    """The four cards dealt, which stay in the two hands."""
    return sorted(s.dealt[seat])


class TwoSpots(Betting):
    """Equal wagers on two spots."""

    def place(self, name: str, moment: str) -> Place:
        """The main wager, and a tip on it, has a second spot."""
        found: list[Spot] = []
        for spot in (one := super().place(name, moment)).spots:
            found.append(spot)
            if spot.wager == "main":
                more = ", as much as on the first" if spot.whom == PLAYER else ""
                found.append(
                    msgspec.structs.replace(
                        spot, name=label_of("main", 1, spot.whom), required=False, hand=1,
                        words=f"{spot.words}, {SPOT_WORDS[1]}{more}",
                        equals="main" if spot.whom == PLAYER else "",
                    )
                )  # fmt: skip
        return msgspec.structs.replace(one, spots=tuple(found))

    @procedure("CO-2105-2b")
    def laid(self, places: tuple[tuple[str, int], ...]) -> tuple[Put, ...]:
        """The second spot gets as much as the first; it need not be said."""
        puts = super().laid(places)
        mains = {put.hand: put for put in puts if put.spot == "main" and put.whom == PLAYER}
        if 0 not in mains:
            return tuple(put for put in puts if put not in mains.values())
        second = mains.get(1, msgspec.structs.replace(mains[0], hand=1))
        return (mains[0], second, *(put for put in puts if put not in mains.values()))


class SwitchBlackjack(Blackjack):
    """Standard blackjack, two hands to a seat."""

    shape = "blackjack_switch"
    prompts_by = SwitchPrompts
    spots_by = TwoSpots
    hands_dealt = len(SPOTS)
    switch_clauses: ClassVar[tuple[str, ...]] = ()
    facts: ClassVar[dict[str, FactReader]] = {
        **{name: FACTS[name] for name in ("dealer", "dealer_up", "dealer_blackjack", "dealer_two")},
        "first_four": first_four,
    }
    known_at: ClassVar[Mapping[str, Any]] = {**KNOWN_AT, "first_four": OPEN}

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.offers = SwitchOffers(self)
        sides = (side.wager.name for side in self.sides_at(AFTER_DEALER))
        self.settles = ((*sides, "main"), ("insurance",))

    def new_state(self, seats: Sequence[Seat], between: Any) -> SwitchState:
        return SwitchState(**self.seated(seats, between))

    # -- equal wagers on two spots -----------------------------------------------------------

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        mains = [p.cents for p in self.bets.puts(act) if p.spot == "main" and p.whom == PLAYER]
        if mains and mains[0] != mains[1]:
            return Refused(
                f"equal wagers lie on both spots, not {format_dollars(mains[0])} and {format_dollars(mains[1])}",
                self.wager_named["main"].clauses,
            )
        return super().refuses_bet(s, act)

    # -- the deal and insurance --------------------------------------------------------------

    @procedure("CO-2105-1c", "CO-2105-7b")
    def initial_deal(self, r: RoundContext) -> Script:
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

    # -- play --------------------------------------------------------------------------------

    @procedure("CO-2105-8b1", "CO-2105-8b2", "CO-2105-8c1", "CO-2105-8c2", "CO-2105-8d",
               "CO-2105-8f")  # fmt: skip
    def decide(self, r: RoundContext, act: Act) -> None:
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
    def raise_with_tip(self, r: RoundContext, act: Act) -> None:
        """A double or a split for which the dealer's tip is raised alike."""
        s: SwitchState = r.state
        seat, i = s.playing() or (act.seat, 0)
        tip, name = s.tip(seat, "main", i), act.name.removesuffix("_tip")
        r.emit(Staked(seat, "main", tip, i if name == "double" else len(s.hands[seat]), DEALER))
        super().decide(r, Act(seat, name))

    @procedure("CO-2105-2f", "CO-2105-8e1", "CO-2105-8e2")
    def outcome_of(self, s: BlackjackState, hand: Hand) -> int:
        return switch_outcome(hand.cards, s.dealer, hand.split, hand.switched, self.dealer_22)

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), *MORE)
