"""Cards are ``rank * 4 + suit``, deuce to ace and clubs < diamonds < hearts < spades.

So "lowest card by suit" and "highest card by suit" are ``min`` and ``max``.
"""

from __future__ import annotations

from houseway.errors import Unreadable
from houseway.pieces.kind import Kind

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
JOKER = 52

_NAMES = tuple(r + s for r in RANKS for s in SUITS)
_BY_NAME = {name: card for card, name in enumerate(_NAMES)} | {"Jk": JOKER}


def read_card(word: str) -> int:
    """Return a card by rank ``23456789TJQKA`` and suit ``cdhs`` (``10h`` is read too)."""
    text = word.replace("10", "T")
    card = _BY_NAME.get(text[:1].upper() + text[1:].lower())
    if card is None:
        raise Unreadable(
            "not-a-card",
            f"{word!r} is not a card; write rank and suit, like Ts, 9d or Ah (ranks {RANKS}, "
            f"suits {SUITS})",
        )
    return card


def read_plain_card(word: str) -> int:
    """Return a card of a deck without a joker."""
    card = read_card(word)
    if card == JOKER:
        raise Unreadable(
            "joker-not-played", f"{word!r} is the joker; this game is played with 52 cards and none"
        )
    return card


CARDS = Kind("cards", "card", (1,) * 52, _NAMES, read_plain_card)
CARDS_AND_JOKER = Kind("cards", "card", (1,) * 53, (*_NAMES, "Jk"), read_card)
