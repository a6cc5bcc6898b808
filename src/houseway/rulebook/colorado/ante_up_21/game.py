"""Ante Up 21 and its Poker Bonus Edition.  Colorado Rule 21, 30-2106."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.events import Said
from houseway.engine.questions import Act, Ask, Script
from houseway.errors import Reason, Refused
from houseway.families.banked.game import HandKey, Step
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import Answered, Phase, Staked
from houseway.families.blackjack.decisions import Offers, Turn
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext, Seat
from houseway.game.decisions import decision
from houseway.game.face.layout import Zone
from houseway.game.pay_tables import LOSE, check_rows
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEAL, Wager, declare_wager, side
from houseway.money import format_dollars
from houseway.rulebook.colorado.ante_up_21.misdeal import MISDEAL
from houseway.rulebook.colorado.ante_up_21.presenter import AnteUp21Presenter
from houseway.rulebook.colorado.ante_up_21.rules import (
    best_two,
    poker_bonus,
    poker_words,
    two_card_poker,
)
from houseway.rulebook.colorado.ante_up_21.state import ANTE, BET, AnteUpState, PokerHandShown
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import STANDARD, accounts, combination

FIRST_HAND, ALL_CARDS = "first hand", "all cards"


def pushed_forward(cards: Sequence[int]) -> tuple[int, ...]:
    """The two cards that make the best poker hand."""
    ordered = sorted(cards, key=lambda card: -(card >> 2))
    for a, b in itertools.pairwise(ordered):
        if a >> 2 == b >> 2:
            return (a, b)
    return tuple(ordered[:2])


MAIN = "main"
AGAINST_DEALER = ("CO-2106-2", "CO-2106-3", "CO-2106-4a")


POKER = "poker"
"""The moment at which the poker hand is folded or bet."""


def explain_no_poker(game: AnteUp21, s: AnteUpState, seat: int) -> Reason | None:
    """Explain why a seat does not decide on its poker hand; None if it may."""
    if not s.own(seat, ANTE):
        return Reason("no-ante-on-hand", "there is no ANTE to fold or bet on", ("CO-2106-9",))
    if s.phase != POKER or seat not in s.waiting:
        once = "poker hands are folded or bet once, before the check"
        return Reason("one-poker-decision", once, ("CO-2106-9c",))
    return None


def explain_no_match(game: AnteUp21, s: AnteUpState, seat: int) -> Reason | None:
    """Explain why a seat does not bet its poker hand: also without the chips for it."""
    ante = s.own(seat, ANTE)
    if (reason := explain_no_poker(game, s, seat)) is not None or s.purses[seat] >= ante:
        return reason
    left = f"the BET equals the ANTE of {format_dollars(ante)}"
    return Reason(
        "bet-equals-ante", f"{left}, and {format_dollars(s.purses[seat])} is left", ("CO-2106-9a",)
    )


@decision("a BET equal to the ANTE", "CO-2106-9a", unless=explain_no_match, at=POKER,
          cents=lambda game, s, seat: s.own(seat, ANTE))
def match(game: AnteUp21, r: RoundContext[AnteUpState], act: Act) -> None:
    """A BET as much as the ANTE."""
    r.emit(Staked(act.seat, BET, r.state.own(act.seat, ANTE)))


@decision("give up the ANTE; the 21 hand goes on", "CO-2106-9b", unless=explain_no_poker, at=POKER)
def fold(game: AnteUp21, r: RoundContext[AnteUpState], act: Act) -> None:
    """The ANTE is forfeited, and the tip on it; nothing else."""
    game.settle(r, [Claim((act.seat, ANTE, 0), "fold", LOSE, ("CO-2106-9b",))])


class AnteUpOffers(Offers):
    """A hand without a 21 wager has nothing to double or split."""

    def explain_no_raise(self, s: BlackjackState, turn: Turn) -> Reason | None:
        if turn.circle in s.units:
            return super().explain_no_raise(s, turn)
        return Reason("no-main-on-hand", "there is no 21 wager on this hand", ("CO-2106-3",))


class AnteUp21(Blackjack):
    """Blackjack and two-card poker with the same cards, each for its own wager."""

    id = "ante-up-21"
    name = "Ante Up 21"
    jurisdiction = "Colorado"
    section = "30-2106"
    owner = "Forster and Young International Gaming, LLC"
    presenter_class = AnteUp21Presenter
    signs = (accounts,)
    inherits = STANDARD
    cites = {**RULE_21, "check_hole_card": ("CO-2106-10", "CO-2106-10a"),
             "pay_blackjacks": ("CO-2106-10a",), "settlement.insurance": ("CO-2106-9e",),
             "dealer_plays": ("CO-2106-12", "CO-2106-12a", "CO-2106-12b"),
             "plays": ("CO-2106-11", "CO-2106-11f")}
    sections = ("CO-2106", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-2": ("CO-2106-7",), "BJ-3": ("CO-2106-9c", "CO-2106-10"),
                "BJ-7": ("CO-2106-12", "CO-2106-12a", "CO-2106-12b"),
                "BJ-9": ("CO-2106-10a", "CO-2106-11c"), "BJ-11": ("CO-2106-11d",),
                "BJ-14": ("CO-2106-2", "CO-2106-5"), "BJ-15": ("CO-2106-6",)}
    wagers = (
        declare_wager(MAIN, "21", AGAINST_DEALER, least=500, most=50_000, tips=True,
                      element="blackjack", always=True),
        declare_wager(ANTE, "ANTE", AGAINST_DEALER, least=500, most=50_000, tips=True,
                      element="poker", always=True),
        side("poker_bonus", "POKER BONUS", "CO-2106-2a", "CO-2106-2b", rule=poker_bonus,
             resolves=AFTER_DEAL, needs=ANTE, element="poker"),
    )
    rulings = (*Blackjack.rulings, MISDEAL)
    zones = (*Blackjack.zones, Zone("dealer poker", "middle", slots=2))
    tip_clauses = ("CO-2106-6",)
    insurance_lost_clauses = ("BJ-10", "CO-2102")
    deal_clauses, turn_clauses = ("CO-2106-7", "CO-2106-1"), ("CO-2106-11a",)
    decisions = (*Blackjack.decisions, match, fold)
    offers_by = AnteUpOffers
    predominant = combination()
    draws_for = (ANTE,)
    settles = (("main", ANTE, BET), ("insurance",))
    follows: ClassVar[dict[str, str]] = {**Blackjack.follows, BET: ANTE}
    ante_clauses: ClassVar[dict[str, tuple[str, ...]]] = {
        "not_qualified": ("CO-2106-13c", "CO-2106-13d"), "win": ("CO-2106-1a",),
        "tie": ("CO-2106-1a", "CO-2106-13e"), "lose": ("CO-2106-1a",),
        "natural_win": ("CO-2106-1a", "CO-2106-10a"), "natural_lose": ("CO-2106-1a", "CO-2106-10a"),
        "natural_tie": ("CO-2106-1a", "CO-2106-10a", "CO-2106-13e"),
    }  # fmt: skip
    bet_clauses: ClassVar[dict[str, tuple[str, ...]]] = {
        **ante_clauses,
        **dict.fromkeys(("natural_win", "natural_tie", "natural_lose"), ("CO-2106-10a",)),
    }
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

    @procedure("CO-2106-9", "CO-2106-9a", "CO-2106-9c", "CO-2106-9d")
    def before_the_check(self, r: RoundContext) -> Script:
        """Every seat with an ANTE folds its poker hand or bets as much again."""
        s = r.state
        waiting = tuple(seat for seat in s.hands if s.own(seat, ANTE))
        if waiting:
            r.emit(Phase(POKER, waiting))
        while s.phase == POKER and s.waiting:
            asked = {seat: self.decision_table.offered(POKER, s, seat) for seat in s.waiting}
            act: Act | None = yield Ask(asked, "fold or bet the poker hand", fold.name)
            if act is not None:
                self.decision_table.run[act.name](r, act)
                r.emit(Answered(act.seat, act.name))

    @procedure("CO-2106-11e1", "CO-2106-11e2", "CO-2106-13f", "CO-2101-b")
    def poker_cards(self, s: AnteUpState, seat: int) -> list[int]:
        """All cards of the hand; after a split those of the first hand, or of all, as posted."""
        hands = s.hands[seat]
        if self.poker_hand_of_split == FIRST_HAND:
            return hands[0].cards
        return [card for hand in hands for card in hand.cards]

    @procedure("CO-2106-10", "CO-2106-13", "CO-2106-13b")
    def settle_all(self, r: RoundContext) -> None:
        """Settle from the dealer's right counter-clockwise: each player's 21, ANTE and BET."""
        self.announce(r)
        super().settle_all(r)

    @procedure("CO-2106-13")
    def announce(self, r: RoundContext) -> None:
        """The dealer shows the best two cards and says what both hands are."""
        s = r.state
        if not any(spot == ANTE for _, spot, _ in s.stakes):
            return
        words = poker_words(s.dealer)
        r.emit(PokerHandShown(pushed_forward(s.dealer), words))
        r.emit(Said(f"dealer has {self.count.words(s.dealer)}, {words}"))

    def steps_at(self, s: Any, box: HandKey, spot: str) -> Sequence[Step]:
        """Return the steps of ANTE and then BET, by the poker hands."""
        place = (box[0], spot, 0)
        if spot not in (ANTE, BET) or place not in s.stakes:
            return super().steps_at(s, box, spot)
        mine, theirs = best_two(self.poker_cards(s, box[0])), best_two(s.dealer)
        outcome = two_card_poker(mine, theirs, self.count.natural(s.dealer))
        words = two_card_poker.outcomes[outcome]
        decided = self.bet_clauses if spot == BET else self.ante_clauses
        paid = self.pay_tables()[spot].cited(getattr(self, spot), outcome)
        return (Claim(place, words, self.pay[spot][outcome], (*decided[words], *paid)),)

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.draws_without_main = ANTE if self.draws_without_21 else ""
        for spot in (ANTE, BET):
            check_rows(self.pay_tables()[spot], two_card_poker.outcomes, f"pay table of {self.id}")

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> AnteUpState:
        return AnteUpState(**self.seated(seats, carry_over))

    @procedure("CO-2106-2")
    def requires(self, wager: Wager) -> bool:
        """Return True for both wagers if both are demanded; else neither is required by itself."""
        return self.both_required and wager.name in (MAIN, ANTE)

    @procedure("CO-2106-2", "CO-2106-5")
    def check(self, state: Any, act: Act) -> None:
        """Refuse a bet on neither of the two."""
        placed = dict(act.places)
        if act.name == "bet" and not (placed.get(MAIN) or placed.get(ANTE)):
            raise Refused("needs-main-or-ante",
                          "a hand is dealt for a wager on 21 or on ANTE", ("CO-2106-2",))
        super().check(state, act)


GAME = AnteUp21
