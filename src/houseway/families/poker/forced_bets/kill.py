"""Kill pots: the kill button, legs, and who must kill the next pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import Ask, Button, Script
from houseway.families.poker.events.ending import KillAnswered, KillOffered
from houseway.families.poker.forced_bets.positions import post
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

POT_TO_KILL = 5
"""A scooped pot is killed next from five times the upper limit of the game."""
NO_KILL = Button("pass", "do not kill the pot")


@step
def kill_before(s: PokerState) -> None:
    """Find the holder of the kill button and the player who must kill, when a hand begins.

    The button is neutral if its holder has left. A kill is owed by the player until it is posted,
    not by the next one at that seat.
    """
    carry_over, players = s.carry_over, s.players
    s.kill_button = next(iter(carry_over.seats_of((carry_over.kill_button,), players)), 0)
    s.killer = next(iter(carry_over.seats_of(carry_over.must_kill, players)), 0)


@step
def may_kill(game: Poker, s: PokerState, seat: int) -> bool:
    """Return True if a player has enough kill blinds in the stack to kill a pot by choice."""
    return s.chips[seat] >= game.kill_needs * game.kill_blind


def offer(game: Poker, r: RoundContext[PokerState]) -> None:
    """Offer the kill before the third card, if the pot is not killed already."""
    s = r.state
    if game.kill == "off" or not game.kill_needs or s.killer:
        return
    if seats := tuple([seat for seat in s.live if may_kill(game, s, seat)]):
        r.emit(KillOffered(seats))


@step
def kill_by_choice(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Post the kill blind of a player who says 'kill' after the first cards.

    The first to say it kills the pot.
    """
    s = r.state
    while s.killing and len(s.live) > 1:
        ways = (Button("kill", "kill the pot", game.kill_blind), NO_KILL)
        act = yield Ask(dict.fromkeys(s.killing, ways), "do you kill the pot?", "pass")
        if act is not None:
            r.emit(KillAnswered(act.seat, act.name == "kill"))
            if act.name == "kill":
                post(r, act.seat, game.kill_blind, "kill blind")


@step
def qualifies(game: Poker, s: PokerState, winner: int) -> bool:
    """A second pot counts from a street on, with one full bet won that is no part of the blinds."""
    free = [x + y for x, y in zip(s.forced, s.antes, strict=True)] if s.antes else s.forced
    won = [max(put - free[seat], 0) for seat, put in enumerate(s.put) if seat != winner]
    dealt = s.street - s.cards_owed()
    return dealt >= game.street_to_kill and sum(won) >= game.limits_in_play(s)[0]


@step
def kill_after(game: Poker, s: PokerState) -> tuple[int, tuple[int, ...]]:
    """The kill button stays until the hand is over, and then goes to the winner of the pot.

    Who had to kill the pot and splits it kills again; who did it by choice does not.
    """
    carry_over = s.carry_over
    away = [x for x in carry_over.elsewhere(carry_over.must_kill, s.players) if isinstance(x, int)]
    here = [x for x in carry_over.seats_of(carry_over.must_kill, s.players) if x != s.killer]
    owed = (*away, *here)
    if len(s.winners) == 1:
        button = s.winners[0]
        if len(game.parts) > 1:
            must = sum(s.put) + s.dead + s.collected >= POT_TO_KILL * game.upper_limit
        else:
            must = button == s.kill_button and qualifies(game, s, button)
    elif s.killer and s.killer in s.winners and not s.by_choice:
        button, must = s.killer, True
    else:
        button = s.kill_button if s.kill_button in s.winners else 0
        must = button > 0 and game.kill_leg_on_split == "must_kill"
    return button, (*owed, button) if must and button not in owed else owed
