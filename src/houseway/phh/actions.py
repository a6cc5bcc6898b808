"""The actions of a hand: who did what, read from their notation before anything is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houseway.errors import short_repr
from houseway.phh.model import BadHand
from houseway.pieces.cards import CARDS_AND_JOKER

BOARD, HOLE, FOLD, MEET, WAGER, BRING_IN, DRAW, SHOW = range(8)
"""The dealer's two actions and the players' six; ``sd`` is a draw or a discard."""

VERBS = {"f": FOLD, "cc": MEET, "cbr": WAGER, "pb": BRING_IN, "sd": DRAW, "sm": SHOW}
UNKNOWN = -1
NO_CARDS: tuple[int, ...] = ()
AS_DEALT = (-2,)
"""Shown, and not said again: the cards are those that were dealt."""

_CARD = {name: piece for piece, name in enumerate(CARDS_AND_JOKER.names)} | {"??": UNKNOWN}
_SEATS = {f"p{i}": i for i in range(1, 100)}
_READ: dict[str, tuple[int, ...]] = {}
_KNOWN: dict[str, tuple[int, int, tuple[int, ...], str]] = {}
_MOST_KNOWN = 100_000
"""Cards and actions that have been read: the same ones come again in hand after hand."""


class Action(NamedTuple):
    """One action: what it is, whose, its cards or its amount as it is written, and its number."""

    what: int
    seat: int
    cards: tuple[int, ...]
    amount: str
    number: int


def read_cards(text: str) -> tuple[int, ...]:
    """Cards written one after the other, like ``Ah9d??``; None of them may be half known."""
    found = _READ.get(text)
    if found is None:
        pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
        for pair in pairs:
            if pair not in _CARD:
                raise ValueError(
                    f"{short_repr(pair)} is not a card; cards are written like Ah, Td or ??"
                )
        found = tuple([_CARD[pair] for pair in pairs])
        if len(_READ) < _MOST_KNOWN:
            _READ[text] = found
    return found


def read_actions(actions: Sequence[str], players: int) -> list[Action]:
    """All actions in order; comments and empty ones are left out, and keep their numbers."""
    found = []
    for number, text in enumerate(actions, 1):
        known = _KNOWN.get(text)
        if known is None:
            words = text.partition("#")[0].split()
            if not words:
                continue
            try:
                known = _read(words)
            except ValueError as error:
                raise BadHand(str(error), number, text) from None
            if len(_KNOWN) < _MOST_KNOWN:
                _KNOWN[text] = known
        what, seat, cards, amount = known
        if seat > players:
            raise BadHand(f"there are {players} players, and no p{seat}", number, text)
        found.append(Action(what, seat, cards, amount, number))
    return found


def _read(words: list[str]) -> tuple[int, int, tuple[int, ...], str]:
    actor, n = words[0], len(words)
    if actor == "d":
        if n == 4 and words[1] == "dh" and words[2] in _SEATS:
            return HOLE, _SEATS[words[2]], read_cards(words[3]), ""
        if n == 3 and words[1] == "db":
            return BOARD, 0, read_cards(words[2]), ""
        raise ValueError("the dealer's actions are 'd dh p1 AhKd' and 'd db 2c3c4c'")
    seat = _SEATS.get(actor, 0)
    what = VERBS.get(words[1]) if n > 1 else None
    if not seat or what is None:
        raise ValueError("an action is a player and f, cc, cbr, pb, sd or sm, like 'p2 cbr 300'")
    if what == WAGER:
        if n != 3:
            raise ValueError("cbr takes one amount, like 'p2 cbr 300'")
        return what, seat, NO_CARDS, words[2]
    if what in (DRAW, SHOW):
        if n > 3:
            raise ValueError(f"{words[1]} takes cards without spaces, like 'p2 {words[1]} AhKd'")
        if n == 3 and words[2] == "-" and what == SHOW:
            return what, seat, AS_DEALT, ""
        return what, seat, read_cards(words[2]) if n == 3 else NO_CARDS, ""
    if n != 2:
        raise ValueError(f"{words[1]} takes nothing more: write 'p2 {words[1]}'")
    return what, seat, NO_CARDS, ""
