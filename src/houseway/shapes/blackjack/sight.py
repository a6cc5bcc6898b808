"""What a viewer sees of a blackjack table."""

from __future__ import annotations

from typing import Any

from houseway.hands.points21 import is_soft, natural, points
from houseway.pieces.kinds import UNSEEN
from houseway.shapes.blackjack.state import BlackjackState, Hand
from houseway.views import Chips, Pile, View


def total_words(hand: Hand) -> str:
    """``soft 17``, ``blackjack``, ``bust 24``."""
    total = points(hand.cards)
    if natural(hand.cards) and not hand.made:
        return "blackjack"
    if total > 21:
        return f"bust {total}"
    return f"soft {total}" if is_soft(hand.cards) else str(total)


def hand_words(hand: Hand) -> str:
    """What a hand is, and what was done to it."""
    return ", ".join([total_words(hand), *hand.marks])


def blackjack_view(game: Any, s: BlackjackState, viewer: int) -> View:
    """Hands, the dealer's cards with the hole card hidden until it is turned, chips, lammers."""
    show = game.kind.show
    piles = []
    if s.dealer:
        dealer = s.dealer if s.hole_seen else [s.dealer[0], UNSEEN]
        note = hand_words(Hand(s.dealer)) if s.hole_seen else ""
        piles.append(Pile("dealer", 0, show(dealer).split(), note))
    turn = s.playing() if s.phase == "playing" else None
    for seat, hands in s.hands.items():
        for i, hand in enumerate(hands):
            cards, note = hand.cards, ", ".join([game.total_words(hand), *hand.marks])
            if seat in s.down and viewer != seat:
                cards, note = [*(UNSEEN,) * 2, *cards[2:]], "face down"
            note += ", to play" * (turn == (seat, i))
            if game.hands_dealt > 1:
                note = f"spot {hand.spot + 1}, {note}"
            piles.append(Pile("hand", seat, show(cards).split(), note))
    chips = game.chip_views(s)
    for seat, n in s.lammers.items():
        if (at := s.lammers_at[seat]) != "dealer":
            chips.append(Chips(seat, at, 0, lammers=n))
    seen: View = game.table_view(s, viewer, piles, chips)
    return seen
