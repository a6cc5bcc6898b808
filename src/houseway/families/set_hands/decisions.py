"""Why a wager is not taken any more, or a hand not set like this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import PLAYER, Act
from houseway.errors import Refused
from houseway.families.set_hands.options import NO_HELP, REFUSED, STANDS
from houseway.families.set_hands.state import MAIN, SetHandsState, joined
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.set_hands.game import SetHands


@step
def no_room(game: SetHands, s: SetHandsState, act: Act) -> Refused | None:
    """A deck serves so many hands, and whoever has not wagered yet may want one of them."""
    wanted = sum(put.spot == MAIN and put.whom == PLAYER for put in game.bets.puts(act))
    others = sum(seat != act.seat for seat in s.waiting)
    packets = game.sets() * sum(game.kind.copies) // game.hand_size - 1
    left = packets - len(s.wagered()) - others
    if wanted <= max(left, 1):
        return None
    return Refused(f"the deck has {n(left, 'hand')} left for seat {act.seat}", game.hands_clauses)


def too_late(game: SetHands, s: SetHandsState, name: str) -> Refused | None:
    """Why nobody wagers, or joins the bank, any more."""
    if name not in ("bet", "join_bank") or not (s.dice or s.dealt):
        return None
    what = "dice cup is opened" if s.dice else f"{game.kind.name} are dealt"
    return Refused(f"wagers are placed before the {what}", game.wager_clauses)


def no_foul(game: SetHands, s: SetHandsState, act: Act) -> Refused | None:
    """A foul is not taken where none stands, and of the bank's hand only where fouls do."""
    banks = act.seat == s.banks[0] and game.fouls != STANDS
    if game.fouls == REFUSED or banks:
        fault = game.foul(game.as_set(joined(act.parts)))
        return Refused(fault, game.compare_clauses) if fault else None
    return None


def why_not_set(game: SetHands, s: SetHandsState, seat: int, name: str) -> Refused | None:
    """Why a hand is not set, or not like this."""
    if not any(s.holder(box[0]) == seat for box in s.dealt):
        return Refused(f"seat {seat} has no {game.kind.name} yet", game.turn_clauses)
    if name == "house_way" and game.assistance == NO_HELP:
        return Refused("no help with setting is given here", game.help_clauses)
    return None
