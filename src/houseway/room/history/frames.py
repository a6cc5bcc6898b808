"""A round that is over, to be shown again with the table itself: every step of it as views."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from houseway.presentation.layout import Layout
from houseway.presentation.round_view import Shadow
from houseway.presentation.views import Own, View
from houseway.room.history.rounds import RoundListed, listed
from houseway.room.store.interface import Books
from houseway.room.tables.replay import Found, Games, find_round, play_again
from houseway.room.tables.state import Divergence, stream_of
from houseway.room.tables.steps import Step, written

MOST_KEPT = 2000
"""So many sentences are kept."""


class RoundShown(msgspec.Struct, frozen=True):
    """A round as its viewer saw it (a seat, or 0 for who only looked on), step by step.

    ``layout`` is the table as it was posted then, ``public`` and ``own`` how the round ended, and
    ``steps`` how it came to that, as a socket is sent them.  ``note`` says of a void round why.
    """

    listed: RoundListed
    viewer: int
    layout: Layout
    public: View
    own: Own
    steps: tuple[Step, ...]
    note: str = ""


def shown_again(books: Books, found: Found, games: Games, seat: int) -> RoundShown:
    """A round played again from its rows, for the seat that its viewer had (0: none)."""
    *_, (round_, _, void) = play_again(books, found, games)
    seats = (seat,) if seat else ()
    public, owns = round_.views(seats)
    own = Own(owns[seat].piles) if seat else Own([])
    steps = tuple(step.to(seat) for step in written(Shadow(round_).sights(seats)))
    note = f"this round is void: {void}" if void else ""
    return RoundShown(listed(found), seat, round_.game.layout(), public, own, steps, note)


class Headlines:
    """Rounds that are over, each in one sentence: played again once."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: dict[tuple[str, int], str] = {}

    def told(self, books: Books, one: RoundListed) -> RoundListed:
        """A round of a list with its sentence; one that cannot be played again has none."""
        if one.outcome == "open":
            return one
        key = one.table, one.round
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = self._headline(books, one)
        return replace(one, headline=self._known[key])

    def _headline(self, books: Books, one: RoundListed) -> str:
        kept = books.round(stream_of(one.table), one.round)
        if kept is None:
            return ""
        try:
            *_, (round_, _, void) = play_again(books, find_round(books, kept), self._games)
        except Divergence:
            return ""
        return f"The round is void: {void}" if void else round_.view(0).headline
