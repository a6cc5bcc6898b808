"""Blackjack Switch with Super Match and Buster Blackjack.  Colorado Rule 21, 30-2105."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure, rule
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.banked.game import FactReader, PostedFact
from houseway.families.blackjack import rules
from houseway.families.blackjack.rulings import VOID_HAND, VOID_ROUND
from houseway.families.blackjack.state import BlackjackState, Hand
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, main_wager, side
from houseway.hands.blackjack import natural, points, same_rank
from houseway.rulebook.colorado.blackjack_switch.misdeals import misdeals
from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts, combination

FOUR_OF_A_KIND, TWO_PAIR, THREE_OF_A_KIND, PAIR, NO_MATCH = range(5)
EIGHT_OR_MORE, SEVEN, SIX, FIVE, THREE_OR_FOUR, NO_BUST = range(6)
SIX_MATCHES, THREE_MATCHES, TWO_MATCHES, ONE_MATCH = 6, 3, 2, 1
"""How many pairs of equal rank there are among four cards of one, of three, of two and two."""


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
    """How many cards it takes the dealer to bust; whether 22 is a bust is posted."""
    total, cards = points(dealer), len(dealer)
    if total < 22 or (total == 22 and not counts_22):
        return NO_BUST
    if cards >= 8:
        return EIGHT_OR_MORE
    if cards <= 4:
        return THREE_OR_FOUR
    return SEVEN if cards == 7 else SIX if cards == 6 else FIVE


def why_no_buster(dealer: Sequence[int], counts_22: bool) -> str:
    """What decided Buster Blackjack: a 22 that is no bust here."""
    return "no_bust_22" if not counts_22 and points(dealer) == 22 else ""


class BlackjackSwitch(SwitchBlackjack):
    """Standard blackjack except as follows: two hands, whose second cards may be switched."""

    id = "blackjack-switch"
    name = "Blackjack Switch"
    jurisdiction = "Colorado"
    section = "30-2105"
    owner = "Shuffle Master Gaming"
    signs = (accounts,)
    inherits = STANDARD
    cites = {**RULE_21, "initial_deal": ("BJ-2",), "claims.insurance": ("BJ-10",),
             "settle_all": ("CO-2105-5", "CO-2105-8g", "CO-2105-9")}
    sections = ("CO-2105", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-9": ("CO-2105-8b4", "CO-2105-8e1", "CO-2105-8e2"), "BJ-14": ("CO-2105-2a",),
                "BJ-15": ("CO-2105-3a", "CO-2105-3b")}
    wagers = (
        main_wager("initial bet", "CO-2105-2a", "CO-2105-2b", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("super_match", "Super Match", "CO-2105-2c", by=super_match, resolves=AFTER_DEAL,
             needs="main", tips=True, element="poker"),
        side("buster", "Buster Blackjack", "CO-2105-2c", by=buster, because=why_no_buster,
             resolves=AFTER_DEALER, needs="main", tips=True, element="blackjack"),
    )
    rulings = (VOID_ROUND, VOID_HAND, *misdeals("CO-2105-4a", "CO-2105-4b"))
    facts: ClassVar[dict[str, FactReader]] = {
        **SwitchBlackjack.facts,
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

    @procedure("CO-2105-2c")
    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        """Where the house posts so, a player makes one of the two side wagers."""
        placed = {spot for spot, cents in act.places if cents}
        if self.side_wagers == "one" and {"super_match", "buster"} <= placed:
            return Refused("Super Match or Buster Blackjack is bet here, not both", ("CO-2105-2c",))
        return super().refuses_bet(s, act)

    @procedure("CO-2105-8b2", "CO-2105-8b3", "CO-2105-8e2", "CO-2105-8e3", "CO-2105-9")
    def outcome_cited(
        self, s: BlackjackState, hand: Hand, outcome: int
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
