"""Ways of counting a blackjack hand, as data and rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.cite import rule
from houseway.families.blackjack import rules
from houseway.families.blackjack.facts import judged_hand
from houseway.hands.blackjack import dealer_draws, is_soft, natural, points

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack
    from houseway.families.blackjack.state import BlackjackState, Hand


# -- count ------------------------------------------------------------------------------------
# What a hand counts: the fact that makes a game of the blackjack shape the game it is.
#
# The shape knows no number. It asks the count for a total, whether a hand is over or a natural,
# what it must or may do, what the dealer draws to and who has won; the lab asks the same rules.

MUST_HIT, MAY_DRAW, MUST_STAND = range(3)
AT_ONCE, WHEN_ALL_IS_KNOWN = "at once", "when all is known"
"""When a hand that is over is lost: as it goes over, or with the bank's hand complete."""


class Line(msgspec.Struct, frozen=True):
    """A sentence of the text by which hands are decided: the outcome, its word, where it stands."""

    outcome: int
    word: str
    clauses: tuple[str, ...]
    because: str = ""
    """What decided, by its name in the game's words, where the word does not say it."""


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
    lines: tuple[Line, ...] = ()
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


def decides(count: Count, hand: Hand) -> int:
    """What a hand must or may do: a natural takes no card, whatever else its total may."""
    natural = not hand.made and count.natural(hand.cards)
    found: int = MUST_STAND if natural else count.chart(hand.cards)
    return found


def must_draw(game: Blackjack, s: BlackjackState) -> bool:
    """A live hand to beat, or a wager that is drawn for without one."""
    return hand_to_beat(game, s) or any(
        place[1] in game.draws_for and may_still_win(game, s, place[0])
        for place in s.stakes
        if place not in s.noted
    )


def may_still_win(game: Blackjack, s: BlackjackState, seat: int) -> bool:
    """Whether the dealer draws for a wager of this seat, as posted."""
    return not game.draw_only_if_winnable or not game.count.over(judged_hand(game, s, seat))


def hand_to_beat(game: Blackjack, s: BlackjackState) -> bool:
    """Whether the dealer's cards still matter to any hand."""
    for seat, hands in s.hands.items():
        if seat in s.units:
            for hand in hands:
                if is_live(game, hand):
                    return True
    return False


def is_live(game: Blackjack, hand: Hand) -> bool:
    """A hand that can still be beaten; a blackjack cannot where a 22 does not touch it."""
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
    "as near to 21 as possible", points, is_soft, natural, over_21, chart_21, dealer_draws,
    rules.hand_outcome,
)  # fmt: skip


# -- nearest ----------------------------------------------------------------------------------
# As near as possible to a natural, and what is over is compared too when all is known.
#
# A rule list: the lines by which two such hands are decided, one of them always. A game gives
# each line its clauses, says how much is over, and which hands are saved when they are over but
# nearer.

(
    NATURALS, NATURAL, BANK_NATURAL, BANK_OVER, OVER, NEARER, EQUAL, FARTHER, BANK_NEARER_OVER,
    EQUAL_OVER, NEARER_OVER, SAVED,
) = range(12)  # fmt: skip
DECIDES = (
    rules.PUSH, rules.BLACKJACK, rules.LOSE, rules.WIN, rules.LOSE, rules.WIN, rules.PUSH,
    rules.LOSE, rules.LOSE, rules.LOSE, rules.LOSE, rules.PUSH,
)  # fmt: skip
"""Line -> outcome."""
WORDS = ("push", "natural", "lose", "win", "over", "win", "push", "lose", "over", "over", "over",
         "push")  # fmt: skip


BECAUSE = ("naturals", "natural", "bank_natural", "bank_over", "over", "nearer", "equal", "farther",
           "bank_nearer_over", "equal_over", "nearer_over", "saved")  # fmt: skip
"""What decided, by line."""


def lines(*clauses: tuple[str, ...]) -> tuple[Line, ...]:
    """The list with the clauses on which each line stands in one game."""
    return tuple(
        Line(*line) for line in zip(DECIDES, WORDS, clauses, BECAUSE, strict=True)
    )  # fmt: skip


@rule()
def compared(player: Sequence[int], dealer: Sequence[int], made: bool, most: int) -> int:
    """Which line decides between two finished hands; what counts more than ``most`` is over."""
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
    """A chart by totals: so much must take a card, so much must not, between them as one likes."""
    made = points(cards)
    if made <= must_hit:
        return MUST_HIT
    return MUST_STAND if made >= must_stand else MAY_DRAW
