"""Views, prompts and result texts of ante-and-play games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.families.ante_play.decisions import ANTE, DECISIONS, which_hand
from houseway.families.ante_play.state import FOLDED, LOST
from houseway.families.banked.presenter import BankedPrompts, BankedTelling, has_lost
from houseway.pieces.kind import UNSEEN
from houseway.presentation.views import OwnPile, Pile

if TYPE_CHECKING:
    from houseway.engine.questions import Choice
    from houseway.families.ante_play.game import AntePlay
    from houseway.families.ante_play.state import AntePlayState, At
    from houseway.presentation.presenter import Moment
    from houseway.presentation.views import View


# -- sight ------------------------------------------------------------------------------------
# What a viewer sees of an ante-and-play table: the own hands, and what has been turned over.


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


# -- prompts ----------------------------------------------------------------------------------
# What people are told of the questions of ante and play: which hand is played or folded.


class AntePlayPrompts(BankedPrompts):
    """The question to every hand with an ante."""

    game: AntePlay

    def of_shape(self) -> tuple[Moment, ...]:
        tips = self.game.offers.tip is not None
        decisions = tuple(name for name in DECISIONS if tips or name != "play_and_tip")
        return (*super().of_shape(), decisions)

    def about(self, state: AntePlayState, seat: int) -> tuple[int, int]:
        circle, hand = self.game.undecided(state).get(seat, (seat, 0))
        return hand, circle if circle != seat else 0

    def words(self, state: AntePlayState, seat: int, asked: str) -> str:
        return self._which(state, seat) + asked

    def says(self, state: AntePlayState, seat: int, choice: Choice) -> str:
        return choice.words.removeprefix(self._which(state, seat))

    def _which(self, state: AntePlayState, seat: int) -> str:
        at = self.game.undecided(state).get(seat)
        return which_hand(state, seat, at) if at is not None else ""


# -- telling ----------------------------------------------------------------------------------
# What people are told of a round with an ante and a play wager: the dealer's hand.


class AntePlayTelling(BankedTelling):
    """The rounds of such a table."""

    game: AntePlay

    def banks_hand(self, s: AntePlayState) -> str:
        """``Dealer: pair of nines``."""
        return f"{self.bank(s)}: {self.game.words_of(s.dealer)}" if s.dealer_shown else ""
