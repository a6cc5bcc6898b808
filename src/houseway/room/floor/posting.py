"""Another game, another posting or other terms at a table: while it is closed, by two people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from houseway.game.base import Game
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.approvals import PostingMatter, Proposal, Proposals
from houseway.room.errors import Denied
from houseway.room.floor.tables import Tables, check_closed
from houseway.room.meters import meters
from houseway.room.tables.actor import Answer
from houseway.room.tables.state import TableState
from houseway.room.tables.terms import Terms


class Postings(Proposals, Tables):
    """What is posted, and who changes it."""

    async def propose_posting(
        self, caller: Caller, table: str, why: str, game: str = "",
        posting: Mapping[str, Any] | None = None, terms: Terms | None = None, *, key: str = "",
    ) -> Proposal:  # fmt: skip
        """Propose what is posted at a closed table; what is not given stays as it is.

        Somebody else confirms it (``confirm``), and the table opens so.
        """
        roles.check(caller, "post_table")
        actor = self.table(table)
        live = actor.live
        check_closed(live)
        if live.game is None:
            raise Denied(f"{table} was never opened: open it with its game")
        given = dict(live.posting if posting is None and not game else posting or {})
        terms = terms or (live.terms if game in ("", live.posted.id) else None)
        body = self.opening(actor.live.rules, game or live.posted.id, given, terms)
        new = self.room.making.game(body.game, body.posting)
        meters.check_kept(live, new)
        differs = different(live, new, body.terms)
        if not differs:
            raise Denied(f"{table} is posted so already: open it")
        matter = PostingMatter(
            table, live.opened_at, body.game, body.posting, body.terms, live.rules, body.rules,
            differs,
        )  # fmt: skip
        return await self._propose(caller, matter, why, key)

    async def _post(
        self, caller: Caller, proposal: Proposal, matter: PostingMatter, key: str
    ) -> Answer:
        """The table is opened as two people have agreed."""
        actor = self.table(matter.table)

        async def work() -> Answer:
            if actor.live.opened_at != matter.opened:
                raise Denied(
                    f"{matter.table} was opened since this was proposed: propose it anew", "stale"
                )
            body = self.opening(actor.live.rules, matter.game, matter.posting, matter.terms)
            if body.rules != matter.after:
                raise Denied(
                    "the rules of the program are not those for which this was proposed: propose "
                    "it anew", "stale",
                )  # fmt: skip
            return await self.opened(actor, replace(body, second=proposal.by, why=proposal.why))

        return await actor.command(caller, key, ("post", proposal.number), work)


def different(live: TableState, game: Game, terms: Terms) -> tuple[str, ...]:
    """What another posting changes, line by line as it stands on the sign."""
    old = live.posted
    if old.id != game.id:
        return (f"{game.name} in place of {old.name}",)
    before, after = dict(old.sign()), dict(game.sign())
    found = [
        f"{key}: {before.get(key, 'nothing')} -> {after.get(key, 'nothing')}"
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    ]
    found += [
        f"{name}: {getattr(live.terms, name)} -> {getattr(terms, name)}"
        for name in terms.__struct_fields__
        if getattr(live.terms, name) != getattr(terms, name)
    ]
    return tuple(found)
