"""State of a new hand, and what a hand leaves to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.families.poker import antes, kill, positions
from houseway.families.poker.end_events import HandOver
from houseway.families.poker.kill import kill_after
from houseway.families.poker.state import PokerState, between_seats

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerBetween
    from houseway.game.base import RoundContext, Seat


# -- seated -----------------------------------------------------------------------------------
# Before a hand: who sits where with which chips, who has the button and the blinds.


def seated(game: Poker, seats: Sequence[Seat], between: PokerBetween) -> PokerState:
    """The state before the first question."""
    room = game.seats_max + 1
    chips = [0] * room
    for player in seats:
        chips[player.seat] = player.chips
    waiting: dict[int, int] = {}
    if game.plain_blinds:
        where = positions.positions(seats, between, game.blinds_left)
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
    if s.owing and game.missed_by != positions.ALL_BLINDS:
        s.owing = positions.ways_back(game, s)
    if game.ante_limit:
        antes.lay_out(game, s)
    return s


def _otherwise(
    game: Poker, seats: Sequence[Seat], between: PokerBetween
) -> tuple[positions.Positions, dict[int, int]]:
    """The places where antes stay, a blind is passed on or one who has changed seats waits."""
    waiting: dict[int, int] = {}
    if game.ante_limit:
        where = antes.positions(game, seats, between)
    else:
        where = positions.positions(seats, between, game.blinds_left)
    if game.moves_wait and where.owing:
        where, waiting = positions.after_moving(where, seats, between)
    if game.half_blind and where.big:
        where = positions.takes_the_blind(game, where, seats, between)
    return where, waiting


# -- hand over --------------------------------------------------------------------------------
# From hand to hand: where the button goes, who has missed blinds, who must kill the next pot.


@step
def hand_over(game: Poker, r: RoundContext[PokerState]) -> None:
    """The button moves forward, or to who has bought it; warnings and exclusions stay."""
    s = r.state
    before = s.between
    active, missed = in_the_game(s)
    kept = s.buyer or s.owed_blind  # the blinds went out of their order, which goes on after it
    kill_button, must_kill = kill_after(game, s) if game.kill != "off" else (0, ())
    r.emit(
        HandOver(
            button=(s.buyer or s.dealt_in[0]) if s.button else 0,
            big_blind=before.big_blind if kept else s.big,
            active=active,
            missed=missed,
            kill_button=kill_button,
            must_kill=must_kill,
            warned=tuple(s.warned),
            miscalled=tuple(s.miscalled),
            excluded=tuple(s.excluded),
            second_blind=before.second_blind if kept else s.second,
            owes_blind=owes_blind(s) if before.owes_blind or s.short_blinds else (),
            waiting=positions.still_to_wait(s) if s.moved else (),
        )
    )


@step
def owes_blind(s: PokerState) -> tuple[int, ...]:
    """Who had less than half the blind owes it, until he takes it in a hand of his own."""
    before = s.between.seats_of(s.between.owes_blind, s.players)
    return tuple(dict.fromkeys([x for x in before if x != s.big] + list(s.short_blinds)))


@step
def in_the_game(s: PokerState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who is active in the game, and who has missed blinds that passed his seat in this hand."""
    before = s.between
    dealt = s.dealt_in
    same = s.regular == before.active or set(dealt) == set(before.active)
    if same and len(dealt) == len(before.active):
        return before.active, ()
    present = [player.seat for player in s.players]
    away = tuple(x for x in before.active if x not in dealt)
    passed = (
        []
        if not s.big
        else [
            x
            for x in away
            if x not in present and (between_seats(s.button, x, s.big) or x == s.big)
        ]
    )
    still = [x for x in before.missed if x not in dealt]
    return (*sorted(dealt), *away), tuple(dict.fromkeys((*still, *passed)))
