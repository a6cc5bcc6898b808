"""Meters at the floor's desk: display, books and history; changed with a reason by two people."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from houseway.game.base import Game
from houseway.game.progressives import PARTS, Meter
from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.approvals import MeterMatter, Proposal, Proposals, TransferMatter
from houseway.room.errors import Denied
from houseway.room.ledger import Posting
from houseway.room.meters import meters
from houseway.room.meters.history import MeterChange, history
from houseway.room.meters.meters import IN_TRANSIT, house_account, meter_account, moved
from houseway.room.tables import log
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.state import TableState


class MeterSeen(msgspec.Struct, frozen=True):
    """A meter: what its display shows, what the books hold, and whether all of it adds up.

    Amounts that end in ``parts`` are ten-thousandths of a cent.  At each moment seed and
    contributions less what was paid are meter and reserve (``adds_up``), and the account holds the
    whole cents of both (``agrees``).
    """

    table: str
    game: str
    spot: str
    number: int
    words: str
    display: int
    reserve: int
    account: str
    books: int
    holds: int
    remainder_parts: int
    """What is left of a cent, which stays with the house until it is one."""
    seeded_parts: int
    taken_parts: int
    paid_parts: int
    won: int
    seed: int
    rate: int
    """In ten-thousandths of the wager."""
    adds_up: bool
    agrees: bool


class MeterReport(msgspec.Struct, frozen=True):
    """All meters of the room, and what is on the way from one to another."""

    meters: tuple[MeterSeen, ...]
    in_transit: int
    agrees: bool


class MeterDesk(Proposals):
    """What the floor does with meters."""

    async def meters(self, caller: Caller, table: str = "") -> MeterReport:
        """Every meter of the room, or of one table, with its reconciliation at this moment."""
        roles.check(caller, "meters")
        actors = [self.table(table)] if table else [a for _, a in sorted(self.room.tables.items())]
        found: list[MeterSeen] = []
        for actor in actors:
            found += await self._meters(actor)
        transit = self.room.store.balance(IN_TRANSIT)
        fine = not transit and all(meter.adds_up and meter.agrees for meter in found)
        return MeterReport(tuple(found), transit, fine)

    async def _meters(self, actor: Actor) -> list[MeterSeen]:
        """Within the table's turn nothing is on its way to the books."""

        async def work() -> list[MeterSeen]:
            return list(self._seen(actor.live))

        return await actor.turn(work)

    def _seen(self, live: TableState) -> Iterator[MeterSeen]:
        if live.game is None:
            return
        for spot, number, meter in meters.each(meters.meters_now(live)):
            account = meter_account(live.name, spot, number)
            books = self.room.store.balance(account)
            terms = meters.terms_of(live.game).get(spot, ())
            posted = terms[number] if number < len(terms) else None
            yield MeterSeen(
                live.name, live.game.id, spot, number, meters.named(live.game, spot, number),
                meter.cents, meter.reserve // PARTS, account, books, meter.held,
                (meter.value + meter.reserve) % PARTS, meter.seeded, meter.taken, meter.paid,
                meter.won, posted.seed if posted else 0, posted.rate if posted else 0,
                not meter.balance, books == meter.held,
            )  # fmt: skip

    async def meter_history(
        self, caller: Caller, table: str, spot: str, number: int = 0, most: int = 100
    ) -> list[MeterChange]:
        """What went into a meter and out of it, the latest first: by whom, when, in which round."""
        roles.check(caller, "meters")
        actor = self.table(table)
        meter_at(actor, spot, number)

        async def work() -> list[MeterChange]:
            return history(self.room.store, actor.live, spot, number, min(most, 1000))

        return await actor.turn(work)

    # -- changes, by two people ----------------------------------------------------------------

    async def propose_meter(
        self, caller: Caller, table: str, spot: str, number: int, cents: int, why: str, *,
        in_transit: bool = False, key: str = "",
    ) -> Proposal:  # fmt: skip
        """Propose that the house adds so many cents to a meter, or (below 0) takes them out."""
        roles.check(caller, "adjust_meter")
        meter = meter_at(self.table(table), spot, number)
        check_change(meter, cents)
        if in_transit and not 0 < cents <= self.room.store.balance(IN_TRANSIT):
            raise Denied(
                f"{format_dollars(self.room.store.balance(IN_TRANSIT))} is in transit between meters",
                "funds",
            )
        matter = MeterMatter(table, spot, number, cents, meter, in_transit)
        return await self._propose(caller, matter, why, key)

    async def propose_transfer(
        self, caller: Caller, table: str, spot: str, number: int, to: str, why: str, *,
        key: str = "",
    ) -> Proposal:  # fmt: skip
        """Propose that all a meter of a closed table holds goes to the same meter elsewhere."""
        roles.check(caller, "adjust_meter")
        meter = check_transfer(self.table(table), self.table(to), spot, number)
        return await self._propose(caller, TransferMatter(table, spot, number, to, meter), why, key)

    async def _change_meter(
        self, caller: Caller, proposal: Proposal, matter: MeterMatter, key: str
    ) -> Answer:
        actor = self.table(matter.table)

        async def work() -> Answer:
            live, spot, number = actor.live, matter.spot, matter.number
            between_rounds(actor)
            meter = meter_at(actor, spot, number)
            check_stands(meter, matter.stands)
            check_change(meter, matter.cents)
            source = IN_TRANSIT if matter.in_transit else house_account(live.name)
            after = meters.raised(meter, matter.cents)
            postings = moved(source, live.name, spot, number, after.held - meter.held)
            return await actor.all_rows([_carried(live, proposal, spot, number, after, postings)])

        return await actor.command(caller, key, ("meter", proposal.number), work)

    async def _transfer(
        self, caller: Caller, proposal: Proposal, matter: TransferMatter, key: str
    ) -> Answer:
        """Both tables stand still meanwhile; the one whose name is first waits first."""
        source, target = self.table(matter.table), self.table(matter.to)
        asked = ("transfer", proposal.number)

        async def work() -> Answer:
            return await self._transferred(source, target, proposal, matter)

        outer, inner = sorted((source, target), key=lambda actor: actor.name)

        async def both() -> Answer:
            return await inner.command(caller, "", asked, work)

        return await outer.command(caller, key, asked, both)

    async def _transferred(
        self, source: Actor, target: Actor, proposal: Proposal, matter: TransferMatter
    ) -> Answer:
        spot, number = matter.spot, matter.number
        meter = check_transfer(source, target, spot, number)
        check_stands(meter, matter.stands)
        into = meter_at(target, spot, number)
        after = meters.joined(into, meter)
        comes = after.held - into.held
        # Two remainders may make a cent together: it lies with the house of the first table.
        rest = [Posting(house_account(source.name), IN_TRANSIT, comes - meter.held)]
        out = [*moved(IN_TRANSIT, source.name, spot, number, -meter.held),
               *(rest if comes > meter.held else [])]  # fmt: skip
        left = _carried(source.live, proposal, spot, number, meters.EMPTY, out)
        come = _carried(
            target.live, proposal, spot, number, after,
            moved(IN_TRANSIT, target.name, spot, number, comes),
        )  # fmt: skip
        old = source.live.between
        await source.all_rows([left])
        try:
            return await target.all_rows([come])
        except Denied:
            back = log.Carried(log.packed(old), "the transfer could not be finished")
            await source.all_rows(
                [PendingRow(back, [posting.reversed() for posting in reversed(out)])]
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
    between = meters.with_meter(live.between, spot, number, meter)
    return PendingRow(log.Carried(log.packed(between), proposal.why, proposal.by), postings)


def meter_at(actor: Actor, spot: str, number: int) -> Meter:
    """A meter of a table, by its wager and number."""
    kept = meters.meters_now(actor.live).get(spot, [])
    if not 0 <= number < len(kept):
        raise Denied(f"{actor.name} has no meter {number + 1} of {spot!r}", "unknown")
    return kept[number]


def check_change(meter: Meter, cents: int) -> None:
    """Denied for a change that moves nothing, or more than there is."""
    if not cents:
        raise Denied("a meter is changed by more than nothing")
    if meter.cents + cents < 0:
        raise Denied(
            f"the meter stands at {format_dollars(meter.cents)}: not so much can be taken out"
        )


def check_stands(meter: Meter, stood: Meter) -> None:
    """Denied if a meter has moved since somebody looked at it."""
    if meter != stood:
        raise Denied(
            f"the meter stood at {format_dollars(stood.cents)} when this was proposed and stands at "
            f"{format_dollars(meter.cents)} now: propose it anew", "stale",
        )  # fmt: skip


def between_rounds(actor: Actor) -> None:
    """A meter is changed when no round is being played."""
    live = actor.live
    if live.status == "faulted":
        raise Denied(f"{actor.name} is stopped by a fault; clear it first", "fault")
    if live.playing:
        raise Denied(f"a round is being played at {actor.name}; a meter is changed between rounds")


def check_transfer(source: Actor, target: Actor, spot: str, number: int) -> Meter:
    """The meter whose money is to go to another table, if it may."""
    if source is target:
        raise Denied("a meter is transferred to another table")
    if source.live.status != "shut":
        raise Denied(f"close {source.name} before its meter is transferred")
    between_rounds(target)
    meter = meter_at(source, spot, number)
    meter_at(target, spot, number)
    games: tuple[Game, Game] = source.live.posted, target.live.posted
    if not meters.same_kind(*games, spot, number):
        raise Denied(
            f"the meter of {target.name} is not fed, seeded and won like that of {source.name}: "
            "a meter goes to one of the same kind"
        )
    if not meter.value + meter.reserve:
        raise Denied(f"the meter of {source.name} holds nothing")
    return meter
