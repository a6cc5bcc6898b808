"""What lay on the table: everybody's pieces as they were last seen there, with what they made.

Hands are taken away in the course of a round, some before anybody else has seen them.  So the
round is played once more and looked at after each event, with the eyes of everybody; of each hand
the last sight of it is kept.  This is for those who have the whole record, never for a player in
the middle of a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from houseway.engine.events import Event
from houseway.engine.round import Round
from houseway.game.words import Words
from houseway.presentation.views import Pile
from houseway.util.english import nth

UNSEEN = "??"
COVERED = ("burns", "muck")
"""Where pieces lie that nobody asks about."""

Key = tuple[int, str, int]
"""A seat (0: the middle), a zone and which hand."""


class FinalHand(msgspec.Struct, frozen=True):
    """A hand, a board or a throw of dice, as it was last seen.

    ``seat`` is 0 for the dealer's and everybody's.  ``total`` is what it makes, in words, ``note``
    what else is to be said of it; a piece that nobody saw is ``??``.
    """

    seat: int
    zone: str
    hand: int
    words: str
    pieces: tuple[str, ...]
    total: str = ""
    note: str = ""


class _Watched(Round):
    """A round that is looked at whenever something has happened."""

    __slots__ = ("gone", "last")

    def __init__(self, round_: Round) -> None:
        self.last: dict[Key, Pile] = {}
        self.gone: set[Key] = set()
        super().__init__(round_.game, round_.seats, round_.between)

    def emit(self, event: Event) -> None:
        super().emit(event)
        best: dict[Key, Pile] = {}
        for viewer in (0, *(seat.seat for seat in self.seats)):
            for pile in self.game.view(self.state, viewer).piles:
                key = (pile.seat, pile.zone, pile.hand)
                if pile.zone not in COVERED and (key not in best or _seen(pile) > _seen(best[key])):
                    best[key] = pile
        for key, pile in best.items():
            if _seen(pile) or key not in self.last or not _seen(self.last[key]):
                self.last[key] = pile
        self.gone = self.last.keys() - best.keys()

    def emit_all(self, events: list[Event]) -> None:
        for event in events:
            self.emit(event)


def _seen(pile: Pile) -> int:
    return sum(piece != UNSEEN for piece in pile.pieces)


def on_the_table(round_: Round) -> tuple[FinalHand, ...]:
    """Everything that lay there, the middle first, then seat by seat."""
    watched = _Watched(round_)
    for given in round_.inputs:
        watched.enter(given)
    words = round_.game.words()
    piles = _once(watched.last, watched.gone)
    status = {seat.seat: seat.status for seat in watched.view().seats}
    names = {seat.seat: seat.name for seat in round_.seats}
    zones: dict[int, set[str]] = {}
    hands: Counter[tuple[int, str]] = Counter()
    for pile in piles:
        zones.setdefault(pile.seat, set()).add(pile.zone)
        hands[pile.seat, pile.zone] += 1
    return tuple(
        FinalHand(
            pile.seat, pile.zone, pile.hand,
            _whose(pile, names, words, len(zones[pile.seat]) > 1, hands[pile.seat, pile.zone] > 1),
            tuple(pile.pieces), pile.total, _note(pile, status.get(pile.seat, "")),
        )
        for pile in sorted(piles, key=lambda pile: (pile.seat, pile.hand))
    )  # fmt: skip


def _once(last: dict[Key, Pile], gone: Iterable[Key]) -> list[Pile]:
    """The piles without those whose pieces have all come to lie elsewhere at that seat."""
    piles = dict(last)
    for key in sorted(gone):
        others = [pile for at, pile in piles.items() if at[0] == key[0] and at != key]
        lying = Counter(piece for pile in others for piece in pile.pieces)
        unseen = others and not _seen(piles[key])
        if unseen or not Counter(piles[key].pieces) - lying:
            del piles[key]
    return list(piles.values())


def _whose(pile: Pile, names: dict[int, str], words: Words, zones: bool, hands: bool) -> str:
    """``dealer``, ``Ann``, ``seat 2, second hand``, ``seat 2, high hand``."""
    if not pile.seat:
        return words.zone(pile.zone)
    said = [names.get(pile.seat) or f"seat {pile.seat}"]
    if pile.zone == "dealer":
        said.append("player-dealer")
    elif zones:
        said.append(words.zone(pile.zone))
    if hands:
        said.append(f"{nth(pile.hand + 1)} hand")
    return ", ".join(said)


def _note(pile: Pile, status: str) -> str:
    """What a view says of a hand besides its total, and of the seat where it says nothing."""
    said = [mark for mark in pile.marks if not mark.startswith("spot ")]
    return ", ".join(said or ([status] if pile.seat and status else []))
