"""Decisions of a player who sets a hand: choices, and why one is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from houseway.cite import memo, step
from houseway.engine.questions import PLAYER, Arrange, Pieces
from houseway.errors import Reason, Refused
from houseway.families.banked.betting import bet_too_late
from houseway.families.set_hands.options import NO_HELP, OFFERED, REFUSED, STANDS, which_hand
from houseway.families.set_hands.state import MAIN, joined
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.engine.questions import Act, Choice
    from houseway.families.banked.game import HandKey
    from houseway.families.set_hands.game import SetHands
    from houseway.families.set_hands.state import SetHandsState


@step
def check_room(game: SetHands, s: SetHandsState, act: Act) -> None:
    """Refuse more hands than the deck serves, with one kept for each seat still to bet."""
    wanted = sum(put.spot == MAIN and put.whom == PLAYER for put in game.bets.puts(act))
    others = sum(seat != act.seat for seat in s.waiting)
    packets = game.sets() * sum(game.kind.copies) // game.hand_size - 1
    left = packets - len(s.wagered()) - others
    if wanted > max(left, 1):
        raise Refused(
            "no-hands-left",
            f"the deck has {n(left, 'hand')} left for seat {act.seat}",
            game.hands_clauses,
        )


def explain_too_late(game: SetHands, s: SetHandsState, name: str) -> Reason | None:
    """Explain why wagers and shares in the bank are no longer taken."""
    if name not in ("bet", "join_bank") or not (s.dice or s.dealt):
        return None
    what = "dice cup is opened" if s.dice else f"{game.kind.name} are dealt"
    return bet_too_late(f"the {what}", game.wager_clauses)


def check_foul(game: SetHands, s: SetHandsState, act: Act) -> None:
    """Refuse a foul that is not accepted; the bank may foul only where fouls stand."""
    banks = act.seat == s.banks[0] and game.fouls != STANDS
    if game.fouls != REFUSED and not banks:
        return
    fault = game.foul(game.as_set(joined(act.parts)))
    if fault is not None:
        raise Refused.because(fault.by(game.compare_clauses))


def no_cards_yet(game: SetHands, seat: int) -> Reason:
    """Explain that a seat has nothing to set before the deal."""
    return Reason("no-cards-yet", f"seat {seat} has no {game.kind.name} yet", game.turn_clauses)


def explain_not_set(game: SetHands, s: SetHandsState, seat: int, name: str) -> Reason | None:
    """Explain why a hand is not set, or not like this."""
    if not any(s.holder(box[0]) == seat for box in s.dealt):
        return no_cards_yet(game, seat)
    if name == "house_way" and game.assistance == NO_HELP:
        return Reason("no-help-posted", "no help with setting is given here", game.help_clauses)
    return None


def explain_no_turn_to_set(game: SetHands, s: SetHandsState, seat: int) -> Reason | None:
    """Explain why a seat that is not asked sets no hand; None before the deal."""
    if not s.dealt:
        return None
    mine = [box for box in s.dealt if s.holder(box[0]) == seat]
    if not mine:
        return Reason(
            "no-cards-in-round",
            f"seat {seat} has no {game.kind.name} in this round",
            game.turn_clauses,
        )
    if not any(box in s.unset for box in mine):
        hands = "the hand is" if len(mine) == 1 else "the hands are"
        if all(box in s.sets for box in mine):
            return Reason("hand-set-already", f"{hands} set already", game.turn_clauses)
        return Reason("hand-out-of-round", f"{hands} out of the round", game.turn_clauses)
    if seat == s.banks[0]:
        return Reason(
            "bank-sets-last", "the player-dealer sets after all players", game.turn_clauses
        )
    return None


R = TypeVar("R")
KEPT = 512
"""Hands of the tables of a room; each is asked about as often as others set before it."""


class Kept(memo[Pieces, R]):
    """A memo of questions that recur for hands on the table: a house way, the name of a setting."""

    def __init__(self, rule: Callable[[Pieces], R]) -> None:
        super().__init__(rule, KEPT)


def choices_for(
    game: SetHands, s: SetHandsState, seat: int, box: HandKey
) -> tuple[Choice, ...]:  # fmt: skip
    """The choices for one hand, by its pieces and by whether it is the bank's.

    The house way is suggested where it is one of the settings that are asked for.
    """
    pieces = s.dealt[box]
    way = game.way(s, box) if game.assistance == OFFERED else ()
    sizes = game.sizes if len(way) > 1 or game.can_be_set(pieces) else game.in_one
    suggested = way if len(way) == len(sizes) else ()
    return (Arrange("set", pieces, sizes, which_hand(game, seat, box), suggested), *game.help)
