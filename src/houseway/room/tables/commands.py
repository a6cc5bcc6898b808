"""What people ask of a table: to sit, to leave, to decide; each is one command of its actor."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from houseway.engine.inputs import Act
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.tables import log, rounds, seat_rules
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.seats import Guest, SeatEvent
from houseway.room.tables.state import TableState

TAKING = ("open", "closing")


def taking(live: TableState) -> TableState:
    """The table, if anything is taken there now."""
    if live.status in TAKING:
        return live
    words = {"new": "not open yet", "shut": "closed", "paused": "paused", "faulted": "stopped"}
    why = f": {live.why}" if live.why else ""
    said = f"{live.name} is {words[live.status]}{why}"
    raise Denied(said, "fault" if live.status == "faulted" else "refused")


def seat_of(live: TableState, caller: Caller) -> int:
    """Where the caller sits."""
    seat = seat_rules.seat_of(live.seating, caller.person)
    if not seat:
        raise Denied("you do not sit at this table", "role")
    return seat


def round_now(live: TableState) -> int:
    """The number of the round that is played, or is open for bets."""
    return live.number + live.idle


async def act(actor: Actor, caller: Caller, key: str, round_: int, ask: int, given: Act) -> Answer:
    """A decision, as the answer to one question of one round."""

    def make(seq: int) -> list[PendingRow]:
        live = taking(actor.live)
        decision = replace(given, seat=seat_of(live, caller))
        check_asked(live, decision.seat, round_, ask)
        now, found = actor.now, []
        if live.idle:  # what the rules refuse does not begin a round either
            if refused := rounds.the_round(live).refusal(decision):
                raise refused
            found.append(rounds.begin(live, seq, now))
        return [*found, rounds.act(live, seq + len(found), decision, now)]

    return await actor.decide(caller, key, (round_, ask, given), make)


def check_asked(live: TableState, seat: int, round_: int, ask: int) -> None:
    """Refuse an answer to a question that does not stand any more."""
    if round_ != round_now(live):
        raise Denied(f"round {round_} is over; this is round {round_now(live)}", "stale")
    if seat in live.asked() and rounds.the_round(live).asked[seat] != ask:
        raise Denied("this question does not stand any more; look again", "stale")


async def sit(
    actor: Actor, caller: Caller, key: str, guest: Guest, cents: int, seat: int
) -> Answer:
    """Sit down with money of one's account."""

    async def work() -> Answer:
        live = taking(actor.live)
        if live.status == "closing":
            raise Denied(f"{live.name} closes after this round")
        fact = seat_rules.sit(live.seating, live.terms, guest, cents, actor.now, seat)
        answer = Answer(actor.seq + 1, live.number, fact.seat, fact.cents)
        return await actor.fact(fact, answer)

    return await actor.command(caller, key, ("sit", guest.person, cents, seat), work)


async def leave(actor: Actor, caller: Caller, key: str) -> Answer:
    """Leave the table: at once, or when the round is over; the chips go to the account."""
    return await _changes(
        actor, caller, key, "leave", lambda live, now: seat_rules.leave(
            live.seating, live.terms, caller.person, now
        ),
    )  # fmt: skip


async def away(actor: Actor, caller: Caller, key: str) -> Answer:
    """Not be dealt in for a while."""
    return await _changes(
        actor,
        caller,
        key,
        "away",
        lambda live, now: seat_rules.away(live.seating, caller.person, now),
    )


async def back(actor: Actor, caller: Caller, key: str) -> Answer:
    """Be dealt in again."""
    return await _changes(
        actor,
        caller,
        key,
        "back",
        lambda live, now: seat_rules.back(live.seating, caller.person, now),
    )


async def ready(actor: Actor, caller: Caller, key: str) -> Answer:
    """Not wait for the next round any longer."""
    return await _changes(
        actor, caller, key, "ready",
        lambda live, now: seat_rules.ready(live.seating, caller.person, now),
    )  # fmt: skip


async def top_up(actor: Actor, caller: Caller, key: str, cents: int) -> Answer:
    """More chips, when no round is being played."""
    return await _changes(
        actor, caller, key, f"top up {cents}",
        lambda live, now: seat_rules.top_up(live.seating, live.terms, caller.person, cents, now),
    )  # fmt: skip


async def _changes(
    actor: Actor, caller: Caller, key: str, asked: str, find: Callable[[TableState, int], SeatEvent]
) -> Answer:
    """Something about one's own chair; leaving is possible at any table, open or not."""

    async def work() -> Answer:
        live = actor.live if asked == "leave" else taking(actor.live)
        fact = find(live, actor.now)
        answer = Answer(actor.seq + 1, live.number, fact.seat, getattr(fact, "cents", 0))  # type: ignore[union-attr]
        return await actor.fact(fact, answer)

    return await actor.command(caller, key, asked, work)


async def row(
    actor: Actor, caller: Caller, key: str, body: log.Body,
    check: Callable[[TableState], None] = lambda live: None,
) -> Answer:  # fmt: skip
    """Something that is said of the whole table: opened, paused, closed, cleared."""

    async def work() -> Answer:
        check(actor.live)
        return await actor.row(body)

    return await actor.command(caller, key, log.written(body), work)


async def void(actor: Actor, caller: Caller, key: str, why: str) -> Answer:
    """An unfinished round is void: every posting of it is taken back, whatever the game."""

    async def work() -> Answer:
        return await actor.void(why)

    return await actor.command(caller, key, ("void", why), work)
