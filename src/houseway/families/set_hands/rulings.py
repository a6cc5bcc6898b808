"""A wrong number of pieces, or one that falls from the table: a dead hand, or no hand at all.

Each may be ruled from the moment the deal begins until the round is over, since the text asks what
was dealt and not when that is noticed.  What was settled meanwhile is undone, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Ruling, Script
from houseway.families.banked.game import Box
from houseway.families.banked.refunds import give_back_hand
from houseway.families.banked.rulings import misdeal_of_all, nothing_dealt, until_the_end
from houseway.families.set_hands.state import MAIN, CardsCollected, SetHandsState
from houseway.game.base import RoundContext, RulingRule

if TYPE_CHECKING:
    from houseway.families.set_hands.game import SetHands


def misdeal(clause: str) -> RulingRule:
    """The dealer got too many or too few: no hand, and everybody keeps all wagers."""
    return misdeal_of_all(
        "misdeal", "a wrong number of cards to the dealer: no hand, all bets are kept",
        "misdeal: a wrong number of cards to the dealer", clause, until_the_end,
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
    """The wagers of a hand go back, and it is out of the round."""

    def run(game: SetHands, r: RoundContext[SetHandsState], ruling: Ruling) -> Script:
        s = r.state
        if (box := hand_ruled_on(s, ruling.seat)) is not None:
            give_back_hand(r, *box, ruling.reason or reason, clauses)
            if box not in s.collected:
                r.emit(CardsCollected(*box))
        return
        yield

    def why_not(game: SetHands, s: SetHandsState, ruling: Ruling) -> str | None:
        if (early := nothing_dealt(s)) is not None:
            return early
        if hand_ruled_on(s, ruling.seat) is None:
            return f"seat {ruling.seat} has no hand in play"
        return None

    return RulingRule(name, words, clauses, run, why_not, ("seat",))


def hand_ruled_on(s: SetHandsState, seat: int) -> Box | None:
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
