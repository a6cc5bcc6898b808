"""One viewer of a round: names of seats as the viewer reads them, and messages to the viewer."""

from __future__ import annotations

import msgspec
from rich.text import Text

from houseway.cli.terminal.wrap import short, tied
from houseway.table.round import GameLog

NAME_WIDTH = 14
"""Longer names are shortened."""


class ViewerMessage(msgspec.Struct, frozen=True):
    """A message: its seat, its words, and the change of the viewer's chips in cents.

    ``head`` merges neighbours into one line. ``matters`` is False if it is only about others.
    """

    words: Text
    who: int = 0
    name: str = ""
    head: str = ""
    cents: int = 0
    matters: bool = True
    last: int = 0
    """The seat of the last message, if several are merged."""


class Viewpoint:
    """A round as one viewer reads it; subclasses know the meters."""

    def __init__(self, course: GameLog, viewer: int) -> None:
        self.viewer = viewer
        self.game, self.words = course.game, course.game.words()
        self.names = {seat.seat: seat.name for seat in course.seats}
        self.banks: set[int] = set()
        """Seats that have a part in a player's bank."""

    def meters(self, spot: str) -> list[int]:
        """Return the contents of a wager's meters, in cents."""
        raise NotImplementedError

    def name(self, seat: int) -> str:
        """Return ``you``, or the name of the player at a seat."""
        if seat == self.viewer:
            return "you"
        return tied(short(self.names.get(seat) or f"circle {seat}", NAME_WIDTH))

    def whose(self, seat: int) -> str:
        """Return ``your``, or the name with an s."""
        return "your" if seat == self.viewer else f"{self.name(seat)}'s"
