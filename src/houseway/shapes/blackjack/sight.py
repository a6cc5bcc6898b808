"""What a viewer sees of a blackjack table."""

from __future__ import annotations

from typing import Any

from houseway.hands.points21 import is_soft, natural, points
from houseway.pieces.kinds import UNSEEN
from houseway.shapes.blackjack.state import BlackjackState, Hand
from houseway.views import Chips, Pile, View


def hand_words(hand: Hand) -> str:
    """``soft 17``, ``blackjack``, ``bust 24``, and what was done to the hand."""
    total = points(hand.cards)
    if natural(hand.cards) and not hand.split:
        words = "blackjack"
    elif total > 21:
        words = f"bust {total}"
    else:
        words = f"soft {total}" if is_soft(hand.cards) else str(total)
    marks = [f"doubled {hand.doubled}"] if hand.doubled else []
    return ", ".join([words, *marks, *(["lammer"] if hand.free else [])])


def blackjack_view(game: Any, s: BlackjackState, viewer: int) -> View:
    """Hands, the dealer's cards with the hole card hidden until it is turned, chips, lammers."""
    show = game.kind.show
    piles = []
    if s.dealer:
        dealer = s.dealer if s.hole_seen else [s.dealer[0], UNSEEN]
        note = hand_words(Hand(s.dealer)) if s.hole_seen else ""
        piles.append(Pile("dealer", 0, show(dealer).split(), note))
    for seat, hands in s.hands.items():
        for hand in hands:
            piles.append(Pile("hand", seat, show(hand.cards).split(), hand_words(hand)))
    chips = game.chip_views(s)
    chips += [Chips(seat, "lammers", 0, lammers=n) for seat, n in s.lammers.items()]
    return View(
        game=game.id,
        viewer=viewer,
        phase=s.phase,
        seats=game.seat_views(s),
        piles=piles,
        chips=chips,
        pots=[],
        pucks=[],
        said=list(s.said),
    )
