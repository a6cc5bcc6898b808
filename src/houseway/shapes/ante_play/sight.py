"""What a viewer sees of an ante-and-play table: the own hands, and what has been turned over."""

from __future__ import annotations

from typing import Any

from houseway.pieces.kinds import UNSEEN
from houseway.shapes.ante_play.state import AntePlayState
from houseway.views import Pile, View


def ante_play_view(game: Any, s: AntePlayState, viewer: int) -> View:
    """Every hand on the table, face down unless the viewer holds it or it is shown."""
    show = game.kind.show
    piles = []
    if s.dealer:
        cards = s.dealer if s.dealer_shown else (UNSEEN,) * len(s.dealer)
        note = game.words_of(s.dealer) if s.dealer_shown else ""
        piles.append(Pile("dealer", 0, show(cards).split(), note))
    for (seat, _), hand in s.hands.items():
        if hand.out:
            continue
        seen = viewer == seat or hand.shown
        cards = hand.cards if seen else (UNSEEN,) * len(hand.cards)
        words = [game.words_of(hand.cards)] if seen else []
        words += [hand.decision] if hand.decision else []
        words += ["tucked"] if hand.tucked else []
        piles.append(Pile("hand", seat, show(cards).split(), ", ".join(words)))
    view: View = game.table_view(s, viewer, piles)
    return view
