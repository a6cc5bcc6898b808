"""What a viewer sees of a blackjack table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.pieces.kinds import UNSEEN
from houseway.shapes.blackjack.state import BlackjackState
from houseway.shapes.sight import chip_views
from houseway.views import Chips, OwnPile, Pile, View

if TYPE_CHECKING:
    from houseway.shapes.blackjack import Blackjack


def blackjack_view(game: Blackjack, s: BlackjackState, viewer: int) -> View:
    """Hands, the dealer's cards with the hole card hidden until it is turned, chips, lammers."""
    show, piles = game.kind.show, []
    if s.dealer:
        dealer = s.dealer if s.hole_seen else [s.dealer[0], UNSEEN]
        total = game.dealer_words(s.dealer) if s.hole_seen else ""
        up = [True, s.hole_seen, *([True] * (len(s.dealer) - 2))][: len(dealer)]
        piles.append(Pile("dealer", 0, show(dealer).split(), total, up=up, total=total))
    turn = s.playing() if s.phase == "playing" else None
    for seat, hands in s.hands.items():
        for i in range(len(hands)):
            piles.append(hand_pile(game, s, viewer, seat, i, turn == (seat, i)))
    chips = chip_views(game, s)
    for seat, n in s.lammers.items():
        if (at := s.lammers_at[seat]) != "dealer":
            chips.append(Chips(seat, at, 0, lammers=n))
    return game.table_view(s, viewer, piles, chips)


def own_piles(
    game: Blackjack, state: BlackjackState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """A player's hands, where they are dealt face down."""
    if viewer not in state.down:
        return []
    return [
        OwnPile(at, hand_pile(game, state, viewer, viewer, pile.hand, pile.turn))
        for at, pile in enumerate(public)
        if pile.seat == viewer and pile.zone == "hand"
    ]


def hand_pile(
    game: Blackjack, s: BlackjackState, viewer: int, seat: int, i: int, turn: bool
) -> Pile:
    """One hand of a seat, as this viewer sees it."""
    hand = s.hands[seat][i]
    down, total = 2 * (seat in s.down), game.total_words(hand)
    stays = [f"stays for {game.words().named(hand.stays_for)}"] if hand.stays_for else []
    cards, note = hand.cards, ", ".join([total, *hand.marks, *stays])
    if down and viewer != seat:
        cards, note, total = [*(UNSEEN,) * 2, *cards[2:]], "face down", ""
    note += ", to play" * turn
    if game.hands_dealt > 1:
        note = f"spot {hand.spot + 1}, {note}"
    up = [at >= down for at in range(len(cards))]
    return Pile("hand", seat, game.kind.show(cards).split(), note, i, up, turn, total)
