"""Pai Gow Poker.  Delta Club Casino, rules of play.

Seven cards of a deck with a joker make a five-card hand and a two-card hand; both must beat the
player-dealer's, who wins copies.  Fees are taken after the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.questions import Act, Pieces, Script
from houseway.errors import Reason
from houseway.families.banked.betting import bet_too_late
from houseway.families.banked.game import HandKey
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.families.banked.state import SETTLING, Phase
from houseway.families.set_hands.dealing import open_cup
from houseway.families.set_hands.decisions import Kept
from houseway.families.set_hands.game import BANK_SETTING, SETTING, SetHands
from houseway.families.set_hands.options import (
    LOSES,
    REFUSED,
    Described,
    by_parts,
    part_by_part,
)
from houseway.families.set_hands.state import MAIN, HandShown, Parts, SetHandsState
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import fact, posted
from houseway.game.wagers import Wager, main_wager
from houseway.hands.names import a_hand
from houseway.hands.pai_gow_house_way import house_way
from houseway.hands.pai_gow_poker import (
    DEUCES_SPLIT,
    FIVES_BEFORE_PAIR,
    FIVES_BEFORE_TWO_PAIR,
    LOSE,
    PUSH,
    WHEEL_SECOND,
    WILD,
    WIN,
    Strengths,
    compare,
    describe,
    may_stand,
    setting,
    settle_pai_gow,
)
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.rulebook.delta.common import PLAYER_DEALER
from houseway.rulebook.delta.pai_gow_poker.piles import (
    NO_SUCH_PILE,
    PICKS,
    PILE,
    PILES,
    PilesState,
    deal_piles,
    hand_out,
    pick_pile,
)
from houseway.rulebook.delta.pai_gow_poker.presenter import PaiGowPokerPresenter


class PaiGowPoker(SetHands):
    """Set hands of five cards and two, of seven piles of seven."""

    id = "pai-gow-poker"
    name = "Pai Gow Poker"
    jurisdiction = "California"
    section = "Delta Club Casino, Pai Gow Poker"
    predominant = "pai gow"
    presenter_class: ClassVar[type[PaiGowPokerPresenter]] = PaiGowPokerPresenter
    sections: ClassVar[tuple[str, ...]] = ("CA-PGP", "CA-PD")
    kind = CARDS_AND_JOKER
    seats_max = PILES
    seats_min = 2
    wagers: ClassVar[tuple[Wager, ...]] = (
        main_wager("betting circle", "CA-PGP-05", "CA-PGP-16", least=10_00, most=100_00),
    )
    pucks: ClassVar[tuple[str, ...]] = ("bank", "action")
    outcomes = settle_pai_gow.outcomes
    compare_clauses = ("CA-PGP-07", "CA-PGP-12", "CA-PGP-14")
    turn_clauses = ("CA-PGP-07", "CA-PGP-08")
    wager_clauses = ("CA-PGP-03",)
    deal_clauses = ("CA-PGP-01", "CA-PGP-02")
    foul_clauses = {LOSES: ("CA-PGP-14",)}
    choice_clauses = {
        **{pick.name: pick.clauses for pick in PICKS},
        "set": ("CA-PGP-07",), "bank": ("CA-PD-03", "CA-PD-17"), "join_bank": ("CA-PD-11",),
    }
    cites = {
        **PLAYER_DEALER,
        "settling_way": ("CA-PD-06",),
        "bank.next": ("CA-PD-07", "CA-PD-11"),
        "bank.fees": ("CA-PGP-06", "CA-PD-01", "CA-PD-02"),
        "bank.sign": ("CA-PGP-16", "CA-PD-15"),
        "dealing.open_cup": ("CA-PGP-01", "CA-PGP-03"),
        "dealing.action_seat": ("CA-PGP-03", "CA-PGP-04", "CA-PD-06", "CA-PD-16"),
        "set_hands": ("CA-PGP-07", "CA-PGP-08"),
        "set_choices": ("CA-PGP-07", "CA-PGP-13"),
        "foul_found": ("CA-PGP-14",),
        "show_bank": ("CA-PGP-08",),
        "unsettled": ("CA-PD-06", "CA-PD-16"),
        "settle_hands": ("CA-PGP-08", "CA-PGP-17", "CA-PD-05", "CA-PD-06"),
    }
    rulings = (void_round("CA-PD-02", "CA-PD-07"),)
    decisions = (*SetHands.decisions, *PICKS)
    asks = "set your hand"
    helps = "let the house dealer set it the house way"

    parts: dict[str, int] = fact({"high": 5, "low": 2}, "CA-PGP-07")
    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(positions=PILES), joint=True, after_bet=True,
                     either_way=True,
                     fees_taken="after the deal"),
        "CA-PGP-01", "CA-PGP-06", "CA-PD-02", "CA-PD-07", "CA-PD-10", "CA-PD-11",
        says="clockwise, two hands each, after a bet; fees when the cards are dealt",
    )
    backline: tuple[str, ...] = fact(
        (MAIN,), "CA-PGP-05", says="wagers on the hand of another, who sets it"
    )
    dice_n: int = fact(3, "CA-PGP-01", "CA-PGP-03", says="dice in the cup")
    banker_at: tuple[int, ...] = fact(
        (1, 8, 15), "CA-PGP-04", says="dice totals that name the player-dealer"
    )
    joker: str = posted(
        "semi-wild", "wild", cite=("CA-PGP-01", "CA-PGP-13"),
        says="the joker: an ace or what fills a straight or flush, or any card",
    )
    wheel: str = posted(
        "lowest", "second", cite="CA-PGP-12", says="A-2-3-4-5 among the straights"
    )
    fouls: str = posted(
        REFUSED, LOSES, cite="CA-PGP-14",
        says="a five-card hand below the two-card hand: not taken, or lost",
    )
    two_pair_way: str = posted(
        "two pair", "straight or flush", cite="CA-PGP-13",
        says="the house way of two pair with a straight or a flush",
    )
    deuces_way: str = posted(
        "full house", "deuces in front", cite="CA-PGP-13",
        says="the house way of a full house over deuces with an ace and a king",
    )
    pair_way: str = posted(
        "pair", "straight or flush", cite="CA-PGP-13",
        says="the house way of tens to kings that break a straight or flush, with an ace",
    )

    as_posted: int
    """The postings of ranking and setting, as the rules take them."""
    strengths: Kept[tuple[int, int]]

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        marks = (
            (self.joker == "wild", WILD),
            (self.wheel == "second", WHEEL_SECOND),
            (self.two_pair_way == "straight or flush", FIVES_BEFORE_TWO_PAIR),
            (self.deuces_way == "deuces in front", DEUCES_SPLIT),
            (self.pair_way == "straight or flush", FIVES_BEFORE_PAIR),
        )
        self.as_posted = sum(mark for holds, mark in marks if holds)
        self.strengths = Kept(Strengths(self.as_posted).of)

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> PilesState:
        return PilesState(**self.seated(seats, carry_over))

    def hand(self, r: RoundContext) -> Script:
        """Play the hand: piles, action pile, dice, fees; players set, the player-dealer last."""
        s = r.state
        yield from deal_piles(self, r)
        yield from pick_pile(self, r)
        yield from open_cup(self, r)
        hand_out(self, r)
        self.bank.take_fees(self, r, "after the deal")
        yield from self.set_hands(r, SETTING)
        if self.compared(s):
            self.open_bank(r)
            yield from self.set_hands(r, BANK_SETTING)
        r.emit(Phase(SETTLING))
        if self.compared(s):
            self.show_bank(r)
        yield from self.settle_hands(r)

    @procedure("CA-PGP-08")
    def open_bank(self, r: RoundContext[PilesState]) -> None:
        """Turn up the player-dealer's cards, to be set after all players have set."""
        s = r.state
        r.emit(HandShown(s.banks[0], s.dealt[s.banks], "to be set"))

    @procedure("CA-PGP-13")
    def house_way(self, pieces: Pieces) -> Parts:
        cards = sorted(pieces)
        return self.parted(setting(cards, house_way(cards, self.as_posted)))

    @procedure("CA-PGP-07", "CA-PGP-14")
    def set_fault(self, pieces: Pieces) -> Reason | None:
        five, two = self.strengths[pieces]
        if may_stand(five, two):
            return None
        high, low = describe(five, two, self.as_posted)
        above = f"the two-card hand, {a_hand(low)}, is above the five-card hand, {a_hand(high)}"
        return Reason("two-above-five", above)

    @procedure("CA-PGP-09", "CA-PGP-10", "CA-PGP-17")
    def compare(self, player: Pieces, bank: Pieces) -> int:
        return compare(*self.strengths[player], *self.strengths[bank])

    @procedure("CA-PGP-09", "CA-PGP-10", "CA-PGP-11", "CA-PGP-15")
    def outcome_of(self, s: SetHandsState, box: HandKey) -> tuple[int, tuple[str, ...], str]:
        """Return the outcome, with the result of each part: higher, lower or a copy."""
        mine, banks = self.strengths[s.sets[box]], self.strengths[s.sets[s.banks]]
        outcome = compare(mine[0], mine[1], banks[0], banks[1])
        return outcome, RESTS_ON[outcome], part_by_part(mine, banks)

    def ranks(self, pieces: Pieces) -> tuple[int, int]:
        return self.strengths[pieces]

    def described(self, pieces: Pieces) -> Described:
        five, two = self.strengths[pieces]
        return by_parts(describe(five, two, self.as_posted))

    def explain(self, state: Any, act: Act, *, asked: bool = True) -> Reason | None:
        if asked and act.name.startswith(PILE) and act.name not in self.decision_table.named:
            return NO_SUCH_PILE
        return super().explain(state, act, asked=asked)

    def explain_too_late(self, s: Any) -> Reason | None:
        if s.piles and not s.dice:
            return bet_too_late("the action pile is picked", ("CA-PGP-03",))
        return super().explain_too_late(s)


RESTS_ON = {
    WIN: ("CA-PGP-09", "CA-PGP-11", "CA-PGP-12"),
    PUSH: ("CA-PGP-09", "CA-PGP-15", "CA-PGP-12"),
    LOSE: ("CA-PGP-10", "CA-PGP-11", "CA-PGP-12"),
}
"""The clauses of each outcome."""

GAME = PaiGowPoker
