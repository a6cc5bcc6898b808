"""A table that an auditor follows row by row: with the seeds of its shoes, or without.

With the seeds everything that was dealt must be what the shoe gives.  Without them the round is
dealt what the log says was dealt, and everything else must follow.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.game import Game
from houseway.inputs import Input
from houseway.room.keys import Keys, about_shoe
from houseway.room.live import Divergence, Live
from houseway.room.recall_round import Games
from houseway.room.rows import Standing, packed
from houseway.room.store.base import Books
from houseway.table.round import Round


class Seeds:
    """What a table is made with by an auditor: games, and the seeds in the books as of now."""

    def __init__(self, books: Books, keys: Keys | None, games: Games) -> None:
        self.books, self.keys, self.games = books, keys, games

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """The game of a posting."""
        return self.games.game(id, posting)

    def seed(self, table: str, no: int) -> bytes:
        """The seed of a shoe; it opens only if it is the one that was sealed for it."""
        kept = self.books.shoe(f"table:{table}", no)
        if kept is None or self.keys is None:
            raise Divergence(f"{table}: shoe {no} is not in the books")
        return self.keys.unseal(kept.sealed, about_shoe(table, no))


class WithSeeds(Live):
    """Followed with the seeds; a shoe that stands where the next round begins is dealt on."""

    root_before = b""
    """What was shown of the shoe as the last round began."""

    def _restore(self, standing: Standing) -> None:
        if self.shoe is not None and self.shoe.place() == standing.place:
            self.seating = standing.seating
            self.between = msgspec.msgpack.decode(standing.between, type=self.posted.between)
        else:
            super()._restore(standing)
        self.root_before = self.shoe.shown if self.shoe else b""


class WithoutSeeds(Live):
    """Followed without the seeds: no shoe is there, and what was dealt is taken from the log."""

    def _restore(self, standing: Standing) -> None:
        self.seating = standing.seating
        self.between = msgspec.msgpack.decode(standing.between, type=self.posted.between)
        self.shoes = standing.place.shoe

    def _shuffled_again(self, no: int, root: bytes, commitment: bytes) -> None:
        self.shoes = no
        if self.between is not None:
            self.between = self.posted.shuffled(self.between)

    def _compare_after(self, after: Standing | None, seq: int) -> None:
        if after is None:
            return
        if (after.seating, after.between) != (self.seating, packed(self.between)):
            raise Divergence(f"{self.name}: the table does not stand as row {seq} says")

    def _enter(self, round_: Round, inputs: tuple[Input, ...]) -> None:
        for given in inputs:
            round_.enter(given)
