"""A round in the middle of it, as it is sent to another process."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.engine.inputs import Input
from houseway.engine.round import Round
from houseway.game.base import Game, Seat
from houseway.rulebook import find


class Position(msgspec.Struct, frozen=True):
    """The game and its posting, who plays, what was carried over, and everything that came in."""

    game: str
    posting: dict[str, Any]
    seats: tuple[Seat, ...]
    between: bytes
    inputs: tuple[Input, ...]

    def round(self) -> Round:
        """The round once more."""
        game = posted(self.game, msgspec.json.encode(self.posting, order="sorted"))
        between = msgspec.msgpack.decode(self.between, type=game.between)
        again = Round(game, self.seats, between)
        for given in self.inputs:
            again.enter(given)
        return again


def position_of(round_: Round, posting: Mapping[str, Any]) -> Position:
    """A round as it stands; ``posting`` is what its game was made with."""
    between = msgspec.msgpack.encode(round_.between)
    return Position(round_.game.id, dict(posting), round_.seats, between, tuple(round_.inputs))


@functools.lru_cache(maxsize=64)
def posted(game: str, posting: bytes) -> Game:
    """A game as it is posted at a table; made once, since hints are asked for again and again."""
    return find(game)(msgspec.json.decode(posting))
