"""The blackjack shape: players against the dealer's hand, from the bets to the last payout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.events import Closed
from houseway.game import Dealing, Seat
from houseway.hands.points21 import dealer_draws, natural, points
from houseway.pay import EVEN, LOSE, PUSH, Payout, parse_payout
from houseway.pieces.cards import ACE, CARDS, TEN
from houseway.posting import fact, posted, posted_number
from houseway.script import Act, AskAll, Chance, Script
from houseway.shapes.banked import (
    DEALER,
    PLAYER,
    Answered,
    Banked,
    Fact,
    Phase,
    Staked,
    WagerSettled,
    seated,
)
from houseway.shapes.blackjack import rules
from houseway.shapes.blackjack.facts import FACTS
from houseway.shapes.blackjack.irregular import VOID_HAND, VOID_ROUND
from houseway.shapes.blackjack.offers import CLAUSES, Offers
from houseway.shapes.blackjack.sight import blackjack_view
from houseway.shapes.blackjack.state import (
    BlackjackBetween,
    BlackjackState,
    CardDrawn,
    CardsDealt,
    DealerDrew,
    Doubled,
    Hand,
    HandSettled,
    HandSplit,
    HandTucked,
    Hit,
    HoleCardChecked,
    HoleCardDealt,
    HoleCardTurned,
    LammersMoved,
    Stood,
    Surrendered,
    UpCardDealt,
)
from houseway.views import View, Zone
from houseway.wager import AFTER_DEAL, AFTER_DEALER, AFTER_PEEK

INSURANCE = parse_payout("2 to 1")
HALF_BACK = Payout("half back", -1, 2)


class Blackjack(Banked):
    """Standard blackjack and everything that is played like it."""

    shape = "blackjack"
    kind = CARDS
    between = BlackjackBetween
    seats_max = 7
    rulings = (VOID_ROUND, VOID_HAND)
    zones = (Zone("hand"), Zone("dealer", "middle"), Zone("shoe", "middle"))
    facts: ClassVar[dict[str, Fact]] = FACTS
    deal_clauses, choice_clauses = ("BJ-2", "BJ-12"), CLAUSES

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
    lammers_count_for: str = fact("", says="the wager that counts lammers")

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
        self.offers = Offers(self)

    @procedure("BJ-11")
    def check_posting(self) -> None:
        """Late surrender comes after the dealer has looked, so it needs the look."""
        if self.surrender == "late" and not self.peek:
            raise Refused("late surrender needs a dealer who looks under an ace or ten", ("BJ-11",))

    @procedure("BJ-12")
    def reshuffle_at(self) -> int:
        return self.decks * 52 * (100 - self.cut_card) // 100

    def new_state(self, seats: Sequence[Seat], between: Any) -> BlackjackState:
        return BlackjackState(**seated(seats), hands={}, dealer=[], lammers={}, units={})

    def carried(self, between: Any, state: Any) -> BlackjackBetween:
        return BlackjackBetween(between.round + 1)

    # -- the round ---------------------------------------------------------------------------

    def play(self, r: Dealing) -> Script:
        s = r.state
        yield from self.betting(r)
        yield from self.initial_deal(r)
        if s.hands:
            self.settle_side_bets(r, AFTER_DEAL, self.settling(s))
            if self.insurance and s.dealer[0] >> 2 == ACE:
                yield from self.offer_insurance(r)
            self.check_hole_card(r)
            if not (s.checked and natural(s.dealer)):
                yield from self.players_play(r)
                yield from self.dealer_plays(r)
            self.settle_all(r)
        r.emit(Closed())

    @procedure("BJ-2")
    def initial_deal(self, r: Dealing) -> Script:
        """Two cards each, one at a time from the dealer's left; the dealer's second face down."""
        s = r.state
        while self.wagering(s) and not s.dealer:
            cards = yield Chance("the first two cards", 2 * len(self.wagering(s)) + 2)
            if cards is None:
                continue
            r.emit(Phase("dealt"))
            n = len(cards) // 2
            for i, seat in enumerate(self.wagering(s)):
                r.emit(CardsDealt(seat, (cards[i], cards[n + i])))
            r.emit(UpCardDealt((cards[n - 1],)))
            r.emit(HoleCardDealt((cards[-1],)))

    def wagering(self, s: BlackjackState) -> list[int]:
        """The seats with a main wager, from the dealer's left."""
        return [seat for seat in s.seats if (seat, "main", 0, PLAYER) in s.stakes]

    @procedure("BJ-10")
    def offer_insurance(self, r: Dealing) -> Script:
        """Under an ace every seat may insure for up to half of its wager."""
        s = r.state
        r.emit(Phase("insurance", tuple(s.hands)))
        while s.waiting:
            asked = {seat: self.offers.insurance(s, seat) for seat in s.waiting}
            act: Act | None = yield AskAll(asked, "the dealer shows an ace", "no_insurance")
            if act is None:
                continue
            if act.name == "insure":
                r.emit(Staked(act.seat, "insurance", act.amount))
            r.emit(Answered(act.seat, act.name))

    @procedure("BJ-3")
    def check_hole_card(self, r: Dealing) -> None:
        """Where posted, the dealer looks under an ace or ten before anybody plays."""
        s = r.state
        found = natural(s.dealer)
        if s.dealer[0] >> 2 >= TEN:
            if not self.peek:
                return
            r.emit(HoleCardChecked(found))
            if found:
                r.emit(HoleCardTurned((s.dealer[1],)))
            else:
                self.settle_insurance(r)
        if not found:
            self.settle_side_bets(r, AFTER_PEEK, self.settling(s))
            if self.blackjack_against_22 == "paid":
                self.pay_blackjacks(r)

    @procedure("BJ-9")
    def pay_blackjacks(self, r: Dealing) -> None:
        """A blackjack is paid at once when the dealer cannot have one."""
        for seat in self.settling(r.state):
            hand = r.state.hands[seat][0]
            if natural(hand.cards) and not hand.settled:
                self.settle_hand(r, seat, 0)

    def players_play(self, r: Dealing) -> Script:
        """Each hand in turn, clockwise from the dealer's left."""
        s = r.state
        r.emit(Phase("playing"))
        while (turn := s.playing()) is not None:
            hand = s.hands[turn[0]][turn[1]]
            if hand.drawing or len(hand.cards) == 1:
                cards = yield Chance(f"a card for seat {turn[0]}", 1)
                if cards is not None:
                    self.draw(r, cards)
            elif (ask := self.offers.turn(s, *turn)) is None:
                r.emit(Stood(*turn))
            else:
                act: Act | None = yield ask
                if act is not None:
                    self.decide(r, act)

    def decide(self, r: Dealing, act: Act) -> None:
        """One decision of the hand whose turn it is."""
        (seat, i), name = r.state.playing(), act.name
        if name == "hit":
            r.emit(Hit(seat, i))
        elif name == "stand":
            r.emit(Stood(seat, i))
        elif name == "surrender":
            r.emit(Surrendered(seat))
            self.settle(r, seat, "main", "surrender", HALF_BACK, ("BJ-11",))
            r.emit(HandSettled(seat, 0))
        elif name in ("split", "split_free"):
            self.split(r, seat, i, "free" if name == "split_free" else "paid")
        else:
            self.double(r, seat, i, "free" if name == "double_free" else "paid")

    @procedure("BJ-4")
    def double(self, r: Dealing, seat: int, i: int, by: str) -> None:
        """One card more for a second wager, or for a lammer where the game gives one."""
        if by == "paid":
            r.emit(Staked(seat, "main", r.state.units[seat, PLAYER], i))
        else:
            self.lay_lammer(r, seat)
        r.emit(Doubled(seat, i, by))

    @procedure("BJ-5")
    def split(self, r: Dealing, seat: int, i: int, by: str) -> None:
        """A pair becomes two hands for an equal wager, or for a lammer."""
        new = len(r.state.hands[seat])
        if by == "paid":
            r.emit(Staked(seat, "main", r.state.units[seat, PLAYER], new))
        else:
            self.lay_lammer(r, seat)
        r.emit(HandSplit(seat, i, new, by))

    def lay_lammer(self, r: Dealing, seat: int) -> None:
        """How a game that gives free bets marks one; standard blackjack gives none."""
        raise NotImplementedError

    @procedure("BJ-5", "BJ-6")
    def draw(self, r: Dealing, cards: tuple[int, ...]) -> None:
        """A card to the hand whose turn it is; 21 ends it, a double takes one card only."""
        seat, i = r.state.playing()
        hand = r.state.hands[seat][i]
        total = points([*hand.cards, *cards])
        r.emit(CardDrawn(seat, i, cards, total >= 21 or bool(hand.doubled)))
        if total > 21:
            self.bust(r, seat, i)

    @procedure("BJ-8")
    def bust(self, r: Dealing, seat: int, i: int) -> None:
        """A busted hand loses at once, unless its wager must stay as the measure of lammers."""
        hands = r.state.hands[seat]
        if self.tucks and i == 0 and any(hand.free for hand in hands):
            r.emit(HandTucked(seat, i))
            return
        self.settle_hand(r, seat, i)
        if hands[0].tucked and all(points(hand.cards) > 21 for hand in hands):
            self.settle_hand(r, seat, 0)

    # -- the dealer --------------------------------------------------------------------------

    @procedure("BJ-7")
    def dealer_plays(self, r: Dealing) -> Script:
        """The dealer turns the hole card and, if it matters to any wager, draws."""
        s = r.state
        r.emit(HoleCardTurned((s.dealer[1],)))
        while self.dealer_must_draw(s) and dealer_draws(s.dealer, self.hits_soft_17):
            cards = yield Chance("a card for the dealer", 1)
            if cards is not None:
                r.emit(DealerDrew(cards))

    def dealer_must_draw(self, s: BlackjackState) -> bool:
        """A live hand to beat; a blackjack is none where a 22 does not touch it."""
        untouched = self.blackjack_against_22 == "paid"
        left = (hand for hands in s.hands.values() for hand in hands if not hand.settled)
        return any(
            points(hand.cards) <= 21 and not (untouched and natural(hand.cards) and not hand.split)
            for hand in left
        )

    # -- settlement --------------------------------------------------------------------------

    def settling(self, s: BlackjackState) -> list[int]:
        """The order of settlement: from the dealer's right counter-clockwise, or from the left."""
        seats = s.seats if self.settles_from == "dealer's left" else reversed(s.seats)
        return [seat for seat in seats if seat in s.hands]

    def settle_all(self, r: Dealing) -> None:
        """Take and pay everything left, seat by seat from the dealer's right."""
        s = r.state
        r.emit(Phase("settling"))
        for seat in self.settling(s):
            for i, hand in enumerate(s.hands[seat]):
                if not hand.settled:
                    self.settle_hand(r, seat, i)
            if (n := s.lammers.get(seat)) is not None:
                counted = (seat, self.lammers_count_for, 0, PLAYER) in s.stakes
                r.emit(LammersMoved(seat, n, self.lammers_count_for if counted else "dealer"))
            self.settle_side_bets(r, AFTER_PEEK, (seat,))
            self.settle_side_bets(r, AFTER_DEALER, (seat,))
        self.settle_insurance(r)

    @procedure("BJ-8", "BJ-9")
    def settle_hand(self, r: Dealing, seat: int, i: int) -> None:
        """One hand: its chips at the odds of its outcome, its lammers at even money or nothing."""
        s = r.state
        hand = s.hands[seat][i]
        outcome = rules.hand_outcome(hand.cards, s.dealer, hand.split, self.dealer_22)
        clauses, words = self.outcome_cited(s, hand, outcome)
        payout = self.main_pays[outcome]
        extra = self._spared(s, hand, seat, i, outcome)
        for owner in (PLAYER, DEALER):
            unit = s.units.get((seat, owner), 0)
            staked = s.stakes.get((seat, "main", i, owner), 0)
            plays = owner == PLAYER or (self.tips_get_free_bets and hand.tipped)
            lammers = hand.lammers if plays else 0
            if not unit or not (staked or lammers):
                continue
            back = payout.back(staked, self.breakage) + extra * (owner == PLAYER)
            back += lammers * unit * (outcome == rules.WIN)
            note = f"{lammers} {self.marker}{'s' * (lammers > 1)}" if lammers else ""
            r.emit(
                WagerSettled(
                    seat, "main", words, payout.text, staked, back, clauses, i, owner, 0, note
                )
            )
        r.emit(HandSettled(seat, i))

    def _spared(self, s: BlackjackState, hand: Hand, seat: int, i: int, outcome: int) -> int:
        """Without a peek, the chips beyond the original wager that a blackjack may not take."""
        if self.peek or self.no_peek_takes == "all" or not natural(s.dealer):
            return 0
        staked = s.stakes.get((seat, "main", i, PLAYER), 0)
        lost = outcome == rules.LOSE and points(hand.cards) <= 21
        return (staked - (s.units[seat, PLAYER] if i == 0 else 0)) if lost else 0

    def outcome_cited(
        self, s: BlackjackState, hand: Hand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """The clauses an outcome rests on, and the word for it."""
        if outcome == rules.LOSE and points(hand.cards) > 21:
            return ("BJ-8", *self.by_standard), "bust"
        if outcome == rules.BLACKJACK:
            return self.declared()["blackjack_pays"].clauses, "blackjack"
        if outcome == rules.PUSH and points(s.dealer) == 22:
            return self.declared()["dealer_22_pushes"].clauses, "push"
        won_by = "BJ-9" if natural(s.dealer) else "BJ-8"
        return (won_by, *self.by_standard), rules.OUTCOMES[outcome]

    @procedure("BJ-10")
    def settle_insurance(self, r: Dealing) -> None:
        """Insurance pays 2 to 1 under a dealer's blackjack and loses otherwise."""
        s = r.state
        found = natural(s.dealer)
        for seat in self.settling(s):
            if (seat, "insurance", 0, PLAYER) in s.stakes:
                words, payout = ("dealer blackjack", INSURANCE) if found else ("lose", LOSE)
                self.settle(r, seat, "insurance", words, payout, ("BJ-10",))

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return ("bet", "sit_out", *self.offers.names, "no_insurance")

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        return self.offers.why_not(state, seat, name)

    def view(self, state: Any, viewer: int) -> View:
        return blackjack_view(self, state, viewer)


__all__ = ["Blackjack", "BlackjackBetween"]
