"""Ante and play: an ante before the cards, then a play wager or a fold, then the dealer's hand.

Players look at their own cards only.  A game says what a hand is worth (``rank``), how it fares
against the dealer's (``showdown``) and what earns a bonus on the ante (``bonus``); wagers on the
value of cards are side bets that read ``player``, ``dealer`` or ``both_hands``.  One seat may play
several hands from one purse: the spots of its second hand are called ``ante.2`` and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.events import Closed
from houseway.game import Dealing, Seat
from houseway.hands.poker3 import arranged3, describe3
from houseway.money import shown
from houseway.pay import LOSE, Payout, check_rows
from houseway.pieces.cards import CARDS
from houseway.posting import fact
from houseway.script import Act, AskAll, Chance, Choice, Pieces, Script
from houseway.shapes.ante_play.offers import ANTE, DECISIONS, PLAY, Offers
from houseway.shapes.ante_play.sight import ante_play_view
from houseway.shapes.ante_play.state import (
    FOLDED,
    LOST,
    PLAYED,
    AntePlayState,
    At,
    DealerDealt,
    DealerExposed,
    Folded,
    HandCounted,
    HandDealt,
    HandExposed,
    HandTucked,
    Played,
    WagerForfeited,
)
from houseway.shapes.banked import Fact
from houseway.shapes.several_hands import SeveralHands
from houseway.shapes.stakes import DEALER, PLAYER, Phase, Staked, WagerSettled
from houseway.views import Layout, SpotPlan, View, Zone
from houseway.wager import Wager

ANTE_BONUS = "ante_bonus"
PAID_BY = {PLAY: "play_wager", ANTE: "ante"}
"""The pay tables of the wagers against the dealer's hand."""
SINGLY, IN_GROUPS = "one at a time", "in groups"

FACTS: dict[str, Fact] = {
    "player": lambda game, s, at: sorted(s.hands[at].cards),
    "dealer": lambda game, s, at: sorted(s.dealer),
    "both_hands": lambda game, s, at: sorted((*s.hands[at].cards, *s.dealer)),
}
"""What rules of side bets may read of a hand and the dealer's: the cards, lowest first."""


class AntePlay(SeveralHands):
    """Games in which an ante is followed by a play wager of the same size, or by a fold."""

    shape = "ante_play"
    kind = CARDS
    seats_max = 7
    zones = (Zone("hand"), Zone("dealer", "middle"))
    facts: ClassVar[dict[str, Fact]] = FACTS

    rank: ClassVar[Any]
    """The strength of a hand's cards."""
    showdown: ClassVar[Any]
    """The outcome of a played hand, of its strength and the dealer's."""
    bonus: ClassVar[Any]
    """The bonus a played hand earns by its cards alone; the last outcome earns none."""
    outcome_clauses: ClassVar[dict[str, tuple[str, ...]]]
    """Where each outcome of the showdown stands."""
    fold_clauses: ClassVar[dict[str, tuple[str, ...]]]
    """Where it stands that a fold gives up a wager, by wager."""
    wager_clauses: ClassVar[tuple[str, ...]] = ()
    """Where it stands what gets a hand dealt, and until when."""

    hand_size: int = fact(3, says="cards of a hand")
    hands_each: int = fact(1, says="hands one player may play")
    delivery: str = fact(SINGLY, says="how the cards are dealt")
    dealt_in_by: tuple[str, ...] = fact((ANTE,), says="wagers of which one gets a hand dealt")
    forfeits: tuple[str, ...] = fact((ANTE,), says="wagers that a fold gives up")
    settles: tuple[str, ...] = fact((PLAY, ANTE_BONUS, ANTE), says="the order of settlement")
    settles_from: str = fact("dealer's right", says="the seat settled first")
    play_tips: bool = fact(False, says="a tip may be added to the play wager")

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        tables, file = self.pay_tables(), f"pay table of {self.id}"
        for name in PAID_BY.values():
            check_rows(tables[name], self.showdown.outcomes, file)
        check_rows(tables[ANTE_BONUS], self.bonus.outcomes[:-1], file)
        self.offers = Offers(self)
        self._values: dict[str, tuple[Wager, tuple[Fact, ...]]] = {
            wager.name: (wager, facts) for sides in self._sides.values() for wager, facts in sides
        }

    def new_state(self, seats: Sequence[Seat], between: Any) -> AntePlayState:
        return AntePlayState(**self.seated(seats, between))

    def describe(self, strength: int) -> str:
        """A strength in words."""
        return describe3(strength)

    def arranged(self, cards: Pieces) -> Pieces:
        """A hand as a dealer lays it out."""
        return arranged3(cards)

    def words_of(self, cards: Sequence[int]) -> str:
        """A hand in words."""
        return self.describe(self.rank(cards))

    # -- the round ---------------------------------------------------------------------------

    def play(self, r: Dealing) -> Script:
        s = r.state
        yield from self.betting(r)
        yield from self.deal(r)
        if s.hands:
            self.fold_lost(r)
            yield from self.decisions(r)
            self.collect_folds(r)
        if s.hands:
            self.expose_dealer(r)
            self.settle_all(r)
        r.emit(Closed())

    def hands_wagered(self, s: AntePlayState) -> list[At]:
        """The hands that are played for, clockwise from the dealer's left."""
        return [
            (seat, hand)
            for seat in s.seats
            for hand in range(self.hands_each)
            if any((seat, spot, hand, PLAYER) in s.stakes for spot in self.dealt_in_by)
        ]

    @procedure("CO-1099.52-4b", "CO-1099.52-6b", "CO-1099.52-6c")
    def deal(self, r: Dealing) -> Script:
        """When all wagers lie, cards face down, the dealer's last: in rotation or in groups."""
        s, size = r.state, self.hand_size
        if s.stakes:
            r.emit(Phase("dealing"))
        while not s.dealer and self.hands_wagered(s):
            cards = yield Chance("the cards", size * (len(self.hands_wagered(s)) + 1))
            if cards is None:
                continue
            n = len(cards) // size
            if self.delivery == SINGLY:
                hands = [tuple(cards[i::n]) for i in range(n)]
            else:
                hands = [tuple(cards[size * i : size * i + size]) for i in range(n)]
            for (seat, hand), held in zip(self.hands_wagered(s), hands[:-1], strict=True):
                r.emit(HandDealt(seat, held, hand))
            r.emit(DealerDealt(hands[-1]))

    # -- play or fold ------------------------------------------------------------------------

    @procedure("CO-1099.52-9", "CO-1099.52-10a1")
    def decisions(self, r: Dealing) -> Script:
        """Every hand with an ante plays or folds, the seats in any order."""
        s = r.state
        r.emit(Phase("deciding"))
        while self.undecided(s):
            act: Act | None = yield AskAll(self.asked(s), "play or fold", "fold")
            if act is not None:
                self.take_decision(r, act)

    def asked(self, s: AntePlayState) -> dict[int, tuple[Choice, ...]]:
        """What each seat may do with the next of its hands."""
        return {
            seat: self.offers.decision(s, (seat, hand)) for seat, hand in self.undecided(s).items()
        }

    def undecided(self, s: AntePlayState) -> dict[int, int]:
        """For each seat with a hand to decide on, the first of them."""
        found: dict[int, int] = {}
        for (seat, hand), held in s.hands.items():
            if not held.decision and (seat, ANTE, hand, PLAYER) in s.stakes:
                found.setdefault(seat, hand)
        return found

    def take_decision(self, r: Dealing, act: Act) -> None:
        """The next hand of a seat stays in for a wager equal to its ante, or folds."""
        s, seat = r.state, act.seat
        hand = self.undecided(s)[seat]
        if act.name == "fold":
            self.fold(r, (seat, hand), PLAYER)
            return
        r.emit(Staked(seat, PLAY, s.stakes[seat, ANTE, hand, PLAYER], hand))
        r.emit(Played(seat, hand))
        if act.name == "play_and_tip":
            r.emit(Staked(seat, PLAY, act.amount, hand, DEALER))

    @procedure("CO-1099.52-10c1")
    def fold_lost(self, r: Dealing) -> None:
        """A hand without an ante whose wagers on its own cards have all lost is folded."""
        s = r.state
        for seat, hand in tuple(s.hands):
            at = seat, hand
            lain = [spot for spot in self.forfeits if (seat, spot, hand, PLAYER) in s.stakes]
            if lain and all(self.by_own_cards(s, at, spot) == LOSE for spot in lain):
                self.fold(r, at, DEALER)

    @procedure("CO-1099.52-10a3", "CO-1099.52-10b")
    def fold(self, r: Dealing, at: At, by: str) -> None:
        """Cards of a hand with a wager still alive are tucked under it, and its ante is taken."""
        s, (seat, hand) = r.state, at
        alive = self.alive(s, at)
        r.emit(Folded(seat, hand, by))
        if alive:
            r.emit(HandTucked(seat, alive[0], hand))
            self.forfeit(r, at, ANTE)

    def alive(self, s: AntePlayState, at: At) -> list[str]:
        """The wagers of a hand that a fold does not touch."""
        return [
            spot
            for seat, spot, hand, owner in s.stakes
            if (seat, hand) == at and owner == PLAYER and spot not in self.forfeits
        ]

    @procedure("CO-1099.52-10a1", "CO-1099.52-10c2")
    def forfeit(self, r: Dealing, at: At, spot: str) -> None:
        """A wager given up with its hand, and the tip on it."""
        s, (seat, hand) = r.state, at
        for owner in (PLAYER, DEALER):
            staked = s.stakes.get((seat, spot, hand, owner))
            if staked is not None:
                clauses = self.fold_clauses[spot]
                r.emit(
                    WagerForfeited(
                        seat, spot, FOLDED, LOSE.text, staked, 0, clauses, hand, owner, s.bank
                    )
                )

    @procedure("CO-1099.52-10a2", "CO-1099.52-10d")
    def collect_folds(self, r: Dealing) -> None:
        """When all who wish have folded: wagers and cards, in the order of folding, counted."""
        s = r.state
        for seat, hand in tuple(s.folds):
            at = seat, hand
            held = s.hands[at]
            for spot in self.forfeits:
                if held.decision == LOST and spot in self._values:
                    self.settle_value(r, at, spot)
                else:
                    self.forfeit(r, at, spot)
            if not held.tucked:
                r.emit(HandCounted(seat, len(held.cards), hand))

    # -- the dealer's hand and settlement ----------------------------------------------------

    @procedure("CO-1099.52-11")
    def expose_dealer(self, r: Dealing) -> None:
        """After all have acted the dealer's hand is turned over and ranked."""
        cards = self.arranged(r.state.dealer)
        r.emit(DealerExposed(cards, self.words_of(cards)))

    def settle_all(self, r: Dealing) -> None:
        """Hand after hand, seat after seat."""
        s = r.state
        r.emit(Phase("settling"))
        seats = s.seats if self.settles_from == "dealer's left" else reversed(s.seats)
        order = {seat: place for place, seat in enumerate(seats)}
        for at in sorted(s.hands, key=lambda at: (order[at[0]], at[1])):
            if not s.hands[at].out:
                self.settle_hand(r, at)

    @procedure("CO-1099.52-8", "CO-1099.52-10b", "CO-1099.52-10d")
    def settle_hand(self, r: Dealing, at: At) -> None:
        """One hand turned over, and its wagers in the order the section gives."""
        s, (seat, hand) = r.state, at
        held = s.hands[at]
        r.emit(HandExposed(seat, self.arranged(held.cards), self.words_of(held.cards), hand))
        for spot in self.settles:
            if spot == ANTE_BONUS:
                self.pay_bonus(r, at)
            elif spot in PAID_BY:
                self.settle_against_dealer(r, at, spot)
            elif (seat, spot, hand, PLAYER) in s.stakes:
                self.settle_value(r, at, spot)
        if held.tucked:
            r.emit(HandCounted(seat, len(held.cards), hand))

    def settle_against_dealer(self, r: Dealing, at: At, spot: str) -> None:
        """The ante or the play wager, by the showdown of the two hands."""
        s = r.state
        if s.hands[at].decision == PLAYED:
            outcome = self.showdown(self.rank(s.hands[at].cards), self.rank(s.dealer))
            words = self.showdown.outcomes[outcome]
            payout = self.pay[PAID_BY[spot]][outcome]
            self.settle(r, at[0], spot, words, payout, self.outcome_clauses[words], at[1])

    def pay_bonus(self, r: Dealing, at: At) -> None:
        """The bonus of a played hand, on its ante and on the tip beside it, whoever wins."""
        s, (seat, hand) = r.state, at
        held, table = s.hands[at], self.pay_tables()[ANTE_BONUS]
        outcome = self.bonus(held.cards)
        if held.decision != PLAYED or outcome == len(table.outcomes):
            return
        payout = self.pay[ANTE_BONUS][outcome]
        clauses = tuple(dict.fromkeys((*self.bonus.clauses, table.clause)))
        for owner in (PLAYER, DEALER):
            if ante := s.stakes.get((seat, ANTE, hand, owner)):
                won = payout.back(ante, self.breakage) - ante
                r.emit(
                    WagerSettled(
                        seat, ANTE_BONUS, table.outcomes[outcome], payout.text, 0, won, clauses,
                        hand, owner, s.bank, f"on the ante of {shown(ante)}",
                    )
                )  # fmt: skip

    def value_of(self, s: AntePlayState, at: At, spot: str) -> int:
        """The outcome of a wager on the value of cards."""
        wager, facts = self._values[spot]
        outcome: int = wager.by(*[fact(self, s, at) for fact in facts])
        return outcome

    def by_own_cards(self, s: AntePlayState, at: At, spot: str) -> Payout | None:
        """What a wager pays that is decided by the player's cards alone; None for another."""
        if spot not in self._values or self._values[spot][0].reads != ("player",):
            return None
        return self.pay[spot][self.value_of(s, at, spot)]

    def settle_value(self, r: Dealing, at: At, spot: str) -> None:
        """A wager on the value of cards, by its pay table."""
        wager = self._values[spot][0]
        outcome = self.value_of(r.state, at, spot)
        clauses = self.side_clauses(r.state, wager, outcome)
        payout = self.pay[spot][outcome]
        self.settle(r, at[0], spot, wager.by.outcomes[outcome], payout, clauses, at[1])

    # -- what people may do and see ----------------------------------------------------------

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        if wager.name in self.dealt_in_by:
            return super().goes_with(wager)
        return super().goes_with(wager) or self.dealt_in_by

    def _refuses_hand(
        self, s: Any, seat: int, hand: int, places: list[tuple[str, int]], hands: Any
    ) -> Refused | None:
        if not any(spot in self.dealt_in_by for spot, _ in places):
            needed, which = " or ".join(self.dealt_in_by), f"hand {hand + 1}"
            return Refused(f"{which} is dealt for a wager on {needed}", self.wager_clauses)
        return super()._refuses_hand(s, seat, hand, places, hands)

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        if self.hands_each > 1:
            return super().refuses_bet(s, act)
        places = [(spot, cents) for spot, cents in act.places if cents]
        return self._refuses_hand(s, act.seat, 0, places, {0: places})

    def actions(self) -> tuple[str, ...]:
        return ("bet", "sit_out", *DECISIONS)

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        return self.offers.why_not(state, seat, name)

    def layout(self) -> Layout:
        plan = super().layout()
        least, most = self.limits(self._wager_by_name[ANTE])
        spot = SpotPlan(PLAY, "equal to the ante", least, most, False, self.choice_clauses[PLAY])
        return msgspec.structs.replace(plan, spots=(*plan.spots, spot))

    def view(self, state: Any, viewer: int) -> View:
        return ante_play_view(self, state, viewer)


__all__ = ["AntePlay", "AntePlayState"]
