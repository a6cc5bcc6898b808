"""A round that is over, to be shown again with the table itself: every step of it as views."""

from __future__ import annotations

import msgspec

from houseway.plans import Layout
from houseway.room.recall_list import RoundListed, listed
from houseway.room.recall_round import Found, Games, play_again
from houseway.room.stepping import Step, written
from houseway.room.store.base import Books
from houseway.table.steps import Shadow
from houseway.views import Own, View


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
