"""Consequences of a command: players leave, the table closes, the next round opens.

Each is a step in the turn of an actor, after the row of its command is durable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.room.errors import Denied
from houseway.room.ledger import posted
from houseway.room.tables import deadlines, log, rounds, seat_rules, seats
from houseway.room.tables.deadlines import RUNS
from houseway.room.tables.games import with_meters
from houseway.room.tables.log import PendingRow
from houseway.room.tables.seats import SeatEvent
from houseway.room.tables.state import TableState, seat_event

if TYPE_CHECKING:
    from houseway.room.tables.actor import Actor


async def advance(actor: Actor, at: int) -> None:
    """Do everything that is due now; nothing at a table that is not running."""
    if actor.live.status not in RUNS:
        return
    await _answer_for_absent(actor, at)
    await _apply_due_seat_changes(actor, at)
    await _close_if_closing(actor, at)
    await _start_next_round(actor, at)


async def _answer_for_absent(actor: Actor, at: int) -> None:
    """Answer for asked players who have left or are away, so that the round goes on."""
    live = actor.live
    if live.playing and rounds.anybody_absent(live):
        await actor.step(actor.by_room(at), rounds.nothing)


async def _apply_due_seat_changes(actor: Actor, at: int) -> None:
    """Apply pending departures and requested chips."""
    live = actor.live
    for _ in range(2 * len(live.seating.seats) + len(live.seating.held) + 1):
        facts = seat_rules.due(live.seating, live.terms, at)
        if not facts:
            return
        await _happens(actor, at, facts[0])


async def _happens(actor: Actor, at: int, fact: SeatEvent) -> None:
    """Write an event of a seat; a top-up without enough money is noted as failed."""
    try:
        await actor.commit(actor.by_room(at), [seat_event(actor.live, fact)])
    except Denied as denied:
        if not isinstance(fact, seats.ToppedUp) or denied.code != "funds":
            raise
        failed = seat_rules.top_up_failed(actor.live.seating, fact.seat, at)
        await actor.commit(actor.by_room(at), [seat_event(actor.live, failed)])


async def _close_if_closing(actor: Actor, at: int) -> None:
    """Close a table with a pending close once its round is over."""
    live = actor.live
    if live.status != "closing" or live.playing:
        return
    for sitter in list(live.seating.seats.values()):
        person = sitter.player.person
        fact = seat_rules.leave(live.seating, live.terms, person, at, live.why)
        await actor.commit(actor.by_room(at), [seat_event(actor.live, fact)])
    await actor.commit(actor.by_room(at), [PendingRow(log.Shut(live.why))])


async def _start_next_round(actor: Actor, at: int) -> None:
    """Open the next round, if no player has to be waited for."""
    live = actor.live
    if live.status != "open" or live.playing or live.awaits_first_bet or _rests(live, at):
        return
    game = live.posted
    if seat_rules.missing(live.seating, live.terms, game, live.carry_over):
        return
    if live.carry_over is None:
        await _carry_first(actor, at)
    if _is_used_up(live):
        await _shuffle(actor, at)
    live.seat_round()
    if not deadlines.waits_for_bets(live) or any(s.ready for s in live.seating.seats.values()):
        context = actor.by_room(at)
        await actor.commit_round(context, lambda: [rounds.begin(live, context.seq + 1, at)])
        await _apply_due_seat_changes(actor, at)


def _is_used_up(live: TableState) -> bool:
    """Return True if all pieces must be shuffled; an unused shoe stays committed."""
    if live.shoe is None:
        return True
    return live.shoe.used and live.shoe.left <= live.posted.reshuffle_at()


def _rests(live: TableState, now: int) -> bool:
    """Return True while the result of the last round is shown.

    A round with an end in the future was played before the clock was set back.
    """
    if live.round_ is None or not live.ended_at <= now < live.ended_at + live.terms.pause_ms:
        return False
    return not seat_rules.all_ready(live.seating, live.posted, live.carry_over)


async def _carry_first(actor: Actor, at: int) -> None:
    """Write the values carried into the first round; the seeds of meters are posted with it."""
    live, game = actor.live, actor.live.posted
    carry_over = game.first(seat_rules.playing(live.seating, game, None))
    if live.meters:
        carry_over = with_meters(carry_over, live.meters)
    opening = posted(actor.name, game.opening_transfers(carry_over))
    carried = PendingRow(log.Carried(log.packed(carry_over)), opening)
    await actor.commit(actor.by_room(at), [carried])


async def _shuffle(actor: Actor, at: int) -> None:
    """Shuffle a new shoe; its root is logged and shown before any bet on it."""
    live = actor.live
    shoe, changes = actor.tools.making.shoe(live)
    body = log.ShoeShuffled(live.shoes + 1, shoe.shown, shoe.commitment)
    await actor.commit(actor.by_room(at), [PendingRow(body, [], changes)])
    live.shoe = shoe
    actor.show()
