"""What lay on the table: everybody's pieces as they were last seen there, with what they made.

Hands are taken away in the course of a round, some before anybody else has seen them.  So the
round is played once more and looked at after each event, with the eyes of everybody; of each hand
the last sight of it is kept.  This is for those who have the whole record, never for a player in
the middle of a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from houseway.events import Event
from houseway.game import Seat
from houseway.table.round import Round
from houseway.views import Pile
from houseway.words import ORDINALS

UNSEEN = "??"
COVERED = ("burns", "muck")
"""Where pieces lie that nobody asks about."""

Key = tuple[int, str, int]


class Lay(msgspec.Struct, frozen=True):
    """A hand, a board or a throw of dice; ``total`` is what it makes, in words."""

    seat: int
    """0: the dealer's, or everybody's."""
    whose: str
    zone: str
    hand: int
    pieces: tuple[str, ...]
    total: str = ""
    note: str = ""
    zone_words: str = ""


class _Watched(Round):
    """A round that is looked at whenever something has happened."""

    __slots__ = ("gone", "last")

    def __init__(self, round_: Round) -> None:
        self.last: dict[Key, Pile] = {}
        self.gone: set[Key] = set()
        super().__init__(round_.game, round_.seats, round_.between)

    def emit(self, event: Event) -> None:
        super().emit(event)
        there: set[Key] = set()
        for viewer in (0, *(seat.seat for seat in self.seats)):
            for pile in self.game.view(self.state, viewer).piles:
                key = (pile.seat, pile.zone, pile.hand)
                if pile.zone in COVERED:
                    continue
                known = self.last.get(key)
                if key not in there or known is None or _seen(pile) > _seen(known):
                    if known is None or _seen(pile) or not _seen(known):
                        self.last[key] = pile
                there.add(key)
        self.gone = self.last.keys() - there


def _seen(pile: Pile) -> int:
    return sum(piece != UNSEEN for piece in pile.pieces)


def on_the_table(round_: Round) -> tuple[Lay, ...]:
    """Everything that lay there, the middle first, then seat by seat."""
    watched = _Watched(round_)
    for given in round_.inputs:
        watched.enter(given)
    piles = _once(watched.last, watched.gone)
    names = {seat.seat: seat.name for seat in round_.seats}
    words = round_.game.words()
    hands = Counter((pile.seat, pile.zone) for pile in piles)
    return tuple(
        Lay(
            pile.seat, _whose(pile, names, hands), pile.zone, pile.hand, tuple(pile.pieces),
            pile.total, pile.note if pile.note != pile.total else "", words.zone(pile.zone),
        )
        for pile in sorted(piles, key=lambda pile: (pile.seat, pile.hand))
    )  # fmt: skip


def _once(last: dict[Key, Pile], gone: Iterable[Key]) -> list[Pile]:
    """The piles without those whose pieces have all come to lie somewhere else of that seat."""
    piles = dict(last)
    for key in gone:
        seat = key[0]
        others = Counter(
            piece for at, pile in piles.items() if at[0] == seat and at != key
            for piece in pile.pieces
        )  # fmt: skip
        if not Counter(piles[key].pieces) - others:
            del piles[key]
    return list(piles.values())


def _whose(pile: Pile, names: dict[int, str], hands: Counter[tuple[int, str]]) -> str:
    if not pile.seat:
        return ""
    said = names.get(pile.seat, "")
    found = f"seat {pile.seat}" if said in ("", f"seat {pile.seat}") else said
    if hands[pile.seat, pile.zone] > 1:
        nth = ORDINALS[pile.hand] if pile.hand < len(ORDINALS) else f"no. {pile.hand + 1}"
        found += f", {nth} hand"
    return found
