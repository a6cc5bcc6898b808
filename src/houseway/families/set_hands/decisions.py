"""Decisions of a player who sets a hand: choices, and why one is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from houseway.cite import memo, step
from houseway.engine.questions import PLAYER, Arrange, Pieces
from houseway.errors import Reason, Refused
from houseway.families.banked.betting import bet_too_late
from houseway.families.banked.state import SETTLING
from houseway.families.set_hands.options import (
    HOUSE_WAY,
    NO_HELP,
    OFFERED,
    OWN_WAY,
    REFUSED,
    STANDS,
    WHEN_SET,
    which_hand,
)
from houseway.families.set_hands.state import MAIN, HandSet, joined
from houseway.game.decisions import Decision, decision
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.engine.questions import Act
    from houseway.families.banked.game import HandKey
    from houseway.families.set_hands.game import SetHands
    from houseway.families.set_hands.state import SetHandsState
    from houseway.game.base import RoundContext

SET = "set"
"""The moment at which a hand is set."""


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


def explain_too_late(game: SetHands, s: SetHandsState) -> Reason | None:
    """Explain why wagers and shares in the bank are no longer taken; None while they are."""
    if not (s.dice or s.dealt):
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


def explain_not_set(game: SetHands, s: SetHandsState, seat: int) -> Reason | None:
    """Explain why a hand is not set; None if the seat has pieces."""
    if s.holding(seat) is None and not any(s.holder(box[0]) == seat for box in s.dealt):
        return no_cards_yet(game, seat)
    return None


def explain_no_help(game: SetHands, s: SetHandsState, seat: int) -> Reason | None:
    """Explain why the house dealer does not set a hand; None if help is given."""
    if (reason := explain_not_set(game, s, seat)) is not None or game.assistance != NO_HELP:
        return reason
    return Reason("no-help-posted", "no help with setting is given here", game.help_clauses)


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


def hand_to_set(s: SetHandsState, seat: int) -> HandKey:
    """Return the hand that a seat is asked about: the one it sets, or one that is set again."""
    box = s.holding(seat)
    assert box is not None, "this seat has set all its hands"
    return box


def arrange(game: SetHands, s: SetHandsState, seat: int) -> Arrange:
    """Return the choice of a setting, by the pieces and by whether the hand is the bank's.

    The house way is suggested where it is one of the settings that are asked for.
    """
    box = hand_to_set(s, seat)
    pieces = s.dealt[box]
    way = game.way(s, box) if game.assistance == OFFERED else ()
    sizes = game.sizes if len(way) > 1 or game.can_be_set(pieces) else game.in_one
    suggested = way if len(way) == len(sizes) else ()
    return Arrange("set", pieces, sizes, which_hand(game, seat, box), suggested)


@decision("", unless=explain_not_set, explain_no_turn=explain_no_turn_to_set, at=SET,
          choice=arrange, name="set")  # fmt: skip
def set_hand(game: SetHands, r: RoundContext[SetHandsState], act: Act) -> None:
    """A player sets a hand; a foul in it is found now if the house looks at it now.

    A hand whose time is up without a suggestion is set by the house.
    """
    s = r.state
    circle, hand = box = hand_to_set(s, act.seat)
    if not act.parts:
        return set_house_way(game, r, act)
    pieces = game.as_set(joined(act.parts))
    looks = game.fouls_found == WHEN_SET or s.phase == SETTLING
    if looks and game.fouls != STANDS and (why := game.foul(pieces)):
        return game.foul_found(r, box, why.what)
    return r.emit(HandSet(circle, pieces, OWN_WAY, hand, s.acting_bettor(circle)))


def set_house_way(game: SetHands, r: RoundContext[SetHandsState], act: Act) -> None:
    """Set a player's hand the house way."""
    s = r.state
    circle, hand = box = hand_to_set(s, act.seat)
    way = joined(game.way(s, box))
    r.emit(HandSet(circle, way, HOUSE_WAY, hand, s.acting_bettor(circle)))


HOUSE_DEALER_SETS = Decision(
    name="house_way", run=set_house_way, explain_unavailable=explain_no_help,
    explain_no_turn=explain_no_turn_to_set, at=SET,
    hidden=lambda game: game.assistance == NO_HELP,
    choice=lambda game, s, seat: game.help,
)  # fmt: skip
