"""Two-card poker beside a blackjack hand: fold or bet before the check, compare at the end."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.events import Said
from houseway.engine.questions import Act, Ask, AskAll, Button, Choice, Script
from houseway.errors import Refused
from houseway.families.banked.game import Box, Step
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import Answered, Phase, Staked
from houseway.families.blackjack.counting import MUST_STAND
from houseway.families.blackjack.decisions import HIT, STAND, Offers
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext
from houseway.game.pay_tables import LOSE
from houseway.money import format_dollars
from houseway.pieces.cards import RANKS
from houseway.rulebook.colorado.ante_up_21.rules import PAIRED, best_two, two_card_poker
from houseway.rulebook.colorado.ante_up_21.state import AnteUpState, PokerHandShown

ANTE, BET = "ante", "bet"
MATCH, FOLD = "match", "fold"
FIRST_HAND, ALL_CARDS = "first hand", "all cards"


def poker_words(cards: Sequence[int]) -> str:
    """``pair of K``, ``A-9 high``."""
    strength = best_two(cards)
    high = RANKS[strength >> 4 & 15]
    return f"pair of {high}" if strength & PAIRED else f"{high}-{RANKS[strength & 15]} high"


def pushed_forward(cards: Sequence[int]) -> tuple[int, ...]:
    """The two cards that make the best poker hand."""
    ordered = sorted(cards, key=lambda card: -(card >> 2))
    for a, b in itertools.pairwise(ordered):
        if a >> 2 == b >> 2:
            return (a, b)
    return tuple(ordered[:2])


class AnteUpOffers(Offers):
    """A hand without a 21 wager has nothing to double or split."""

    def turn(self, s: BlackjackState, seat: int, i: int) -> Ask | None:
        if seat in s.units:
            return super().turn(s, seat, i)
        done = self.game.count.chart(s.hands[seat][i].cards) == MUST_STAND
        return None if done else Ask(seat, (HIT, STAND), "", "stand")

    def reason(
        self, s: BlackjackState, seat: int, i: int, name: str
    ) -> tuple[str, tuple[str, ...]] | None:
        if seat in s.units:
            return super().reason(s, seat, i, name)
        return "there is no 21 wager on this hand", ("CO-2106-3",)


class TwoCardPoker(Blackjack):
    """ANTE and BET beside the 21 wager."""

    poker_hand_of_split: str
    button_groups = ((MATCH, FOLD),)
    draws_for = (ANTE,)
    settles = (("main", ANTE, BET), ("insurance",))
    follows: ClassVar[dict[str, str]] = {**Blackjack.follows, BET: ANTE}

    # -- fold or bet -------------------------------------------------------------------------

    @procedure("CO-2106-9", "CO-2106-9a", "CO-2106-9c", "CO-2106-9d")
    def before_the_check(self, r: RoundContext) -> Script:
        """Every seat with an ANTE folds its poker hand or bets as much again."""
        s = r.state
        waiting = tuple(seat for seat in s.hands if s.own(seat, ANTE))
        if waiting:
            r.emit(Phase("poker", waiting))
        while s.phase == "poker" and s.waiting:
            asked = {seat: self.poker_choices(s, seat) for seat in s.waiting}
            act: Act | None = yield AskAll(asked, "fold or bet the poker hand", FOLD)
            if act is None:
                continue
            if act.name == FOLD:
                self.fold(r, act.seat)
            else:
                r.emit(Staked(act.seat, BET, s.own(act.seat, ANTE)))
            r.emit(Answered(act.seat, act.name))

    def poker_choices(self, s: AnteUpState, seat: int) -> tuple[Choice, ...]:
        """A BET equal to the ANTE, if there are the chips for it, or a fold."""
        ante = s.own(seat, ANTE)
        fold = Button(FOLD, "give up the ANTE; the 21 hand goes on")
        if s.purses[seat] < ante:
            return (fold,)
        return (Button(MATCH, "a BET equal to the ANTE", ante), fold)

    @procedure("CO-2106-9b")
    def fold(self, r: RoundContext, seat: int) -> None:
        """The ANTE is forfeited, and the tip on it; nothing else."""
        self.settle(r, [Claim((seat, ANTE, 0), "fold", LOSE, ("CO-2106-9b",))])

    # -- the showdown ------------------------------------------------------------------------

    @procedure("CO-2106-11e1", "CO-2106-11e2", "CO-2106-13f", "CO-2101-b")
    def poker_cards(self, s: AnteUpState, seat: int) -> list[int]:
        """All cards of the hand; after a split those of the first hand, or of all, as posted."""
        hands = s.hands[seat]
        if self.poker_hand_of_split == FIRST_HAND:
            return hands[0].cards
        return [card for hand in hands for card in hand.cards]

    @procedure("CO-2106-10", "CO-2106-13", "CO-2106-13b")
    def settle_all(self, r: RoundContext) -> None:
        """From the dealer's right counter-clockwise, each player's 21, ANTE and BET."""
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

    def steps_at(self, s: Any, box: Box, spot: str) -> Sequence[Step]:
        """ANTE and then BET, by the poker hands."""
        place = (box[0], spot, 0)
        if spot not in (ANTE, BET) or place not in s.stakes:
            return super().steps_at(s, box, spot)
        mine, theirs = best_two(self.poker_cards(s, box[0])), best_two(s.dealer)
        outcome = two_card_poker(mine, theirs, self.count.natural(s.dealer))
        words = two_card_poker.outcomes[outcome]
        decided = self.bet_clauses if spot == BET else self.ante_clauses
        paid = self.pay_tables()[spot].cited(getattr(self, spot), outcome)
        return (Claim(place, words, self.pay[spot][outcome], (*decided[words], *paid)),)

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

    # -- what people may do ------------------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), MATCH, FOLD)

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        if name not in (MATCH, FOLD):
            return super().why_not(state, seat, name)
        s: AnteUpState = state
        ante = s.own(seat, ANTE)
        if not ante:
            return Refused("there is no ANTE to fold or bet on", ("CO-2106-9",))
        if s.phase != "poker" or seat not in s.waiting:
            return Refused("poker hands are folded or bet once, before the check", ("CO-2106-9c",))
        left = f"the BET equals the ANTE of {format_dollars(ante)}"
        return Refused(f"{left}, and {format_dollars(s.purses[seat])} is left", ("CO-2106-9a",))
