"""Views and texts of baccarat, with cards or dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from houseway.families.banked.presenter import BankedPresenter
from houseway.families.banked.state import SETTLING
from houseway.game.face.views import OwnPile, Pile, Puck

if TYPE_CHECKING:
    from houseway.engine.questions import Pieces
    from houseway.families.baccarat.cards import CardsState
    from houseway.families.baccarat.dice import CupsState
    from houseway.families.baccarat.game import Baccarat, BaccaratState

PLAYER_HAND, BANKER_HAND = "player", "banker"
HANDS = (PLAYER_HAND, BANKER_HAND)
SHAKING = "shaking"


class BaccaratPresenter(BankedPresenter):
    """Two open hands with their points."""

    game: Baccarat

    def piles(self, s: Any, viewer: int) -> list[Pile]:
        """Return the hands that are known."""
        return [self._pile(s, hand, pieces) for hand, pieces in s.hands.items()]

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """Return none: a seat sees what all see."""
        return []

    def _pile(self, s: BaccaratState, hand: str, pieces: Pieces) -> Pile:
        shown, points = self.game.kind.show(pieces).split(), str(self.game.hands.points(pieces))
        lost = s.phase == SETTLING and s.counts[hand] < max(s.counts.values())
        return Pile(hand, 0, shown, up=[True] * len(shown), total=points, lost=lost)

    def banks_hand(self, s: BaccaratState) -> str:
        """Return ``Player 7, Banker 5: Player wins``; a tie is one."""
        if s.phase != SETTLING or len(s.counts) < 2:
            return ""
        player, banker = s.counts[PLAYER_HAND], s.counts[BANKER_HAND]
        won = "a tie" if player == banker else f"{'Player' if player > banker else 'Banker'} wins"
        return f"Player {player}, Banker {banker}: {won}"


class CardsPresenter(BaccaratPresenter):
    """Two hands of cards, face down at first."""

    def piles(self, s: CardsState, viewer: int) -> list[Pile]:
        """Return the two hands, also while they are face down."""
        covered = [Pile(hand, 0, ["??"] * 2, up=[False] * 2) for hand in s.covered]
        return [*covered, *super().piles(s, viewer)]


class CupsPresenter(BaccaratPresenter):
    """Two cups of dice."""

    def pucks(self, s: CupsState) -> list[Puck]:
        """Return the puck of the bank, and one for each cup that a player holds."""
        return [*super().pucks(s), *(Puck("cup", seat, hand) for hand, seat in s.handed.items())]

    def piles(self, s: CupsState, viewer: int) -> list[Pile]:
        """Return the hands; cups that are shaken and still closed are drawn too."""
        n: int = self.game.dice_in_a_cup  # type: ignore[attr-defined]
        closed = [hand for hand in HANDS if hand not in s.hands] if s.phase == SHAKING else []
        covered = [Pile(hand, 0, ["??"] * n, up=[False] * n) for hand in closed]
        return [*super().piles(s, viewer), *covered]
