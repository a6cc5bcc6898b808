"""Buffalo Blackjack Bonus 2.  Colorado Rule 21, 30-2113."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import procedure, rule
from houseway.engine.questions import Spot
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import Game
from houseway.game.posting import ANY_AMOUNT, fact, posted, posted_money
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, BEFORE_DEALER, Wager, main_wager, side
from houseway.rulebook.colorado import buffalo
from houseway.rulebook.colorado.buffalo import (
    BUST_BONUS,
    IN_PLAY,
    NOT_BUST,
    PLUS_THREE,
)
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.side_bets.bust_bonus import BUSTS, bust_of
from houseway.side_bets.twenty_one_plus_three import FOUR_HANDS, four_hands


@rule("CO-2113-4", "CO-2113-4b", outcomes=FOUR_HANDS)
def twenty_one_plus_three(first_two: Sequence[int], dealer_up: int) -> int:
    """The player's two initial cards and the dealer's up card as a poker hand, paid once."""
    return four_hands(first_two, dealer_up)


@rule("CO-2113-9", outcomes=BUSTS)
def bust_bonus(dealer: Sequence[int]) -> int:
    """The dealer busts: by the up card, suited or not; three eights above all."""
    return bust_of(dealer)


@procedure("CO-2113-1b")
def dealt_from(game: Game) -> tuple[str, str]:
    """Return the place of the cards: a shoe for four or six decks, the hand for one or two."""
    return "dealt from", "shoe" if game.sets() >= 4 else "hand"


class BuffaloBlackjack2(Blackjack):
    """Standard blackjack except as follows: 21+3, and Bust Bonus for hands that are not bust."""

    id = "buffalo-blackjack-2"
    name = "Buffalo Blackjack Bonus 2"
    jurisdiction = "Colorado"
    section = "30-2113"
    owner = "Galaxy Gaming, Inc."
    signs = (accounts, dealt_from)
    inherits = standard("CO-2113-6", "CO-2113-8")
    cites = {**RULE_21, **DEALT_CARDS, "settle_sides": ("CO-2113-5a",)}
    sections = ("CO-2113", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    wagers = (
        main_wager("blackjack wager", "CO-2113-2", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side(PLUS_THREE, "21+3", "CO-2113-2", "CO-2113-2b", rule=twenty_one_plus_three,
             resolves=AFTER_DEAL, needs="main", step=100, aggregate=True, tips=True,
             tip_needs="main", element="poker"),
        side(BUST_BONUS, "Bust Bonus", "CO-2113-7", "CO-2113-7c", rule=bust_bonus,
             resolves=AFTER_DEALER, placed=BEFORE_DEALER, step=100, tips=True,
             element="blackjack"),
    )
    draws_for = (BUST_BONUS,)  # though no hand is left to beat
    tip_clauses = ("CO-2113-3", "CO-2113-3b", "CO-2113-10")

    predominant = combination()
    felt: str = posted("buffalo", cite=("CO-2113-1", "CO-ALL-2"), says="table layout")
    decks: int = posted(1, 2, 4, 6, cite="CO-2113-1", default=6, says="52-card decks")
    bonus_tips: bool = posted(True, False, cite="CO-2113-3",
                              says="tips are taken on 21+3 and Bust Bonus")
    bonus_tip_step: int = posted_money(1, 1, 100, cite="CO-2113-3c",
                                       says="step of such a tip; 1 is whole dollars")
    bonus_tip_most: int = posted_money(ANY_AMOUNT, 100, cite="CO-2113-3c",
                                       says="the largest such tip")
    active_hands: str = posted(NOT_BUST, IN_PLAY, cite="CO-2113-7b",
                               says="hands for which a Bust Bonus may be placed")
    settles_from: str = fact("dealer's right", "CO-2113-5", says="the seat that is settled first")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2113-9b", "CO-ALL-3"),
                                   says="where the pay tables in use are displayed")

    def tips_on(self, wager: Wager) -> bool:
        """Return True for the main wager as in blackjack, and for others if the house takes
        them.
        """
        return super().tips_on(wager) and (wager.required or self.bonus_tips)

    def tip_spot(self, wager: Wager) -> Spot:
        return buffalo.tip_spot(self, wager, super().tip_spot(wager))

    @procedure("CO-2113-7b")
    def late_bettors(self, s: BlackjackState) -> list[int]:
        """Return the seats that may place a Bust Bonus: those with an active hand."""
        return buffalo.with_active_hand(self, s, super().late_bettors(s))

GAME = BuffaloBlackjack2
