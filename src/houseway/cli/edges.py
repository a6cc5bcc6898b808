"""The house edge of wagers as far as it is known already; nobody waits for it."""

from __future__ import annotations

from houseway.game import Game


def edges(game: Game) -> dict[str, str]:
    """Wager -> its edge in words; empty until somebody has worked it out."""
    return {}
