"""The ruling that every banked table knows: a round is void."""

from __future__ import annotations

from typing import Any

from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.restored import call_off, return_wagers


def void_round(*clauses: str) -> RulingRule:
    """The round is void, by these clauses.

    Every wager still on the table goes back.  Where a player banks there was no hand at all: what
    is settled already goes back too, and with it the player-dealer's wager and the fees.
    """

    def run(game: Any, r: Dealing, ruling: Ruling) -> Script:
        reason = ruling.reason or "the round is void"
        if r.state.bank is not None:
            call_off(game, r, reason, clauses)
        else:
            return_wagers(r, reason, clauses)
            r.emit(Closed())
        return
        yield

    words = "the round is void, all wagers on the table go back"
    return RulingRule("void_round", words, clauses, run)
