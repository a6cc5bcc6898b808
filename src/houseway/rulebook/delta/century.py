"""The shared parts of the 21st Century blackjacks; the text of each has them in clauses of its
own.
"""

from __future__ import annotations

from typing import Any

from houseway.families.banked.player_dealer.bank import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DICE,
    FIRST_SEAT,
    PlayerDealer,
    Unclaimed,
)
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.game.posting import posted

SEATS = 8


def player_dealer(*unclaimed: Unclaimed) -> PlayerDealer:
    """Return the bank: clockwise round eight seats, settled from the seat at the dealer's right."""
    return PlayerDealer(
        rotation=Rotation(positions=SEATS, direction=CLOCKWISE), settles=COUNTERCLOCKWISE,
        begins="dealer's right",
        unclaimed=unclaimed, button=(FIRST_SEAT, DICE), when_short=True,)  # fmt: skip


def natural_takes() -> str:
    """Post what the bank's Natural takes of raised wagers without a peek."""
    says = "without a peek, what the bank's Natural takes of raised wagers"
    return posted("original", "all", says=says)


def _natural_pays(game: Any) -> str:
    """Return what a Natural pays, under the family's name for it."""
    pays: str = game.natural_pays
    return pays


def _natural_takes(game: Any) -> str:
    """Return what a Natural takes without a peek, under the family's name for it."""
    takes: str = game.natural_takes
    return takes


NATURAL_PAYS: Any = property(_natural_pays)
NATURAL_TAKES: Any = property(_natural_takes)
"""``blackjack_pays`` and ``no_peek_takes`` of a game whose best hand is called a Natural."""
