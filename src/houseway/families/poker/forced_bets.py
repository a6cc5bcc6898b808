"""All that is put in before the first card, in its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Script
from houseway.families.poker import antes, fees, positions
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker


def forced_bets(game: Poker, r: RoundContext[PokerState]) -> Script:
    """All before the cards: who comes in, the collection, antes, blinds, straddle and kill."""
    s = r.state
    if s.owing:
        yield from positions.come_in(game, r)
    positions.open_hand(game, r)
    if game.ante_limit:
        antes.pay_antes(game, r)
    if game.collects:
        fees.collect(game, r)
    if game.ante and not game.ante_limit:
        positions.post_antes(game, r)
    if s.button:
        positions.post_blinds(game, r)
    if game.straddle == "on":
        yield from positions.straddle(game, r)
    if s.killer:
        positions.post_kill(game, r)
