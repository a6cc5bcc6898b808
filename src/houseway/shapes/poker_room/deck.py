"""The deck procedure: it deals what a street asks for and pays the debts rulings have left.

Each loop runs on the state and draws one thing at a time, so that a ruling may come before any
of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.events import Event
from houseway.game import Dealing
from houseway.script import AskAll, Chance, Pick, Pieces, Script
from houseway.shapes.poker_room import kill
from houseway.shapes.poker_room.deck_events import (
    BoardDealt,
    Burned,
    CardDiscarded,
    DealStopped,
    DealtAfterFolding,
    DiscardOpened,
    HoleDealt,
    StubReshuffled,
    UpDealt,
)
from houseway.shapes.poker_room.draw_events import DrawOpened
from houseway.shapes.poker_room.state import PokerState
from houseway.shapes.poker_room.stud_ruling_events import NobodyIsDealt

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

BURN = Chance("burn", 1)
COMMUNITY = Chance("community card", 1)


def open_street(game: PokerRoom, r: Dealing[PokerState]) -> None:
    """The next stage of the deal."""
    s = r.state
    r.emit(game.street_opened[s.street + 1])
    street = game.streets[s.street]
    if street.discard:
        r.emit(DiscardOpened(tuple(s.live)))
    elif street.draw:
        r.emit(DrawOpened(tuple(s.live)))


@step
def discard(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """Each player gives up cards in secret; nothing is dealt before all have."""
    s = r.state
    while s.discarding and len(s.live) > 1:
        n = game.streets[s.street].discard
        act = yield AskAll(
            {seat: (Pick("discard", s.hole[seat], n, n),) for seat in s.discarding},
            "give up a card" if n == 1 else f"give up {n} cards",
            "discard",
        )
        if act is not None:
            # Whose time is up gives up what he was dealt last.
            r.emit(CardDiscarded(act.seat, act.pieces or s.hole[act.seat][-n:]))


@step
def deal_hole(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """Cards to each player, one at a time in rotation from the left of the button.

    Each round of cards that a street keeps apart is a draw of its own.
    """
    s = r.state
    while s.hole_owed and len(s.live) > 1:
        seats = s.receiving()
        if not seats:
            r.emit(NobodyIsDealt())
        elif s.killing:
            yield from kill.kill_by_choice(game, r)
        elif s.street and too_few(game, r, len(seats)):
            yield from game.running_out(r)
        elif s.burn_owed:
            burn(r, (s.burn_with[0],) if s.burn_with else (yield BURN))
        else:
            give(game, r, seats, (yield a_round(game, s, seats)))


def too_few(game: PokerRoom, r: Dealing[PokerState], players: int) -> bool:
    """Whether the deck has run out: every game has cards enough for its first street."""
    s = r.state
    needed = game.cards_each[s.street][s.rounds].n * players + s.burn_owed
    return s.scrambled or needed > r.left + len(s.burn_with)


def a_round(game: PokerRoom, s: PokerState, seats: Sequence[int]) -> Chance:
    """The next round of cards to these seats."""
    lie = game.cards_each[s.street][s.rounds]
    return Chance("up cards" if lie.up else "hole cards", lie.n * len(seats))


def give(
    game: PokerRoom,
    r: Dealing[PokerState],
    seats: Sequence[int],
    pieces: Pieces | None,
    whole: bool = True,
) -> None:
    """The cards as they came; the round is not over if others are still to get theirs."""
    if pieces is None:
        return
    s = r.state
    cards = game.cards_each[s.street]
    r.emit_all(dealt_to(s, cards[s.rounds].up, seats, pieces))
    for seat in s.going_on:
        if seat in seats:
            r.emit(DealtAfterFolding(seat, pieces[seats.index(seat) :: len(seats)]))
    if not whole or s.rounds + 1 < len(cards):
        r.emit(DealStopped(s.rounds + whole))
        if s.rounds == game.streets[s.street].kill_after:
            kill.offer(game, r)


def deal_to(
    game: PokerRoom, r: Dealing[PokerState], seats: Sequence[int], whole: bool = True
) -> Script:
    """A round of cards to these seats, as a step of its own."""
    give(game, r, seats, (yield a_round(game, r.state, seats)), whole)


def dealt_to(s: PokerState, up: bool, seats: Sequence[int], pieces: Pieces) -> list[Event]:
    """The cards of each seat as they lie: up or down for all, but for those who are turned."""
    dealt, other = (UpDealt, HoleDealt) if up else (HoleDealt, UpDealt)
    each = rotation(pieces, len(seats))
    if not s.turned:
        return [*map(dealt, seats, each)]
    return [
        (other if (seat, len(s.hole[seat])) in s.turned else dealt)(seat, cards)
        for seat, cards in zip(seats, each, strict=True)
    ]


def rotation(pieces: Pieces, players: int) -> Iterable[Pieces]:
    """The cards of each of so many players, who get them one at a time in rotation."""
    if players == len(pieces):
        return zip(pieces)
    return zip(*[pieces[i : i + players] for i in range(0, len(pieces), players)], strict=True)


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
            burn(r, (s.burn_with[0],) if s.burn_with else (yield BURN))
        else:
            pieces = yield game.board_draws[s.street] or COMMUNITY
            if pieces is not None:
                r.emit(BoardDealt(pieces))


@step
def burn(r: Dealing[PokerState], piece: Pieces | None) -> None:
    """A burn card off the deck, or the card that was put back on top of it."""
    if piece is not None:
        r.emit(Burned(piece))


def burn_next(r: Dealing[PokerState]) -> Script:
    """The same as a step of a ruling."""
    s = r.state
    burn(r, (s.burn_with[0],) if s.burn_with else (yield BURN))


def cards_left(game: PokerRoom, s: PokerState) -> int:
    """The cards that have not been dealt; those taken back are not among them."""
    out = {*s.board, *s.burns, *s.back, *s.burn_with, *s.muck, *s.covered}
    return len(game.kind.copies) - len(out.union(*s.hole))
