"""Blackjack Switch with Super Match and Buster Blackjack.  Colorado Rule 21, 30-2105."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import procedure, rule
from houseway.engine.questions import (
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
from houseway.families.banked.game import FactReader, PostedFact
from houseway.families.banked.state import Phase
from houseway.families.blackjack import rules
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rulings import VOID_HAND, VOID_ROUND
from houseway.families.blackjack.state import (
    FACTS,
    KNOWN_AT,
    OPEN,
    BlackjackHand,
    BlackjackState,
    HoleCardDealt,
    UpCardDealt,
)
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, main_wager, side
from houseway.hands.blackjack import natural, points, same_rank
from houseway.money import format_dollars
from houseway.rulebook.colorado.blackjack_switch.decisions import (
    DECISIONS,
    SPOT_WORDS,
    SwitchOffers,
)
from houseway.rulebook.colorado.blackjack_switch.misdeals import misdeals
from houseway.rulebook.colorado.blackjack_switch.presenter import SwitchPresenter
from houseway.rulebook.colorado.blackjack_switch.state import HandsDealt, SwitchState
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts, combination


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




FOUR_OF_A_KIND, TWO_PAIR, THREE_OF_A_KIND, PAIR, NO_MATCH = range(5)
EIGHT_OR_MORE, SEVEN, SIX, FIVE, THREE_OR_FOUR, NO_BUST = range(6)
SIX_MATCHES, THREE_MATCHES, TWO_MATCHES, ONE_MATCH = 6, 3, 2, 1
"""The number of pairs of equal rank among four cards: four of a kind, trips, two pairs, one
pair.
"""


@rule("CO-2105-1d", "CO-2105-2d", "CO-2105-6",
      outcomes=("four_of_a_kind", "two_pair", "three_of_a_kind", "pair", "no_match"))
def super_match(first_four: Sequence[int]) -> int:
    """Equal ranks among a player's first four cards; two pair is above three of a kind."""
    matches = 0
    for i in range(1, 4):
        for j in range(i):
            if same_rank(first_four[i], first_four[j]):
                matches += 1
    if matches == SIX_MATCHES:
        return FOUR_OF_A_KIND
    if matches == TWO_MATCHES:
        return TWO_PAIR
    if matches == THREE_MATCHES:
        return THREE_OF_A_KIND
    return PAIR if matches == ONE_MATCH else NO_MATCH


@rule("CO-2105-2e",
      outcomes=("eight_or_more", "seven", "six", "five", "three_or_four", "no_bust"))
def buster(dealer: Sequence[int], counts_22: bool) -> int:
    """The number of cards with which the dealer busts; a posting decides if 22 is a bust."""
    total, cards = points(dealer), len(dealer)
    if total < 22 or (total == 22 and not counts_22):
        return NO_BUST
    if cards >= 8:
        return EIGHT_OR_MORE
    if cards <= 4:
        return THREE_OR_FOUR
    return SEVEN if cards == 7 else SIX if cards == 6 else FIVE


def why_no_buster(dealer: Sequence[int], counts_22: bool) -> str:
    """Return "no_bust_22" if Buster Blackjack lost to a 22, which is no bust here; else ""."""
    return "no_bust_22" if not counts_22 and points(dealer) == 22 else ""


class BlackjackSwitch(Blackjack):
    """Standard blackjack except as follows: two hands, whose second cards may be switched."""

    id = "blackjack-switch"
    name = "Blackjack Switch"
    jurisdiction = "Colorado"
    section = "30-2105"
    owner = "Shuffle Master Gaming"
    signs = (accounts,)
    inherits = STANDARD
    cites = {**RULE_21, "initial_deal": ("BJ-2",), "settlement.insurance": ("BJ-10",),
             "players_play": ("CO-2105-8c1", "CO-2105-8c2", "CO-2105-8d", "CO-2105-8f"),
             "settle_all": ("CO-2105-5", "CO-2105-8g", "CO-2105-9")}
    sections = ("CO-2105", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-9": ("CO-2105-8b4", "CO-2105-8e1", "CO-2105-8e2"), "BJ-14": ("CO-2105-2a",),
                "BJ-15": ("CO-2105-3a", "CO-2105-3b")}
    wagers = (
        main_wager("initial bet", "CO-2105-2a", "CO-2105-2b", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("super_match", "Super Match", "CO-2105-2c", rule=super_match, resolves=AFTER_DEAL,
             needs="main", tips=True, element="poker"),
        side("buster", "Buster Blackjack", "CO-2105-2c", rule=buster, because=why_no_buster,
             resolves=AFTER_DEALER, needs="main", tips=True, element="blackjack"),
    )
    rulings = (VOID_ROUND, VOID_HAND, *misdeals("CO-2105-4a", "CO-2105-4b"))
    facts: ClassVar[dict[str, FactReader]] = {
        **{name: FACTS[name] for name in ("dealer", "dealer_up", "dealer_blackjack", "dealer_two")},
        "first_four": first_four,
        "counts_22": PostedFact("buster_counts_22", (False, True)),
    }
    draws_for = ("buster",)
    tip_clauses = ("CO-2105-3a",)
    deal_clauses = ("CO-2105-7b", "BJ-12")
    switch_clauses = ("CO-2105-8b1",)
    turn_clauses = ("CO-2105-8", "CO-2105-8h")
    choice_clauses = {"insure": ("CO-2105-8a",), "split": ("CO-2105-8c1",),
                      "double": ("CO-2105-8d",)}
    predominant = combination()
    family = "blackjack_switch"
    decisions = (*Blackjack.decisions, *DECISIONS)
    offers_by = SwitchOffers
    presenter_class = SwitchPresenter
    spots_by = TwoSpots
    known_at: ClassVar[Mapping[str, Any]] = {**KNOWN_AT, "first_four": OPEN}
    felt: str = posted("blackjack-switch", cite=("CO-2105-1a", "CO-ALL-2"), says="table layout")
    decks: int = posted(6, 8, cite="CO-2105-1b", says="52-card decks")
    hands_dealt: int = fact(2, "CO-2105-1c", says="hands of blackjack each player plays")
    side_wagers: str = posted("both", "one", cite="CO-2105-2c",
                              says="Super Match and Buster Blackjack in one round")
    blackjack_pays: str = fact("1 to 1", "CO-2105-8b4", "CO-2105-8e1")
    dealer_22_pushes: bool = posted(
        True, False, cite="CO-2105-8e4", says="a dealer total of 22 pushes all but a blackjack"
    )
    buster_counts_22: bool = posted(
        True, False, cite="CO-2105-2e", says="a dealer total of 22 is a bust for Buster Blackjack"
    )
    insurance: bool = fact(True, "CO-2105-8a", says="insurance is called under an ace")
    naturals_wait: bool = fact(
        True, "CO-2105-5", "CO-2105-8i",
        says="a blackjack may still be switched, and is paid after the side wagers",
    )
    split_by: str = fact("value", "CO-2105-8c1", says="what makes a pair")
    hands_max: int = posted_number(4, 2, 4, cite=("CO-2105-8c2", "BJ-5"),
                                   says="hands of one spot after splits")
    surrender: str = fact("none", "BJ-11", says="the section does not offer it")
    side_bets_judge: str = fact("first four cards", "CO-2105-6", says="what Super Match looks at")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2105-10c", "CO-ALL-3"),
                                   says="where the pay tables in use are displayed")

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        sides = (side.wager.name for side in self.sides_at(AFTER_DEALER))
        self.settles = ((*sides, "main"), ("insurance",))

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> SwitchState:
        return SwitchState(**self.seated(seats, carry_over))

    def check(self, state: Any, act: Act) -> None:
        if act.name in ("bet", "add"):
            puts = self.bets.puts(act)
            mains = [put.cents for put in puts if put.spot == "main" and put.whom == PLAYER]
            if mains and mains[0] != mains[1]:
                raise Refused(
                    "unequal-main-wagers",
                    f"equal wagers lie on both spots, not {format_dollars(mains[0])} and "
                    f"{format_dollars(mains[1])}",
                    self.wager_named["main"].clauses,
                )
        self.check_side_wagers(act)
        super().check(state, act)

    @procedure("CO-2105-1c", "CO-2105-7b")
    def initial_deal(self, r: RoundContext) -> Script:
        """Deal two cards to each spot and to the dealer, one at a time from the dealer's left."""
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

    @procedure("CO-2105-2f", "CO-2105-8e1", "CO-2105-8e2")
    def outcome_of(self, s: BlackjackState, hand: BlackjackHand) -> int:
        return switch_outcome(hand.cards, s.dealer, hand.split, hand.switched, self.dealer_22)

    @procedure("CO-2105-2c")
    def check_side_wagers(self, act: Act) -> None:
        """Refuse both side wagers together, where the house posts that a player makes only one."""
        placed = {spot for spot, cents in act.places if cents}
        if self.side_wagers == "one" and {"super_match", "buster"} <= placed:
            raise Refused("one-of-two-side-bets",
                          "Super Match or Buster Blackjack is bet here, not both", ("CO-2105-2c",))

    @procedure("CO-2105-8b2", "CO-2105-8b3", "CO-2105-8e2", "CO-2105-8e3", "CO-2105-9")
    def outcome_cited(
        self, s: BlackjackState, hand: BlackjackHand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """A blackjack, dealt or switched, rests on (8)(e); a bust is collected by (8)(g)."""
        clauses, words = super().outcome_cited(s, hand, outcome)
        if points(hand.cards) > 21:
            return (*clauses, "CO-2105-8g"), words
        if natural(hand.cards) and not hand.made and outcome == rules.PUSH:
            return ("CO-2105-8e2", *clauses), words
        if natural(hand.cards) and hand.switched and not hand.split:
            against = {rules.LOSE: ("CO-2105-8e3",), rules.PUSH: ("CO-2105-8e4",)}
            return ("CO-2105-8b3", *against.get(outcome, clauses)), words
        return clauses, words


GAME = BlackjackSwitch
