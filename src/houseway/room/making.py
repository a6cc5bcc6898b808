"""What tables are made with: games, one for all tables that post the same, and shoes."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.game import Game
from houseway.room.fair.entropy import Entropy
from houseway.room.fair.shoe import FairShoe
from houseway.room.keys import Keys, about_shoe
from houseway.room.live import Divergence, Live
from houseway.room.store.base import Change, ShoeKept, Store
from houseway.rulebook import find
from houseway.table.made_under import clauses_written


class Making:
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

    def shoe(self, live: Live) -> tuple[FairShoe, list[Change]]:
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
