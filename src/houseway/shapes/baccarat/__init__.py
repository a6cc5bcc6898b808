"""The baccarat shape: wagers on two hands that belong to nobody, the Player's and the Banker's.

Every wager, the standard ones too, has a rule and a pay table: a rule reads the points of the
hands, or their cards or dice.  How the hands come about is what a kind of baccarat writes
(``bring_hands``): three dice from a cup (``cups.py``), or cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.errors import Refused
from houseway.events import Closed
from houseway.game import Dealing, Seat
from houseway.posting import fact
from houseway.script import Pieces, Script
from houseway.shapes.banked import PLAYER, Banked, BankedState, Fact, Phase
from houseway.views import Pile, View
from houseway.wager import Wager

PLAYER_HAND, BANKER_HAND = "player", "banker"
HANDS = (PLAYER_HAND, BANKER_HAND)
STANDARD = ("player", "banker", "tie")
"""The standard wagers: on either hand, and on a tie."""
HANDS_KNOWN = "when both hands are known"


class BaccaratState(BankedState, kw_only=True):
    """The two hands, as far as they are known."""

    hands: dict[str, Pieces] = {}


class Baccarat(Banked):
    """A round of baccarat: wagers, two hands, settlement."""

    shape = "baccarat"
    facts: ClassVar[dict[str, Fact]] = {
        "player_points": lambda game, s, seat: game.points(s.hands[PLAYER_HAND]),
        "banker_points": lambda game, s, seat: game.points(s.hands[BANKER_HAND]),
    }

    settles_from: str = fact("dealer's right", says="the seat that is settled first")
    bonus_needs_standard: bool = fact(False, says="a bonus wager needs a standard wager beside it")

    # -- what a kind of baccarat says --------------------------------------------------------

    def points(self, hand: Pieces) -> int:
        """What a hand counts."""
        raise NotImplementedError

    def bring_hands(self, r: Dealing) -> Script:
        """Until both hands are known."""
        raise NotImplementedError

    # -- the round ---------------------------------------------------------------------------

    def new_state(self, seats: Sequence[Seat], between: Any) -> BaccaratState:
        return BaccaratState(**self.seated(seats, between))

    def play(self, r: Dealing) -> Script:
        yield from self.betting(r)
        if r.state.stakes:
            yield from self.bring_hands(r)
            self.settle_hands(r)
        r.emit(Closed())

    def settling(self, s: BaccaratState) -> list[int]:
        """The order of settlement: from the dealer's right counter-clockwise, or from the left."""
        seats = s.seats if self.settles_from == "dealer's left" else reversed(s.seats)
        betting = {key[0] for key in s.stakes}
        return [seat for seat in seats if seat in betting]

    def settle_hands(self, r: Dealing) -> None:
        """Take and pay every wager, seat by seat, the standard wagers before the bonuses."""
        r.emit(Phase("settling"))
        self.settle_side_bets(r, HANDS_KNOWN, self.settling(r.state))

    # -- what people may do ------------------------------------------------------------------

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        """Where so posted, a bonus goes with one of the standard wagers, whichever it is."""
        if self.bonus_needs_standard and wager.name not in STANDARD:
            return STANDARD
        return super().goes_with(wager)

    def actions(self) -> tuple[str, ...]:
        return ("bet", "sit_out")

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        if name == "bet" and state.phase != "betting":
            return Refused("wagers are placed before the hands come", self.turn_clauses)
        return super().why_not(state, seat, name)

    # -- views -------------------------------------------------------------------------------

    def view(self, state: Any, viewer: int) -> View:
        return self.table_view(state, viewer, self.hand_piles(state))

    def hand_piles(self, s: BaccaratState) -> list[Pile]:
        """The hands that are known, with what they count."""
        return [
            Pile(hand, 0, self.kind.show(pieces).split(), str(self.points(pieces)))
            for hand, pieces in s.hands.items()
        ]


def standard_stake(s: BankedState, seat: int, spots: Sequence[str] = STANDARD) -> int:
    """What a seat has on these standard wagers, its own chips only."""
    return sum(s.stakes.get((seat, spot, 0, PLAYER), 0) for spot in spots)
