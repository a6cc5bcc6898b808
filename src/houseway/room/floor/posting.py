"""Changes of game, posting or terms at a closed table, by two people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from houseway.game.base import Game
from houseway.room.api import types as t
from houseway.room.api.approval_types import PostingMatter, Proposal
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Answer, Terms
from houseway.room.approvals.proposals import Proposals
from houseway.room.errors import Denied
from houseway.room.floor.tables import FloorTables, check_closed, terms_of
from houseway.room.meters import meters
from houseway.room.tables.actor import Turn
from houseway.room.tables.registry import TableRegistry
from houseway.room.tables.state import TableSummary

api = Endpoints("floor")


class Postings:
    """Changes of game, posting or terms: proposed by one person, confirmed by another."""

    def __init__(self, registry: TableRegistry, tables: FloorTables, proposals: Proposals) -> None:
        self._making, self.table, self._tables = registry.making, registry.table, tables
        self._propose = proposals.propose
        proposals.executes(PostingMatter, self._post)

    @api.post(
        "/floor/tables/{table}/posting", "post_table", "Propose a posting",
        body=t.PostingProposal,
        example=t.PostingProposal("a new schedule", posting={"push_22": "B"}),
    )  # fmt: skip
    async def propose_posting(
        self, caller: Caller, table: t.TableName, reason: str, game: str = "",
        posting: Mapping[str, Any] | None = None, terms: Terms | t.TermsBody | None = None, *,
        key: Key = "",
    ) -> Proposal:  # fmt: skip
        """Propose another posting of a closed table; omitted values stay unchanged.

        A second person confirms it (``confirm``), and the table opens with it.
        """
        actor = self.table(table)
        live = actor.summary
        check_closed(live)
        if live.game is None:
            raise Denied(f"{table} was never opened: open it with its game")
        given = dict(live.posting if posting is None and not game else posting or {})
        terms = terms_of(terms) or (live.terms if game in ("", live.posted.id) else None)
        body = self._tables.opening(live.rules, game or live.posted.id, given, terms)
        new = self._making.game(body.game, body.posting)
        meters.check_kept(live, new)
        differs = different(live, new, body.terms)
        if not differs:
            raise Denied(f"{table} is posted so already: open it")
        matter = PostingMatter(
            table, live.opened_at, body.game, body.posting, body.terms, live.rules, body.rules,
            differs,
        )  # fmt: skip
        return await self._propose(caller, matter, reason, key)

    async def _post(self, caller: Caller, proposal: Proposal, key: str) -> Answer:
        """Open the table as two people have agreed."""
        matter = proposal.matter
        assert isinstance(matter, PostingMatter)
        actor = self.table(matter.table)

        async def work(turn: Turn) -> Answer:
            if turn.live.opened_at != matter.opened:
                raise Denied(
                    f"{matter.table} was opened since this was proposed: propose it again", "stale"
                )
            body = self._tables.opening(turn.live.rules, matter.game, matter.posting, matter.terms)
            if body.rules != matter.after:
                raise Denied(
                    "the rules of the program have changed since this was proposed: propose "
                    "it again", "stale",
                )  # fmt: skip
            return await self._tables.opened(
                turn, replace(body, second=proposal.by, why=proposal.why)
            )

        return await actor.command(caller, key, ("post", proposal.number), work)


def different(live: TableSummary, game: Game, terms: Terms) -> tuple[str, ...]:
    """Return what another posting changes, line by line as on the sign."""
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
