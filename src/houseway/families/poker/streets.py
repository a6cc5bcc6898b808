"""The stages of a deal as data: what is dealt, who opens the betting, which limit holds."""

from __future__ import annotations

import msgspec

BLINDS, BUTTON, OPENER = "blinds", "button", "opener"
"""The betting is opened from the left of the last blind or of the button, or by who opened before.
"""
OPENERS = "openers"
"""From the left of the button, by a hand that is good enough; without one the pot has no winner."""
LOW_CARD, HIGH_CARD = "low card", "high card"
"""The lowest or the highest card that lies up has to bring it in."""
HIGH_BOARD, LOW_BOARD = "high board", "low board"
"""The highest or the lowest cards that lie up come first."""

LOWER, UPPER = 1, 2


class Cards(msgspec.Struct, frozen=True):
    """Cards that each player gets, one at a time in rotation: how many, and how they lie.

    Between two entries of a street the deal stops: a ruling or a kill may come there.
    """

    n: int = 1
    up: bool = False


DOWN, UP = Cards(), Cards(up=True)


class Street(msgspec.Struct, frozen=True):
    """One stage of the deal, followed by a betting round.

    Each player first gives up ``discard`` cards; then, after a ``burn`` card, ``cards`` go to each
    player and ``board`` cards to the middle. Or it is a draw: after the burn each player in turn
    exchanges at most ``draw`` cards, ``at_once`` of them immediately (0: all) and the rest after
    all have drawn. After ``kill_after`` rounds of cards a player may kill the pot by choice, where
    the game allows it. ``opens`` says which seat opens the betting. ``tier`` is the lower or the
    upper limit of a limit game; with ``open_pair``, a pair that lies up lets all players choose
    between the two.
    """

    name: str
    cards: tuple[Cards, ...] = ()
    board: int = 0
    burn: bool = False
    discard: int = 0
    draw: int = 0
    at_once: int = 0
    kill_after: int = 0
    opens: str = BUTTON
    tier: int = LOWER
    open_pair: bool = False

    def __str__(self) -> str:
        down = sum(cards.n for cards in self.cards if not cards.up)
        up = sum(cards.n for cards in self.cards if cards.up) + self.board
        lie = [f"{n} {how}" for n, how in ((down, "down"), (up, "up")) if n]
        given = [f"{self.discard} given up"] if self.discard else []
        given += [f"up to {self.draw} drawn"] if self.draw else []
        return f"{self.name} {', '.join(given + lie)}"
