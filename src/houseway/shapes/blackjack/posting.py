"""What a house may post for blackjack."""

from __future__ import annotations

from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.pay import EVEN, LOSE, PUSH, parse_payout
from houseway.pieces.cards import CARDS
from houseway.posting import fact, posted, posted_number
from houseway.shapes.banked import Banked
from houseway.shapes.blackjack import rules
from houseway.shapes.blackjack.state import BlackjackBetween


class BlackjackPosting(Banked):
    """What a house posts for standard blackjack, and what a section fixes or changes."""

    shape = "blackjack"
    kind = CARDS
    between = BlackjackBetween
    seats_max = 7
    hands_dealt: int = 1
    """Hands dealt to a seat, each with a wager of its own."""

    decks: int
    blackjack_pays: str = posted("3 to 2", "6 to 5", cite="BJ-9", says="what a blackjack pays")
    soft_17: str = posted("hit", "stand", cite="BJ-7", says="what the dealer does on soft 17")
    peek: bool = posted(True, False, cite="BJ-3", says="the dealer looks under an ace or a ten")
    no_peek_takes: str = posted(
        "all", "original", cite="BJ-3", says="without a peek, what a dealer's blackjack takes"
    )
    insurance: bool = posted(True, False, cite="BJ-10", says="insurance is offered under an ace")
    double_on: str = posted(
        "any two", "9 to 11", "10 or 11", cite="BJ-4", says="which two cards may be doubled"
    )
    double_after_split: bool = posted(True, False, cite="BJ-4")
    split_by: str = posted("value", "rank", cite="BJ-5", says="what makes a pair")
    hands_max: int = posted_number(4, 1, 8, cite="BJ-5", says="hands of one spot after splits")
    resplit_aces: bool = posted(True, False, cite="BJ-6", default=False)
    split_aces_one_card: bool = posted(True, False, cite="BJ-6")
    surrender: str = posted(
        "none", "late", cite="BJ-11", says="half back for the first two cards, after the peek"
    )
    dealer_22_pushes: bool = fact(False, "BJ-8", says="a dealer total of 22 pushes")
    cut_card: int = posted_number(
        75, 10, 95, cite="BJ-12", says="percentage of the shoe dealt before a shuffle"
    )
    side_bets_judge: str = fact("original_hand", says="the hand a side bet looks at after a split")
    blackjack_against_22: str = fact("paid", says="a blackjack is paid before the dealer draws")
    settles_from: str = fact("dealer's right", says="the seat that is settled first")
    standard: str = fact("standard blackjack", "CO-2102", says="governs where a section is silent")
    marker: str = fact("lammer", says="what marks a free bet")
    free_split_signal: str = fact("name", says="how a free split is asked for")
    tucks: bool = fact(False, says="a busted original hand stays until its lammers are settled")
    tips_get_free_bets: bool = fact(False, says="a tip gets the free bets of its player")
    raises_beside_free: bool = fact(True, says="what is free may also be had for money")
    cards_stay_for: tuple[str, ...] = fact((), says="wagers for which the cards of a hand stay")
    tables_on_any_decks: bool = posted(
        False, True, says="pay tables also on decks other than those printed with them"
    )
    lammers_count_for: str = fact("", says="the wager that counts lammers")

    draws_for: ClassVar[tuple[str, ...]] = ()
    """Wagers for which the dealer draws though there is no hand left to beat."""

    free_double: ClassVar[Any] = staticmethod(rules.no_free_bet)
    free_split: ClassVar[Any] = staticmethod(rules.no_free_bet)

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.hits_soft_17 = self.soft_17 == "hit"
        self.main_pays = (parse_payout(self.blackjack_pays), EVEN, PUSH, LOSE)
        self.dealer_22 = rules.BEATS_NOBODY
        if self.dealer_22_pushes:
            paid = self.blackjack_against_22 == "paid"
            self.dealer_22 = rules.PUSHES_HANDS if paid else rules.PUSHES_ALL
        self.by_standard: tuple[str, ...] = self.declared()["standard"].clauses

    @procedure("BJ-11")
    def check_posting(self) -> None:
        """Late surrender comes after the dealer has looked, so it needs the look."""
        if self.surrender == "late" and not self.peek:
            raise Refused("late surrender needs a dealer who looks under an ace or ten", ("BJ-11",))

    @procedure("BJ-12")
    def reshuffle_at(self) -> int:
        return self.decks * 52 * (100 - self.cut_card) // 100
