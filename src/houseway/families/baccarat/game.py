"""The baccarat family: wagers on the Player's and the Banker's hand, which belong to no seat.

Every wager has a rule and a pay table, the standard ones too: a rule reads the points of the hands,
or their cards or dice. A game names the source of the two hands: dice from cups (``dice.py``), or
cards (``cards.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from houseway.engine.questions import PLAYER, Pieces, Script
from houseway.errors import Reason
from houseway.families.baccarat.presenter import BaccaratPresenter
from houseway.families.banked.betting import bet_too_late
from houseway.families.banked.game import Banked, BankedCarryOver, FactReader
from houseway.families.banked.presenter import BankedPresenter
from houseway.families.banked.state import SETTLING, BankedState, Phase
from houseway.game.base import RoundContext, Seat
from houseway.game.face.layout import Zone
from houseway.game.posting import fact
from houseway.game.wagers import HANDS_KNOWN, Wager

PLAYER_HAND, BANKER_HAND = "player", "banker"
HANDS = (PLAYER_HAND, BANKER_HAND)
STANDARD = ("player", "banker", "tie")
"""The standard wagers: on either hand, and on a tie."""


class BaccaratState(BankedState, kw_only=True):
    """The two hands, as far as they are known."""

    hands: dict[str, Pieces] = {}
    counts: dict[str, int] = {}
    """Hand -> its points."""


class HandSource:
    """The way in which the two hands come about, and what they count."""

    state: ClassVar[type[BaccaratState]]
    """The state of a round with hands from here."""

    def points(self, hand: Pieces) -> int:
        """Return the points of a hand."""
        raise NotImplementedError

    def bring(self, game: Any, r: RoundContext[Any]) -> Script:
        """Run the script until both hands are known."""
        raise NotImplementedError


class Baccarat(Banked):
    """A round of baccarat: wagers, two hands, settlement.

    ``settles`` is in one pass, the wagers as they are listed, where a game does not say otherwise.
    """

    family = "baccarat"
    presenter_class: ClassVar[type[BankedPresenter]] = BaccaratPresenter
    hands: ClassVar[HandSource]
    zones = (Zone(PLAYER_HAND, "middle", slots=3), Zone(BANKER_HAND, "middle", slots=3))
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

    def new_state(self, seats: Sequence[Seat], carry_over: BankedCarryOver) -> BaccaratState:
        return self.hands.state(**self.seated(seats, carry_over))

    def hand(self, r: RoundContext[BaccaratState]) -> Script:
        yield from self.hands.bring(self, r)
        self.bank.take_fees(self, r, "after the deal")
        self.settle_all(r)

    def settle_all(self, r: RoundContext[BaccaratState]) -> None:
        """Take and pay every wager, circle by circle, the standard wagers before the bonuses."""
        s = r.state
        r.emit(Phase(SETTLING))
        boxes = [(circle, 0) for circle in self.in_order(s, s.circles())]
        self.settle(r, self.last_steps(s, boxes))

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        """Return the standard wagers for a bonus that is posted to need one of them."""
        if self.bonus_needs_standard and wager.name not in STANDARD:
            return STANDARD
        return super().goes_with(wager)

    def explain_too_late(self, s: BaccaratState) -> Reason | None:
        return bet_too_late("the hands come", self.turn_clauses) if s.phase != "betting" else None


def standard_stake(s: BankedState, seat: int, spots: Sequence[str] = STANDARD) -> int:
    """Return a seat's own chips on these standard wagers in any circle, in cents."""
    return sum(
        cents
        for place, who, cents in s.iter_stakes()
        if who == (seat, PLAYER) and place[1] in spots
    )
