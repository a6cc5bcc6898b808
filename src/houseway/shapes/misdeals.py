"""A wrong number of cards: the rulings on it that the sections have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.restored import call_off, give_back
from houseway.shapes.stakes import BankedState

TakesOut: TypeAlias = Callable[[Dealing, int], None]
"""How a shape takes the hands of a seat out of the round."""


def nothing_dealt(s: BankedState) -> str | None:
    """While the bank is offered and wagers are placed there is nothing to misdeal."""
    early = s.phase in ("bank", "betting") and s.waiting
    return "no cards have been dealt yet" if early else None


def misdeal_player(clause: str, take_out: TakesOut) -> RulingRule:
    """A player with a wrong number of cards keeps all wagers and is out; the others play on."""

    def run(game: Any, r: Dealing, ruling: Ruling) -> Script:
        reason = ruling.reason or "a wrong number of cards was dealt to the player"
        give_back(r, reason, (clause,), ruling.seat)
        take_out(r, ruling.seat)
        return
        yield

    def why_not(game: Any, s: BankedState, ruling: Ruling) -> str | None:
        if (early := nothing_dealt(s)) is not None:
            return early
        if not any(key[0] == ruling.seat for key in (*s.stakes, *s.decided)):
            return f"seat {ruling.seat} has no wager in this round"
        return None

    words = "a wrong number of cards to one player: he keeps all his wagers"
    return RulingRule("misdeal_player", words, (clause,), run, why_not, ("seat",))


def misdeal_dealer(clause: str) -> RulingRule:
    """A dealer with a wrong number of cards: no hand, and everybody keeps all wagers."""

    def run(game: Any, r: Dealing, ruling: Ruling) -> Script:
        reason = ruling.reason or "a wrong number of cards was dealt to the dealer"
        call_off(game, r, reason, (clause,))
        return
        yield

    def why_not(game: Any, s: BankedState, ruling: Ruling) -> str | None:
        return nothing_dealt(s)

    words = "a wrong number of cards to the dealer: everybody keeps all wagers"
    return RulingRule("misdeal_dealer", words, (clause,), run, why_not)


def no_hand(r: Dealing, ruling: Ruling, reason: str, clauses: tuple[str, ...]) -> Script:
    """The round is over, and every wager of it goes back."""
    give_back(r, ruling.reason or reason, clauses)
    r.emit(Closed())
    return
    yield
