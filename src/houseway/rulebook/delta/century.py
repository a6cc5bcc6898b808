"""What the 21st Century blackjacks share; the text of each says it in clauses of its own."""

from __future__ import annotations

from houseway.families.banked.player_dealer import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DICE,
    FIRST_SEAT,
    PlayerDealer,
)
from houseway.families.banked.rotation import Unclaimed
from houseway.families.blackjack.game import Blackjack
from houseway.game.posting import posted

SEATS = 8


def player_dealer(unclaimed: Unclaimed) -> PlayerDealer:
    """Clockwise round eight seats; settled the other way, from the seat at the dealer's right."""
    return PlayerDealer(
        positions=SEATS, direction=CLOCKWISE, settles=COUNTERCLOCKWISE, begins="dealer's right",
        unclaimed=unclaimed, button=(FIRST_SEAT, DICE), when_short=True,
    )  # fmt: skip


class Century(Blackjack):
    """Blackjack banked by a player, in which the best hand is called a Natural."""

    seats_max = SEATS
    seats_min = 2
    pucks = ("bank", "action")

    natural_price = "natural_pays"
    natural_pays: str
    natural_takes: str = posted(
        "original", "all", says="without a peek, what the bank's Natural takes of raised wagers"
    )

    @property
    def blackjack_pays(self) -> str:  # type: ignore[override]
        """The shape's word for it."""
        return self.natural_pays

    @property
    def no_peek_takes(self) -> str:  # type: ignore[override]
        """The shape's word for it."""
        return self.natural_takes
