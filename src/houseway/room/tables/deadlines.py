"""Deadlines of asked seats: their times, the defaults at their end, and the table's wake-ups.

A deadline is a time in milliseconds since 1970. A seat that still faces the same question keeps its
deadline; every new question gets fresh time. No time runs while a table is paused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.inputs import TimeUp
from houseway.engine.questions import Arrange, Asking, Choice, Place
from houseway.room.api.table_types import Terms
from houseway.room.tables import log, seat_rules
from houseway.room.tables.log import Due, PendingRow
from houseway.room.tables.state import TableState, the_round

if TYPE_CHECKING:
    from houseway.room.store.stream import CommandContext
    from houseway.room.tables.actor import Actor

RUNS = ("open", "closing")
"""The states of a table in which time runs."""


def next_deadlines(live: TableState, now: int) -> Due:
    """Return the deadline of each asked seat; empty while the table is paused."""
    if live.status == "paused":
        return {}
    before, stood, asked = live.due, live.asked_at, the_round(live).asked
    return {
        seat: before[seat] if seat in before and stood.get(seat) == asked[seat] else fresh
        for seat, fresh in fresh_deadlines(live, now).items()
    }


def fresh_deadlines(live: TableState, now: int) -> Due:
    """Return the deadline of each asked seat if its time begins now."""
    question = the_round(live).question
    if not isinstance(question, Asking):
        return {}
    until = now + (question.seconds * 1000 or time_allowed(question, live.terms))
    return dict.fromkeys(question.seats(), until)


def restarted_deadlines(live: TableState, now: int) -> Due:
    """Return fresh deadlines for a round that is played; empty between rounds."""
    return fresh_deadlines(live, now) if live.playing else {}


def waits_for_bets(live: TableState) -> bool:
    """Return True if the open question takes bets.

    A round with such an opening question may wait for its first bet without a deadline. The offer
    of a bank, or any other opening question, may not.
    """
    question = the_round(live).question
    return isinstance(question, Asking) and any(
        isinstance(choice, Place)
        for seat in question.seats()
        for choice in question.choices_of(seat)
    )


def time_allowed(question: Asking, terms: Terms) -> int:
    """Return the time for an answer to a question of this kind, in milliseconds."""
    found = 0
    for seat in question.seats()[:1]:
        for choice in question.choices_of(seat):
            found = max(found, _time_for(choice, terms))
    return found


def _time_for(choice: Choice, terms: Terms) -> int:
    """Return the milliseconds allowed for a choice."""
    if isinstance(choice, Place):
        return terms.window_ms
    return terms.arrange_ms if isinstance(choice, Arrange) else terms.question_ms


def expired_seats(live: TableState, now: int) -> list[int]:
    """Return the asked seats whose deadline has passed."""
    return [seat for seat in live.asked() if seat in live.due and live.due[seat] <= now]


async def expire(actor: Actor, context: CommandContext) -> None:
    """Take the default decision of every seat whose deadline has passed."""
    live = actor.live
    late = expired_seats(live, context.at) if live.playing else []

    def move() -> None:
        for seat in late:
            if seat in live.asked():
                live.move(TimeUp(seat))

    if late:
        await actor.step(context, move)


async def restart(actor: Actor, at: int) -> None:
    """Give open questions fresh time after the process stood still, and log that."""
    live, gap = actor.live, actor.stood_still
    if live.playing and live.due:
        tenths = gap // 100
        said = (
            f"the server stood still for {tenths // 10}.{tenths % 10} s; questions have fresh time"
        )
        resumed = log.RoundResumed(live.number, fresh_deadlines(live, at))
        rows = [PendingRow(log.Note(said)), PendingRow(resumed)]
        await actor.commit(actor.by_room(at), rows)
    actor.stood_still = 0


def next_wakeup(live: TableState, now: int) -> int:
    """Return the time at which the table acts without a command; 0: never."""
    if live.status not in RUNS:
        return 0
    times = list(live.due.values()) if live.playing else []
    if not live.playing and now < live.ended_at + live.terms.pause_ms:
        times.append(live.ended_at + live.terms.pause_ms)
    times.append(seat_rules.next_due(live.seating, live.terms))
    return min((at for at in times if at), default=0)
