"""What happens at a table though nobody asks for it: those who leave go, a round is opened, time.

Everything here is one step of an actor's turn, after whatever was asked has been written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.room.errors import Denied
from houseway.room.ledger import posted
from houseway.room.tables import log, rounds, seat_rules, seats
from houseway.room.tables.games import with_meters
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.seats import SeatEvent
from houseway.room.tables.state import TableState

if TYPE_CHECKING:
    from houseway.room.tables.actor import Actor

RUNS = ("open", "closing")


async def advance(actor: Actor) -> None:
    """What is due now, until nothing is; where nothing goes on, nothing is."""
    if actor.live.status not in RUNS:
        return
    await _gone(actor)
    await _due(actor)
    await _shut(actor)
    await _next(actor)


async def _gone(actor: Actor) -> None:
    """Somebody who is asked has gone away: the round goes on without them."""
    live = actor.live
    if live.playing and rounds.anybody_absent(live):
        now, seq = actor.now, actor.seq + 1
        await actor.moved(lambda: [rounds.step(live, seq, rounds.nothing, now)])


async def _due(actor: Actor) -> None:
    """Those who leave have left, chips that were asked for have come."""
    live = actor.live
    for _ in range(2 * len(live.seating.seats) + len(live.seating.held) + 1):
        facts = seat_rules.due(live.seating, live.terms, actor.now)
        if not facts:
            return
        await _happens(actor, facts[0])


async def _happens(actor: Actor, fact: SeatEvent) -> None:
    try:
        await actor.fact(fact)
    except Denied as denied:
        if not isinstance(fact, seats.ToppedUp) or denied.code != "funds":
            raise
        await actor.fact(seat_rules.top_up_failed(actor.live.seating, fact.seat, actor.now))


async def _shut(actor: Actor) -> None:
    """A table that is to be closed is closed when its round is over."""
    live = actor.live
    if live.status != "closing" or live.playing:
        return
    for sitter in list(live.seating.seats.values()):
        person = sitter.guest.person
        await actor.fact(seat_rules.leave(live.seating, live.terms, person, actor.now, live.why))
    await actor.row(log.Shut(live.why))


# -- the next round --------------------------------------------------------------------------------


async def _next(actor: Actor) -> None:
    """The next round, when there is nobody to wait for."""
    live = actor.live
    if live.status != "open" or live.playing or live.idle or _rests(live, actor.now):
        return
    game = live.posted
    if seat_rules.missing(live.seating, live.terms, game, live.between):
        return
    if live.between is None:
        await _carry_first(actor)
    if _is_used_up(live):
        await _shuffle(actor)
    live.seat_round()
    if not game.opens_by_betting or any(s.ready for s in live.seating.seats.values()):
        now, seq = actor.now, actor.seq + 1
        await actor.moved(lambda: [rounds.begin(live, seq, now)])
        await _due(actor)


def _is_used_up(live: TableState) -> bool:
    """Whether all pieces are to be shuffled; a shoe of which nothing was dealt stays committed."""
    if live.shoe is None:
        return True
    return live.shoe.used and live.shoe.left <= live.posted.reshuffle_at()


def _rests(live: TableState, now: int) -> bool:
    """Whether the result of the last round is still shown.

    A round that is to have ended later than now was played before the clock was set back.
    """
    if live.round_ is None or not live.ended_at <= now < live.ended_at + live.terms.pause_ms:
        return False
    return not seat_rules.all_ready(live.seating, live.posted, live.between)


async def _carry_first(actor: Actor) -> None:
    """What the first round begins with; the seeds of meters come into the books."""
    live, game = actor.live, actor.live.posted
    between = game.first(seat_rules.playing(live.seating, game, None))
    if live.meters:
        between = with_meters(between, live.meters)
    opening = posted(actor.name, game.opening_transfers(between))
    await actor.row(log.Carried(log.packed(between)), opening)


async def _shuffle(actor: Actor) -> None:
    """A new shoe; its root is in the log before anybody can bet on it."""
    live = actor.live
    shoe, changes = actor.tools.making.shoe(live)
    body = log.ShoeShuffled(live.shoes + 1, shoe.shown, shoe.commitment)
    await actor.wrote(PendingRow(body, [], changes))
    live.use(shoe, body.no)


# -- time ------------------------------------------------------------------------------------------


def wakes(live: TableState, now: int) -> int:
    """When there is something to do though nobody asks for it; 0: never."""
    if live.status not in RUNS:
        return 0
    times = list(live.due.values()) if live.playing else []
    if not live.playing and now < live.ended_at + live.terms.pause_ms:
        times.append(live.ended_at + live.terms.pause_ms)
    times.append(seat_rules.next_due(live.seating, live.terms))
    return min((at for at in times if at), default=0)


async def times_up(actor: Actor) -> None:
    """The seats whose time is up have their default decision taken."""
    live, now, seq = actor.live, actor.now, actor.seq + 1
    if live.playing and rounds.expired_seats(live, now):
        await actor.moved(lambda: [rounds.times_up(live, seq, now)])
