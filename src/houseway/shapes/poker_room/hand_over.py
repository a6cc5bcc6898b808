"""From hand to hand: where the button goes, who has missed blinds, who must kill the next pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.game import Dealing
from houseway.shapes.poker_room import moved
from houseway.shapes.poker_room.end_events import HandOver
from houseway.shapes.poker_room.kill import kill_after
from houseway.shapes.poker_room.state import PokerState, between_seats

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


@step
def hand_over(game: PokerRoom, r: Dealing[PokerState]) -> None:
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
            waiting=moved.still_to_wait(s) if s.moved else (),
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
