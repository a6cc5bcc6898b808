"""Games and shoes for tables; tables with equal postings share a game.

A table that takes over a liability begins with its meters above their seeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from houseway.families.banked.carry_over import BankedCarryOver
from houseway.game.progressives import PARTS, Meter
from houseway.records.compat import clauses_written
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.keys import about_shoe
from houseway.room.store.interface import Change, ShoeKept
from houseway.room.tables.log import Divergence
from houseway.rulebook import find

if TYPE_CHECKING:
    from houseway.game.base import Game
    from houseway.room.fairness.entropy import Entropy
    from houseway.room.keys import Keys
    from houseway.room.store.interface import Store
    from houseway.room.tables.state import TableState


B = TypeVar("B", bound=BankedCarryOver)


def with_meters(carry_over: B, openings: Mapping[str, Sequence[int]]) -> B:
    """Return the values of the first round (``Game.first``) with meters at these cents."""
    opened = {
        spot: [Meter(value=cents * PARTS, seeded=cents * PARTS) for cents in amounts]
        for spot, amounts in openings.items()
    }
    return msgspec.structs.replace(carry_over, meters={**carry_over.meters, **opened})


class GameAndShoeFactory:
    """Makes games from postings, and shoes from their seeds, which are stored sealed."""

    def __init__(self, store: Store, keys: Keys, entropy: Entropy) -> None:
        self.store, self.keys, self.entropy = store, keys, entropy
        self.games: dict[tuple[str, bytes], Game] = {}

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """Return the game of a posting, with caches filled."""
        key = id, msgspec.json.encode(posting, order="deterministic")
        if key not in self.games:
            game = find(id)(posting)
            game.warm()
            clauses_written(type(game))
            self.games[key] = game
        return self.games[key]

    def unseal_seed(self, table: str, no: int) -> bytes:
        """Return the seed of a shoe of a table."""
        kept = self.store.shoe(f"table:{table}", no)
        if kept is None:
            raise Divergence(f"{table}: shoe {no} is not in the books")
        return self.keys.unseal(kept.sealed, about_shoe(table, no))

    def shoe(self, live: TableState) -> tuple[FairShoe, list[Change]]:
        """Return the next shoe of a table, and its entry for the books; the one before is
        finished.
        """
        game, no = live.posted, live.shoes + 1
        seed = self.entropy.seed()
        shoe = FairShoe(live.name, no, game.kind, game.sets(), seed)
        sealed = self.keys.seal(seed, about_shoe(live.name, no))
        found: list[Change] = [ShoeKept(live.stream, no, sealed, shoe.shown)]
        old = self.store.shoe(live.stream, live.shoes) if live.shoes else None
        if old is not None:
            found.append(msgspec.structs.replace(old, finished=True))
        return shoe, found
