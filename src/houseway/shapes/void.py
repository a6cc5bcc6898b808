"""The ruling that every banked table knows: a round is void."""

from __future__ import annotations

from typing import Any

from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.restored import return_wagers


def void_round(*clauses: str) -> RulingRule:
    """The round is void and every wager still on the table goes back, by these clauses."""

    def run(game: Any, r: Dealing, ruling: Ruling) -> Script:
        return_wagers(r, ruling.reason or "the round is void", clauses)
        r.emit(Closed())
        return
        yield

    words = "the round is void, all wagers on the table go back"
    return RulingRule("void_round", words, clauses, run)
