"""Views and layout of a 21-Hold 'em table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from houseway.families.banked.presenter import has_lost
from houseway.families.blackjack.presenter import BlackjackPresenter
from houseway.game.face.layout import SpotPlan
from houseway.game.face.presenter import Presenter
from houseway.game.face.views import OwnPile, Pile
from houseway.hands.poker_high import best_high, describe_high
from houseway.pieces.kind import UNSEEN
from houseway.rulebook.colorado.twenty_one_hold_em.state import PK, THREE, TWO, HoldEmState, Pocket

COLLECTED = "collected"


class HoldEmPresenter(BlackjackPresenter):
    """A blackjack table; from the poker element on, community cards and pocket cards."""

    def piles(self, s: HoldEmState, viewer: int) -> list[Pile]:
        """Return the hands; of blackjack hands whose cards were reshuffled only their totals."""
        piles = super().piles(s, viewer)
        if not s.community:
            return piles
        mark = self.words.status(COLLECTED)
        piles = [
            replace(pile, pieces=[], up=[], marks=[*pile.marks, mark])
            if s.reshuffled or pile.zone == "dealer"
            else pile
            for pile in piles
        ]
        community = self.game.kind.show(s.community).split()
        piles.append(Pile("community", 0, community, up=[True] * len(community)))
        piles += [self._pocket_pile(s, viewer, at) for at, x in s.pockets.items() if x.cards]
        return piles

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        return Presenter.own_piles(self, state, viewer, public)

    def _pocket_pile(self, s: HoldEmState, viewer: int, seat: int) -> Pile:
        """Return a player's poker cards; folded ones are known to that player only."""
        game: Any = self.game
        pocket = s.pockets[seat]
        seen = pocket.shown or viewer == seat
        cards = pocket.cards if seen else [UNSEEN] * len(pocket.cards)
        total = hand_words(pocket, s.community) if seen else ""
        folded = pocket.out and not pocket.shown
        return Pile(
            "poker", seat, pieces=game.kind.show(cards).split(), hand=0,
            up=[pocket.shown] * len(cards), turn=seat in game.undecided(s), total=total,
            marks=[self.words.status("folded")] if folded else [],
            lost=folded or has_lost(s, seat, PK),
        )  # fmt: skip

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        least, most = self.game.posting["pk_limits"]
        spots = (
            SpotPlan(
                spot, f'"{n}", equal to PK', least, most, False, (clause,), "poker",
                rank="follows", placed=f"spot {n}", beside=(PK,), equals=PK, pay=PK,
            )
            for spot, n, clause in ((TWO, 2, "CO-2104-8b"), (THREE, 3, "CO-2104-10b"))
        )  # fmt: skip
        return (*super().follow_spots(), *spots)


def hand_words(pocket: Pocket, community: list[int]) -> str:
    """Return the name of a whole hand; "" before it is whole."""
    if len(pocket.cards) < 3:
        return ""
    return describe_high(best_high((*pocket.cards, *community)))
