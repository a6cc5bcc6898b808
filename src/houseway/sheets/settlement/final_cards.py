"""The final cards of a round: the pieces of each hand as last seen, with their totals.

Hands are removed in the course of a round, some before they were shown. So the round is replayed
and viewed after each event with all cards visible. The last view of each hand is kept. This is for
readers of a whole record, never for a player during a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from houseway.engine.events import Event
from houseway.game.face.views import Pile
from houseway.game.words import Words
from houseway.table.round import Round
from houseway.util.english import nth

UNSEEN = "??"
COVERED = ("burns", "muck")
"""Zones of pieces that no reader asks about."""

Key = tuple[int, str, int]
"""A seat (0: the middle), a zone and the index of the hand."""


class FinalHand(msgspec.Struct, frozen=True):
    """A hand, a board or a throw of dice, as it was last seen.

    ``seat`` is 0 for the dealer's and for shared pieces. ``total`` is its value in words, ``note``
    any remark. A piece that was never seen is ``??``.
    """

    seat: int
    zone: str
    hand: int
    words: str
    pieces: tuple[str, ...]
    total: str = ""
    note: str = ""


class _Watched(Round):
    """A round that is viewed after every event."""

    __slots__ = ("gone", "last")

    def __init__(self, round_: Round) -> None:
        self.last: dict[Key, Pile] = {}
        self.gone: set[Key] = set()
        super().__init__(round_.game, round_.seats, round_.carry_over)

    def emit(self, event: Event) -> None:
        super().emit(event)
        best: dict[Key, Pile] = {}
        for viewer in (0, *(seat.seat for seat in self.seats)):
            for pile in self.game.presenter.view(self.state, viewer).piles:
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
    """Return the number of pieces in a pile that are face up for its viewer."""
    return sum(piece != UNSEEN for piece in pile.pieces)


def on_the_table(round_: Round) -> tuple[FinalHand, ...]:
    """Return all piles, the middle first, then seat by seat."""
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
    """Return the piles without those whose pieces have all moved to other piles of that seat."""
    piles = dict(last)
    for key in sorted(gone):
        others = [pile for at, pile in piles.items() if at[0] == key[0] and at != key]
        lying = Counter(piece for pile in others for piece in pile.pieces)
        unseen = others and not _seen(piles[key])
        if unseen or not Counter(piles[key].pieces) - lying:
            del piles[key]
    return list(piles.values())


def _whose(pile: Pile, names: dict[int, str], words: Words, zones: bool, hands: bool) -> str:
    """Return the owner in words: ``dealer``, ``Ann``, ``seat 2, second hand``, ``seat 2, high
    hand``.
    """
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
    """Return a view's remark on a hand besides its total, or on its seat."""
    said = [mark for mark in pile.marks if not mark.startswith("spot ")]
    return ", ".join(said or ([status] if pile.seat and status else []))
