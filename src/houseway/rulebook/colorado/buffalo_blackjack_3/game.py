"""Buffalo Blackjack Bonus 3.  Colorado Rule 21, 30-2114."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import procedure, rule
from houseway.engine.questions import Spot
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState
from houseway.game.posting import ANY_AMOUNT, fact, posted, posted_money
from houseway.game.wagers import (
    AFTER_DEAL,
    AFTER_DEALER,
    AFTER_PEEK,
    BEFORE_DEALER,
    BEFORE_PEEK,
    Wager,
    main_wager,
    side,
)
from houseway.rulebook.colorado import buffalo
from houseway.rulebook.colorado.buffalo import BUST_BONUS, PLUS_THREE, TOP_3
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.side_bets.bust_bonus import BUSTS, bust_of
from houseway.side_bets.twenty_one_plus_three import FOUR_HANDS, TOP_HANDS, four_hands, top_hands


@rule("CO-2114-4", "CO-2114-4b", outcomes=FOUR_HANDS)
def twenty_one_plus_three(first_two: Sequence[int], dealer_up: int) -> int:
    """The player's two initial cards and the dealer's up card, the highest hand only."""
    return four_hands(first_two, dealer_up)


@rule("CO-2114-4", "CO-2114-4c", outcomes=TOP_HANDS)
def top_3(first_two: Sequence[int], dealer_up: int) -> int:
    """The same three cards: three of a kind, suited or not, and straight flushes only."""
    return top_hands(first_two, dealer_up)


@rule("CO-2114-8", outcomes=BUSTS)
def bust_bonus(dealer: Sequence[int]) -> int:
    """The dealer busts: by the up card, suited or not; three eights above all."""
    return bust_of(dealer)


class BuffaloBlackjack3(Blackjack):
    """Standard blackjack except as follows: 21+3 and Top 3, and Bust Bonus for everybody."""

    id = "buffalo-blackjack-3"
    name = "Buffalo Blackjack Bonus 3"
    jurisdiction = "Colorado"
    section = "30-2114"
    owner = "Galaxy Gaming, Inc."
    signs = (accounts,)
    inherits = standard("CO-2114-7")
    cites = {**RULE_21, **DEALT_CARDS, "settle_sides": ("CO-2114-5a",)}
    sections = ("CO-2114", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    wagers = (
        main_wager("blackjack wager", "CO-2114-2", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side(PLUS_THREE, "21+3", "CO-2114-2", "CO-2114-2c", rule=twenty_one_plus_three,
             resolves=AFTER_DEAL, needs="main", step=100, aggregate=True, tips=True,
             tip_needs="main", element="poker"),
        side(TOP_3, "Top 3", "CO-2114-2b", "CO-2114-2c", rule=top_3, resolves=AFTER_DEAL,
             needs=PLUS_THREE, step=100, aggregate=True, tips=True, tip_needs="main",
             element="poker"),
        side(BUST_BONUS, "Bust Bonus", "CO-2114-6", "CO-2114-6b", rule=bust_bonus,
             resolves=AFTER_DEALER, placed_as="bust_bonus_placed", step=100, tips=True,
             element="blackjack"),
    )
    draws_for = (BUST_BONUS,)  # though no hand is left to beat
    tip_clauses = ("CO-2114-3", "CO-2114-3b", "CO-2114-9")

    active_hands = buffalo.NOT_BUST
    predominant = combination()
    felt: str = posted("buffalo", cite=("CO-2114-1", "CO-ALL-2"), says="table layout")
    decks: int = posted(4, 6, cite="CO-2114-1", default=6, says="52-card decks, from a shoe")
    bonus_tips: bool = posted(True, False, cite="CO-2114-3",
                              says="tips are taken on 21+3, Top 3 and Bust Bonus")
    bonus_tip_step: int = posted_money(1, 1, 100, cite="CO-2114-3c",
                                       says="step of such a tip; 1 is whole dollars")
    bonus_tip_most: int = posted_money(ANY_AMOUNT, 100, cite="CO-2114-3c",
                                       says="the largest such tip")
    bust_bonus_placed: str = posted(AFTER_PEEK, BEFORE_PEEK, BEFORE_DEALER, cite="CO-2114-6",
                                    says="when a Bust Bonus is placed")
    bust_bonus_active_only: bool = posted(
        False, True, cite="CO-2114-6", says="placed only with a hand that is not bust"
    )
    settles_from: str = fact("dealer's right", "CO-2114-5", says="the seat that is settled first")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2114-8b", "CO-ALL-3"),
                                   says="where the pay tables in use are displayed")

    def tips_on(self, wager: Wager) -> bool:
        """Return True for the main wager as in blackjack, and for others if the house takes
        them.
        """
        return super().tips_on(wager) and (wager.required or self.bonus_tips)

    def tip_spot(self, wager: Wager) -> Spot:
        return buffalo.tip_spot(self, wager, super().tip_spot(wager))

    @procedure("CO-2114-6")
    def late_bettors(self, s: BlackjackState) -> list[int]:
        """Return the seats that may place a Bust Bonus: all that were dealt in, by default."""
        seats = super().late_bettors(s)
        return buffalo.with_active_hand(self, s, seats) if self.bust_bonus_active_only else seats


GAME = BuffaloBlackjack3
