"""What a viewer sees of any banked table: who sits there, chips, buttons, meters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.script import PLAYER
from houseway.shapes.stakes import BankedState
from houseway.views import Chips, MeterView, OwnPile, Pile, Puck, SeatView, View

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked

BEFORE = ("", "bank")
"""Phases before anybody could have bet."""
SITS_OUT = "sits out"


def chip_views(game: Banked, s: BankedState) -> list[Chips]:
    """The chips on each spot, and the bank's."""
    laid = [
        Chips(bettor, spot, cents, whom, 0, hand, circle if circle != bettor else 0)
        for (circle, spot, hand), (bettor, whom), cents in s.laid()
    ]
    return [*laid, *game.bank.chips(s)]


def nothing_own(
    game: Banked, state: BankedState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """Where everything lies open, a seat sees what all see."""
    return []


def table_view(
    game: Banked, s: BankedState, viewer: int, piles: Sequence[Pile], chips: Sequence[Chips],
    pucks: Sequence[Puck],
) -> View:  # fmt: skip
    """What this viewer sees: the piles a shape lays out, with what all banked tables show."""
    words = game.words()
    return View(
        game=game.id,
        viewer=viewer,
        phase=s.phase,
        seats=seat_views(game, s),
        piles=list(piles),
        chips=list(chips),
        pots=[],
        pucks=[*game.bank.pucks(s), *pucks],
        said=list(s.said),
        meters=[
            MeterView(name, i, words.meter(name, i, len(kept)), meter.cents)
            for name, kept in s.meters.items()
            for i, meter in enumerate(kept)
        ],
        bank=game.bank.view(s),
    )


def seat_views(game: Banked, s: BankedState) -> list[SeatView]:
    """Who sits there, with a word on those who bank or sit out."""
    status, words, waiting = game.bank.status, game.words(), s.waiting
    begun = s.phase not in BEFORE
    bets = {who[0] for _, who, _ in s.laid()} | {who[0] for _, who in s.decided} if begun else set()
    if s.bank is not None:
        bets |= {*s.bank.bettors}
    found = []
    for seat in s.seats:
        part = status(s, seat)
        if begun and not part and seat not in bets and seat not in waiting:
            part = SITS_OUT
        said = words.status(part) if part else ""
        found.append(SeatView(seat, s.names[seat], s.purses[seat], said))
    return found


def has_lost(s: BankedState, circle: int, spot: str, hand: int = 0) -> bool:
    """Whether the wager of whoever decides in a circle has come out below what was staked."""
    found = s.decided.get(((circle, spot, hand), (s.holder(circle), PLAYER)))
    return found is not None and found[1] < found[0]
