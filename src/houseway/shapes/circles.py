"""What a game states about bets in other people's circles; without a word everybody has his own.

``elsewhere.py`` offers and refuses them, each shape says who decides where they lie.
"""

from __future__ import annotations


class Circles:
    """Facts of a banked game: which circles take whose wagers."""

    backline: tuple[str, ...] = ()
    """The wagers that may be bet behind another player."""
    lone_backline: bool = False
    """Whether bets stand behind a player who makes none, as they do where empty circles are bet;
    else they go back before the deal."""
    empty_circles: bool = False
    """Whether circles may be bet at which nobody sits."""
    circles_each: int = 0
    """How many may bet at one seat, its player among them; 0: any number."""
    stacked: tuple[str, ...] = ()
    """Wagers that lie on one another: those of all bettors at a seat keep to the limit together."""
