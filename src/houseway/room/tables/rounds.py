"""How a round goes on at a live table: what comes in, who is absent, whose time is up.

These functions move the round of a ``Live`` and say what is to be written of it.  The rules are
the check: what they refuse leaves everything as it was.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import msgspec

from houseway.engine.inputs import Act, Input, Ruling, TimeUp
from houseway.engine.questions import Arrange, Asking, Button, Choice, Place
from houseway.engine.round import Round
from houseway.records.files import save_json
from houseway.room.errors import Denied
from houseway.room.ledger import Posting, of_events
from houseway.room.store.interface import Change, RoundKept
from houseway.room.tables import log
from houseway.room.tables.log import Body, Due
from houseway.room.tables.state import TableState
from houseway.room.tables.terms import Terms


class PendingRow(msgspec.Struct):
    """A row that is to be written, its postings, and what changes beside the log."""

    body: Body
    postings: list[Posting] = []
    changes: list[Change] = []


def begin(live: TableState, seq: int, now: int) -> PendingRow:
    """The round that is open stands in the log from row ``seq`` on; what comes at once is dealt."""
    round_ = the_round(live)
    standing, number = live.stands(), live.number + 1
    root = live.shoe.shown if live.shoe else b""
    live.begin(seq, now, number, standing)
    live.deal()
    absent(live)
    due = deadlines(live, now)
    seats, changes = live.seating.playing, [kept(live, seq)]
    live.stepped(now, due)
    body = log.RoundBegun(
        number, live.opened_at, seats, standing, root, live.posted.fingerprint(),
        tuple(round_.inputs), len(round_.events), log.digest(round_.events), due,
        round_.closed, live.stands() if round_.closed else None,
    )  # fmt: skip
    return PendingRow(body, of_events(live.name, round_.events), changes)


def step(
    live: TableState, seq: int, move: Callable[[], None], now: int, second: int = 0
) -> PendingRow:
    """What comes in moves the round; then seats that are absent are answered for."""
    round_ = the_round(live)
    inputs, events = len(round_.inputs), len(round_.events)
    move()
    absent(live)
    came, happened = tuple(round_.inputs[inputs:]), round_.events[events:]
    due = deadlines(live, now)
    changes = [kept(live, seq)] if round_.closed else []
    live.stepped(now, due)
    body = log.Stepped(
        live.number, came, len(happened), log.digest(happened), due, round_.closed, second,
        live.stands() if round_.closed else None,
    )  # fmt: skip
    return PendingRow(body, of_events(live.name, happened), changes)


def kept(live: TableState, seq: int) -> Change:
    """How a round is listed; when it is over, with its record, which outlives the program."""
    round_ = the_round(live)
    over = round_.closed
    return RoundKept(
        live.stream, live.number, live.begun, seq if over else None,
        "closed" if over else "open", live.posted.fingerprint(), live.shoes,
        zlib.compress(save_json(round_)) if over else b"",
    )  # fmt: skip


def the_round(live: TableState) -> Round:
    """The round that is open."""
    if live.round_ is None:
        raise Denied(f"no round is open at {live.name}", "stale")
    return live.round_


# -- time and absence ----------------------------------------------------------------------------


def deadlines(live: TableState, now: int) -> Due:
    """When the time of each asked seat is up; a question that still stands keeps its time.

    At a table that is paused no time runs.
    """
    if live.status == "paused":
        return {}
    before, stood, asked = live.due, live.asked_at, the_round(live).asked
    return {
        seat: before[seat] if seat in before and stood.get(seat) == asked[seat] else fresh
        for seat, fresh in fresh_time(live, now).items()
    }


def dues_anew(live: TableState, now: int) -> Due:
    """Fresh time for whoever is asked in a round that is played."""
    return fresh_time(live, now) if live.playing else {}


def fresh_time(live: TableState, now: int) -> Due:
    """When the time of each asked seat is up, if it begins now."""
    question = the_round(live).question
    if not isinstance(question, Asking):
        return {}
    until = now + (question.seconds * 1000 or allowed(question, live.terms))
    return dict.fromkeys(question.seats(), until)


def allowed(question: Asking, terms: Terms) -> int:
    """How long the room waits for an answer to a question of this shape, in milliseconds."""
    found = 0
    for seat in question.seats()[:1]:
        for choice in question.choices_of(seat):
            found = max(found, _allowed(choice, terms))
    return found


def _allowed(choice: Choice, terms: Terms) -> int:
    if isinstance(choice, Place):
        return terms.window_ms
    return terms.arrange_ms if isinstance(choice, Arrange) else terms.question_ms


def absent(live: TableState) -> None:
    """Answer for the seats whose players are away or leaving: a fold if there is one."""
    while live.round_ is not None and (seat := _absent(live)):
        live.move(excuse(live.round_, seat))


def _absent(live: TableState) -> int:
    """The first asked seat whose player is not there; 0: all are."""
    for seat in live.asked():
        sitter = live.seating.seats.get(seat)
        if sitter is None or not (sitter.state == "here" or sitter.ended):
            return seat
    return 0


def anybody_absent(live: TableState) -> bool:
    """Whether somebody is asked who is not there."""
    return _absent(live) > 0


def excuse(round_: Round, seat: int) -> Input:
    """What a player does who is not there."""
    question = round_.question
    if isinstance(question, Asking):
        for choice in question.choices_of(seat):
            if isinstance(choice, Button) and choice.name == "fold" and not choice.cents:
                return Act(seat, "fold")
    return TimeUp(seat)


def expired_seats(live: TableState, now: int) -> list[int]:
    """The seats whose time is up."""
    return [seat for seat in live.asked() if seat in live.due and live.due[seat] <= now]


def times_up(live: TableState, seq: int, now: int) -> PendingRow:
    """The seats whose time is up have their default decision taken."""
    late = expired_seats(live, now)

    def move() -> None:
        for seat in late:
            if seat in live.asked():
                live.move(TimeUp(seat))

    return step(live, seq, move, now)


def act(live: TableState, seq: int, given: Act, now: int) -> PendingRow:
    """A decision."""
    return step(live, seq, lambda: live.move(given), now)


def rule(live: TableState, seq: int, ruling: Ruling, now: int, second: int = 0) -> PendingRow:
    """A ruling."""
    return step(live, seq, lambda: live.move(ruling), now, second)


def nothing() -> None:
    """What comes in when somebody has just gone: only that seats are answered for."""
