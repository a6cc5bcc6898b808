"""Before a hand: who sits where with which chips, who has the button and the blinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.game import Seat
from houseway.shapes.poker_room import antes, blinds, kill, missed, moved
from houseway.shapes.poker_room.state import PokerBetween, PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


def seated(game: PokerRoom, seats: Sequence[Seat], between: PokerBetween) -> PokerState:
    """The state before the first question."""
    room = game.seats_max + 1
    chips = [0] * room
    for player in seats:
        chips[player.seat] = player.chips
    waiting: dict[int, int] = {}
    if game.plain_blinds:
        where = blinds.positions(seats, between, game.blinds_left)
    else:
        where, waiting = _otherwise(game, seats, between)
    s = PokerState(
        tuple(seats),
        between,
        chips,
        [0] * room,
        [0] * room,
        [0] * room,
        [0] * room,
    )
    s.hole, s.up = [()] * room, [()] * room
    if game.ante:
        s.antes = [0] * room
    s.button, s.small, s.big = where.button, where.small, where.big
    s.regular, s.others, s.owing = where.regular, where.others, where.owing
    s.pays_both, s.pays_small = where.pays_both, where.pays_small
    if where.second:
        s.second, s.pays_second = where.second, where.pays_second
    if between.warned or between.miscalled or between.excluded:
        s.warned = between.seats_of(between.warned, seats)
        s.miscalled = between.seats_of(between.miscalled, seats)
        s.excluded = between.seats_of(between.excluded, seats)
    if game.plain_blinds:
        return s
    s.owed_blind, s.short_blinds, s.moved = where.owed, where.short, waiting
    if game.kill != "off":
        kill.kill_before(s)
    if s.owing and game.missed_by != missed.ALL_BLINDS:
        s.owing = missed.ways_back(game, s)
    if game.ante_limit:
        antes.lay_out(game, s)
    return s


def _otherwise(
    game: PokerRoom, seats: Sequence[Seat], between: PokerBetween
) -> tuple[blinds.Positions, dict[int, int]]:
    """The places where antes stay, a blind is passed on or one who has changed seats waits."""
    waiting: dict[int, int] = {}
    if game.ante_limit:
        where = antes.positions(game, seats, between)
    else:
        where = blinds.positions(seats, between, game.blinds_left)
    if game.moves_wait and where.owing:
        where, waiting = moved.after_moving(where, seats, between)
    if game.half_blind and where.big:
        where = missed.takes_the_blind(game, where, seats, between)
    return where, waiting
