"""What the dealer says of the cards that lie up: new pairs, possible straights and flushes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.game import Dealing
from houseway.hands.poker5 import best_high, describe_high
from houseway.pieces.cards import JACK, KING
from houseway.shapes.poker_room.deck_events import Announced
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

PAIRS, LOW_PAIRS, POSSIBLES = "pairs", "pairs but of face cards", "straights and flushes"
FACES = range(JACK, KING + 1)
ALIKE = [frozenset(range(card & ~3, (card | 3) + 1)) - {card} for card in range(52)]
"""The other cards of each card's rank."""


@step
def announce(game: PokerRoom, r: Dealing[PokerState]) -> None:
    """Each live hand whose last up card made something new, in the order of the deal."""
    s = r.state
    if s.hole_owed or len(s.live) < 2 or not game.cards_each[s.street][-1].up:
        return
    up, what, possibles = s.up, game.announces, POSSIBLES in game.announces
    for seat in s.live:
        cards = up[seat]
        if len(cards) > 1 and (possibles or not ALIKE[cards[-1]].isdisjoint(cards)):
            for words in made_by_last(cards, what):
                r.emit(Announced(seat, words))


def made_by_last(cards: Sequence[int], what: Sequence[str]) -> list[str]:
    """What the last of these cards made that was not there before."""
    found = []
    rank = cards[-1] >> 2
    alike = [card for card in cards if card >> 2 == rank]
    if len(alike) > 1:
        low_pair = LOW_PAIRS in what and len(alike) == 2 and rank not in FACES
        if low_pair or PAIRS in what:
            found.append(describe_high(best_high(alike)))
    if POSSIBLES not in what:
        return found
    if straight_possible(cards) and not straight_possible(cards[:-1]):
        found.append("a possible straight")
    if flush_possible(cards) and not flush_possible(cards[:-1]):
        found.append("a possible flush")
    return found


@step
@rule()
def flush_possible(cards: Sequence[int]) -> bool:
    """Three or more of these cards are of one suit."""
    for suit in range(4):
        n = 0
        for card in cards:
            if card & 3 == suit:
                n += 1
        if n >= 3:
            return True
    return False


@step
@rule()
def straight_possible(cards: Sequence[int]) -> bool:
    """Three or more ranks of these cards stand in one straight; the ace is high and low."""
    held = 0
    for card in cards:
        held |= 2 << (card >> 2)
    held |= held >> 13
    for low in range(10):
        n = 0
        for place in range(low, low + 5):
            n += held >> place & 1
        if n >= 3:
            return True
    return False
