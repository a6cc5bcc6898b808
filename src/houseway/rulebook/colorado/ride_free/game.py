"""Ride Free.  Colorado Rule 21, 30-2119."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import procedure, rule
from houseway.errors import Refused
from houseway.families.banked.game import FactReader, PostedFact
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import COUNTED, LOSE, WIN, hard_9_to_11, pair_below_ten
from houseway.families.blackjack.state import FACTS, KNOWN_AT, BlackjackState, natural_known
from houseway.game.posting import fact, posted, posted_number
from houseway.game.progressives import Progressive
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, AFTER_PEEK, Wager, main_wager, side
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.ride_free import bonuses
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.side_bets.dealer_22 import why_not_22
from houseway.side_bets.lammer_count import why_no_lammer

BONUS = ("CO-2119-2", "CO-2119-4")
BESIDE_MAIN = {"needs": "main", "needs_if": "main_required"}
"""A bonus wager needs a blackjack wager where that is posted."""
SUITS = ("clubs", "diamonds", "hearts", "spades")


@rule("CO-2119-11")
def may_double_free(hand: Sequence[int]) -> bool:
    """Two cards that make a hard 9, 10 or 11."""
    return hard_9_to_11(hand)


@rule("CO-2119-15")
def may_split_free(hand: Sequence[int]) -> bool:
    """A pair of one rank, but not of ten-valued cards."""
    return pair_below_ten(hand)


class RideFree(Blackjack):
    """Standard blackjack except as follows: free doubles, free splits, 22 pushes, nine bonuses."""

    id = "ride-free"
    name = "Ride Free"
    jurisdiction = "Colorado"
    section = "30-2119"
    owner = "Galaxy Gaming"
    signs = (accounts,)
    inherits = standard("CO-2119-9", "CO-2119-1")
    cites = {**RULE_21, **DEALT_CARDS, "settlement.envy": ("CO-2119-26E",),
             "dealer_must_draw": ("CO-2119-9B",)}
    sections = ("CO-2119", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-15": ("CO-2119-7a", "CO-2119-7b")}
    wagers = (
        main_wager("blackjack wager", "CO-2119-4", "CO-2119-6", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("hedge_22", "Hedge 22", *BONUS, "CO-2119-21A", "CO-2119-22y", rule=bonuses.hedge_22,
             because=why_not_22, resolves=AFTER_DEALER, tips=True, aggregate=True,
             element="blackjack", **BESIDE_MAIN),
        side("silver_stack", "Silver Stack", *BONUS, "CO-2119-21B", "CO-2119-22y",
             rule=bonuses.silver_stack, because=why_no_lammer, resolves=AFTER_DEALER, needs="main",
             tips=True, aggregate=True, element="blackjack"),
        side("bust_bonus", "Bust Bonus", *BONUS, "CO-2119-21C", rule=bonuses.bust_bonus,
             because=bonuses.why_no_bust, placed=AFTER_PEEK, resolves=AFTER_DEALER, tips=True,
             aggregate=True, element="blackjack"),
        side("classic_21_3", "21+3 Classic", *BONUS, "CO-2119-21D", rule=bonuses.three_card_hand,
             resolves=AFTER_DEAL, tips=True, aggregate=True, element="poker", **BESIDE_MAIN),
        side("xtreme_21_3", "21+3 Xtreme", *BONUS, "CO-2119-21D", rule=bonuses.three_card_hand,
             resolves=AFTER_DEAL, tips=True, aggregate=True, element="poker", **BESIDE_MAIN),
        side("top_3", "Top 3", *BONUS, "CO-2119-28iv", rule=bonuses.top_3, resolves=AFTER_DEAL,
             needs="classic_21_3 or xtreme_21_3", tips=True, aggregate=True, element="poker"),
        side("lucky_ladies", "Lucky Ladies", *BONUS, "CO-2119-21E", rule=bonuses.lucky_ladies,
             decided_early=bonuses.needs_no_hole_card, resolves=AFTER_PEEK, tips=True,
             aggregate=True, element="poker", called_by="lucky_ladies_spot", **BESIDE_MAIN),
        side("progressive_21_3", "21+3 Progressive", *BONUS, "CO-2119-21F", "CO-2119-30iv",
             "CO-2119-30v", "CO-2119-30vi", rule=bonuses.progressive_21_3, resolves=AFTER_DEAL,
             progressive=Progressive(2, seed=200_000, seed_per=100, rate=1_500),
             element="poker", **BESIDE_MAIN),
        side("lucky_ladies_progressive", "Lucky Ladies Progressive", *BONUS, "CO-2119-21G",
             "CO-2119-31iii", "CO-2119-31iv", "CO-2119-31v", rule=bonuses.lucky_ladies_progressive,
             decided_early=bonuses.needs_no_hole_card, resolves=AFTER_PEEK,
             progressive=Progressive(3, seed=500_000, seed_per=100, rate=700),
             element="poker", **BESIDE_MAIN),
    )
    tip_clauses = ("CO-2119-7a", "CO-2119-7b")

    predominant = combination()
    felt: str = posted("ride-free", cite=("CO-2119-3a", "CO-ALL-2"), says="table layout")
    decks: int = posted_number(6, 1, 8, cite="BJ-12", says="52-card decks in the shoe")
    main_required: bool = posted(True, False, cite="CO-2119-3b",
                                 says="no bonus wager without a blackjack wager")
    soft_17: str = fact("hit", "CO-2119-8A", says="what the dealer does on soft 17")
    blackjack_pays: str = fact("3 to 2", "CO-2119-8B")
    surrender: str = posted("none", "late", cite=("CO-2119-8C", "BJ-11"),
                            says="half back for the first two cards, after the peek")
    dealer_22_pushes: bool = fact(True, "CO-2119-19", says="a dealer total of 22 pushes")
    blackjack_against_22: str = fact("paid", "CO-2119-19", says="a blackjack wins against 22")
    hands_max: int = fact(4, "CO-2119-15", "CO-2119-17A", says="hands of one spot after splits")
    double_on: str = fact("any two", "CO-2119-13", says="doubles for money")
    double_after_split: bool = fact(True, "CO-2119-11", "CO-2119-13")
    raises_beside_free: bool = fact(False, "CO-2119-13", "CO-2119-17",
                                    says="what is free may also be had for money")
    resplit_aces: bool = fact(True, "CO-2119-17B")
    split_aces_one_card: bool = fact(True, "CO-2119-17B")
    side_bets_judge: str = posted(
        "original_hand", "any_hand", cite=("CO-2119-21A", "CO-2119-21C"),
        says="the hand Hedge 22 and Bust Bonus look at after a split",
    )
    settles_from: str = fact("dealer's right", "CO-2119-20", says="the seat settled first")
    cards_stay_for: tuple[str, ...] = fact(("hedge_22",), "CO-2119-9A",
                                           says="wagers for which cards stay")
    marker: str = fact("lammer", "CO-2119-11", "CO-2119-15", says="what marks a free bet")
    free_split_signal: str = fact("name", says="how a free split is asked for")
    lammers_count_for: str = fact("silver_stack", "CO-2119-12", "CO-2119-16",
                                  says="the wager that counts lammers")
    tucks: bool = fact(True, "CO-2119-18", says="a busted original hand stays for its lammers")
    tips_get_free_bets: bool = posted(True, False, cite="CO-2119-7a",
                                      says="a tip gets its player's free bets")
    lucky_ladies_spot: str = posted("Lucky Ladies", "First 2 cards equal 20", cite="CO-2119-29iii",
                                    says="what the spot is called on the layout")
    progressive_21_3_suit: str = posted(*SUITS, cite="CO-2119-30", default="spades",
                                        says="the specific suit of the pay table")
    lucky_ladies_progressive_suit: str = posted(
        *SUITS, cite="CO-2119-31", default="spades", says="the specific suit of the pay table"
    )

    facts: ClassVar[dict[str, FactReader]] = {
        **FACTS,
        "three_card_suit": PostedFact("progressive_21_3_suit", SUITS),
        "blackjack_suit": PostedFact("lucky_ladies_progressive_suit", SUITS),
    }
    known_at: ClassVar[Mapping[str, Any]] = {
        **KNOWN_AT, "lucky_ladies_progressive.dealer_two": natural_known,
    }  # fmt: skip
    """Its rule tells the dealer's two cards apart only where they are a blackjack."""
    deal_clauses = ("CO-2119-8", "BJ-2", "BJ-12")
    draws_for = ("hedge_22", "bust_bonus")
    free_double = staticmethod(may_double_free)
    free_split = staticmethod(may_split_free)
    free_double_clauses = {WIN: ("CO-2119-11A",), LOSE: ("CO-2119-11B",), COUNTED: ("CO-2119-12",)}
    free_split_clauses = {WIN: ("CO-2119-15A",), LOSE: ("CO-2119-15B",), COUNTED: ("CO-2119-16",)}

    @procedure("CO-2119-28iv")
    def check_posting(self) -> None:
        """Refuse to offer Top 3 without a wager that it requires."""
        super().check_posting()
        offered = {wager.name: wager for wager in self.offered}
        top = offered.get("top_3")
        if top and not any(name in offered for name in top.alternatives):
            raise Refused(
                "top-3-needs-21-plus-3",
                "Top 3 is offered only with 21+3 Classic or 21+3 Xtreme; post top_3 off",
                ("CO-2119-28iv",),
            )

    @procedure("CO-2119-3b", "CO-2119-6")
    def requires(self, wager: Wager) -> bool:
        """Require a blackjack wager of every player dealt in, where the house posts it."""
        return wager.name == "main" and self.main_required

    @procedure("CO-2119-3b", "CO-2119-21C")
    def late_bettors(self, s: BlackjackState) -> list[int]:
        """Return the seats that may place a Bust Bonus: those with a hand, and a blackjack wager if
        posted.
        """
        seats = super().late_bettors(s)
        return [seat for seat in seats if not self.main_required or seat in s.units]


GAME = RideFree
