"""Rocket Aces Blackjack Progressive.  Colorado Rule 8, 30-899.29."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import procedure, rule
from houseway.errors import Refused
from houseway.families.banked.game import FactReader
from houseway.families.banked.progressives import KeyPressed
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import FACTS, KNOWN_AT, natural_known
from houseway.game.base import Game, RoundContext
from houseway.game.posting import posted, posted_number
from houseway.game.progressives import Progressive
from houseway.game.wagers import AFTER_DEAL, AFTER_HAND, AFTER_PEEK, main_wager, side
from houseway.hands.blackjack import natural, one_suit
from houseway.pieces.cards import ACE, SPADES
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.colorado.common import COLORADO
from houseway.rulebook.colorado.golden_21_poker.game import Golden21Poker, golden_21
from houseway.rulebook.colorado.straight_jack.game import (
    LENGTHS,
    STRAIGHT_FACTS,
    StraightJack,
    no_straight,
    straight_jack,
)
from houseway.rulebook.colorado.twenty_one_plus_three.game import (
    TwentyOnePlusThree,
    twenty_one_plus_three,
)

OUTCOMES = (
    "spade_aces_and_spade_blackjack", "spade_aces_and_suited_blackjack",
    "suited_aces_and_suited_blackjack", "suited_aces_and_blackjack", "aces_and_blackjack",
    "suited_aces", "both_blackjack", "aces", "blackjack", "single_ace_and_dealer_blackjack",
    "dealer_blackjack", "single_ace", "all_other_hands",
)
"""Every event that some pay table tells apart: the player's cards, then the dealer's."""
(SPADE_ACES_AND_SPADE_BLACKJACK, SPADE_ACES_AND_SUITED_BLACKJACK, SUITED_ACES_AND_SUITED_BLACKJACK,
 SUITED_ACES_AND_BLACKJACK, ACES_AND_BLACKJACK, SUITED_ACES, BOTH_BLACKJACK, ACES, BLACKJACK,
 SINGLE_ACE_AND_DEALER_BLACKJACK, DEALER_BLACKJACK, SINGLE_ACE,
 ALL_OTHER_HANDS) = range(13)

SECTIONS: dict[str, type[Game]] = {
    "twenty_one_plus_three": TwentyOnePlusThree,
    "golden_21": Golden21Poker,
    "straight_jack": StraightJack,
}
"""Approved side bets that may be offered too, each with the game of its own section."""
BORROWED = (
    "CO-2107-1", "CO-2107-2", "CO-2107-D1", "CO-2107-D1b",
    "CO-2108-G4", "CO-2108-G5", "CO-2108-G6", "CO-2108-G9",
    "CO-2109-6", "CO-2109-6a", "CO-2109-6b", "CO-2109-6c", "CO-2109-7", "CO-2109-7c",
    "CO-2109-7d", "CO-2109-8", "CO-2109-10",
)
"""The clauses that decide the borrowed wagers in their own sections."""


@rule("CO-899.29-1D", outcomes=OUTCOMES, notes=("CO-899.29-2b", "CO-899.29-2f"))
def rocket_aces(first_two: Sequence[int], dealer_two: Sequence[int]) -> int:
    """The player's first two cards, and the dealer's two where they are a blackjack."""
    dealer = natural(dealer_two)
    first, second = first_two[0] >> 2 == ACE, first_two[1] >> 2 == ACE
    if first and second:
        if not one_suit(first_two):
            return ACES_AND_BLACKJACK if dealer else ACES
        return suited_aces(first_two[0] & 3, dealer_two) if dealer else SUITED_ACES
    if natural(first_two):
        return BOTH_BLACKJACK if dealer else BLACKJACK
    if first or second:
        return SINGLE_ACE_AND_DEALER_BLACKJACK if dealer else SINGLE_ACE
    return DEALER_BLACKJACK if dealer else ALL_OTHER_HANDS


@rule("CO-899.29-1D")
def suited_aces(suit: int, dealer_two: Sequence[int]) -> int:
    """Two aces of one suit with a dealer's blackjack: by its suits, and spades before others."""
    if not one_suit(dealer_two):
        return SUITED_ACES_AND_BLACKJACK
    if suit != SPADES:
        return SUITED_ACES_AND_SUITED_BLACKJACK
    spades = dealer_two[0] & 3 == SPADES
    return SPADE_ACES_AND_SPADE_BLACKJACK if spades else SPADE_ACES_AND_SUITED_BLACKJACK


class RocketAces(Blackjack):
    """Standard blackjack with a progressive wager on aces, and other side bets if posted."""

    id = "rocket-aces"
    name = "Rocket Aces Blackjack Progressive"
    jurisdiction = "Colorado"
    section = "30-899.29"
    owner = "Aces Up Gaming"
    predominant = "blackjack"
    sections = ("CO-899.29", "CO-ALL", "BJ")
    borrowed = BORROWED
    wagers = (
        main_wager("blackjack wager", "BJ-14", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("rocket_aces", "Rocket Aces", "CO-899.29-1A", "CO-899.29-2d", rule=rocket_aces,
             resolves=AFTER_PEEK, needs="main", element="blackjack",
             progressive=Progressive(3, meter_facts=("meters",), rate=1_000)),
        side("twenty_one_plus_three", "21+3", "CO-899.29-0b", rule=twenty_one_plus_three,
             resolves=AFTER_DEAL, needs="main", off_by_default=True, aggregate=True,
             borrowed_from="houseway.rulebook.colorado.twenty_one_plus_three", element="poker"),
        side("golden_21", "Golden 21 Poker", "CO-899.29-0b", rule=golden_21, resolves=AFTER_DEAL,
             needs="main", off_by_default=True, tips=True, element="poker",
             borrowed_from="houseway.rulebook.colorado.golden_21_poker"),
        side("straight_jack", "Straight Jack", "CO-899.29-0b", rule=straight_jack,
             decided_early=no_straight, resolves=AFTER_HAND, needs="main", off_by_default=True,
             borrowed_from="houseway.rulebook.colorado.straight_jack", element="poker"),
    )
    tip_clauses = ("BJ-15", "CO-2108-G4")
    inherits = {"CO-899.29-0a": StandardBlackjack}
    cites = {**COLORADO, "settle_sides": ("CO-899.29-2c",),
             "pay_tables.back": ("CO-ALL-5", "CO-899.29-2e")}

    decks: int = posted_number(2, 2, 6, cite="CO-899.29-0a", says="52-card decks")
    tables_on_any_decks: bool = posted(
        False, True, cite="CO-899.29-2a", says="pay tables also on decks not printed with them"
    )
    queen_king_ace: str = posted(*LENGTHS, cite="CO-2109-7c",
                                 says="what a queen and a king are with an ace drawn")
    facts: ClassVar[dict[str, FactReader]] = {**FACTS, **STRAIGHT_FACTS}
    known_at: ClassVar[Mapping[str, Any]] = {**KNOWN_AT, "rocket_aces.dealer_two": natural_known}
    """Its rule tells the dealer's two cards apart only where they are a blackjack."""
    placed_on: str = posted("sensor", "betting area", cite="CO-899.29-1A",
                            says="where the progressive wager is put")

    @procedure("CO-899.29-0b")
    def check_posting(self) -> None:
        """A side bet of another section keeps to its decks and to what that section fixes."""
        super().check_posting()
        for wager in self.offered:
            if wager.name in SECTIONS:
                table, column = self.pay_tables()[wager.name], getattr(self, wager.name)
                if column not in table.for_decks(self.decks):
                    raise Refused("column-for-other-decks",
                                  f"{column} of {wager.words} is not for {self.decks} decks",
                                  (table.clause_on_decks,))
                self._check_section(wager.words, SECTIONS[wager.name]())

    def _check_section(self, words: str, section: Game) -> None:
        """Refuse a posting that another section, also used here, fixes."""
        for key in sorted((self.posting.keys() & section.declared()) - section.posting.keys()):
            found = section.declared()[key]
            if key != "tables_on_any_decks" and getattr(self, key) != found.default:
                fixed = self.words().value(key, found.default)
                said = self.words().posting(key)
                raise Refused("fixed-beside-section",
                              f"beside {words} this is fixed: {said}, {fixed}", found.clauses)

    @procedure("CO-899.29-1B", "CO-899.29-1C")
    def lock_in(self, r: RoundContext) -> None:
        """The dealer locks the progressive wagers in, which makes them active, and then deals."""
        super().lock_in(r)
        s = r.state
        if lit := tuple(seat for seat in s.seats if s.own(seat, "rocket_aces")):
            r.emit(KeyPressed("lock in", lit))


GAME = RocketAces
