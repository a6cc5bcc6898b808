"""The declarations of a game: postings, wagers, pay tables, fees, rulings, words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.game.base import Game as Game


def __getattr__(name: str) -> Any:
    """Load ``houseway.game.Game`` on first use, so that importing a part stays cheap."""
    if name == "Game":
        from houseway.game.base import Game

        return Game
    raise AttributeError(f"houseway.game has no {name!r}")
