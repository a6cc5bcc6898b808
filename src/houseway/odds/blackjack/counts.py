"""Which tables the lab does not treat, and why."""

from __future__ import annotations

from houseway.shapes.blackjack import Blackjack
from houseway.shapes.blackjack.count import TWENTY_ONE


def treats_splits(game: Blackjack) -> str:
    """Why a table of blackjack cannot be treated: a split can make a natural there."""
    if not game.natural_after_split:
        return ""
    return (
        "an ace and a ten after a split are posted as a natural; what several hands of a round are "
        "paid in parts of a unit is not followed"
    )


def treats(game: Blackjack) -> str:
    """Why a table of two hands, of three cards or with poker besides cannot be treated.

    Its hands count otherwise; nothing for 21.
    """
    if game.count == TWENTY_ONE:
        return ""
    return (
        f"its hands count {game.count}; its own rules, by which the lab settles them too, are "
        f"written for hands that count {TWENTY_ONE}"
    )
