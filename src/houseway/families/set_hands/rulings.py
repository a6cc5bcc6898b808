"""A wrong number of pieces, or one that falls from the table: a dead hand, or no hand at all.

Each may be ruled from the beginning of the deal until the round is over: the text speaks of the
deal, not of its discovery. Settlements in between are undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Ruling
from houseway.errors import Reason
from houseway.families.banked.game import HandKey
from houseway.families.banked.refunds import give_back_hand
from houseway.families.banked.rulings import (
    explain_nothing_dealt,
    explain_void_too_late,
    misdeal_of_all,
)
from houseway.families.set_hands.state import MAIN, CardsCollected, SetHandsState
from houseway.game.base import RoundContext, RulingRule
from houseway.game.rulings import ruling

if TYPE_CHECKING:
    from houseway.families.set_hands.game import SetHands


def misdeal(clause: str) -> RulingRule:
    """Return the ruling for a wrong number of cards to the dealer: no hand, and all wagers stay."""
    return misdeal_of_all(
        "misdeal", "a wrong number of cards to the dealer: no hand, all bets are kept",
        "misdeal: a wrong number of cards to the dealer", clause, explain_void_too_late,
    )  # fmt: skip


def dead_hand(*clauses: str) -> RulingRule:
    """A player got too many or too few: that hand alone is dead, its bets are kept."""
    words = "a wrong number of cards to a player: the hand is dead, its bets are kept"
    return _takes_out("dead_hand", words, "dead hand: a wrong number of cards", clauses)


def card_off_table(*clauses: str) -> RulingRule:
    """A player's card fell from the table: that hand is dead, and its bets are void."""
    words = "a player's card fell from the table: the hand is dead, its bets are void"
    return _takes_out("card_off_table", words, "void: a card fell from the table", clauses)


def _takes_out(name: str, words: str, reason: str, clauses: tuple[str, ...]) -> RulingRule:
    """Return a ruling that gives the wagers of a hand back and takes it out of the round."""

    def explain_unavailable(game: SetHands, s: SetHandsState, ruling: Ruling) -> Reason | None:
        if (early := explain_nothing_dealt(s)) is not None:
            return early
        if hand_ruled_on(s, ruling.seat) is None:
            return Reason("no-hand-in-play", f"seat {ruling.seat} has no hand in play")
        return None

    @ruling(words, *clauses, unless=explain_unavailable, takes=("seat",), name=name)
    def run(game: SetHands, r: RoundContext[SetHandsState], ruling: Ruling) -> None:
        s = r.state
        if (box := hand_ruled_on(s, ruling.seat)) is not None:
            give_back_hand(r, *box, ruling.reason or reason, clauses)
            if box not in s.collected:
                r.emit(CardsCollected(*box))

    return run


def hand_ruled_on(s: SetHandsState, seat: int) -> HandKey | None:
    """Of the hands of a seat: the one it sets or is about to get, else the last set, else settled.

    The bank's own hand is none of them, and what a player's bank has settled stays settled: it may
    have paid on with it.
    """
    held = next((box for box in s.unset if box[0] == seat), None)
    if held is not None and s.in_play(held):
        return held
    if not s.dealt:
        return next((box for box in s.wagered() if box[0] == seat), None)
    if mine := [box for box in (*s.collected, *s.sets) if box[0] == seat and s.in_play(box)]:
        return mine[-1]
    if s.bank is not None:
        return None
    settled = [place for place, _ in s.decided if place[:2] == (seat, MAIN)]
    return (seat, settled[-1][2]) if settled else None
