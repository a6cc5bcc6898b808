"""All that is put in before the first card, in its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.game import Dealing
from houseway.script import Script
from houseway.shapes.poker_room import antes, blinds, collection
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


def forced_bets(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """All before the cards: who comes in, the collection, antes, blinds, straddle and kill."""
    s = r.state
    if s.owing:
        yield from blinds.come_in(game, r)
    blinds.open_hand(game, r)
    if game.ante_limit:
        antes.pay_antes(game, r)
    if game.collects:
        collection.collect(game, r)
    if game.ante and not game.ante_limit:
        blinds.post_antes(game, r)
    if s.button:
        blinds.post_blinds(game, r)
    if game.straddle == "on":
        yield from blinds.straddle(game, r)
    if s.killer:
        blinds.post_kill(game, r)
