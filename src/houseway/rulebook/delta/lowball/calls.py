"""Rulings on what players say of their hands at the showdown: declared, miscalled, not said."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from houseway.engine.questions import Ruling
from houseway.errors import Reason
from houseway.families.poker.events.rulings import HandDead, LetStand
from houseway.families.poker.game import Poker
from houseway.families.poker.rulings.players import explain_not_in_hand
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext
from houseway.game.rulings import ruling
from houseway.util.english import a

if TYPE_CHECKING:
    from houseway.rulebook.delta.lowball.game import Lowball


def explain_not_at_showdown(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this seat is not showing a hand."""
    if not s.showing:
        return Reason(
            "not-at-showdown", "hands are called when they are shown, after the last betting round"
        )
    return explain_not_in_hand(game, s, ruling)


def explain_not_declarable(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why a low of this rank cannot have been declared."""
    if why := explain_not_at_showdown(game, s, ruling):
        return why
    if len(ruling.pieces) != 1 or ruling.pieces[0] >= 52:
        return Reason(
            "card-of-declared-rank", "name a card of the rank that was declared: 8c for an eight"
        )
    rank = game.kind.names[ruling.pieces[0]][0]
    low = cast("Lowball", game).worst_low(ruling.pieces[0] >> 2)
    return None if low else Reason("no-such-low", f"no hand is {a(rank)} low")


def explain_not_heads_up(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that more than two hands are in."""
    if why := explain_not_at_showdown(game, s, ruling):
        return why
    return (
        None
        if len(s.live) == 2
        else Reason(
            "more-than-two-in",
            "more than two hands are in: rule on a hand miscalled with three or more in",
        )
    )


def explain_not_multiway(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that only two hands are in."""
    if why := explain_not_at_showdown(game, s, ruling):
        return why
    return (
        None
        if len(s.live) > 2
        else Reason("only-two-in", "only two hands are in: rule on a hand miscalled between two")
    )


def explain_pair_not_alone(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the hand has no pair, or more than one other hand is intact."""
    why = explain_no_pair(game, s, ruling)
    if why is None and len(s.live) > 2:
        return Reason("intact-hand-wins", "two or more hands are intact: the best of them wins")
    return why


def explain_no_pair(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain that the hand has no pair."""
    if why := explain_not_at_showdown(game, s, ruling):
        return why
    ranks = [card >> 2 for card in s.hole[ruling.seat]]
    return (
        None
        if len(set(ranks)) < len(ranks)
        else Reason("no-pair", f"seat {ruling.seat} has no pair")
    )


@ruling(
    "a player has said how low the hand is",
    "CA-LOW-03",
    unless=explain_not_declarable,
    takes=("seat", "pieces"),
)
def declared_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A player who has announced a low must produce it, or a better one."""
    lowball = cast("Lowball", game)
    card = ruling.pieces[0]
    if lowball.low_of(r.state.hole[ruling.seat]) < lowball.worst_low(card >> 2):
        r.emit(HandDead(ruling.seat, "not as low as declared"))
    else:
        r.emit(LetStand(ruling.seat, "as low as declared"))


@ruling(
    "a miscalled hand made the only other player foul theirs",
    "CA-LOW-04",
    unless=explain_not_heads_up,
    takes=("seat",),
    name="miscall_heads_up",
)
def miscall_dead(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """The miscalled hand is dead; the best of the others wins."""
    r.emit(HandDead(ruling.seat, "miscalled"))


miscall_multiway = miscall_dead.also(
    "miscall_multiway",
    "a hand miscalled with three or more in",
    ("CA-LOW-04", "CA-LOW-22"),
    unless=explain_not_multiway,
    takes=("seat",),
)


@ruling(
    "a miscalled hand, and the other is intact",
    "CA-LOW-04",
    unless=explain_not_heads_up,
    takes=("seat",),
)
def miscall_intact(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Rule on a miscall with both hands intact: the best hand wins."""
    r.emit(LetStand(ruling.seat, "miscalled, and the hands are intact"))


@ruling(
    "a pair was not announced, and the other player folded",
    "CA-LOW-05",
    unless=explain_pair_not_alone,
    takes=("seat",),
)
def pair_unannounced(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A pair that was not announced made another fold: as if the hand had been miscalled."""
    r.emit(HandDead(ruling.seat, "a pair was not announced"))


@ruling(
    "a pair was not announced, and two or more hands are intact",
    "CA-LOW-05",
    unless=explain_no_pair,
    takes=("seat",),
)
def pair_intact(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A pair was not announced, and two or more hands are intact: the best one wins."""
    r.emit(LetStand(ruling.seat, "a pair was not announced, and hands are intact"))


CALLS = (
    declared_hand, miscall_dead, miscall_intact, miscall_multiway, pair_unannounced, pair_intact,
)  # fmt: skip
