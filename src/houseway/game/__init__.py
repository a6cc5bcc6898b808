"""What a game declares: postings, wagers, pay tables, rulings, words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.game.base import Game as Game


def __getattr__(name: str) -> Any:
    """``houseway.game.Game``, loaded when it is asked for: the parts of this package are leaves."""
    if name == "Game":
        from houseway.game.base import Game

        return Game
    raise AttributeError(f"houseway.game has no {name!r}")
