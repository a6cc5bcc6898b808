"""What a house posts at a table of blackjack, and what a section may say of it otherwise."""

from __future__ import annotations

from typing import Any, ClassVar

from houseway.families.blackjack import rules
from houseway.families.blackjack.counting import TWENTY_ONE, Count
from houseway.families.blackjack.free_bets import Cited, FreeBets
from houseway.families.blackjack.rules import SplitRule
from houseway.game.posting import fact, posted, posted_number

RIDES, GOES_BACK = "rides", "goes back"
"""What may become of chips behind a hand that do not match a double or a split."""


class Terms:
    """The facts and choices of the shape, each of which a game may fix or post in its own way."""

    draws_for: ClassVar[tuple[str, ...]] = ()
    """Wagers for which the dealer draws though there is no hand left to beat."""
    draw_only_if_winnable: bool = False
    """Whether he draws for them only while the hand they look at is not over."""
    draws_without_main: str = ""
    """A wager with which a hand may be drawn to though it has no main wager."""
    free_double: ClassVar[Any] = staticmethod(rules.no_free_bet)
    free_split: ClassVar[Any] = staticmethod(rules.no_free_bet)
    raises_beside_free: bool = True
    """Whether what is free may also be had for money."""
    cards_stay_for: tuple[str, ...] = ()
    """Wagers for which the cards of a hand stay."""
    hands_dealt: int = 1
    """Hands dealt to a seat, each with a wager of its own."""
    free: FreeBets | None = None
    """The free bets of the table, where the game gives any."""
    split_rules: tuple[SplitRule, ...] = ()
    """What a split must be besides a pair, where a section says more."""
    natural_after_split: bool = False
    """Whether an ace and a ten after a split are a natural."""
    naturals_wait: bool = False
    """Whether a natural is paid in its turn, not as soon as the dealer cannot have one."""
    insures_naturals: bool = True
    """Whether a natural may be insured."""
    insures_backline: bool = True
    """Whether chips behind a hand may be insured."""
    unmatched_backline: str = RIDES
    """What becomes of chips behind a hand that is doubled or split and that are not matched."""
    natural_price: ClassVar[str] = "blackjack_pays"
    """Which posting or fact says what a natural pays."""
    free_split_clauses: ClassVar[Cited] = {}
    free_double_clauses: ClassVar[Cited] = {}

    count: Count = fact(TWENTY_ONE, says="what hands count")
    decks: int
    blackjack_pays: str = posted("3 to 2", "6 to 5", says="what a blackjack pays")
    pays_more: dict[str, str] = fact({}, says="what further outcomes of the count pay")
    soft_17: str = posted("hit", "stand", says="what the dealer does on soft 17")
    peek: bool = posted(True, False, says="the dealer looks under an ace or a ten")
    no_peek_takes: str = posted(
        "all", "original", says="without a peek, what a dealer's blackjack takes"
    )
    insurance: bool = posted(True, False, says="insurance is offered under an ace")
    insurance_least: int = fact(0, says="least insurance, in percent of the wager")
    double_on: str = posted("any two", "9 to 11", "10 or 11", says="which two cards may be doubled")
    double_after_split: bool = posted(True, False)
    double_for_less: str = fact("no", says="the least that doubles a hand, if not the whole wager")
    split_by: str = posted("value", "rank", says="what makes a pair")
    hands_max: int = posted_number(4, 1, 8, says="hands of one spot after splits")
    resplit_aces: bool = posted(True, False, default=False)
    split_aces_one_card: bool = posted(True, False)
    surrender: str = posted(
        "none", "late", says="half back for the first two cards, after the peek"
    )
    surrender_after_split: bool = fact(False, says="hands of a split may be surrendered too")
    third_after_split: bool = fact(True, says="a card drawn after a split is a third card")
    dealer_22_pushes: bool = fact(False, says="a dealer total of 22 pushes")
    cut_card: int = posted_number(75, 10, 95, says="percentage of the shoe dealt before a shuffle")
    side_bets_judge: str = fact("original_hand", says="the hand a side bet looks at after a split")
    blackjack_against_22: str = fact("paid", says="a blackjack is paid before the dealer draws")
    settles_from: str = fact("dealer's right", says="the seat that is settled first")
    tables_on_any_decks: bool = posted(
        False, True, says="pay tables also on decks other than those printed with them"
    )
