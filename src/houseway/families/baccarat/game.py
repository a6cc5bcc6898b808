"""The baccarat shape: wagers on two hands that belong to nobody, the Player's and the Banker's.

Every wager, the standard ones too, has a rule and a pay table: a rule reads the points of the
hands, or their cards or dice.  How the hands come about is what a kind of baccarat writes
(``bring_hands``): three dice from a cup (``dice.py``), or cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.cite import step
from houseway.engine.questions import PLAYER, Pieces, Script
from houseway.errors import Refused
from houseway.families.baccarat.presenter import BaccaratTelling
from houseway.families.banked.game import Banked, BankedCarryOver, FactReader
from houseway.families.banked.presenter import nothing_own
from houseway.families.banked.state import SETTLING, BankedState, Phase
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import fact
from houseway.game.wagers import HANDS_KNOWN, Wager
from houseway.presentation.views import Pile, View

PLAYER_HAND, BANKER_HAND = "player", "banker"
HANDS = (PLAYER_HAND, BANKER_HAND)
STANDARD = ("player", "banker", "tie")
"""The standard wagers: on either hand, and on a tie."""


class BaccaratState(BankedState, kw_only=True):
    """The two hands, as far as they are known."""

    hands: dict[str, Pieces] = {}
    counts: dict[str, int] = {}
    """What each of them counts."""


class Baccarat(Banked):
    """A round of baccarat: wagers, two hands, settlement.

    ``settles`` is in one pass, the wagers as they are listed, where a game does not say otherwise.
    """

    shape = "baccarat"
    telling_by = BaccaratTelling
    moments = (HANDS_KNOWN,)
    facts: ClassVar[dict[str, FactReader]] = {
        "player_points": lambda game, s, seat: s.counts[PLAYER_HAND],
        "banker_points": lambda game, s, seat: s.counts[BANKER_HAND],
    }

    settles_from: str = fact("dealer's right", says="the seat that is settled first")
    bonus_needs_standard: bool = fact(False, says="a bonus wager needs a standard wager beside it")

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        self.settles = self.settles or (tuple(self.side_named),)

    # -- what a kind of baccarat says --------------------------------------------------------

    @step
    def points(self, hand: Pieces) -> int:
        """What a hand counts."""
        raise NotImplementedError

    def bring_hands(self, r: RoundContext[Any]) -> Script:
        """Until both hands are known."""
        raise NotImplementedError

    # -- the round ---------------------------------------------------------------------------

    def new_state(self, seats: Sequence[Seat], between: BankedCarryOver) -> BaccaratState:
        return BaccaratState(**self.seated(seats, between))

    def hand(self, r: RoundContext[BaccaratState]) -> Script:
        yield from self.bring_hands(r)
        self.bank.take_fees(self, r, "after the deal")
        self.settle_all(r)

    def settle_all(self, r: RoundContext[BaccaratState]) -> None:
        """Take and pay every wager, circle by circle, the standard wagers before the bonuses."""
        s = r.state
        r.emit(Phase(SETTLING))
        boxes = [(circle, 0) for circle in self.in_order(s, s.circles())]
        self.settle(r, self.last_steps(s, boxes))

    # -- what people may do ------------------------------------------------------------------

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        """Where so posted, a bonus goes with one of the standard wagers, whichever it is."""
        if self.bonus_needs_standard and wager.name not in STANDARD:
            return STANDARD
        return super().goes_with(wager)

    def why_not(self, state: BaccaratState, seat: int, name: str) -> Refused | None:
        refused = super().why_not(state, seat, name)
        if refused is None and name == "bet" and state.phase != "betting":
            return Refused("wagers are placed before the hands come", self.turn_clauses)
        return refused

    # -- views -------------------------------------------------------------------------------

    def view(self, state: BaccaratState, viewer: int) -> View:
        return self.table_view(state, viewer, self.hand_piles(state))

    own_piles = nothing_own

    def hand_piles(self, s: BaccaratState) -> list[Pile]:
        """The hands that are known, with what they count."""
        return [self.pile_of(s, hand, pieces) for hand, pieces in s.hands.items()]

    def pile_of(self, s: BaccaratState, hand: str, pieces: Pieces) -> Pile:
        """A hand that lies open."""
        shown, points = self.kind.show(pieces).split(), str(self.points(pieces))
        lost = s.phase == SETTLING and s.counts[hand] < max(s.counts.values())
        return Pile(hand, 0, shown, up=[True] * len(shown), total=points, lost=lost)


def standard_stake(s: BankedState, seat: int, spots: Sequence[str] = STANDARD) -> int:
    """What a seat has on these standard wagers in any circle, its own chips only."""
    return sum(
        cents for place, who, cents in s.laid() if who == (seat, PLAYER) and place[1] in spots
    )
