"""A misdeal of the first two cards: the supervisor is called, and players may back out."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.engine.events import Said
from houseway.engine.questions import Act, Ask, Ruling, Script
from houseway.errors import Reason
from houseway.families.banked.refunds import return_wagers
from houseway.families.banked.state import Answered, Phase
from houseway.families.blackjack.state import BlackjackState
from houseway.game.base import RoundContext
from houseway.game.decisions import Decision
from houseway.game.rulings import ruling

CLAUSE = "CO-2110-9"
MISDEALT = "misdeal"
"""The moment at which players stay or back out."""


STAY = Decision(name="stay", words="stay in the hand", at=MISDEALT)
BACK_OUT = Decision(
    name="back_out", words="take all wagers back, the progressive one too", at=MISDEALT
)
# The ruling goes on with both: it knows the reason that the supervisor gives.


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
        table = game.decision_table
        asked = {seat: table.offered(MISDEALT, s, seat) for seat in s.waiting}
        act: Act | None = yield Ask(asked, "a misdeal: stay or back out", STAY.name)
        if act is None:
            continue
        if act.name == BACK_OUT.name:
            return_wagers(r, ruling.reason or "backed out after a misdeal", (CLAUSE,), act.seat)
        r.emit(Answered(act.seat, act.name))


MISDEAL = misdeal
