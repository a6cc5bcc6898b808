"""Games and shoes for tables, and the meters they open with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from houseway.families.banked.carry_over import BankedCarryOver
from houseway.game.progressives import PARTS, Meter
from houseway.records.compat import clauses_written
from houseway.room.fairness.shoe import FairShoe
from houseway.room.keys import about_shoe
from houseway.room.store.interface import Change, ShoeKept
from houseway.room.tables.state import Divergence
from houseway.rulebook import find

if TYPE_CHECKING:
    from houseway.game.base import Game
    from houseway.room.fairness.entropy import Entropy
    from houseway.room.keys import Keys
    from houseway.room.store.interface import Store
    from houseway.room.tables.state import TableState


# -- openings ---------------------------------------------------------------------------------
# What meters begin with at a table that takes over a liability: not the seed, but more.

B = TypeVar("B", bound=BankedCarryOver)


def with_meters(between: B, openings: Mapping[str, Sequence[int]]) -> B:
    """What the first round is given (``Game.first``), with these meters at so many cents."""
    opened = {
        spot: [Meter(value=cents * PARTS, seeded=cents * PARTS) for cents in amounts]
        for spot, amounts in openings.items()
    }
    return msgspec.structs.replace(between, meters={**between.meters, **opened})


# -- making -----------------------------------------------------------------------------------
# What tables are made with: games, one for all tables that post the same, and shoes.


class GameAndShoeFactory:
    """Games by what they post, and shoes by their seeds, which lie sealed in the books."""

    def __init__(self, store: Store, keys: Keys, entropy: Entropy) -> None:
        self.store, self.keys, self.entropy = store, keys, entropy
        self.games: dict[tuple[str, bytes], Game] = {}

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """The game of a posting, warm."""
        key = id, msgspec.json.encode(posting, order="deterministic")
        if key not in self.games:
            game = find(id)(posting)
            game.warm()
            clauses_written(type(game))
            self.games[key] = game
        return self.games[key]

    def seed(self, table: str, no: int) -> bytes:
        """The seed of a shoe of a table."""
        kept = self.store.shoe(f"table:{table}", no)
        if kept is None:
            raise Divergence(f"{table}: shoe {no} is not in the books")
        return self.keys.unseal(kept.sealed, about_shoe(table, no))

    def shoe(self, live: TableState) -> tuple[FairShoe, list[Change]]:
        """The next shoe of a table, and what is kept of it; the one before is finished."""
        game, no = live.posted, live.shoes + 1
        seed = self.entropy.seed()
        shoe = FairShoe(live.name, no, game.kind, game.sets(), seed)
        sealed = self.keys.seal(seed, about_shoe(live.name, no))
        found: list[Change] = [ShoeKept(live.stream, no, sealed, shoe.shown)]
        old = self.store.shoe(live.stream, live.shoes) if live.shoes else None
        if old is not None:
            found.append(msgspec.structs.replace(old, finished=True))
        return shoe, found
