"""Views and texts of ante-and-play games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.families.ante_play.decisions import ANTE, DECIDING, PAID_BY, PLAY, which_hand
from houseway.families.ante_play.state import FOLDED, LOST
from houseway.families.banked.presenter import BankedPresenter, has_lost
from houseway.game.face.layout import SpotPlan
from houseway.game.face.views import OwnPile, Pile
from houseway.pieces.kind import UNSEEN

if TYPE_CHECKING:
    from houseway.engine.questions import Choice
    from houseway.families.ante_play.game import AntePlay
    from houseway.families.ante_play.state import AntePlayState
    from houseway.families.banked.settlement import HandKey
    from houseway.game.face.layout import Layout


class AntePlayPresenter(BankedPresenter):
    """Hands against the dealer's, each played or folded."""

    game: AntePlay

    def piles(self, s: AntePlayState, viewer: int) -> list[Pile]:
        """Return every hand, face down unless the viewer holds it or it is shown."""
        now = self.game.undecided(s) if s.phase == DECIDING else {}
        hands = [self._hand_pile(s, viewer, at, now.get(s.holder(at[0])) == at) for at in s.hands]
        return [*self._dealer_pile(s), *hands]

    def own_piles(self, state: AntePlayState, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """Return the hands of this seat that are not shown yet."""
        return [
            OwnPile(at, self._hand_pile(state, viewer, (pile.seat, pile.hand), pile.turn))
            for at, pile in enumerate(public)
            if pile.zone == "hand"
            and state.holder(pile.seat) == viewer
            and not state.hands[pile.seat, pile.hand].shown
        ]

    def _dealer_pile(self, s: AntePlayState) -> list[Pile]:
        """Return the hand of the house's dealer, or of the player who banks."""
        if not s.dealer:
            return []
        down = 0 if s.dealer_shown else len(s.dealer) - len(s.dealer_up)
        cards = (UNSEEN,) * down + s.dealer[down:]
        words = self.game.words_of(s.dealer) if s.dealer_shown else ""
        seat = s.bank.seat if s.bank is not None else 0
        up = [False] * down + [True] * (len(cards) - down)
        return [Pile("dealer", seat, self.game.kind.show(cards).split(), up=up, total=words)]

    def _hand_pile(self, s: AntePlayState, viewer: int, at: HandKey, turn: bool) -> Pile:
        """Return one hand; a folded one is still known to its player."""
        game, hand = self.game, s.hands[at]
        seen = viewer == s.holder(at[0]) or hand.shown
        cards = hand.cards if seen else (UNSEEN,) * len(hand.cards)
        total = game.words_of(hand.cards) if seen else ""
        done = (hand.decision, "tucked" if hand.tucked else "")
        marks = [self.words.status(mark) for mark in done if mark]
        up, shown = [hand.shown] * len(cards), game.kind.show(cards).split()
        lost = hand.decision in (FOLDED, LOST) or has_lost(s, at[0], ANTE, at[1])
        return Pile(
            "hand", at[0], pieces=shown, hand=at[1], up=up, turn=turn, total=total, marks=marks,
            lost=lost,
        )  # fmt: skip

    def bare_layout(self) -> Layout:
        plan, slots = super().bare_layout(), self.game.hand_size
        return replace(plan, zones=tuple(replace(zone, slots=slots) for zone in plan.zones))

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        game = self.game
        least, most = game.limits(game.wager_named[ANTE])
        return (
            SpotPlan(
                PLAY, "equal to the ante", least, most, False, game.choice_clauses[PLAY],
                rank="follows", placed=DECIDING, beside=(ANTE,), equals=ANTE,
                pay=PAID_BY[PLAY], tips=game.tips and game.play_tips,
            ),
        )  # fmt: skip

    def about(self, state: AntePlayState, seat: int) -> tuple[int, int]:
        circle, hand = self.game.undecided(state).get(seat, (seat, 0))
        return hand, circle if circle != seat else 0

    def question(self, state: AntePlayState, seat: int, asked: str) -> str:
        return self._which(state, seat) + asked

    def says(self, state: AntePlayState, seat: int, choice: Choice) -> str:
        return choice.words.removeprefix(self._which(state, seat))

    def _which(self, state: AntePlayState, seat: int) -> str:
        """Return the words for the hand that a seat decides on; "" if no decision is open."""
        at = self.game.undecided(state).get(seat)
        return which_hand(state, seat, at) if at is not None else ""

    def banks_hand(self, s: AntePlayState) -> str:
        """Return ``Dealer: pair of nines``."""
        return f"{self.banker(s)}: {self.game.words_of(s.dealer)}" if s.dealer_shown else ""
