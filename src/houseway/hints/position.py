"""A round in progress, as sent to another process."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.engine.inputs import Input
from houseway.game.base import Game, Seat
from houseway.rulebook import find
from houseway.table.round import Round


class HintPosition(msgspec.Struct, frozen=True):
    """The game and its posting, the players, the carry-over, and all inputs so far."""

    game: str
    posting: dict[str, Any]
    seats: tuple[Seat, ...]
    carry_over: bytes
    inputs: tuple[Input, ...]

    def round(self) -> Round:
        """Return the round, replayed."""
        game = posted(self.game, msgspec.json.encode(self.posting, order="sorted"))
        carry_over = msgspec.msgpack.decode(self.carry_over, type=game.carry_over)
        again = Round(game, self.seats, carry_over)
        for given in self.inputs:
            again.enter(given)
        return again


def position_of(round_: Round, posting: Mapping[str, Any]) -> HintPosition:
    """Return the position of a round; ``posting`` is that of its game."""
    carry_over = msgspec.msgpack.encode(round_.carry_over)
    return HintPosition(
        round_.game.id, dict(posting), round_.seats, carry_over, tuple(round_.inputs)
    )


@functools.lru_cache(maxsize=64)
def posted(game: str, posting: bytes) -> Game:
    """Return a posted game; cached, because hints come in series."""
    return find(game)(msgspec.json.decode(posting))
