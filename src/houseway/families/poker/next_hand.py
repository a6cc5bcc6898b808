"""State of a new hand, and what a hand leaves to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.families.poker.events.ending import HandOver
from houseway.families.poker.forced_bets import antes, kill, positions
from houseway.families.poker.forced_bets.kill import kill_after
from houseway.families.poker.state import PokerState, between_seats

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerCarryOver
    from houseway.game.base import RoundContext, Seat


def seated(game: Poker, seats: Sequence[Seat], carry_over: PokerCarryOver) -> PokerState:
    """The state before the first question."""
    room = game.seats_max + 1
    chips = [0] * room
    for player in seats:
        chips[player.seat] = player.chips
    waiting: dict[int, int] = {}
    if game.plain_blinds:
        where = positions.positions(seats, carry_over, game.blinds_left)
    else:
        where, waiting = _otherwise(game, seats, carry_over)
    s = PokerState(
        tuple(seats),
        carry_over,
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
    if carry_over.warned or carry_over.miscalled or carry_over.excluded:
        s.warned = carry_over.seats_of(carry_over.warned, seats)
        s.miscalled = carry_over.seats_of(carry_over.miscalled, seats)
        s.excluded = carry_over.seats_of(carry_over.excluded, seats)
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
    game: Poker, seats: Sequence[Seat], carry_over: PokerCarryOver
) -> tuple[positions.Positions, dict[int, int]]:
    """Return the positions of a hand, and the hands that each seat still waits.

    It is for hands with antes in the pot, a blind passed on, or a player who has changed seats.
    """
    waiting: dict[int, int] = {}
    if game.ante_limit:
        where = antes.positions(game, seats, carry_over)
    else:
        where = positions.positions(seats, carry_over, game.blinds_left)
    if game.moves_wait and where.owing:
        where, waiting = positions.after_moving(where, seats, carry_over)
    if game.half_blind and where.big:
        where = positions.takes_the_blind(game, where, seats, carry_over)
    return where, waiting


@step
def hand_over(game: Poker, r: RoundContext[PokerState]) -> None:
    """The button moves forward, or to who has bought it; warnings and exclusions stay."""
    s = r.state
    before = s.carry_over
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
    """Return the seats that owe a blind, since they had less than half of it."""
    before = s.carry_over.seats_of(s.carry_over.owes_blind, s.players)
    return tuple(dict.fromkeys([x for x in before if x != s.big] + list(s.short_blinds)))


@step
def in_the_game(s: PokerState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats active in the game, and those that missed blinds in this hand."""
    before = s.carry_over
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
