"""The blackjack shape: players against the dealer's hand, from the bets to the last payout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from houseway.cite import step
from houseway.engine.questions import Act, Chance, Question, Script
from houseway.errors import Refused
from houseway.families.banked.game import Banked, Box, FactReader, Step
from houseway.families.banked.state import Claim, Phase
from houseway.families.blackjack import backline, insurance, rules, settlement
from houseway.families.blackjack import facts as table_facts
from houseway.families.blackjack.counting import AT_ONCE, MUST_STAND, must_draw
from houseway.families.blackjack.decisions import EARLY, Offers, raises_cited
from houseway.families.blackjack.free_bets import FreeBets
from houseway.families.blackjack.options import Terms
from houseway.families.blackjack.presenter import (
    BlackjackPrompts,
    BlackjackTelling,
    blackjack_view,
    own_piles,
)
from houseway.families.blackjack.rulings import VOID_HAND, VOID_ROUND
from houseway.families.blackjack.state import (
    BlackjackBetween,
    BlackjackState,
    CardDrawn,
    CardsDealt,
    DealerDrew,
    Doubled,
    Hand,
    HandSplit,
    HandTucked,
    Hit,
    HoleCardChecked,
    HoleCardDealt,
    HoleCardTurned,
    Stood,
    UpCardDealt,
)
from houseway.game.base import RoundContext, RulingRule, Seat
from houseway.game.pay_tables import EVEN, LOSE, PUSH, parse_payout
from houseway.game.wagers import (
    AFTER_DEAL,
    AFTER_DEALER,
    AFTER_HAND,
    AFTER_PEEK,
    BEFORE_DEALER,
    BEFORE_PEEK,
)
from houseway.pieces.cards import ACE, CARDS, TEN
from houseway.presentation.layout import SpotPlan, Zone
from houseway.presentation.views import View


class Blackjack(Terms, Banked):
    """Standard blackjack and everything that is played like it."""

    shape = "blackjack"
    prompts_by: ClassVar[type[BlackjackPrompts]] = BlackjackPrompts
    telling_by = BlackjackTelling
    kind = CARDS
    between = BlackjackBetween
    seats_max = 7
    rulings: ClassVar[tuple[RulingRule, ...]] = (VOID_ROUND, VOID_HAND)
    zones: ClassVar[tuple[Zone, ...]] = (
        Zone("hand", slots=2), Zone("dealer", "middle", slots=2),
        Zone("shoe", "middle", slots=1, counted=True),
    )  # fmt: skip
    facts: ClassVar[dict[str, FactReader]] = table_facts.FACTS
    known_at: ClassVar[Mapping[str, Any]] = table_facts.KNOWN_AT
    covered = table_facts.COVERED
    moments = (AFTER_DEAL, AFTER_PEEK, AFTER_HAND, AFTER_DEALER)
    adds = (BEFORE_PEEK, AFTER_PEEK, BEFORE_DEALER)
    follows: ClassVar[dict[str, str]] = {"insurance": "main"}
    dealt_as: type[CardsDealt] = CardsDealt
    """How a seat's first two cards lie."""
    insurance_lost_clauses: ClassVar[tuple[str, ...]] = ()
    """By which insurance is lost, where the clause that it is paid by says no more than that."""
    step_modules: ClassVar[dict[str, object]] = {
        "behind": backline, "claims": settlement, "facts": table_facts, "free": FreeBets,
        "insurance": insurance,
    }  # fmt: skip

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
        self.offers = Offers(self)
        self.refused_by["insure"] = partial(backline.refuses_insurance, self)
        self.settles_at_once = bool(self.sides_at(AFTER_DEAL) or self._known)
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

    def new_state(self, seats: Sequence[Seat], between: Any) -> BlackjackState:
        return BlackjackState(**self.seated(seats, between))

    # -- the round ---------------------------------------------------------------------------

    def hand(self, r: RoundContext[BlackjackState]) -> Script:
        s: BlackjackState = r.state
        yield from self.initial_deal(r)
        self.bank.take_fees(self, r, "after the deal")
        if s.hands:
            if self.settles_at_once:
                self.settle_sides(r, AFTER_DEAL, self.settling(s))
                self.settle_known(r, self.settling(s))
            yield from self.before_the_check(r)
            if self.surrender == EARLY and s.dealer[0] >> 2 >= TEN:
                yield from insurance.offer_surrender(self, r)
            if self.bets.late:
                yield from insurance.offer_late(self, r, BEFORE_PEEK)
            if self.insurance and s.dealer[0] >> 2 == ACE:
                yield from insurance.offer_insurance(self, r)
            self.check_hole_card(r)
            if not (s.checked and self.count.natural(s.dealer)):
                if self.bets.late:
                    yield from insurance.offer_late(self, r, AFTER_PEEK)
                yield from self.players_play(r)
                if self.bets.late:
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
        """Whether a seat decides on its hand; without a main wager it stands."""
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
        """What a section lets players decide before insurance and the dealer's look."""
        return ()

    @step
    def check_hole_card(self, r: RoundContext[BlackjackState]) -> None:
        """Where posted, the dealer looks under an ace or ten before anybody plays."""
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
                matched: Act | None = yield backline.ask_match(self, s, turn[0])
                if matched is not None:
                    backline.take_match(self, r, *(s.playing() or turn), matched)
            elif hand.drawing or len(hand.cards) == 1:
                cards = yield Chance(f"a card for seat {turn[0]}", 1)
                if cards is not None:
                    self.draw(r, cards)
            elif (ask := self.offers.turn(s, *turn)) is None:
                r.emit(Stood(*turn))
            else:
                act: Act | None = yield ask
                if act is not None:
                    self.decide(r, act)

    def decide(self, r: RoundContext[BlackjackState], act: Act) -> None:
        """One decision of the hand whose turn it is."""
        s: BlackjackState = r.state
        (seat, i), name = s.playing() or (act.seat, 0), act.name
        if name == "hit":
            r.emit(Hit(seat, i))
        elif name == "stand":
            r.emit(Stood(seat, i))
        elif name == "surrender":
            self.settle(r, settlement.surrender_steps(self, s, seat, i))
        elif name in ("split", "split_free"):
            self.split(r, seat, i, "free" if name == "split_free" else "paid")
        else:
            self.double(r, (seat, i), "free" if name == "double_free" else "paid", act.amount)

    @step
    def double(self, r: RoundContext[BlackjackState], at: Box, by: str, cents: int = 0) -> None:
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
        """Why the dealer drew no more: he must stand, or nobody's hand was left to beat."""
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

    # -- settlement --------------------------------------------------------------------------

    @step
    def settle_all(self, r: RoundContext[BlackjackState]) -> None:
        """Take and pay everything left, in the order of settlement."""
        s: BlackjackState = r.state
        r.emit(Phase("settling"))
        self.settle(r, self.last_steps(s, [(circle, 0) for circle in self.settling(s)]))

    def steps_at(self, s: Any, box: Box, spot: str) -> Sequence[Step]:
        if spot == "main":
            return settlement.main_steps(self, s, box[0])
        if spot == "insurance":
            return settlement.insurance_steps(self, s, box[0])
        side = self.side_named.get(spot)
        return self.side_steps(s, box, side) if side is not None else ()

    def noted_at(self, s: Any, box: Box, spot: str) -> list[Claim]:
        """What is known already of all hands of a circle."""
        noted, circle = s.noted, box[0]
        places = [(circle, spot, i) for i in range(len(s.hands[circle]))]
        return [noted[place] for place in places if place in noted]

    def settle_hand(self, r: RoundContext[BlackjackState], seat: int, i: int) -> None:
        """One hand that is decided before the others."""
        s: BlackjackState = r.state
        last = all(hand.settled or j == i for j, hand in enumerate(s.hands[seat]))
        self.settle(r, self.hand_steps(s, seat, i, last))

    @step
    def hand_steps(self, s: Any, seat: int, i: int, last: bool) -> list[Step]:
        """What is settled with one hand; ``last``: it is the last of its seat."""
        return settlement.hand_steps(self, s, seat, i, last)

    def made(self, hand: Hand) -> bool:
        """Whether an ace and a ten in this hand are no natural, not having been dealt together."""
        return hand.made and not self.natural_after_split

    def outcome_of(self, s: Any, hand: Hand) -> int:
        """Who has won a hand, against the dealer's as it stands."""
        found: int = self.count.outcome(hand.cards, s.dealer, self.made(hand), self.dealer_22)
        return found

    def outcome_cited(self, s: Any, hand: Hand, outcome: int) -> tuple[tuple[str, ...], str]:
        """The clauses an outcome rests on, and the word for it."""
        return settlement.outcome_cited(self, s, hand, outcome)

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        early = ("play_on",) if self.surrender == EARLY else ()
        matching = ("match", "no_match") if "main" in self.backline else ()
        return (*super().actions(), *self.offers.names, *early, "no_insurance", *matching)

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        return super().why_not(state, seat, name) or self.offers.why_not(state, seat, name)

    def why_no_turn(self, state: Any, seat: int, name: str) -> Refused | None:
        more = self.offers.why_no_turn(state, seat, name)
        return more or super().why_no_turn(state, seat, name)

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        return insurance.insurance_spots(self)

    def hands_on(self, spot: str) -> int:
        per_spot = self.hands_max if spot == "main" else 1
        return per_spot * self.hands_dealt if spot in ("main", "insurance") else 1

    def dealer_words(self, cards: Sequence[int]) -> str:
        """What the dealer's hand is called; a 22 that pushes is no bust."""
        total = self.count.total(cards)
        return str(total) if self.dealer_22_pushes and total == 22 else self.count.words(cards)

    def total_words(self, hand: Hand) -> str:
        """What a player's hand is called."""
        return self.count.words(hand.cards, self.made(hand))

    def view(self, state: Any, viewer: int) -> View:
        return blackjack_view(self, state, viewer)

    own_piles = own_piles


__all__ = ["Blackjack", "BlackjackBetween"]
