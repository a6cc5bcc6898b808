"""Meters at the floor: display, reconciliation, history; changes with a reason by two people."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from houseway.game.base import Game
from houseway.game.progressives import PARTS, Meter
from houseway.money import format_dollars
from houseway.room.api import types as t
from houseway.room.api.approval_types import MeterMatter, Proposal, TransferMatter
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Answer, MeterChange, MeterReport, MeterSeen
from houseway.room.approvals.proposals import Proposals
from houseway.room.errors import Denied
from houseway.room.ledger import Posting
from houseway.room.meters import meters
from houseway.room.meters.history import history
from houseway.room.meters.meters import IN_TRANSIT, house_account, meter_account, moved
from houseway.room.tables import log
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.log import PendingRow
from houseway.room.tables.registry import TableRegistry
from houseway.room.tables.state import TableState, TableSummary, summary_of

api = Endpoints("floor")
SpotName = Annotated[str, Meta(min_length=1, max_length=60, description="The wager of a meter.")]
MeterNo = Annotated[int, Meta(ge=0, le=99, description="Which of the wager's meters.")]
MaybeTable = Annotated[str, Meta(max_length=40, description="A table; empty: all.")]


class MeterDesk:
    """Meters as the floor reads and changes them; a change takes two people."""

    def __init__(self, registry: TableRegistry, proposals: Proposals) -> None:
        self._registry, self._store, self.table = registry, registry.store, registry.table
        self._propose = proposals.propose
        proposals.executes(MeterMatter, self._change_meter)
        proposals.executes(TransferMatter, self._transfer)

    @api.get("/floor/meters", "meters", "Reconcile the meters")
    async def meters(self, caller: Caller, table: MaybeTable = "") -> MeterReport:
        """Return every meter of the room, or of one table, with its reconciliation at this
        moment.
        """
        actors = (
            [self.table(table)] if table else [a for _, a in sorted(self._registry.tables.items())]
        )
        found: list[MeterSeen] = []
        for actor in actors:
            found += await self._meters(actor)
        transit = self._store.balance(IN_TRANSIT)
        fine = not transit and all(meter.adds_up and meter.agrees for meter in found)
        return MeterReport(tuple(found), transit, fine)

    async def _meters(self, actor: Actor) -> list[MeterSeen]:
        """Return the meters of a table within its turn, when no posting is pending."""

        return await actor.read(lambda live: list(self._seen(summary_of(live, actor.seq))))

    def _seen(self, live: TableSummary) -> Iterator[MeterSeen]:
        """Yield each meter of a table, with its posted terms and the balance in the books."""
        if live.game is None:
            return
        for spot, number, meter in meters.each(live.meters_now):
            account = meter_account(live.name, spot, number)
            books = self._store.balance(account)
            terms = meters.terms_of(live.game).get(spot, ())
            posted = terms[number] if number < len(terms) else None
            yield MeterSeen(
                live.name, live.game.id, spot, number, meters.named(live.game, spot, number),
                meter.cents, meter.reserve // PARTS, account, books, meter.held,
                (meter.value + meter.reserve) % PARTS, meter.seeded, meter.taken, meter.paid,
                meter.won, posted.seed if posted else 0, posted.rate if posted else 0,
                not meter.balance, books == meter.held,
            )  # fmt: skip

    @api.get("/floor/tables/{table}/meters/{spot}", "meters", "Get the history of a meter")
    async def meter_history(
        self, caller: Caller, table: t.TableName, spot: SpotName, number: MeterNo = 0,
        most: t.Most = 100,
    ) -> list[MeterChange]:  # fmt: skip
        """Return the changes of a meter, the latest first: by whom, when, in which round."""
        meter_at(self.table(table), spot, number)
        return await asyncio.to_thread(history, self._store, table, spot, number, min(most, 1000))

    @api.post(
        "/floor/tables/{table}/meters", "adjust_meter", "Propose to change a meter",
        body=t.MeterProposal,
    )  # fmt: skip
    async def propose_meter(
        self, caller: Caller, table: t.TableName, spot: str, number: int, cents: int, reason: str,
        *, in_transit: bool = False, key: Key = "",
    ) -> Proposal:  # fmt: skip
        """Propose that the house adds cents to a meter, or (below 0) takes them out."""
        meter = meter_at(self.table(table), spot, number)
        check_change(meter, cents)
        if in_transit and not 0 < cents <= self._store.balance(IN_TRANSIT):
            raise Denied(
                f"{format_dollars(self._store.balance(IN_TRANSIT))} is in transit between meters",
                "funds",
            )
        matter = MeterMatter(table, spot, number, cents, meter, in_transit)
        return await self._propose(caller, matter, reason, key)

    @api.post(
        "/floor/tables/{table}/meters/transfer", "adjust_meter", "Propose to move a meter",
        body=t.TransferProposal,
    )  # fmt: skip
    async def propose_transfer(
        self, caller: Caller, table: t.TableName, spot: str, number: int, to: str, reason: str, *,
        key: Key = "",
    ) -> Proposal:  # fmt: skip
        """Propose to transfer a meter of a closed table to the same meter elsewhere."""
        meter = check_transfer(self.table(table), self.table(to), spot, number)
        matter = TransferMatter(table, spot, number, to, meter)
        return await self._propose(caller, matter, reason, key)

    async def _change_meter(self, caller: Caller, proposal: Proposal, key: str) -> Answer:
        """Carry out an approved change of a meter between rounds."""
        matter = proposal.matter
        assert isinstance(matter, MeterMatter)
        actor = self.table(matter.table)

        async def work(turn: Turn) -> Answer:
            live, spot, number = turn.live, matter.spot, matter.number
            between_rounds(actor)
            meter = meter_at(actor, spot, number)
            check_stands(meter, matter.stands)
            check_change(meter, matter.cents)
            source = IN_TRANSIT if matter.in_transit else house_account(live.name)
            after = meters.raised(meter, matter.cents)
            postings = moved(source, live.name, spot, number, after.held - meter.held)
            carried = _carried(live, proposal, spot, number, after, postings)
            return await turn.commit([carried])

        return await actor.command(caller, key, ("meter", proposal.number), work)

    async def _transfer(self, caller: Caller, proposal: Proposal, key: str) -> Answer:
        """Transfer while both tables are locked, in the order of their names."""
        matter = proposal.matter
        assert isinstance(matter, TransferMatter)
        source, target = self.table(matter.table), self.table(matter.to)
        asked = ("transfer", proposal.number)

        outer, inner = sorted((source, target), key=lambda actor: actor.name)

        async def both(first: Turn) -> Answer:
            async def work(second: Turn) -> Answer:
                turns = (first, second) if outer is source else (second, first)
                return await self._transferred(*turns, proposal, matter)

            return await inner.command(caller, "", asked, work)

        return await outer.command(caller, key, asked, both)

    async def _transferred(
        self, source_turn: Turn, target_turn: Turn, proposal: Proposal, matter: TransferMatter
    ) -> Answer:
        """Move the money, in a turn of the source and of the target."""
        source, target, spot, number = (
            source_turn.actor,
            target_turn.actor,
            matter.spot,
            matter.number,
        )
        meter = check_transfer(source, target, spot, number)
        check_stands(meter, matter.stands)
        into = meter_at(target, spot, number)
        after = meters.joined(into, meter)
        comes = after.held - into.held
        # Two remainders may make a cent together: it lies with the house of the first table.
        rest = [Posting(house_account(source.name), IN_TRANSIT, comes - meter.held)]
        out = [*moved(IN_TRANSIT, source.name, spot, number, -meter.held),
               *(rest if comes > meter.held else [])]  # fmt: skip
        left = _carried(source_turn.live, proposal, spot, number, meters.EMPTY, out)
        come = _carried(
            target_turn.live, proposal, spot, number, after,
            moved(IN_TRANSIT, target.name, spot, number, comes),
        )  # fmt: skip
        old = source_turn.live.carry_over
        await source_turn.commit([left])
        try:
            return await target_turn.commit([come])
        except Denied:
            back = log.Carried(log.packed(old), "the transfer could not be finished")
            await source.commit(
                source_turn.context.follow_up(source.seq),
                [PendingRow(back, [posting.reversed() for posting in reversed(out)])],
            )
            raise


def _carried(
    live: TableState,
    proposal: Proposal,
    spot: str,
    number: int,
    meter: Meter,
    postings: list[Posting],
) -> PendingRow:
    """Return the row of an approved change: the carry-over with the new meter, and its postings."""
    carry_over = meters.with_meter(live.carry_over, spot, number, meter)
    return PendingRow(log.Carried(log.packed(carry_over), proposal.why, proposal.by), postings)


def meter_at(actor: Actor, spot: str, number: int) -> Meter:
    """Return a meter of a table, by its wager and number."""
    kept = actor.summary.meters_now.get(spot, [])
    if not 0 <= number < len(kept):
        raise Denied(f"{actor.name} has no meter {number + 1} of {spot!r}", "unknown")
    return kept[number]


def check_change(meter: Meter, cents: int) -> None:
    """Raise Denied for a change of 0, or of more than the meter holds."""
    if not cents:
        raise Denied("a meter is changed by more than nothing")
    if meter.cents + cents < 0:
        raise Denied(
            f"the meter stands at {format_dollars(meter.cents)}: that amount cannot be taken out"
        )


def check_stands(meter: Meter, stood: Meter) -> None:
    """Raise Denied if a meter has changed since it was read."""
    if meter != stood:
        raise Denied(
            f"the meter stood at {format_dollars(stood.cents)} when this was proposed "
            "and stands at "
            f"{format_dollars(meter.cents)} now: propose it again", "stale",
        )  # fmt: skip


def between_rounds(actor: Actor) -> None:
    """Raise Denied while a round is being played, or while a fault stops the table."""
    live = actor.summary
    if live.status == "faulted":
        raise Denied(f"{actor.name} is stopped by a fault; clear it first", "fault")
    if live.playing:
        raise Denied(f"a round is being played at {actor.name}; a meter is changed between rounds")


def check_transfer(source: Actor, target: Actor, spot: str, number: int) -> Meter:
    """Return the meter to transfer; Denied if it may not be transferred."""
    if source is target:
        raise Denied("a meter is transferred to another table")
    if source.summary.status != "shut":
        raise Denied(f"close {source.name} before its meter is transferred")
    between_rounds(target)
    meter = meter_at(source, spot, number)
    meter_at(target, spot, number)
    games: tuple[Game, Game] = source.summary.posted, target.summary.posted
    if not meters.same_kind(*games, spot, number):
        raise Denied(
            f"the meter of {target.name} is not fed, seeded and won like that of {source.name}: "
            "a meter goes to one of the same kind"
        )
    if not meter.value + meter.reserve:
        raise Denied(f"the meter of {source.name} holds nothing")
    return meter
