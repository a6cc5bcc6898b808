"""The blackjack shape: players against the dealer's hand, from the bets to the last payout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.events import Closed
from houseway.game import Dealing, RulingRule, Seat
from houseway.hands.points21 import dealer_draws, natural, points
from houseway.pieces.cards import ACE, TEN
from houseway.script import Act, AskAll, Chance, Script
from houseway.shapes.banked import PLAYER, Answered, Fact, Phase, Staked
from houseway.shapes.blackjack.facts import FACTS
from houseway.shapes.blackjack.irregular import VOID_HAND, VOID_ROUND
from houseway.shapes.blackjack.offers import CLAUSES, Offers
from houseway.shapes.blackjack.settling import HALF_BACK, Settling
from houseway.shapes.blackjack.sight import blackjack_view, total_words
from houseway.shapes.blackjack.state import (
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
    Surrendered,
    UpCardDealt,
)
from houseway.views import View, Zone
from houseway.wager import AFTER_DEAL, AFTER_PEEK, BEFORE_DEALER, BEFORE_PEEK


class Blackjack(Settling):
    """Standard blackjack and everything that is played like it."""

    rulings: ClassVar[tuple[RulingRule, ...]] = (VOID_ROUND, VOID_HAND)
    zones: ClassVar[tuple[Zone, ...]] = (
        Zone("hand"),
        Zone("dealer", "middle"),
        Zone("shoe", "middle"),
    )
    facts: ClassVar[dict[str, Fact]] = FACTS
    follows: ClassVar[dict[str, str]] = {"insurance": "main"}
    deal_clauses: ClassVar[tuple[str, ...]] = ("BJ-2", "BJ-12")
    choice_clauses: ClassVar[Mapping[str, tuple[str, ...]]] = CLAUSES

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.offers = Offers(self)

    def new_state(self, seats: Sequence[Seat], between: Any) -> BlackjackState:
        return BlackjackState(
            **self.seated(seats, between), hands={}, dealer=[], lammers={}, units={}
        )

    # -- the round ---------------------------------------------------------------------------

    def play(self, r: Dealing) -> Script:
        s = r.state
        yield from self.betting(r)
        yield from self.initial_deal(r)
        if s.hands:
            self.settle_side_bets(r, AFTER_DEAL, self.settling(s))
            self.settle_known(r, self.settling(s))
            yield from self.before_the_check(r)
            yield from self.offer_late(r, BEFORE_PEEK, self.late_bettors(s))
            if self.insurance and s.dealer[0] >> 2 == ACE:
                yield from self.offer_insurance(r)
            self.check_hole_card(r)
            if not (s.checked and natural(s.dealer)):
                yield from self.offer_late(r, AFTER_PEEK, self.late_bettors(s))
                yield from self.players_play(r)
                yield from self.offer_late(r, BEFORE_DEALER, self.late_bettors(s))
                yield from self.dealer_plays(r)
            self.settle_all(r)
            yield from self.after_settling(r)
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
                self.deal_hand(r, seat, (cards[i], cards[n + i]))
            r.emit(UpCardDealt((cards[n - 1],)))
            r.emit(HoleCardDealt((cards[-1],)))
            for seat in s.hands:
                if not self.plays(s, seat):
                    r.emit(Stood(seat, 0))

    def plays(self, s: BlackjackState, seat: int) -> bool:
        """Whether a seat decides on its hand; without a main wager it stands."""
        return (seat, PLAYER) in s.units

    def deal_hand(self, r: Dealing, seat: int, pieces: tuple[int, ...]) -> None:
        """A seat's first two cards, face up."""
        r.emit(CardsDealt(seat, pieces))

    def wagering(self, s: BlackjackState) -> list[int]:
        """The seats with a wager, from the dealer's left."""
        wagering = {key[0] for key in s.stakes}
        return [seat for seat in s.seats if seat in wagering]

    def late_bettors(self, s: BlackjackState) -> list[int]:
        """The seats that may add wagers during the round: those that are not void."""
        return [seat for seat, hands in s.hands.items() if not any(hand.void for hand in hands)]

    def before_the_check(self, r: Dealing) -> Script:
        """What a section lets players decide before insurance and the dealer's look."""
        return
        yield

    def after_settling(self, r: Dealing) -> Script:
        """What a section plays on with when the blackjack hands are settled."""
        return
        yield

    def insuring(self, s: BlackjackState) -> list[int]:
        """The seats with a hand that a dealer's blackjack would take."""
        return [
            seat
            for seat, hands in s.hands.items()
            if (seat, PLAYER) in s.units and not all(hand.settled for hand in hands)
        ]

    @procedure("BJ-10")
    def offer_insurance(self, r: Dealing) -> Script:
        """Under an ace every seat may insure for up to half of its wager."""
        s = r.state
        r.emit(Phase("insurance", tuple(self.insuring(s))))
        while s.waiting:
            asked = {seat: self.offers.insurance(s, seat) for seat in s.waiting}
            act: Act | None = yield AskAll(asked, "the dealer shows an ace", "no_insurance")
            if act is None:
                continue
            if act.name == "insure":
                self.insure(r, act)
            r.emit(Answered(act.seat, act.name))

    def insure(self, r: Dealing, act: Act) -> None:
        """The chips of an insurance."""
        r.emit(Staked(act.seat, "insurance", act.amount))

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
            clauses = self.declared()["surrender"].clauses
            self.settle(r, seat, "main", "surrender", HALF_BACK, clauses)
            self.hand_over(r, seat, 0)
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
        ends = total > 21 or (total == 21 and self.stands_on_21(r.state, seat))
        r.emit(CardDrawn(seat, i, cards, ends or bool(hand.doubled)))
        if total > 21:
            self.bust(r, seat, i)

    def stands_on_21(self, s: BlackjackState, seat: int) -> bool:
        """Whether a hand of 21 stands unasked, as where everybody can see that it has 21."""
        return True

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
        """A live hand to beat, or a wager that is drawn for without one."""
        return self.hand_to_beat(s) or any(
            spot in self.draws_for and owner == PLAYER and self.may_still_win(s, seat)
            for seat, spot, _, owner in s.stakes
        )

    def may_still_win(self, s: BlackjackState, seat: int) -> bool:
        """Whether the dealer draws for a wager of this seat, as a section or posting has it."""
        return True

    def hand_to_beat(self, s: BlackjackState) -> bool:
        """A live hand; a blackjack is none where a 22 does not touch it."""
        untouched = self.blackjack_against_22 == "paid"
        played = (hands for seat, hands in s.hands.items() if (seat, PLAYER) in s.units)
        left = (hand for hands in played for hand in hands if not hand.settled)
        return any(
            points(hand.cards) <= 21 and not (untouched and natural(hand.cards) and not hand.made)
            for hand in left
        )

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        late = ("add", "no_bet") if self._late_choices else ()
        return ("bet", "sit_out", *self.offers.names, "no_insurance", *late)

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        return self.offers.why_not(state, seat, name)

    def total_words(self, hand: Hand) -> str:
        """What a player's hand is called."""
        return total_words(hand)

    def view(self, state: Any, viewer: int) -> View:
        return blackjack_view(self, state, viewer)


__all__ = ["Blackjack", "BlackjackBetween"]
