"""Kill pots: the kill button, legs, and who must kill the next pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

POT_TO_KILL = 5
"""A scooped pot is killed next from five times the upper limit of the game."""


@step
def kill_before(s: PokerState) -> None:
    """Who has the kill button and who must kill now, when a hand begins.

    The button is neutral if its holder has left.  A kill is owed until it is posted, by the
    player, not by the next one at his seat.
    """
    between, players = s.between, s.players
    s.kill_button = next(iter(between.seats_of((between.kill_button,), players)), 0)
    s.killer = next(iter(between.seats_of(between.must_kill, players)), 0)


@step
def qualifies(game: PokerRoom, s: PokerState, winner: int) -> bool:
    """A second pot counts from a street on, with one full bet won that is no part of the blinds."""
    free = [x + y for x, y in zip(s.forced, s.antes, strict=True)] if s.antes else s.forced
    won = [max(put - free[seat], 0) for seat, put in enumerate(s.put) if seat != winner]
    dealt = s.street - s.cards_owed()
    return dealt >= game.street_to_kill and sum(won) >= game.limits_in_play(s)[0]


@step
def kill_after(game: PokerRoom, s: PokerState) -> tuple[int, tuple[int, ...]]:
    """The kill button stays until the hand is over, and then goes to the winner of the pot."""
    between = s.between
    away = [x for x in between.elsewhere(between.must_kill, s.players) if isinstance(x, int)]
    here = [x for x in between.seats_of(between.must_kill, s.players) if x != s.killer]
    owed = (*away, *here)
    if len(s.winners) == 1:
        button = s.winners[0]
        if len(game.parts) > 1:
            must = sum(s.put) + s.dead >= POT_TO_KILL * game.upper_limit
        else:
            must = button == s.kill_button and qualifies(game, s, button)
    elif s.killer and s.killer in s.winners:
        button, must = s.killer, True
    else:
        button = s.kill_button if s.kill_button in s.winners else 0
        must = button > 0 and game.kill_leg_on_split == "must_kill"
    return button, (*owed, button) if must and button not in owed else owed
