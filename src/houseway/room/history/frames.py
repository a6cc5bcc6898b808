"""A finished round as views of the table, step by step."""

from __future__ import annotations

from msgspec.structs import replace

from houseway.game.face.views import Own
from houseway.room.api.history_types import RoundListed, RoundShown
from houseway.room.history.rounds import listed
from houseway.room.store.interface import Books
from houseway.room.tables.log import Divergence
from houseway.room.tables.replay import Found, Games, find_round, play_again
from houseway.room.tables.state import stream_of
from houseway.room.tables.views import written
from houseway.table.round_view import Shadow

MOST_KEPT = 2000
"""The most sentences in the cache."""


def replay_frames(books: Books, found: Found, games: Games, seat: int) -> RoundShown:
    """Return the views of a replayed round, for the seat of its viewer (0: none)."""
    *_, (round_, _, void) = play_again(books, found, games)
    seats = (seat,) if seat else ()
    public, owns = round_.views(seats)
    own = Own(owns[seat].piles) if seat else Own([])
    steps = tuple(step.to(seat) for step in written(Shadow(round_).sights(seats)))
    note = f"this round is void: {void}" if void else ""
    return RoundShown(listed(found), seat, round_.game.layout(), public, own, steps, note)


class Headlines:
    """Finished rounds in one sentence each; cached."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._known: dict[tuple[str, int], str] = {}

    def with_sentence(self, books: Books, one: RoundListed) -> RoundListed:
        """Return a listed round with its sentence; without one if it cannot be replayed."""
        if one.outcome == "open":
            return one
        key = one.table, one.round
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = self._headline(books, one)
        return replace(one, headline=self._known[key])

    def _headline(self, books: Books, one: RoundListed) -> str:
        """Return the sentence of a replayed round; empty if it cannot be replayed."""
        kept = books.round(stream_of(one.table), one.round)
        if kept is None:
            return ""
        try:
            *_, (round_, _, void) = play_again(books, find_round(books, kept), self._games)
        except Divergence:
            return ""
        return f"The round is void: {void}" if void else round_.view(0).headline
