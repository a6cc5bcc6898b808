"""Irregularities of 21-Hold 'em: two harmless errors, and a misdealt poker hand."""

from __future__ import annotations

from typing import Any

from houseway.cite import procedure
from houseway.engine.questions import Ruling, Script
from houseway.families.banked.refunds import return_wagers
from houseway.game.base import RoundContext, RulingRule
from houseway.rulebook.colorado.twenty_one_hold_em.state import (
    BurnForgotten,
    CommunityMisplaced,
    HoldEmState,
    PocketVoided,
)


@procedure("CO-2104-1c")
def burn_forgotten(game: Any, r: RoundContext, ruling: Ruling) -> Script:
    """A card that should have been burned was not: play goes on with the deck as it is."""
    r.emit(BurnForgotten())
    return
    yield


def why_not_forgotten(game: Any, s: HoldEmState, ruling: Ruling) -> str | None:
    """Only where cards are burned can one be forgotten."""
    return None if game.burns else "no card is burned at this table"


@procedure("CO-2104-5b")
def community_misplaced(game: Any, r: RoundContext, ruling: Ruling) -> Script:
    """The two community cards lie the wrong way round: play goes on."""
    r.emit(CommunityMisplaced())
    return
    yield


def why_not_misplaced(game: Any, s: HoldEmState, ruling: Ruling) -> str | None:
    """There must be community cards."""
    return None if s.community else "there are no community cards yet"


@procedure("CO-2104-12")
def misdeal(game: Any, r: RoundContext, ruling: Ruling) -> Script:
    """A poker hand with a wrong number of cards: its wagers are void, the others play on."""
    reason = ruling.reason or "a wrong number of cards was dealt to the poker hand"
    return_wagers(r, reason, ("CO-2104-12",), ruling.seat)
    r.emit(PocketVoided(ruling.seat))
    return
    yield


def why_not_misdeal(game: Any, s: HoldEmState, ruling: Ruling) -> str | None:
    """Only a poker hand still in play."""
    if ruling.seat in s.in_poker():
        return None
    return f"seat {ruling.seat} has no poker hand in play"


RULINGS = (
    RulingRule(
        "burn_forgotten", "no card was burned: a harmless error, play goes on",
        ("CO-2104-1c",), burn_forgotten, why_not_forgotten,
    ),
    RulingRule(
        "community_misplaced", "the community cards lie the wrong way round: a harmless error",
        ("CO-2104-5b",), community_misplaced, why_not_misplaced,
    ),
    RulingRule(
        "misdeal", "a wrong number of cards to a poker hand: its wagers are void and go back",
        ("CO-2104-12",), misdeal, why_not_misdeal, ("seat",),
    ),
)  # fmt: skip
