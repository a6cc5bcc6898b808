"""Golden 21 Poker.  Colorado Rule 21, 30-2108."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.cite import procedure, rule
from houseway.engine.events import Event
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack, BlackjackCarryOver
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import ANY_AMOUNT, fact, posted, posted_money
from houseway.game.wagers import AFTER_DEAL, main_wager, side
from houseway.rulebook.colorado.common import DEALT_CARDS, RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.side_bets.two_card_poker import TWO_CARD_HANDS, two_card_hand

OPEN, NO_WAGER, NO_GAME, NEITHER = "open", "wager barred", "game barred", "both barred"


@rule("CO-2108-G5", "CO-2108-G6", outcomes=TWO_CARD_HANDS)
def golden_21(first_two: Sequence[int]) -> int:
    """The first two cards of the original hand as a two-card poker hand; no dealer in it."""
    return two_card_hand(first_two)


class DeckBetween(BlackjackCarryOver):
    """Besides: whether the deck is fresh, and which people made which wager on its opening hand."""

    fresh: bool = True
    in_game: list[str] = []
    in_wager: list[str] = []


class DeckState(BlackjackState):
    """The same, as this round finds it and leaves it."""

    fresh: bool = True
    in_game: list[str] = []
    in_wager: list[str] = []


class OpeningHand(Event, frozen=True):
    """The first hand of a deck is wagered on, by these seats, and with Golden 21 by those."""

    seats: tuple[int, ...]
    with_golden_21: tuple[int, ...]

    def do(self, s: DeckState) -> None:
        s.fresh = False
        s.in_game = [s.people[seat] for seat in self.seats]
        s.in_wager = [s.people[seat] for seat in self.with_golden_21]


class Golden21Poker(Blackjack):
    """Standard blackjack, and a wager on the first two cards as a poker hand."""

    id = "golden-21-poker"
    name = "Golden 21 Poker"
    jurisdiction = "Colorado"
    section = "30-2108"
    owner = "Score Gaming, LLC"
    signs = (accounts,)
    inherits = standard("CO-2108-4")
    cites = {**RULE_21, **DEALT_CARDS, "initial_deal": ("CO-2108-M2",),
             "players_play": ("CO-2108-3", "CO-2108-M3"), "dealer_plays": ("BJ-7", "CO-2108-6"),
             "settle_sides": ("CO-2108-G7",), "settlement.insurance": ("CO-2108-5",)}
    sections = ("CO-2108", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-15": ("CO-2108-G4",)}
    carry_over = DeckBetween
    reset_on_shuffle = ("fresh", "in_game", "in_wager")
    wagers = (
        main_wager("main blackjack wager", "CO-2108-M1", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("golden_21", "Golden 21 Poker", "CO-2108-G1", "CO-2108-G3", rule=golden_21,
             resolves=AFTER_DEAL, needs="main", at_most="main", at_most_if="golden_21_within_main",
             tips=True, most=50_000, element="poker"),
    )
    tip_clauses = ("CO-2108-G4",)
    deal_clauses = ("CO-2108-M2", "BJ-2", "BJ-12")

    predominant = combination()
    felt: str = posted("golden-21-poker", cite=("CO-2108-1", "CO-ALL-2"), says="table layout")
    decks: int = posted(1, 2, 6, cite="CO-2108-2", default=6, says="52-card decks")
    delivery: str = posted("shoe", "hand dealt", "continuous shuffler", cite="CO-2108-2",
                           says="how the cards are delivered")
    blackjack_pays: str = fact("3 to 2", "CO-2108-4", says="what a blackjack pays")
    insurance: bool = fact(True, "CO-2108-5", says="insurance under an ace, at 2 to 1")
    soft_17: str = fact("hit", "CO-2108-7", says="what the dealer does on soft 17")
    golden_21_within_main: bool = posted(False, True, cite="CO-2108-G3",
                                         says="it may not exceed the main wager")
    mid_deck_entry: str = posted(OPEN, NO_WAGER, NO_GAME, NEITHER, cite="CO-2108-G3a",
                                 says="of whoever missed the opening hand of a deck")
    tips: bool = posted(True, False, cite="CO-2108-G4", says="tips for the dealer are taken")
    tip_step: int = posted_money(1, 1, 100, cite="CO-2108-G4",
                                 says="tips in steps of this; 1 for whole dollars")
    tip_most: int = posted_money(ANY_AMOUNT, 100, cite="CO-2108-G4", says="the largest tip")

    @procedure("CO-2108-G3a")
    def check_posting(self) -> None:
        """Refuse to bar entry in mid-deck unless one deck or two are posted."""
        super().check_posting()
        if self.mid_deck_entry != OPEN:
            if self.decks > 2:
                raise Refused("mid-deck-needs-few-decks",
                              "mid-deck entry is barred with one or two decks only",
                              ("CO-2108-G3a",))
            if self.delivery == "continuous shuffler":
                raise Refused("mid-deck-needs-a-deck",
                              "a continuous shuffler has no middle of a deck to enter in",
                              ("CO-2108-G3a",))

    @procedure("CO-2108-2")
    def reshuffle_at(self) -> int:
        """A continuous shuffler takes the cards of a round back before the next."""
        if self.delivery == "continuous shuffler":
            return self.decks * 52
        return super().reshuffle_at()

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> DeckState:
        return DeckState(
            **self.seated(seats, carry_over), fresh=carry_over.fresh,
            in_game=list(carry_over.in_game), in_wager=list(carry_over.in_wager),
        )

    def carried(self, carry_over: Any, state: Any) -> Any:
        return msgspec.structs.replace(
            super().carried(carry_over, state), fresh=state.fresh, in_game=state.in_game,
            in_wager=state.in_wager,
        )

    @procedure("CO-2108-G3a")
    def lock_in(self, r: RoundContext) -> None:
        """Record the players in the opening hand of a deck, for the hands after it."""
        super().lock_in(r)
        s = r.state
        seats = tuple(self.wagering(s))
        if s.fresh and seats:
            golden = tuple(k for k in seats if s.own(k, "golden_21"))
            r.emit(OpeningHand(seats, golden))

    @procedure("CO-2108-G3a")
    def check(self, state: Any, act: Act) -> None:
        """Refuse entry in mid-deck where it is barred; players who were in may skip and come
        back.
        """
        s = state
        who, person = s.names[act.seat], s.people[act.seat]
        if act.name in ("bet", "add") and not s.fresh and self.mid_deck_entry != OPEN:
            if self.mid_deck_entry != NO_WAGER and person not in s.in_game:
                raise Refused("not-in-on-opening-hand",
                              f"{who} was not in on the opening hand of this deck, and no one "
                               "enters the game in mid-deck", ("CO-2108-G3a",))
            wagers = [spot for spot, cents in act.places if cents]
            newcomer = "golden_21" in wagers and person not in s.in_wager
            if self.mid_deck_entry != NO_GAME and newcomer:
                raise Refused("no-golden-21-on-opening-hand",
                              f"{who} made no Golden 21 Poker wager on the opening hand of this "
                               "deck, and may not begin in mid-deck", ("CO-2108-G3a",))
        super().check(state, act)


GAME = Golden21Poker
