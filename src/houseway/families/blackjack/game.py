"""The blackjack shape: players against the dealer's hand, from the bets to the last payout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import step
from houseway.engine.questions import Act, Chance, Question, Script
from houseway.families.banked.game import Banked, FactReader, HandKey, Step
from houseway.families.banked.state import Answered, Claim, Phase
from houseway.families.blackjack import backline, insurance, rules, settlement
from houseway.families.blackjack import state as table_facts
from houseway.families.blackjack.decisions import (
    DECISIONS,
    EARLY,
    Offers,
    raises_cited,
)
from houseway.families.blackjack.presenter import BlackjackPresenter
from houseway.families.blackjack.rules import (
    AT_ONCE,
    MUST_STAND,
    TWENTY_ONE,
    Cited,
    Count,
    FreeBets,
    SplitRule,
    must_draw,
)
from houseway.families.blackjack.rulings import VOID_HAND, VOID_ROUND
from houseway.families.blackjack.state import (
    BlackjackCarryOver,
    BlackjackHand,
    BlackjackState,
    CardDrawn,
    CardsDealt,
    DealerDrew,
    Doubled,
    HandSplit,
    HandTucked,
    HoleCardChecked,
    HoleCardDealt,
    HoleCardTurned,
    Stood,
    UpCardDealt,
)
from houseway.game.base import RoundContext, RulingRule, Seat
from houseway.game.decisions import Decision
from houseway.game.face.layout import Zone
from houseway.game.pay_tables import EVEN, LOSE, PUSH, Payout, parse_payout
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import (
    AFTER_DEAL,
    AFTER_DEALER,
    AFTER_HAND,
    AFTER_PEEK,
    BEFORE_DEALER,
    BEFORE_PEEK,
)
from houseway.pieces.cards import ACE, CARDS, TEN


class Blackjack(Banked):
    """Standard blackjack and everything that is played like it."""

    family = "blackjack"
    presenter_class: ClassVar[type[BlackjackPresenter]] = BlackjackPresenter
    kind = CARDS
    carry_over = BlackjackCarryOver
    seats_max = 7
    rulings: ClassVar[tuple[RulingRule, ...]] = (VOID_ROUND, VOID_HAND)
    zones: ClassVar[tuple[Zone, ...]] = (
        Zone("hand", slots=2), Zone("dealer", "middle", slots=2),
        Zone("shoe", "middle", slots=1, counted=True),
    )  # fmt: skip
    decisions: ClassVar[tuple[Decision, ...]] = (*Banked.decisions, *DECISIONS)
    facts: ClassVar[dict[str, FactReader]] = table_facts.FACTS
    known_at: ClassVar[Mapping[str, Any]] = table_facts.KNOWN_AT
    covered = table_facts.COVERED
    moments = (AFTER_DEAL, AFTER_PEEK, AFTER_HAND, AFTER_DEALER)
    adds = (BEFORE_PEEK, AFTER_PEEK, BEFORE_DEALER)
    follows: ClassVar[dict[str, str]] = {"insurance": "main"}
    offers_by: ClassVar[type[Offers]] = Offers
    dealt_as: type[CardsDealt] = CardsDealt
    """The event of a seat's first two cards: face up, or face down."""
    insurance_lost_clauses: ClassVar[tuple[str, ...]] = ()
    """By which insurance is lost, where the clause that it is paid by says no more than that."""
    step_modules: ClassVar[dict[str, object]] = {
        "backline": backline, "settlement": settlement, "state": table_facts,
        "rules": FreeBets,
        "insurance": insurance,
    }  # fmt: skip

    draws_for: ClassVar[tuple[str, ...]] = ()
    """Wagers for which the dealer draws though there is no hand left to beat."""
    draw_only_if_winnable: bool = False
    """True if the dealer draws for side bets only while the hand that they read is not over."""
    draws_without_main: str = ""
    """A wager with which a hand may be drawn to though it has no main wager."""
    free_double: ClassVar[Any] = staticmethod(rules.no_free_bet)
    free_split: ClassVar[Any] = staticmethod(rules.no_free_bet)
    raises_beside_free: bool = True
    """True if a free double or split may also be made for chips."""
    cards_stay_for: tuple[str, ...] = ()
    """Wagers for which the cards of a hand stay."""
    hands_dealt: int = 1
    """Hands dealt to a seat, each with a wager of its own."""
    free: FreeBets | None = None
    """The free bets of the table, where the game gives any."""
    split_rules: tuple[SplitRule, ...] = ()
    """Conditions of a split besides a pair, where a section has more."""
    natural_after_split: bool = False
    """True if an ace and a ten after a split are a natural."""
    naturals_wait: bool = False
    """True if a natural is paid in its turn; False: as soon as the dealer cannot have one."""
    insures_naturals: bool = True
    """True if a natural may be insured."""
    insures_backline: bool = True
    """True if chips behind a hand may be insured."""
    unmatched_backline: str = backline.RIDES
    """The fate of chips behind a hand that do not match its double or split."""
    natural_price: ClassVar[str] = "blackjack_pays"
    """The posting or fact that states the price of a natural."""
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

    hits_soft_17: bool
    main_pays: tuple[Payout, ...]
    """The payouts of the outcomes of a hand."""
    dealer_22: int
    """The effect of a dealer's 22, as ``rules.what_22_does`` returns it."""
    decided_by: dict[str, tuple[str, ...]]
    """Deciding step -> its clauses."""
    offers: Offers
    """The decisions of hands, as posted."""
    _settles_at_once: bool
    """True if some wagers are decided as soon as the cards are dealt."""

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        self.hits_soft_17 = self.soft_17 == "hit"
        more = map(parse_payout, self.pays_more.values())
        self.main_pays = (parse_payout(self.blackjack_pays), EVEN, PUSH, LOSE, *more)
        self.dealer_22 = rules.what_22_does(self.dealer_22_pushes, self.blackjack_against_22)
        self.deal_clauses = self.deal_clauses or self.clauses_at("initial_deal", "cut_card")
        in_turn = self.clauses_at("initial_deal") or self.deal_clauses
        self.turn_clauses = self.turn_clauses or in_turn
        self.choice_clauses = raises_cited(self) | dict(self.choice_clauses)
        self.decided_by = settlement.decided_by(self)
        if self.free_split is not rules.no_free_bet:
            self.free = FreeBets(self, self.free_split_clauses, self.free_double_clauses)
        self.offers = self.offers_by(self)
        self._settles_at_once = bool(self.sides_at(AFTER_DEAL) or self._known)
        if not self.settles:
            late = (*self.sides_at(AFTER_PEEK), *self.sides_at(AFTER_DEALER))
            self.settles = (("main", *(side.wager.name for side in late)), ("insurance",))

    @step
    def check_posting(self) -> None:
        """Late surrender comes after the dealer has looked, so it needs the look."""
        insurance.check_surrender(self)

    @step
    def reshuffle_at(self) -> int:
        return self.decks * 52 * (100 - self.cut_card) // 100

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> BlackjackState:
        return BlackjackState(**self.seated(seats, carry_over))

    def hand(self, r: RoundContext[BlackjackState]) -> Script:
        s: BlackjackState = r.state
        yield from self.initial_deal(r)
        self.bank.take_fees(self, r, "after the deal")
        if s.hands:
            if self._settles_at_once:
                self.settle_sides(r, AFTER_DEAL, self.settling(s))
                self.settle_known(r, self.settling(s))
            yield from self.before_the_check(r)
            if self.surrender == EARLY and s.dealer[0] >> 2 >= TEN:
                yield from insurance.offer_surrender(self, r)
            if self.bets.later_choices:
                yield from insurance.offer_late(self, r, BEFORE_PEEK)
            if self.insurance and s.dealer[0] >> 2 == ACE:
                yield from insurance.offer_insurance(self, r)
            self.check_hole_card(r)
            if not (s.checked and self.count.natural(s.dealer)):
                if self.bets.later_choices:
                    yield from insurance.offer_late(self, r, AFTER_PEEK)
                yield from self.players_play(r)
                if self.bets.later_choices:
                    yield from insurance.offer_late(self, r, BEFORE_DEALER)
                yield from self.dealer_plays(r)
            self.settle_all(r)

    @step
    def initial_deal(self, r: RoundContext[BlackjackState]) -> Script:
        """Two cards each, one at a time from the dealer's left; the dealer's second face down."""
        s: BlackjackState = r.state
        while not s.dealer and (seats := self.wagering(s)):
            cards = yield Chance("the first two cards", 2 * len(seats) + 2)
            if cards is None:
                continue
            r.emit(Phase("dealt"))
            n = len(cards) // 2
            for i, seat in enumerate(self.wagering(s)):
                r.emit(self.dealt_as(seat, (cards[i], cards[n + i])))
            r.emit_all([UpCardDealt((cards[n - 1],)), HoleCardDealt((cards[-1],))])
            for seat in s.hands:
                if not self.plays(s, seat):
                    r.emit(Stood(seat, 0))

    @step
    def plays(self, s: BlackjackState, seat: int) -> bool:
        """Return True if a seat decides on its hand; without a main wager it stands."""
        return seat in s.units or (seat, self.draws_without_main, 0) in s.stakes

    def wagering(self, s: BlackjackState) -> list[int]:
        """The circles with a wager, from the dealer's left."""
        return sorted(s.circles())

    def settling(self, s: BlackjackState) -> list[int]:
        """The circles with hands, in the order of settlement."""
        return self.bank.in_order(self, s, s.hands)

    def late_bettors(self, s: BlackjackState) -> list[int]:
        """The seats that may add wagers during the round: those whose hand is not void."""
        return backline.late_bettors(s)

    def before_the_check(self, r: RoundContext[BlackjackState]) -> Iterable[Question]:
        """Ask for decisions that a section puts before insurance and the check of the hole card."""
        return ()

    @step
    def check_hole_card(self, r: RoundContext[BlackjackState]) -> None:
        """Check the hole card under an ace or ten before any player acts, where posted."""
        s: BlackjackState = r.state
        found = self.count.natural(s.dealer)
        if s.dealer[0] >> 2 >= TEN:
            if not self.peek:
                return
            r.emit(HoleCardChecked(found))
            if found:
                r.emit(HoleCardTurned((s.dealer[1],)))
            else:
                self.settle(r, settlement.all_insurance(self, s))
        if not found:
            if self.sides_at(AFTER_PEEK):
                self.settle_sides(r, AFTER_PEEK, self.settling(s))
            if self.blackjack_against_22 == "paid" and not self.naturals_wait:
                self.pay_blackjacks(r)

    @step
    def pay_blackjacks(self, r: RoundContext[BlackjackState]) -> None:
        """A blackjack is paid at once when the dealer cannot have one."""
        s: BlackjackState = r.state
        natural = self.count.natural
        seats = [seat for seat, hands in s.hands.items() if natural(hands[0].cards)]
        for seat in self.bank.in_order(self, s, seats) if seats else ():
            if not s.hands[seat][0].settled:
                self.settle_hand(r, seat, 0)

    @step
    def players_play(self, r: RoundContext[BlackjackState]) -> Script:
        """Each hand in turn, clockwise from the dealer's left."""
        s: BlackjackState = r.state
        r.emit(Phase("playing"))
        while (turn := s.playing()) is not None:
            hand = s.hands[turn[0]][turn[1]]
            if s.waiting:
                matched: Act | None = yield backline.ask_match(self, s)
                if matched is not None:
                    self.decision_table.run[matched.name](r, matched)
                    r.emit(Answered(matched.seat, matched.name))
            elif hand.drawing or len(hand.cards) == 1:
                cards = yield Chance(f"a card for seat {turn[0]}", 1)
                if cards is not None:
                    self.draw(r, cards)
            elif (ask := self.offers.ask(s, *turn)) is None:
                r.emit(Stood(*turn))
            else:
                act: Act | None = yield ask
                if act is not None:
                    self.decide(r, act)

    def decide(self, r: RoundContext[BlackjackState], act: Act) -> None:
        """Apply one decision of the hand whose turn it is."""
        self.decision_table.run[act.name](r, act)

    @step
    def double(self, r: RoundContext[BlackjackState], at: HandKey, by: str, cents: int = 0) -> None:
        """One card more for a second wager, or for a lammer where the game gives one."""
        insurance.raise_by(self, r, *at, by, cents)
        r.emit(Doubled(*at, by))
        backline.offer_match(self, r, *at)

    @step
    def split(self, r: RoundContext[BlackjackState], seat: int, i: int, by: str) -> None:
        """A pair becomes two hands for an equal wager, or for a lammer."""
        insurance.raise_by(self, r, seat, new := len(r.state.hands[seat]), by)
        r.emit(HandSplit(seat, i, new, by))
        backline.offer_match(self, r, seat, i)

    @step
    def draw(self, r: RoundContext[BlackjackState], cards: tuple[int, ...]) -> None:
        """A card to the hand whose turn it is; 21 ends it, a double takes one card only."""
        s: BlackjackState = r.state
        seat, i = s.playing() or (0, 0)
        hand = s.hands[seat][i]
        made = [*hand.cards, *cards]
        ends = self.count.chart(made) == MUST_STAND
        over = ends and self.count.over(made)
        done = over or (ends and seat not in s.down)  # what lies open stands unasked
        r.emit(CardDrawn(seat, i, cards, done or bool(hand.doubled)))
        if over:
            self.bust(r, seat, i)

    @step
    def bust(self, r: RoundContext[BlackjackState], seat: int, i: int) -> None:
        """A busted hand loses at once, unless its wager must stay as the measure of lammers."""
        if self.count.lost != AT_ONCE:
            return
        s: BlackjackState = r.state
        if self.free is not None and self.free.stays(s, seat, i):
            r.emit(HandTucked(seat, i))
            return
        self.settle_hand(r, seat, i)
        hands = s.hands[seat]
        if hands[0].tucked and all(self.count.over(hand.cards) for hand in hands):
            self.settle_hand(r, seat, 0)

    def nothing_to_draw(self, state: BlackjackState) -> str:
        """Explain why the dealer drew no more: a rule to stand, or no hand left to beat."""
        s = state
        if len(s.dealer) < 2:
            return ""
        total = self.dealer_words(s.dealer)
        if self.count.dealer_draws(s.dealer, self.hits_soft_17):
            return f"the dealer, with {total}, had no hand left to draw against"
        return f"the dealer has {total} and draws no more"

    @step
    def dealer_plays(self, r: RoundContext[BlackjackState]) -> Script:
        """The dealer turns the hole card and, if it matters to any wager, draws."""
        s: BlackjackState = r.state
        r.emit(HoleCardTurned((s.dealer[1],)))
        while self.count.dealer_draws(s.dealer, self.hits_soft_17) and self.dealer_must_draw(s):
            cards = yield Chance("a card for the dealer", 1)
            if cards is not None:
                r.emit(DealerDrew(cards))

    @step
    def dealer_must_draw(self, s: BlackjackState) -> bool:
        """A live hand to beat, or a wager that is drawn for without one."""
        return must_draw(self, s)

    @step
    def settle_all(self, r: RoundContext[BlackjackState]) -> None:
        """Take and pay everything left, in the order of settlement."""
        s: BlackjackState = r.state
        r.emit(Phase("settling"))
        self.settle(r, self.last_steps(s, [(circle, 0) for circle in self.settling(s)]))

    def steps_at(self, s: Any, box: HandKey, spot: str) -> Sequence[Step]:
        if spot == "main":
            return settlement.main_steps(self, s, box[0])
        if spot == "insurance":
            return settlement.insurance_steps(self, s, box[0])
        side = self.side_named.get(spot)
        return self.side_steps(s, box, side) if side is not None else ()

    def deferred_at(self, s: Any, box: HandKey, spot: str) -> list[Claim]:
        """Return claims of all hands of a circle that are decided already."""
        deferred, circle = s.deferred, box[0]
        places = [(circle, spot, i) for i in range(len(s.hands[circle]))]
        return [deferred[place] for place in places if place in deferred]

    def settle_hand(self, r: RoundContext[BlackjackState], seat: int, i: int) -> None:
        """Settle one hand that is decided before the others."""
        s: BlackjackState = r.state
        last = all(hand.settled or j == i for j, hand in enumerate(s.hands[seat]))
        self.settle(r, self.hand_steps(s, seat, i, last))

    @step
    def hand_steps(self, s: Any, seat: int, i: int, last: bool) -> list[Step]:
        """Return the steps that settle one hand; ``last``: it is the last of its seat."""
        return settlement.hand_steps(self, s, seat, i, last)

    def made(self, hand: BlackjackHand) -> bool:
        """Return True if an ace and a ten in this hand are no natural, since they were not dealt
        together.
        """
        return hand.made and not self.natural_after_split

    def outcome_of(self, s: Any, hand: BlackjackHand) -> int:
        """Return the outcome of a hand against the dealer's present hand."""
        found: int = self.count.outcome(hand.cards, s.dealer, self.made(hand), self.dealer_22)
        return found

    def outcome_cited(
        self, s: Any, hand: BlackjackHand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """The clauses an outcome rests on, and the word for it."""
        return settlement.outcome_cited(self, s, hand, outcome)

    def check(self, state: Any, act: Act) -> None:
        if act.name == "insure":
            backline.check_insurance(self, state, act)
        super().check(state, act)

    def dealer_words(self, cards: Sequence[int]) -> str:
        """Return the name of the dealer's hand; a 22 that pushes is no bust."""
        total = self.count.total(cards)
        return str(total) if self.dealer_22_pushes and total == 22 else self.count.words(cards)

    def total_words(self, hand: BlackjackHand) -> str:
        """Return the name of a player's hand."""
        return self.count.words(hand.cards, self.made(hand))


__all__ = ["Blackjack", "BlackjackCarryOver"]
