"""What a viewer sees of an ante-and-play table: the own hands, and what has been turned over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.pieces.kinds import UNSEEN
from houseway.shapes.ante_play.state import AntePlayState, At
from houseway.views import OwnPile, Pile, View

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
    now = game.undecided(s) if s.phase == "deciding" else {}
    return [
        hand_pile(game, s, viewer, at, now.get(s.holder(at[0])) == at)
        for at, hand in s.hands.items()
        if not hand.out
    ]


def hand_pile(game: AntePlay, s: AntePlayState, viewer: int, at: At, turn: bool) -> Pile:
    """One hand as this viewer sees it."""
    hand = s.hands[at]
    seen = viewer == s.holder(at[0]) or hand.shown
    cards = hand.cards if seen else (UNSEEN,) * len(hand.cards)
    total = game.words_of(hand.cards) if seen else ""
    words = [total, hand.decision, "tucked" if hand.tucked else ""]
    note = ", ".join(word for word in words if word)
    up, shown = [hand.shown] * len(cards), game.kind.show(cards).split()
    return Pile("hand", at[0], shown, note, at[1], up, turn, total)


def own_piles(
    game: AntePlay, state: AntePlayState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """The hands of this seat that are not shown yet."""
    return [
        OwnPile(at, hand_pile(game, state, viewer, (pile.seat, pile.hand), pile.turn))
        for at, pile in enumerate(public)
        if pile.zone == "hand"
        and state.holder(pile.seat) == viewer
        and not state.hands[pile.seat, pile.hand].shown
    ]
