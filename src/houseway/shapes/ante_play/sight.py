"""What a viewer sees of an ante-and-play table: the own hands, and what has been turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.pieces.kinds import UNSEEN
from houseway.shapes.ante_play.state import AntePlayState
from houseway.views import Pile, View

if TYPE_CHECKING:
    from houseway.shapes.ante_play import AntePlay


def ante_play_view(game: AntePlay, s: AntePlayState, viewer: int) -> View:
    """Every hand on the table, face down unless the viewer holds it or it is shown."""
    return game.table_view(s, viewer, [*dealer_pile(game, s), *hand_piles(game, s, viewer)])


def dealer_pile(game: AntePlay, s: AntePlayState) -> list[Pile]:
    """The dealer's hand: the house's, or that of the player who banks."""
    if not s.dealer:
        return []
    down = 0 if s.dealer_shown else len(s.dealer) - len(s.dealer_up)
    cards = (UNSEEN,) * down + s.dealer[down:]
    words = game.words_of(s.dealer) if s.dealer_shown else ""
    seat = s.bank.seat if s.bank is not None else 0
    up = [False] * down + [True] * (len(cards) - down)
    return [Pile("dealer", seat, game.kind.show(cards).split(), words, up=up, total=words)]


def hand_piles(game: AntePlay, s: AntePlayState, viewer: int) -> list[Pile]:
    """The hands of players that still lie on the table."""
    piles, now = [], game.undecided(s) if s.phase == "deciding" else {}
    for at, hand in s.hands.items():
        if hand.out:
            continue
        holder = s.holder(at[0])
        seen = viewer == holder or hand.shown
        cards = hand.cards if seen else (UNSEEN,) * len(hand.cards)
        total = game.words_of(hand.cards) if seen else ""
        words = [total, hand.decision, "tucked" if hand.tucked else ""]
        note = ", ".join(word for word in words if word)
        up, turn = [hand.shown] * len(cards), now.get(holder) == at
        shown = game.kind.show(cards).split()
        piles.append(Pile("hand", at[0], shown, note, at[1], up, turn, total))
    return piles
