"""The deck procedure: it deals what a street asks for and pays the debts rulings have left.

Each loop runs on the state and draws one thing at a time, so that a ruling may come before any
of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.game import Dealing
from houseway.script import Chance, Script
from houseway.shapes.poker_room.deck_events import (
    BoardDealt,
    Burned,
    HoleDealt,
    StubReshuffled,
)
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

BURN = Chance("burn", 1)


def open_street(game: PokerRoom, r: Dealing[PokerState]) -> None:
    """The next stage of the deal."""
    r.emit(game.street_opened[r.state.street + 1])


@step
def deal_hole(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """Hole cards one at a time, face down, in rotation from the left of the button."""
    s = r.state
    while s.hole_owed and len(s.live) > 1:
        each = game.streets[s.street].down
        pieces = yield Chance("hole cards", each * len(s.live))
        if pieces is not None:
            around = len(s.live)
            for i, seat in enumerate(s.live):
                r.emit(HoleDealt(seat, pieces[i::around]))


@step
def deal_board(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """Burn and turn; first the stub is reshuffled if cards were taken back, then without a burn."""
    s = r.state
    while s.board_owed and len(s.live) > 1:
        if s.reshuffle_at == s.street:
            done = yield Chance("reshuffle", 0, "shuffle", tuple(s.back))
            if done is not None:
                r.emit(StubReshuffled(tuple(s.back)))
        elif s.burn_owed:
            yield from burn(r)
        else:
            pieces = yield game.board_draws[s.street]
            if pieces is not None:
                r.emit(BoardDealt(pieces))


@step
def burn(r: Dealing[PokerState]) -> Script:
    """A burn card off the deck, or the card that was put back on top of it."""
    s = r.state
    if s.burn_with:
        r.emit(Burned((s.burn_with[0],)))
        return
    piece = yield BURN
    if piece is not None:
        r.emit(Burned(piece))
