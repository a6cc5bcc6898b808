"""What a viewer sees of a 21-Hold 'em table."""

from __future__ import annotations

from typing import Any

from houseway.hands.poker5 import best_high, describe_high
from houseway.pieces.kinds import UNSEEN
from houseway.rulebook.colorado.twenty_one_hold_em.state import HoldEmState, Pocket
from houseway.shapes.blackjack.sight import blackjack_view
from houseway.views import Pile, View


def hold_em_view(game: Any, s: HoldEmState, viewer: int) -> View:
    """The blackjack table; from the poker element on, the community cards and the players' own."""
    view = blackjack_view(game, s, viewer)
    if not s.community:
        return view
    show = game.kind.show
    community = show(s.community).split()
    view.piles = [Pile("community", 0, community, up=[True] * len(community))]
    for seat, pocket in s.pockets.items():
        if pocket.cards and (pocket.shown or not pocket.out):
            seen = pocket.shown or viewer == seat
            cards = pocket.cards if seen else [UNSEEN] * len(pocket.cards)
            note = _words(pocket, s.community) if seen else ""
            up, turn = [pocket.shown] * len(cards), seat in game.undecided(s)
            pile = Pile("poker", seat, show(cards).split(), note, 0, up, turn, note)
            view.piles.append(pile)
    return view


def _words(pocket: Pocket, community: list[int]) -> str:
    """The hand, once it is whole."""
    if len(pocket.cards) < 3:
        return ""
    return describe_high(best_high((*pocket.cards, *community)))
