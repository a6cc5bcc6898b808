"""A wrong number of cards: the rulings on it that the sections have in common.

There is one rule for when they may be made.  A misdeal is a matter of the deal, so none is ruled
while wagers are still placed; and no section says when it is too late, so it may be ruled until
the round is over, unless a game's own reading ends it sooner (``until``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.restored import give_back
from houseway.shapes.stakes import BankedState
from houseway.shapes.void import no_hand

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked

TakesOut: TypeAlias = Callable[[Dealing, int], None]
"""How a shape takes the hands of a seat out of the round."""
Until: TypeAlias = Callable[[Any, Any], str | None]
"""Why it is too late for a misdeal, of a game and the state of its round."""


def nothing_dealt(s: BankedState) -> str | None:
    """While the position is offered and wagers are placed there is nothing to misdeal."""
    if s.phase in ("", "bank") or (s.phase == "betting" and s.waiting):
        return "no cards have been dealt yet"
    return None


def misdeal_player(clause: str, take_out: TakesOut) -> RulingRule:
    """A player with a wrong number of cards keeps all wagers and is out; the others play on."""

    def run(game: Banked, r: Dealing[BankedState], ruling: Ruling) -> Script:
        reason = ruling.reason or "a wrong number of cards was dealt to the player"
        give_back(r, reason, (clause,), ruling.seat)
        take_out(r, ruling.seat)
        return
        yield

    def why_not(game: Banked, s: BankedState, ruling: Ruling) -> str | None:
        if (early := nothing_dealt(s)) is not None:
            return early
        settled = (ruling.seat in (place[0], who[0]) for place, who in s.decided)
        if not s.owns(ruling.seat) and not any(settled):
            return f"seat {ruling.seat} has no wager in this round"
        return None

    words = "a wrong number of cards to one player, who keeps all wagers"
    return RulingRule("misdeal_player", words, (clause,), run, why_not, ("seat",))


def misdeal_of_all(name: str, words: str, reason: str, clause: str, until: Until) -> RulingRule:
    """A misdeal that leaves nobody a hand: everybody keeps all wagers, and the round is over."""

    def run(game: Banked, r: Dealing[BankedState], ruling: Ruling) -> Script:
        return no_hand(game, r, ruling.reason or reason, (clause,))

    def why_not(game: Banked, s: BankedState, ruling: Ruling) -> str | None:
        return nothing_dealt(s) or until(game, s)

    return RulingRule(name, words, (clause,), run, why_not)


def misdeal_dealer(clause: str) -> RulingRule:
    """A dealer with a wrong number of cards: no hand, and everybody keeps all wagers."""
    return misdeal_of_all(
        "misdeal_dealer", "a wrong number of cards to the dealer: everybody keeps all wagers",
        "a wrong number of cards was dealt to the dealer", clause, until_the_end,
    )  # fmt: skip


def until_the_end(game: Banked, s: BankedState) -> str | None:
    """It is never too late while the round lasts."""
    return None
