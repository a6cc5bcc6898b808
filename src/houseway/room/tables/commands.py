"""Commands of players: sit, leave, decide; each is one command of the table's actor."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from houseway.engine.inputs import Act
from houseway.errors import Refused
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Answer
from houseway.room.errors import Denied
from houseway.room.store.stream import CommandContext
from houseway.room.tables import log, rounds, seat_rules
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.log import PendingRow
from houseway.room.tables.seats import Player, SeatEvent
from houseway.room.tables.state import TableState, seat_event, the_round

TAKING = ("open", "closing")


def taking(live: TableState) -> TableState:
    """Return the table; Denied if it takes no commands now."""
    if live.status in TAKING:
        return live
    words = {"new": "not open yet", "shut": "closed", "paused": "paused", "faulted": "stopped"}
    why = f": {live.why}" if live.why else ""
    said = f"{live.name} is {words[live.status]}{why}"
    raise Denied(said, "fault" if live.status == "faulted" else "refused")


def seat_of(live: TableState, caller: Caller) -> int:
    """Return the seat of the caller; Denied if there is none."""
    seat = seat_rules.seat_of(live.seating, caller.person)
    if not seat:
        raise Denied("you do not sit at this table", "role")
    return seat


def round_now(live: TableState) -> int:
    """Return the number of the round in play, or open for bets."""
    return live.number + live.awaits_first_bet


async def act(actor: Actor, caller: Caller, key: str, round_: int, ask: int, given: Act) -> Answer:
    """Enter a decision as the answer to one question of one round."""

    def make(context: CommandContext) -> list[PendingRow]:
        live = taking(actor.live)
        decision = replace(given, seat=seat_of(live, caller))
        check_asked(live, decision.seat, round_, ask)
        at, seq, found = context.at, context.seq + 1, []
        if live.awaits_first_bet:  # what the rules refuse does not begin a round either
            if reason := the_round(live).refusal(decision):
                raise Refused.because(reason)
            found.append(rounds.begin(live, seq, at))
        return [*found, rounds.act(live, seq + len(found), decision, at)]

    return await actor.decide(caller, key, (round_, ask, given), make)


def check_asked(live: TableState, seat: int, round_: int, ask: int) -> None:
    """Refuse an answer to a question that is no longer open."""
    if round_ != round_now(live):
        raise Denied(f"round {round_} is over; this is round {round_now(live)}", "stale")
    if seat in live.asked() and the_round(live).asked[seat] != ask:
        raise Denied("this question does not stand any more; look again", "stale")


async def sit(
    actor: Actor, caller: Caller, key: str, guest: Player, cents: int, seat: int,
    check: Callable[[TableState, int], None] = lambda live, at: None,
) -> Answer:  # fmt: skip
    """Sit down with money of one's account; ``check`` raises Denied if another player comes
    first.
    """

    async def work(turn: Turn) -> Answer:
        live = taking(turn.live)
        if live.status == "closing":
            raise Denied(f"{live.name} closes after this round")
        check(live, turn.at)
        fact = seat_rules.sit(live.seating, live.terms, guest, cents, turn.at, seat)
        answer = Answer(turn.seq + 1, live.number, fact.seat, fact.cents)
        return await turn.commit([seat_event(live, fact)], answer)

    return await actor.command(caller, key, ("sit", guest.person, cents, seat), work)


async def leave(actor: Actor, caller: Caller, key: str) -> Answer:
    """Leave the table, at once or when the round is over; the chips go to the account."""
    return await _changes(
        actor, caller, key, "leave", lambda live, now: seat_rules.leave(
            live.seating, live.terms, caller.person, now
        ),
    )  # fmt: skip


async def away(actor: Actor, caller: Caller, key: str) -> Answer:
    """Sit out for a while."""
    return await _changes(
        actor,
        caller,
        key,
        "away",
        lambda live, now: seat_rules.away(live.seating, caller.person, now),
    )


async def back(actor: Actor, caller: Caller, key: str) -> Answer:
    """Return to play."""
    return await _changes(
        actor,
        caller,
        key,
        "back",
        lambda live, now: seat_rules.back(live.seating, caller.person, now),
    )


async def ready(actor: Actor, caller: Caller, key: str) -> Answer:
    """Skip the wait for the next round."""
    return await _changes(
        actor, caller, key, "ready",
        lambda live, now: seat_rules.ready(live.seating, caller.person, now),
    )  # fmt: skip


async def top_up(actor: Actor, caller: Caller, key: str, cents: int) -> Answer:
    """Add chips when no round is being played."""
    return await _changes(
        actor, caller, key, f"top up {cents}",
        lambda live, now: seat_rules.top_up(live.seating, live.terms, caller.person, cents, now),
    )  # fmt: skip


async def _changes(
    actor: Actor, caller: Caller, key: str, asked: str, find: Callable[[TableState, int], SeatEvent]
) -> Answer:
    """Run a command on one's own seat; leaving is possible at any table, open or not."""

    async def work(turn: Turn) -> Answer:
        live = turn.live if asked == "leave" else taking(turn.live)
        fact = find(live, turn.at)
        answer = Answer(turn.seq + 1, live.number, fact.seat, getattr(fact, "cents", 0))  # type: ignore[union-attr]
        return await turn.commit([seat_event(live, fact)], answer)

    return await actor.command(caller, key, asked, work)


async def row(
    actor: Actor, caller: Caller, key: str, body: log.Body,
    check: Callable[[TableState], None] = lambda live: None,
) -> Answer:  # fmt: skip
    """Append a row about the whole table: opened, paused, closed, cleared."""

    async def work(turn: Turn) -> Answer:
        check(turn.live)
        return await turn.commit([PendingRow(body)])

    return await actor.command(caller, key, log.written(body), work)


async def void(actor: Actor, caller: Caller, key: str, why: str) -> Answer:
    """Void an unfinished round by reversing all its postings, in any game."""

    async def work(turn: Turn) -> Answer:
        return await turn.actor.void(turn.context, why)

    return await actor.command(caller, key, ("void", why), work)
