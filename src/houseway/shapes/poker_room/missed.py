"""Blinds that are missed or cannot be met, where a game has other ways than posting all of them.

A game states how a missed blind is made up (``missed_by``) and whether one who has less than half
of the blind passes it on (``half_blind``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from houseway.cite import rule, step
from houseway.game import Dealing, Seat
from houseway.script import AskAll, Button, Choice, Script
from houseway.shapes.poker_room.kill_events import KillObjected
from houseway.shapes.poker_room.state import PokerBetween, PokerState, after

if TYPE_CHECKING:
    from houseway.shapes.poker_room.blinds import Positions
    from houseway.shapes.poker_room.room import PokerRoom

ALL_BLINDS, BIG_BLIND, KILL = "all blinds", "big blind", "kill"
"""How a missed blind is made up: all of them posted, the big one, or the pot killed."""

WAIT = Button("wait", "wait for the big blind")
OBJECTIONS: tuple[Choice, ...] = (
    Button("agree", "let the pot be killed"),
    Button("object", "do not let the pot be killed"),
)


# -- ways back in --------------------------------------------------------------------------------


@step
def ways_back(game: PokerRoom, s: PokerState) -> dict[int, str]:
    """How those who owe blinds come in: by the big blind, or by a kill if the pot has none yet."""
    way = "post"
    if game.missed_by == KILL:
        way = "kill" if game.kill != "off" and not s.killer else "wait"
    return {seat: ALL_BLINDS if seat in s.moved else way for seat in s.owing}


def ways_in(game: PokerRoom, how: str) -> tuple[Choice, ...]:
    """The choices of one who owes blinds; he may always wait for the big blind."""
    if how == "wait":
        return (WAIT,)
    if how == "kill":
        return Button("kill", "kill the pot, if nobody objects", game.kill_blind), WAIT
    if how == ALL_BLINDS:
        return Button("post", "post all blinds", game.dead_blinds + game.big_blind), WAIT
    if game.missed_by == BIG_BLIND:
        return Button(how, "post the big blind", game.big_blind), WAIT
    words = "post all blinds" if how == "post" else "buy the button"
    return Button(how, words, game.dead_blinds + game.big_blind), WAIT


@step
def objections(r: Dealing[PokerState]) -> Script:
    """A missed blind is made up by a kill only if none of the others objects."""
    s = r.state
    while s.objecting:
        words = f"seat {s.asks_to_kill} has missed a blind and asks to kill the pot"
        act = yield AskAll(dict.fromkeys(s.objecting, OBJECTIONS), words, "agree")
        if act is not None:
            r.emit(KillObjected(act.seat, act.name == "object"))


# -- less than half a blind ----------------------------------------------------------------------


@step
@rule()
def has_half(chips: int, blind: int) -> bool:
    """Whether a player has at least half of the blind; else the next one takes it."""
    return 2 * chips >= blind


@step
def takes_the_blind(
    game: PokerRoom, where: Positions, players: Sequence[Seat], between: PokerBetween
) -> Positions:
    """Who has less than half the blind gets a hand, and the next player takes the blind.

    If he has chips in a later hand, by winning or buying in again, he takes the blind of that one.
    """
    chips = {p.seat: p.chips for p in players}
    owed = [x for x in between.seats_of(between.owes_blind, players) if x in chips]
    big = owed[0] if owed else where.big
    around = [big, *[x for x in after(big, where.regular) if x != big]]
    able = [x for x in around if has_half(chips[x], game.big_blind)]
    taker = able[0] if able else big
    if taker == where.big:
        return where
    short = tuple(around[: around.index(taker)])
    return msgspec.structs.replace(
        where,
        small=0 if where.small in (taker, *short) else where.small,
        second=0 if where.second in (taker, *short) else where.second,
        big=taker,
        owed=taker if owed and taker == owed[0] else 0,
        short=short,
        owing={x: how for x, how in where.owing.items() if x != taker},
        pays_both=(),
        pays_small=(),
        pays_second=(),
    )
