"""What a viewer sees of an ante-and-play table: the own hands, and what has been turned over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.pieces.kinds import UNSEEN
from houseway.shapes.ante_play.offers import ANTE
from houseway.shapes.ante_play.state import FOLDED, LOST, AntePlayState, At
from houseway.shapes.sight import has_lost
from houseway.views import OwnPile, Pile, View

if TYPE_CHECKING:
    from houseway.shapes.ante_play import AntePlay


def ante_play_view(game: AntePlay, state: AntePlayState, viewer: int) -> View:
    """Every hand on the table, face down unless the viewer holds it or it is shown."""
    piles = [*dealer_pile(game, state), *hand_piles(game, state, viewer)]
    return game.table_view(state, viewer, piles)


def dealer_pile(game: AntePlay, s: AntePlayState) -> list[Pile]:
    """The dealer's hand: the house's, or that of the player who banks."""
    if not s.dealer:
        return []
    down = 0 if s.dealer_shown else len(s.dealer) - len(s.dealer_up)
    cards = (UNSEEN,) * down + s.dealer[down:]
    words = game.words_of(s.dealer) if s.dealer_shown else ""
    seat = s.bank.seat if s.bank is not None else 0
    up = [False] * down + [True] * (len(cards) - down)
    return [Pile("dealer", seat, game.kind.show(cards).split(), up=up, total=words)]


def hand_piles(game: AntePlay, s: AntePlayState, viewer: int) -> list[Pile]:
    """The hands of players; one that was folded is still known to who held it."""
    now = game.undecided(s) if s.phase == "deciding" else {}
    return [hand_pile(game, s, viewer, at, now.get(s.holder(at[0])) == at) for at in s.hands]


def hand_pile(game: AntePlay, s: AntePlayState, viewer: int, at: At, turn: bool) -> Pile:
    """One hand as this viewer sees it."""
    hand = s.hands[at]
    seen = viewer == s.holder(at[0]) or hand.shown
    cards = hand.cards if seen else (UNSEEN,) * len(hand.cards)
    total, words = game.words_of(hand.cards) if seen else "", game.words()
    done = (hand.decision, "tucked" if hand.tucked else "")
    marks = [words.status(mark) for mark in done if mark]
    up, shown = [hand.shown] * len(cards), game.kind.show(cards).split()
    lost = hand.decision in (FOLDED, LOST) or has_lost(s, at[0], ANTE, at[1])
    return Pile("hand", at[0], shown, at[1], up, turn, total, marks, lost=lost)


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
