"""A wrong number of cards at Ante Up 21 is a misdeal for the whole table."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.game import Dealing, RulingRule
from houseway.rulebook.colorado.ante_up_21.state import AnteUpState
from houseway.script import Ruling, Script
from houseway.shapes.misdeals import no_hand, nothing_dealt

CLAUSES = ("CO-2106-7a",)
TOO_LATE = ("playing", "settling")


@procedure("CO-2106-7a")
def misdeal(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """Whoever got the wrong number, no hand counts and everybody keeps every wager."""
    return no_hand(r, ruling, "a wrong number of cards was dealt", CLAUSES)


def why_not(game: Any, s: AnteUpState, ruling: Ruling) -> str | None:
    """Of the first deal, before hands are played; later the floor may void the round."""
    if s.phase in TOO_LATE:
        return "hands are being played; void_round gives back what is on the table"
    return nothing_dealt(s)


MISDEAL = RulingRule(
    "misdeal", "a wrong number of cards to anybody: everybody keeps all wagers", CLAUSES,
    misdeal, why_not,
)  # fmt: skip
