"""Irregularities of 21-Hold 'em: two harmless errors, and a misdealt poker hand."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.engine.questions import Ruling
from houseway.errors import Reason
from houseway.families.banked.refunds import return_wagers
from houseway.game.base import RoundContext
from houseway.game.rulings import ruling
from houseway.rulebook.colorado.twenty_one_hold_em.state import (
    BurnForgotten,
    CommunityMisplaced,
    HoldEmState,
    PocketVoided,
)


def explain_burn_not_forgotten(game: Any, s: HoldEmState, ruling: Ruling) -> Reason | None:
    """Explain that no cards are burned here."""
    return None if game.burns else Reason("no-card-burned", "no card is burned at this table")


def explain_not_misplaced(game: Any, s: HoldEmState, ruling: Ruling) -> Reason | None:
    """Explain that there are no community cards."""
    return (
        None
        if s.community
        else Reason("no-community-cards-yet", "there are no community cards yet")
    )


def explain_no_misdeal(game: Any, s: HoldEmState, ruling: Ruling) -> Reason | None:
    """Explain that the seat has no poker hand in play."""
    if ruling.seat in s.in_poker():
        return None
    return Reason("no-poker-hand-in-play", f"seat {ruling.seat} has no poker hand in play")


@ruling(
    "no card was burned: a harmless error, play goes on",
    "CO-2104-1c",
    unless=explain_burn_not_forgotten,
)
@procedure("CO-2104-1c")
def burn_forgotten(game: Any, r: RoundContext, ruling: Ruling) -> None:
    """A card that should have been burned was not: play goes on with the deck as it is."""
    r.emit(BurnForgotten())


@ruling(
    "the community cards lie the wrong way round: a harmless error",
    "CO-2104-5b",
    unless=explain_not_misplaced,
)
@procedure("CO-2104-5b")
def community_misplaced(game: Any, r: RoundContext, ruling: Ruling) -> None:
    """The two community cards lie the wrong way round: play goes on."""
    r.emit(CommunityMisplaced())


@ruling(
    "a wrong number of cards to a poker hand: its wagers are void and go back",
    "CO-2104-12",
    unless=explain_no_misdeal,
    takes=("seat",),
)
@procedure("CO-2104-12")
def misdeal(game: Any, r: RoundContext, ruling: Ruling) -> None:
    """A poker hand with a wrong number of cards: its wagers are void, the others play on."""
    reason = ruling.reason or "a wrong number of cards was dealt to the poker hand"
    return_wagers(r, reason, ("CO-2104-12",), ruling.seat)
    r.emit(PocketVoided(ruling.seat))


RULINGS = (
    burn_forgotten, community_misplaced, misdeal,
)  # fmt: skip
