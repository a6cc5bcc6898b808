"""Which counts the lab's blackjack is written for: its trees and drivers are those of 21."""

from __future__ import annotations

from houseway.errors import Refused
from houseway.shapes.blackjack import Blackjack
from houseway.shapes.blackjack.count import TWENTY_ONE


def treats(game: Blackjack) -> str:
    """Why a table cannot be treated: its hands count otherwise; nothing for 21."""
    if game.count == TWENTY_ONE:
        return ""
    return (
        f"its hands count {game.count}; the lab follows and simulates only hands that count "
        f"{TWENTY_ONE}"
    )


def must_treat(game: Blackjack) -> None:
    """Refuse a table that counts otherwise."""
    if why := treats(game):
        raise Refused(f"{game.name}: {why}")
