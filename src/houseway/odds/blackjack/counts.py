"""Which counts the lab does not treat: where hands are settled by rules besides, written for 21."""

from __future__ import annotations

from houseway.shapes.blackjack import Blackjack
from houseway.shapes.blackjack.count import TWENTY_ONE


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
