"""Rulings on what players say of their hands at the showdown: declared, miscalled, not said."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from houseway.engine.questions import Ruling, Script
from houseway.families.poker.game import Poker
from houseway.families.poker.ruling_events import HandDead, LetStand
from houseway.families.poker.rulings.players import in_the_hand
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext, RulingRule
from houseway.util.english import a

if TYPE_CHECKING:
    from houseway.rulebook.delta.lowball.game import Lowball


def declared_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Who has announced a low must produce it, or a better one."""
    lowball = cast("Lowball", game)
    card = ruling.pieces[0]
    if lowball.low_of(r.state.hole[ruling.seat]) < lowball.worst_low(card >> 2):
        r.emit(HandDead(ruling.seat, "not as low as declared"))
    else:
        r.emit(LetStand(ruling.seat, "as low as declared"))
    return
    yield


def miscall_dead(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The miscalled hand is dead; the best of the others wins."""
    r.emit(HandDead(ruling.seat, "miscalled"))
    return
    yield


def miscall_intact(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Both hands are intact: the best one wins, whatever was said."""
    r.emit(LetStand(ruling.seat, "miscalled, and the hands are intact"))
    return
    yield


def pair_unannounced(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A pair that was not announced made another fold: as if the hand had been miscalled."""
    r.emit(HandDead(ruling.seat, "a pair was not announced"))
    return
    yield


def pair_intact(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A pair was not announced, and two or more hands are intact: the best one wins."""
    r.emit(LetStand(ruling.seat, "a pair was not announced, and hands are intact"))
    return
    yield


# -- when ----------------------------------------------------------------------------------------


def at_the_showdown(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Hands are being shown, and this seat has one."""
    if not s.showing:
        return "hands are called when they are shown, after the last betting round"
    return in_the_hand(game, s, ruling)


def declares(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A card of the rank announced."""
    if why := at_the_showdown(game, s, ruling):
        return why
    if len(ruling.pieces) != 1 or ruling.pieces[0] >= 52:
        return "name a card of the rank that was declared: 8c for an eight"
    rank = game.kind.names[ruling.pieces[0]][0]
    low = cast("Lowball", game).worst_low(ruling.pieces[0] >> 2)
    return None if low else f"no hand is {a(rank)} low"


def heads_up(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Two hands are left."""
    if why := at_the_showdown(game, s, ruling):
        return why
    return (
        None
        if len(s.live) == 2
        else "more than two hands are in: rule on a hand miscalled with three or more in"
    )


def multiway(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Three or more hands are left."""
    if why := at_the_showdown(game, s, ruling):
        return why
    return (
        None if len(s.live) > 2 else "only two hands are in: rule on a hand miscalled between two"
    )


def pair_alone(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The hand has a pair, and beside it only the one that was folded."""
    why = spread_a_pair(game, s, ruling)
    if why is None and len(s.live) > 2:
        return "two or more hands are intact: the best of them wins"
    return why


def spread_a_pair(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The hand has a pair."""
    if why := at_the_showdown(game, s, ruling):
        return why
    ranks = [card >> 2 for card in s.hole[ruling.seat]]
    return None if len(set(ranks)) < len(ranks) else f"seat {ruling.seat} has no pair"


CALLS = (
    RulingRule(
        "declared_hand", "a player has said how low the hand is", ("CA-LOW-03",),
        declared_hand, declares, ("seat", "pieces"),
    ),
    RulingRule(
        "miscall_heads_up", "a miscalled hand made the only other player foul theirs",
        ("CA-LOW-04",), miscall_dead, heads_up, ("seat",),
    ),
    RulingRule(
        "miscall_intact", "a miscalled hand, and the other is intact", ("CA-LOW-04",),
        miscall_intact, heads_up, ("seat",),
    ),
    RulingRule(
        "miscall_multiway", "a hand miscalled with three or more in", ("CA-LOW-04", "CA-LOW-22"),
        miscall_dead, multiway, ("seat",),
    ),
    RulingRule(
        "pair_unannounced", "a pair was not announced, and the other player folded",
        ("CA-LOW-05",), pair_unannounced, pair_alone, ("seat",),
    ),
    RulingRule(
        "pair_intact", "a pair was not announced, and two or more hands are intact",
        ("CA-LOW-05",), pair_intact, spread_a_pair, ("seat",),
    ),
)  # fmt: skip
