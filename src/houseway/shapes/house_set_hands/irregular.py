"""Misdeals of set hands against the house: a dead hand, a misdeal, a card off the table."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.house_set_hands.state import CardsCollected, HouseSetState
from houseway.shapes.restored import undo_settlements
from houseway.shapes.several_hands import HandOf
from houseway.shapes.stakes import return_wager, return_wagers


def hand_ruled_on(s: HouseSetState, seat: int) -> HandOf | None:
    """The hand a seat is setting, else the last it has set; None if none is in play."""
    if (held := s.holding(seat)) is not None:
        return held
    mine = [place for place in s.sets if place[0] == seat and s.in_play(place)]
    return mine[-1] if mine else None


def _take_out(r: Dealing, ruling: Ruling, reason: str, clause: str) -> None:
    """The wagers of a hand go back, and it is out of the round."""
    s: HouseSetState = r.state
    place = hand_ruled_on(s, ruling.seat)
    if place is None:  # why_not has seen to it
        return
    seat, hand = place
    for key in tuple(s.stakes):
        if (key[0], key[2]) == place:
            return_wager(r, key, ruling.reason or reason, (clause,))
    r.emit(CardsCollected(seat, hand))


@procedure("CO-2112-4a")
def dead_hand(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A player got too many or too few cards: that hand alone is dead, its bets are kept."""
    _take_out(r, ruling, "dead hand: a wrong number of cards", "CO-2112-4a")
    return
    yield


@procedure("CO-2112-4c")
def card_off_table(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A player's card fell from the table: that hand is dead and its bets are void."""
    _take_out(r, ruling, "void: a card fell from the table", "CO-2112-4c")
    return
    yield


@procedure("CO-2112-4b")
def misdeal(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """The dealer got too many or too few cards: no hand, all bets are kept, those of fouls too."""
    reason = ruling.reason or "misdeal: a wrong number of cards to the dealer"
    undo_settlements(r, reason, ("CO-2112-4b",), lost_only=True)
    return_wagers(r, reason, ("CO-2112-4b",))
    r.emit(Closed())
    return
    yield


def why_not_dead(game: Any, s: HouseSetState, ruling: Ruling) -> str | None:
    """Only a hand that has its cards and still plays can be dead."""
    if hand_ruled_on(s, ruling.seat) is None:
        return f"seat {ruling.seat} has no hand in play"
    return None


def why_not_misdeal(game: Any, s: HouseSetState, ruling: Ruling) -> str | None:
    """There is no misdeal before the deal."""
    return "the cards are not dealt yet" if s.phase == "betting" else None


DEAD_HAND = RulingRule(
    "dead_hand", "a wrong number of cards to a player: the hand is dead, its bets are kept",
    ("CO-2112-4a",), dead_hand, why_not_dead, ("seat",),
)  # fmt: skip
CARD_OFF_TABLE = RulingRule(
    "card_off_table", "a player's card fell from the table: the hand is dead, its bets are void",
    ("CO-2112-4c",), card_off_table, why_not_dead, ("seat",),
)  # fmt: skip
MISDEAL = RulingRule(
    "misdeal", "a wrong number of cards to the dealer: no hand, all bets are kept",
    ("CO-2112-4b",), misdeal, why_not_misdeal,
)  # fmt: skip
