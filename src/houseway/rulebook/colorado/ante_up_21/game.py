"""Ante Up 21 and its Poker Bonus Edition.  Colorado Rule 21, 30-2106."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cite import procedure
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.game.base import Seat
from houseway.game.pay_tables import check_rows
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEAL, Wager, side
from houseway.presentation.layout import SpotPlan, Zone
from houseway.presentation.views import Pile, View
from houseway.rulebook.colorado.ante_up_21.misdeal import MISDEAL
from houseway.rulebook.colorado.ante_up_21.poker import (
    ALL_CARDS,
    ANTE,
    BET,
    FIRST_HAND,
    FOLD,
    MATCH,
    AnteUpOffers,
    TwoCardPoker,
    poker_words,
)
from houseway.rulebook.colorado.ante_up_21.rules import poker_bonus, two_card_poker
from houseway.rulebook.colorado.ante_up_21.state import AnteUpState
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts, combination

MAIN = "main"
AGAINST_DEALER = ("CO-2106-2", "CO-2106-3", "CO-2106-4a")


class AnteUp21(TwoCardPoker):
    """Blackjack and two-card poker with the same cards, each for its own wager."""

    id = "ante-up-21"
    name = "Ante Up 21"
    jurisdiction = "Colorado"
    section = "30-2106"
    owner = "Forster and Young International Gaming, LLC"
    signs = (accounts,)
    inherits = STANDARD
    cites = {**RULE_21, "check_hole_card": ("CO-2106-10", "CO-2106-10a"),
             "pay_blackjacks": ("CO-2106-10a",), "claims.insurance": ("CO-2106-9e",),
             "dealer_plays": ("CO-2106-12", "CO-2106-12a", "CO-2106-12b"),
             "plays": ("CO-2106-11", "CO-2106-11f")}
    sections = ("CO-2106", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-2": ("CO-2106-7",), "BJ-3": ("CO-2106-9c", "CO-2106-10"),
                "BJ-7": ("CO-2106-12", "CO-2106-12a", "CO-2106-12b"),
                "BJ-9": ("CO-2106-10a", "CO-2106-11c"), "BJ-11": ("CO-2106-11d",),
                "BJ-14": ("CO-2106-2", "CO-2106-5"), "BJ-15": ("CO-2106-6",)}
    wagers = (
        Wager(MAIN, "21", AGAINST_DEALER, least=500, most=50_000, tips=True, element="blackjack",
              always=True),
        Wager(ANTE, "ANTE", AGAINST_DEALER, least=500, most=50_000, tips=True, element="poker",
              always=True),
        side("poker_bonus", "POKER BONUS", "CO-2106-2a", "CO-2106-2b", by=poker_bonus,
             resolves=AFTER_DEAL, needs=ANTE, element="poker"),
    )
    rulings = (*Blackjack.rulings, MISDEAL)
    zones = (*Blackjack.zones, Zone("dealer poker", "middle", slots=2))
    tip_clauses = ("CO-2106-6",)
    insurance_lost_clauses = ("BJ-10", "CO-2102")
    deal_clauses, turn_clauses = ("CO-2106-7", "CO-2106-1"), ("CO-2106-11a",)
    choice_clauses = {MATCH: ("CO-2106-9a",), FOLD: ("CO-2106-9b",)}

    predominant = combination()
    felt: str = posted("ante-up-21", cite=("CO-2106-1", "CO-ALL-2"), says="table layout")
    decks: int = posted(2, 6, cite="CO-2106-1", default=6, says="52-card decks")
    tables_on_any_decks: bool = fact(False, "CO-2106-1", says="Poker Bonus has six decks only")
    both_required: bool = posted(False, True, cite="CO-2106-2",
                                 says="a player must bet on 21 and on ANTE")
    poker_hand_of_split: str = posted(FIRST_HAND, ALL_CARDS, cite="CO-2106-13f",
                                      says="the poker hand after a split")
    draws_without_21: bool = posted(False, True, cite="CO-2106-11f",
                                    says="a hand with an ANTE alone may be drawn to")
    peek: bool = fact(True, "CO-2106-9c", "CO-2106-10", says="the dealer looks for a natural")
    no_peek_takes: str = fact("all", "CO-2106-10", says="no hand is played under a natural")
    soft_17: str = fact("hit", "CO-2106-11b", "CO-2106-12b", says="what the dealer does on soft 17")
    blackjack_pays: str = fact("3 to 2", "CO-2106-11c", says="what a blackjack pays")
    surrender: str = fact("none", "CO-2106-11d", says="surrender of the 21 wager")
    insurance: bool = posted(True, False, cite=("CO-2106-9d", "CO-2106-9e", "BJ-10"),
                             says="insurance is offered under an ace")
    cards_stay_for: tuple[str, ...] = fact((ANTE,), "CO-2106-11e", "CO-2106-11e2",
                                           says="busted cards stay for the poker hand")
    settles_from: str = fact("dealer's right", "CO-2106-13b", says="the seat settled first")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2106-14a", "CO-ALL-3"),
                                   says="where the pay schedule in use is displayed")

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.offers = AnteUpOffers(self)
        self.draws_without_main = ANTE if self.draws_without_21 else ""
        for spot in (ANTE, BET):
            check_rows(self.pay_tables()[spot], two_card_poker.outcomes, f"pay table of {self.id}")

    def new_state(self, seats: Sequence[Seat], between: Any) -> AnteUpState:
        return AnteUpState(**self.seated(seats, between))

    @procedure("CO-2106-2")
    def requires(self, wager: Wager) -> bool:
        """Neither wager by itself, unless both are demanded."""
        return self.both_required and wager.name in (MAIN, ANTE)

    @procedure("CO-2106-2", "CO-2106-5")
    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        """At least one of the two."""
        placed = dict(act.places)
        if s.phase == "betting" and not (placed.get(MAIN) or placed.get(ANTE)):
            return Refused("a hand is dealt for a wager on 21 or on ANTE", ("CO-2106-2",))
        return super().refuses_bet(s, act)

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        least, most = self.limits(self.wager_named[ANTE])
        words, cited = "BET, equal to the ANTE", ("CO-2106-9a",)
        bet = SpotPlan(
            BET, words, least, most, False, cited, "poker", rank="follows", placed="poker",
            beside=(ANTE,), equals=ANTE, pay=BET,
        )
        return (*super().follow_spots(), bet)

    def view(self, state: Any, viewer: int) -> View:
        found = super().view(state, viewer)
        if state.forward:
            cards = self.kind.show(state.forward).split()
            words = poker_words(state.forward)
            up = [True] * len(cards)
            found.piles.append(Pile("dealer poker", 0, cards, up=up, total=words))
        return found


GAME = AnteUp21
