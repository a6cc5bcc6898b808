"""3 Card 21 "N" Done.  Colorado Rule 21, 30-2111."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.questions import Act, Ask, Chance, Script
from houseway.families.banked.game import Banked, FactReader
from houseway.families.banked.state import Answered, Phase
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import LOSE
from houseway.families.blackjack.state import (
    OPEN,
    BlackjackHand,
    BlackjackState,
    CardsDealt,
    HoleCardDealt,
    UpCardDealt,
)
from houseway.game.base import RoundContext, Seat
from houseway.game.face.layout import Zone
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEAL, main_wager, side
from houseway.hands.blackjack import natural, points
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.rulebook.colorado.three_card_21_n_done import rules
from houseway.rulebook.colorado.three_card_21_n_done.decisions import (
    DECISIONS,
    OF_21,
    PAID,
    ThreeCardOffers,
    split_cards,
)
from houseway.rulebook.colorado.three_card_21_n_done.events import ThirdCardDealt, ThreeCardState


@procedure("CO-2101-b")
def first_three(game: Any, s: ThreeCardState, seat: int) -> list[int]:
    """The three cards dealt, which are the blackjack hand too."""
    return sorted(s.dealt[seat])


class ThreeCard21NDone(Blackjack):
    """Blackjack except as follows: three cards to start with, and every 21 is paid at once."""

    id = "3-card-21-n-done"
    name = '3 Card 21 "N" Done'
    jurisdiction = "Colorado"
    section = "30-2111"
    owner = "Score Gaming, LLC"
    family = "three_card_21"
    signs = (accounts,)
    decisions = (*Banked.decisions, *DECISIONS)
    offers_by = ThreeCardOffers
    inherits = standard("CO-2111-0")
    cites = {**RULE_21, "check_hole_card": ("BJ-3", "CO-2111-7"),
             "settlement.insurance": ("CO-2111-7",)}
    sections = ("CO-2111", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    replaces = {"BJ-2": ("CO-2111-3",), "BJ-5": ("CO-2111-P2a", "CO-2111-P3b"),
                "BJ-9": ("CO-2111-6", "CO-2111-P1", "CO-2111-P5"), "BJ-11": ("CO-2111-P3a",),
                "BJ-14": ("CO-2111-2",)}
    wagers = (
        main_wager("Three Card 21 wager", "CO-2111-2", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("bonus", "Three Card Bonus wager", "CO-2111-2", rule=rules.three_card_bonus,
             resolves=AFTER_DEAL, needs="main", equals="main", required=True, least=500,
             most=50_000, element="poker"),
    )
    zones = (Zone("hand", slots=3), *Blackjack.zones[1:])
    deal_clauses = ("CO-2111-1", "CO-2111-3")
    facts: ClassVar[dict[str, FactReader]] = {"first_three": first_three}
    known_at: ClassVar[Mapping[str, Any]] = {"first_three": OPEN}

    predominant = combination()
    felt: str = posted("3-card-21-n-done", cite=("CO-2111-1", "CO-ALL-2"), says="table layout")
    decks: int = posted(6, 8, cite="CO-2111-1", says="52-card decks")
    delivery: str = posted("shoe", "continuous shuffler", cite="CO-2111-1", says="how it is dealt")
    pay_tables_shown: str = posted("layout", "signage", cite=("CO-2111-4", "CO-ALL-3"),
                                   says="where the pay table in use is posted")
    tips: bool = posted(True, False, cite="BJ-15", says="tip wagers are taken")
    peek: bool = fact(True, "CO-2111-7", says="the dealer checks for a blackjack")
    insurance: bool = fact(True, "CO-2111-7", says="insurance under an ace, at 2 to 1")
    no_peek_takes: str = fact("all", "CO-2111-7", says="what a dealer's blackjack takes")
    hands_max: int = fact(3, "CO-2111-P2a", says="hands of one spot after its split")
    split_by: str = fact("rank", "CO-2111-P2a", says="what makes a pair")
    resplit_aces: bool = fact(False, "CO-2111-P2a", says="hands made by a split are split again")
    blackjack_pays: str = fact("1 to 1", "CO-2111-P5", says="an ace and a ten after a split")
    surrender: str = fact("none", "CO-2111-P3a", says="half back is for hands over 21 only")
    double_three_cards: bool = posted(True, False, cite="CO-2111-P5",
                                      says="the first three cards may be doubled")

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> ThreeCardState:
        return ThreeCardState(**self.seated(seats, carry_over))

    @procedure("CO-2111-3")
    def initial_deal(self, r: RoundContext) -> Script:
        """Deal two cards each as in blackjack, the dealer's second face down; then the third."""
        s = r.state
        while self.wagering(s) and not s.dealer:
            cards = yield Chance("the first three cards", 3 * len(self.wagering(s)) + 2)
            if cards is None:
                continue
            r.emit(Phase("dealt"))
            n = len(self.wagering(s))
            for i, seat in enumerate(self.wagering(s)):
                r.emit(CardsDealt(seat, (cards[i], cards[n + 1 + i])))
            r.emit(UpCardDealt((cards[n],)))
            r.emit(HoleCardDealt((cards[2 * n + 1],)))
            for i, seat in enumerate(self.wagering(s)):
                r.emit(ThirdCardDealt(seat, (cards[2 * n + 2 + i],)))

    @procedure("CO-2111-6", "CO-2111-P2b", "CO-2111-P4a")
    def before_the_check(self, r: RoundContext) -> Script:
        """Pay totals of 21 and take their cards, unless the player keeps one to split it."""
        s = r.state
        # Who may keep has the chips to split: every 21 wins the bonus, which has just paid two.
        asked = [seat for seat, hands in s.hands.items() if rules.may_decline_21(hands[0].cards)]
        table = self.decision_table
        r.emit(Phase(OF_21, tuple(asked)))
        while s.waiting:
            choices = {seat: table.offered(OF_21, s, seat) for seat in s.waiting}
            act: Act | None = yield Ask(choices, "a total of 21", PAID.name)
            if act is not None:
                r.emit(Answered(act.seat, act.name))
                table.run[act.name](r, act)
        for seat in self.settling(s):
            hand = s.hands[seat][0]
            if points(hand.cards) == 21 and seat not in s.kept and not hand.settled:
                self.settle_hand(r, seat, 0)

    def players_play(self, r: RoundContext) -> Script:
        """A 21 that was kept is split; then each hand in turn."""
        s = r.state
        for seat in s.kept:
            if not s.hands[seat][0].settled:
                split_cards(r, seat)
        yield from super().players_play(r)

    @procedure("CO-2111-P5")
    def draw(self, r: RoundContext, cards: tuple[int, ...]) -> None:
        """A hand that reaches 21 wins at once."""
        seat, i = r.state.playing()
        super().draw(r, cards)
        if points(r.state.hands[seat][i].cards) == 21:
            self.settle_hand(r, seat, i)

    def total_words(self, hand: BlackjackHand) -> str:
        """Return the name of a hand; three cards over 21, or counted so, are not lost."""
        words = super().total_words(hand)
        total = points(hand.cards)
        if hand.split or len(hand.cards) != 3 or total == 21 or not rules.may_be_over(hand.cards):
            return words
        return f"{total}, over 21" if total > 21 else f"{words} or over 21"

    def outcome_of(self, s: Any, hand: BlackjackHand) -> int:
        kept = any(s.hands[seat][0] is hand and not hand.split for seat in s.kept)
        return rules.three_card_outcome(hand.cards, s.dealer, kept)

    def outcome_cited(
        self, s: BlackjackState, hand: BlackjackHand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """A 21 rests on the clause that pays it; other hands on standard blackjack."""
        if outcome == LOSE and natural(s.dealer) and not hand.split:
            return self.decided_by["check_hole_card"], "lose"
        if points(hand.cards) == 21:
            first = len(hand.cards) == 3 and not hand.split and not hand.doubled
            return ("CO-2111-P1", "CO-2111-6") if first else ("CO-2111-P5",), "21"
        clauses, words = super().outcome_cited(s, hand, outcome)
        return (*clauses, "CO-2111-P6"), words


GAME = ThreeCard21NDone
