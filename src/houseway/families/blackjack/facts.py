"""What the rules of side bets may read of a blackjack table, by parameter name.

A fact is as narrow as its rules need it: what it leaves out need not be counted by the odds lab.
``player`` and ``original`` are whole hands in the order of their cards; a wager that reads one of
them is counted in simulated rounds.  The others are counted exactly where play allows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cite import step
from houseway.families.banked.game import FactReader
from houseway.families.blackjack.state import BlackjackState
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, AFTER_HAND, AFTER_PEEK
from houseway.pieces.cards import ACE
from houseway.side_bets.straights import straight_length

LONGEST = 1
"""A straight as long as any reading has it: an ace joins a queen and a king."""


@step("player")
def judged_hand(game: Any, s: BlackjackState, seat: int) -> list[int]:
    """The hand a side bet looks at: the original one, or the best of the spot as posted."""
    hands = s.hands[seat]
    if game.side_bets_judge == "original_hand":
        return hands[0].cards
    count = game.count
    return max(
        (hand.cards for hand in hands),
        key=lambda cards: -count.total(cards) if count.over(cards) else count.total(cards),
    )


@step
def first_two(game: Any, s: BlackjackState, seat: int) -> tuple[int, ...]:
    """The first two cards as dealt; they stay in the blackjack hand, or in the hands split."""
    return s.dealt[seat]


@step
def original(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """The original hand in the order of its cards; of a hand that was split, the first two."""
    hands = s.hands[seat]
    return hands[0].cards if len(hands) == 1 else s.dealt[seat]


@step
def opening(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """The first two cards and the third, if play drew one; after a split as posted."""
    third = s.third.get(seat)
    if third is None or (len(s.hands[seat]) > 1 and not game.third_after_split):
        return s.dealt[seat]
    return (*s.dealt[seat], third)


@step
def split_aces(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """Of aces that were split, each with the card it got, one after the other; else nothing."""
    hands = s.hands[seat]
    if len(hands) == 1 or s.dealt[seat][0] >> 2 != ACE:
        return ()
    return [card for hand in hands for card in hand.cards[:2]]


@step
def run(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """The cards with which the original hand begins as a straight; none if it does not."""
    cards = original(game, s, seat)
    return cards[: straight_length(cards, LONGEST)]


def in_order(cards: Sequence[int]) -> list[int]:
    """A dealer's hand: the up card, then the others from the lowest to the highest."""
    return [*cards[:1], *sorted(cards[1:])]


FACTS: dict[str, FactReader] = {
    "player": judged_hand,
    "player_over_21": lambda game, s, seat: game.count.total(judged_hand(game, s, seat)) > 21,
    "player_over_29": lambda game, s, seat: game.count.total(judged_hand(game, s, seat)) > 29,
    "first_two": first_two,
    "dealer": lambda game, s, seat: in_order(s.dealer),
    "dealer_up": lambda game, s, seat: s.dealer[0],
    "dealer_blackjack": lambda game, s, seat: game.count.natural(s.dealer),
    "dealer_two": lambda game, s, seat: s.dealer[:2],
    "original": original,
    "opening": opening,
    "split_aces": split_aces,
    "run": run,
    "lammers": lambda game, s, seat: s.lammers.get(seat, 0),
}


OPEN = (AFTER_DEAL, AFTER_PEEK, AFTER_HAND, AFTER_DEALER)
PLAYED = (AFTER_HAND, AFTER_DEALER)


def natural_known(game: Any) -> tuple[str, ...]:
    """When all know whether the dealer has a natural: by the look, or by a card that makes none.

    With a hand that is over only where the look comes before every hand: without one, and where
    hands are given up before it, it is covered still.
    """
    looked = game.peek and game.surrender != "early"
    return (AFTER_PEEK, *PLAYED) if looked else (AFTER_PEEK, AFTER_DEALER)


KNOWN_AT: dict[str, Any] = {
    "first_two": OPEN,
    "dealer_up": OPEN,
    "dealer_blackjack": natural_known,
    **dict.fromkeys(
        ("player", "player_over_21", "player_over_29", "original", "opening", "split_aces", "run",
         "lammers"), PLAYED,
    ),
}  # fmt: skip
"""When all know a fact.  A player's cards have all come when the hand is over; of the hole card
nothing is told but that it makes no natural, until it is turned over for the dealer's hand."""
COVERED: dict[str, tuple[Any, ...]] = {"dealer_blackjack": (False, True)}
