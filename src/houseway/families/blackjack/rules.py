"""The rules of standard blackjack: who wins a hand, what may be doubled or split.

Rule 8 of the Colorado rules, to which every blackjack section refers, is not in the documents;
these are its documented defaults (reading G1), each a posted option of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.cite import rule, step
from houseway.engine.questions import PLAYER, Button
from houseway.errors import Reason
from houseway.families.banked.settlement import Step
from houseway.families.banked.state import StakeOwner
from houseway.families.blackjack.state import LammerLaid, LammersMoved, judged_hand
from houseway.game.base import RoundContext
from houseway.hands.blackjack import (
    dealer_draws,
    is_soft,
    natural,
    points,
    same_rank,
    same_value,
    value,
)

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack
    from houseway.families.blackjack.state import BlackjackHand, BlackjackState


# The family knows no number. It asks the count for totals, naturals, busts, allowed decisions,
# the dealer's draw and the winner; the analysis asks the same rules.

BLACKJACK, WIN, PUSH, LOSE = range(4)
OUTCOMES = ("blackjack", "win", "push", "lose")
BEATS_NOBODY, PUSHES_HANDS, PUSHES_ALL = range(3)
ANY_TWO, NINE_TO_ELEVEN, TEN_OR_ELEVEN = range(3)


@rule(outcomes=OUTCOMES)
def hand_outcome(
    player: Sequence[int], dealer: Sequence[int], from_split: bool, dealer_22: int
) -> int:
    """A player's hand against the dealer's finished hand."""
    mine = points(player)
    if mine > 21:
        return LOSE
    natural_here = mine == 21 and natural(player) and not from_split
    theirs = points(dealer)
    if theirs == 21 and natural(dealer):
        return PUSH if natural_here else LOSE
    if theirs == 22 and (
        dealer_22 == PUSHES_ALL or (dealer_22 == PUSHES_HANDS and not natural_here)
    ):
        return PUSH
    if natural_here:
        return BLACKJACK
    if theirs > 21 or mine > theirs:
        return WIN
    return PUSH if mine == theirs else LOSE


@rule()
def may_double(cards: Sequence[int], double_on: int) -> bool:
    """Two cards, of any total or of the hard totals posted."""
    if len(cards) != 2:
        return False
    if double_on == ANY_TWO:
        return True
    total = points(cards)
    least = 9 if double_on == NINE_TO_ELEVEN else 10
    return not is_soft(cards) and least <= total <= 11


@rule()
def may_split(cards: Sequence[int], by_rank: bool) -> bool:
    """Two cards of equal value, or of equal rank where that is posted."""
    if len(cards) != 2:
        return False
    return same_rank(cards[0], cards[1]) if by_rank else same_value(cards[0], cards[1])


class SplitRule(msgspec.Struct, frozen=True):
    """A condition of a split besides a pair, and the reason for a refusal.

    ``by`` is a rule. It reads the two cards of the hand, the first two cards dealt to the seat, and
    the number of hands on the spot.
    """

    by: Any
    otherwise: Reason

    def __str__(self) -> str:
        return self.otherwise.what


@rule()
def no_free_bet(cards: Sequence[int]) -> bool:
    """Standard blackjack gives nothing away."""
    return False


def what_22_does(pushes: bool, blackjack: str) -> int:
    """Return the effect of a dealer's 22 on hands, and on a blackjack as posted (``paid`` or
    ``pushed``).
    """
    if not pushes:
        return BEATS_NOBODY
    return PUSHES_HANDS if blackjack == "paid" else PUSHES_ALL


MUST_HIT, MAY_DRAW, MUST_STAND = range(3)
AT_ONCE, WHEN_ALL_IS_KNOWN = "at once", "when all is known"
"""When a hand that is over is lost: as it goes over, or with the bank's hand complete."""


class Verdict(msgspec.Struct, frozen=True):
    """A sentence of the text by which hands are decided: the outcome, its word, where it stands."""

    outcome: int
    word: str
    clauses: tuple[str, ...]
    because: str = ""
    """The reason, a name in the game's words, where the word does not tell it."""


class Count(msgspec.Struct, frozen=True):
    """The rules of counting, each over the cards of a hand."""

    name: str
    total: Any
    """Cards -> what they count."""
    soft: Any
    """Cards -> whether an ace could count less."""
    natural: Any
    """Cards -> whether they are the best hand there is."""
    over: Any
    """Cards -> whether they are too many."""
    chart: Any
    """Cards -> MUST_HIT, MAY_DRAW or MUST_STAND."""
    dealer_draws: Any
    """Cards, and whether soft 17 is hit -> whether the dealer takes another."""
    outcome: Any
    """A hand, the dealer's, whether it was made by a split or switch, what 22 does -> who wins."""
    line: Any = None
    """The same but for what 22 does -> which of ``lines`` decides, where a text has a list."""
    lines: tuple[Verdict, ...] = ()
    lost: str = AT_ONCE
    natural_word: str = "blackjack"
    over_word: str = "bust"
    mark: Any = None
    """Cards as if of one suit -> whether they settle otherwise than others of their total do."""

    def __str__(self) -> str:
        return self.name

    def words(self, cards: Sequence[int], made: bool = False) -> str:
        """``soft 17``, ``blackjack``, ``bust 24``."""
        if self.natural(cards) and not made:
            return self.natural_word
        total = self.total(cards)
        if self.over(cards):
            return f"{self.over_word} {total}"
        return f"soft {total}" if self.soft(cards) else str(total)


def decides(count: Count, hand: BlackjackHand) -> int:
    """Return the decision of a hand by its total (must, may, must not); a natural takes no card."""
    natural = not hand.made and count.natural(hand.cards)
    found: int = MUST_STAND if natural else count.chart(hand.cards)
    return found


def must_draw(game: Blackjack, s: BlackjackState) -> bool:
    """Return True if the dealer draws: for a live hand, or for a wager drawn for without one."""
    return hand_to_beat(game, s) or any(
        place[1] in game.draws_for and may_still_win(game, s, place[0])
        for place in s.stakes
        if place not in s.deferred
    )


def may_still_win(game: Blackjack, s: BlackjackState, seat: int) -> bool:
    """Return True if the dealer draws for a wager of this seat, as posted."""
    return not game.draw_only_if_winnable or not game.count.over(judged_hand(game, s, seat))


def hand_to_beat(game: Blackjack, s: BlackjackState) -> bool:
    """Return True if the dealer's cards still matter to any hand."""
    for seat, hands in s.hands.items():
        if seat in s.units:
            for hand in hands:
                if is_live(game, hand):
                    return True
    return False


def is_live(game: Blackjack, hand: BlackjackHand) -> bool:
    """Return True for a hand that can still be beaten; a blackjack cannot where a 22 spares it."""
    count = game.count
    if hand.settled or (count.lost == AT_ONCE and count.over(hand.cards)):
        return False
    untouched = game.blackjack_against_22 == "paid"
    return not (untouched and count.natural(hand.cards) and not game.made(hand))


@rule()
def over_21(cards: Sequence[int]) -> bool:
    """More than 21."""
    return points(cards) > 21


@rule()
def chart_21(cards: Sequence[int]) -> int:
    """A hand of 21 or more takes no card; any other as its player likes."""
    return MUST_STAND if points(cards) >= 21 else MAY_DRAW


TWENTY_ONE = Count(
    "as near to 21 as possible", points, soft=is_soft, natural=natural, over=over_21,
    chart=chart_21, dealer_draws=dealer_draws, outcome=hand_outcome,
)  # fmt: skip


# Nearest to a natural: hands over the limit are compared too, when all cards are known. One line of
# this rule list decides any two hands. A game gives each line its clauses, says how far a hand is
# over, and which hands are saved when they are over but nearer.

(
    NATURALS, NATURAL, BANK_NATURAL, BANK_OVER, OVER, NEARER, EQUAL, FARTHER, BANK_NEARER_OVER,
    EQUAL_OVER, NEARER_OVER, SAVED,
) = range(12)  # fmt: skip
DECIDES = (
    PUSH, BLACKJACK, LOSE, WIN, LOSE, WIN, PUSH,
    LOSE, LOSE, LOSE, LOSE, PUSH,
)  # fmt: skip
"""Line -> outcome."""
WORDS = ("push", "natural", "lose", "win", "over", "win", "push", "lose", "over", "over", "over",
         "push")  # fmt: skip


BECAUSE = ("naturals", "natural", "bank_natural", "bank_over", "over", "nearer", "equal", "farther",
           "bank_nearer_over", "equal_over", "nearer_over", "saved")  # fmt: skip
"""The reason for each line of the comparison."""


def lines(*clauses: tuple[str, ...]) -> tuple[Verdict, ...]:
    """The list with the clauses on which each line stands in one game."""
    return tuple(
        Verdict(*line) for line in zip(DECIDES, WORDS, clauses, BECAUSE, strict=True)
    )  # fmt: skip


@rule()
def compared(player: Sequence[int], dealer: Sequence[int], made: bool, most: int) -> int:
    """Return the line that decides between two finished hands; more than ``most`` points is
    over.
    """
    if natural(player) and not made:
        return NATURALS if natural(dealer) else NATURAL
    if natural(dealer):
        return BANK_NATURAL
    mine, theirs = points(player), points(dealer)
    if mine <= most:
        if theirs > most or mine > theirs:
            return BANK_OVER if theirs > most else NEARER
        return EQUAL if mine == theirs else FARTHER
    if theirs <= most:
        return OVER
    if mine == theirs:
        return EQUAL_OVER
    return NEARER_OVER if mine < theirs else BANK_NEARER_OVER


@rule()
def hit_or_stand(cards: Sequence[int], must_hit: int, must_stand: int) -> int:
    """Return the decision by a chart of totals: ``must_hit`` takes a card, ``must_stand`` takes
    none, and between them the player chooses.
    """
    made = points(cards)
    if made <= must_hit:
        return MUST_HIT
    return MUST_STAND if made >= must_stand else MAY_DRAW


Cited = Mapping[int, tuple[str, ...]]
"""Outcome of a hand -> what the section says of its free bet then; LOSE if it is not here."""
COUNTED = -1
"""In place of an outcome: what it says of lammers that another wager counts."""


@rule()
def hard_9_to_11(hand: Sequence[int]) -> bool:
    """Two cards that make a hard 9, 10 or 11; with an ace as 11 they make 12 at least."""
    return len(hand) == 2 and 9 <= points(hand) <= 11


@rule()
def pair_below_ten(hand: Sequence[int]) -> bool:
    """A pair of one rank, but not of ten-valued cards."""
    return len(hand) == 2 and same_rank(hand[0], hand[1]) and value(hand[0]) != 10


class FreeBets:
    """The free bets of one table.

    Of its game it reads ``marker`` (the marker of a free bet) and ``free_split_signal`` (the way to
    ask for one). It reads ``tips_get_free_bets``, ``tucks`` (a busted original hand stays while it
    measures lammers) and ``lammers_count_for`` (the wager that counts them).
    """

    def __init__(self, game: Any, split: Cited, double: Cited) -> None:
        self.game, self.split_cited, self.double_cited = game, split, double
        self.of_tips: tuple[str, ...] = (
            game.declared()["tips_get_free_bets"].clauses if game.tips_get_free_bets else ()
        )
        signal = f"split for a {game.marker}, asked for by {game.free_split_signal}"
        self.double_button = Button("double_free", f"double for a {game.marker}")
        self.split_button = Button("split_free", signal)

    @step
    def lay(self, r: RoundContext[BlackjackState], seat: int) -> None:
        """Place one lammer at the original bet for each free split and each free double."""
        r.emit(LammerLaid(seat))

    @step
    def won(
        self, s: BlackjackState, seat: int, hand: BlackjackHand, outcome: int
    ) -> dict[StakeOwner, tuple[int, str]]:
        """A unit for each lammer of a hand that wins; a tip gets those of its player."""
        found: dict[StakeOwner, tuple[int, str]] = {}
        lammers = hand.lammers
        if lammers:
            note = f"{lammers} {self.game.marker}{'s' * (lammers > 1)}"
            along = self.game.tips_get_free_bets and hand.tipped
            for who, unit in s.units.get(seat, {}).items():
                if who[1] == PLAYER or along:
                    found[who] = (lammers * unit * (outcome == WIN), note)
        return found

    def stays(self, s: BlackjackState, seat: int, i: int) -> bool:
        """Return True if the wager of a busted hand must stay as the measure of lammers."""
        return bool(self.game.tucks and i == 0 and any(hand.free for hand in s.hands[seat]))

    @step
    def gathered(self, s: BlackjackState, seat: int) -> list[Step]:
        """The lammers of a spot go to the wager that counts them, or back to the dealer."""
        if (n := s.lammers.get(seat)) is None:
            return []
        counts_for = self.game.lammers_count_for
        return [LammersMoved(seat, n, counts_for if s.own(seat, counts_for) else "dealer")]

    def clauses(
        self, s: BlackjackState, seat: int, hand: BlackjackHand, outcome: int
    ) -> tuple[str, ...]:
        """Return the clauses on the lammers of a hand with this outcome."""
        counted = s.own(seat, self.game.lammers_count_for)
        found: tuple[str, ...] = ()
        for free, cited in (
            (hand.free, self.split_cited), (hand.doubled == "free", self.double_cited)
        ):  # fmt: skip
            if free:
                found += cited.get(outcome, cited.get(LOSE, ()))
                found += cited.get(COUNTED, ()) if counted else ()
        tucked: tuple[str, ...] = self.game.declared()["tucks"].clauses
        return found + tucked * hand.tucked
