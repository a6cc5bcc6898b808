"""A misdeal of the first two cards: the supervisor is called, and players may back out."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.engine.events import Said
from houseway.engine.questions import Act, Ask, Button, Ruling, Script
from houseway.errors import Reason
from houseway.families.banked.refunds import return_wagers
from houseway.families.banked.state import Answered, Phase
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext
from houseway.game.rulings import ruling

STAY = Button("stay", "stay in the hand")

BACK_OUT = Button("back_out", "take all wagers back, the progressive one too")

CLAUSE = "CO-2110-9"


def explain_no_misdeal(game: Any, s: BlackjackState, ruling: Ruling) -> Reason | None:
    """Explain why the first two cards are not being delivered."""
    if s.dealer:
        return Reason("cards-delivered", "the first two cards are delivered")
    if s.waiting or not game.wagering(s):
        return Reason("nothing-delivered-yet", "no cards are being delivered yet")
    return None


@ruling(
    "the first two cards are misdealt: players may back out with all their wagers",
    CLAUSE,
    unless=explain_no_misdeal,
)
@procedure(CLAUSE)
def misdeal(game: Any, r: RoundContext, ruling: Ruling) -> Script:
    """Ask every player to stay in the hand or leave it, before any further card."""
    s: BlackjackState = r.state
    r.emit(Said("misdeal: the dealer stops and calls the supervisor"))
    r.emit(Phase("misdeal", tuple(game.wagering(s))))
    while s.waiting:
        act: Act | None = yield Ask(
            dict.fromkeys(s.waiting, (STAY, BACK_OUT)), "a misdeal: stay or back out", "stay"
        )
        if act is None:
            continue
        if act.name == "back_out":
            return_wagers(r, ruling.reason or "backed out after a misdeal", (CLAUSE,), act.seat)
        r.emit(Answered(act.seat, act.name))


MISDEAL = misdeal
