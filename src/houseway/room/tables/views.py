"""What people are told of a table: one public part for all, and each seat's own.

A ``Frame`` is a table after something durable has happened.  Its public part is written once and
shared by everybody who looks on; what a seat sees more is written for that seat alone.  Frames are
whole, so one that is lost is made good by the next.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from houseway.engine.events import COVERS, Event, event_name
from houseway.engine.round import Round
from houseway.presentation.views import Own, OwnPile, Prompt
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Seating
from houseway.room.tables.state import TableState
from houseway.room.tables.steps import Stepped, Steps

log = logging.getLogger(__name__)
_JSON = msgspec.json.Encoder()
WATCHED = 200
"""So many frames of a round are kept for those who watch it when it is over."""

_NOTHING: list[Frame] = []


class Chair(msgspec.Struct, frozen=True):
    """A chair of the table: who sits there, chips as counted between rounds, here or away."""

    seat: int
    name: str
    chips: int
    state: str
    result: int
    """Won or lost at this table until now."""
    ready: bool = False
    bot: bool = False


class Told(msgspec.Struct, frozen=True):
    """Something that happened: for everybody, and for the seats that see more of it."""

    public: msgspec.Raw
    own: dict[int, msgspec.Raw]

    def to(self, seat: int) -> msgspec.Raw:
        """As this seat is told it."""
        return self.own.get(seat, self.public)


class Mine(msgspec.Struct, omit_defaults=True):
    """What a seat has of its own (``views.Own``), with its prompt as it was written."""

    piles: list[OwnPile]
    prompt: msgspec.Raw | UnsetType = UNSET


class Prompts:
    """What was last shown of a table and often stands from frame to frame: prompts, and chairs."""

    __slots__ = ("_chairs", "_known", "_round", "_seating", "_written")

    def __init__(self) -> None:
        self._seating: Seating | None = None
        self._chairs = msgspec.Raw()
        self._round: Round | None = None
        self._known: dict[int, Prompt] = {}
        self._written: dict[int, tuple[Prompt, msgspec.Raw]] = {}

    def of(self, round_: Round) -> dict[int, Prompt]:
        """Those of this round, and of no other."""
        if self._round is not round_:
            self._round, self._known, self._written = round_, {}, {}
        return self._known

    def written(self, seat: int, own: Own) -> msgspec.Raw:
        """What a seat has of its own; a prompt that stands is not written again."""
        prompt = own.prompt
        if prompt is None:
            return raw(own)
        before = self._written.get(seat)
        if before is None or before[0] is not prompt:
            before = self._written[seat] = prompt, raw(prompt)
        return raw(Mine(own.piles, before[1]))

    def chairs(self, live: TableState) -> msgspec.Raw:
        """Everybody at the table; while nobody comes, goes or is paid it is not written again."""
        if self._seating is not live.seating:
            self._seating, self._chairs = live.seating, raw(chairs(live))
        return self._chairs


class Frame:
    """A table as it may be shown now."""

    __slots__ = (
        "_own", "_played", "_seers", "_told", "chairs", "closed", "due", "events", "first", "now",
        "public", "root", "round", "seq", "status", "steps", "why",
    )  # fmt: skip

    def __init__(
        self, actor: Actor, since: int, seats: Sequence[int], prompts: Prompts | None = None,
        steps: Steps | None = None, stepping: Sequence[int] = (),
    ) -> None:  # fmt: skip
        live, round_ = actor.live, actor.live.round_
        self.seq, self.now = actor.seq, actor.now
        self.round = live.number + live.idle
        self.status, self.why = live.status, live.why
        self.due = dict(live.due)
        self.root = live.shoe.shown.hex() if live.shoe else ""
        prompts = prompts or Prompts()
        self.chairs = prompts.chairs(live)
        self.closed = round_ is None or round_.closed
        self.first = since
        self.public: msgspec.Raw | None = None
        self.events: list[Told] = []
        self.steps: list[Stepped] = []
        self._own: dict[int, msgspec.Raw] = {}
        self._played: dict[str, int] = {}
        self._told: tuple[msgspec.Raw, ...] = ()
        self._seers: frozenset[int] = frozenset()
        """The seats that see more of some event than everybody."""
        if round_ is not None:
            theirs = still_there(live, round_)
            shown = [seat for seat in seats if seat in theirs]
            view, own = round_.views(shown, prompts.of(round_))
            self.public = raw(view)
            self._played = {seat.who: seat.seat for seat in round_.seats}
            self._own = {seat: prompts.written(seat, found) for seat, found in own.items()}
            self.events = [told(event, theirs) for event in round_.events[since:]]
            self._told = tuple(event.public for event in self.events)
            self._seers = frozenset(seat for event in self.events for seat in event.own)
            if steps is not None:
                self.steps = steps.of(round_, since, [x for x in stepping if x in theirs])

    def seat_of(self, who: str) -> int:
        """Where a person plays, or has played, in this round; a chair may be another's by now."""
        return self._played.get(who, 0)

    def told(self, seat: int) -> tuple[msgspec.Raw, ...]:
        """What this seat is told of what has happened; 0: what everybody is."""
        if seat in self._seers:
            return tuple(event.to(seat) for event in self.events)
        return self._told

    def own(self, seat: int) -> msgspec.Raw | None:
        """What this seat sees besides, and is asked."""
        return self._own.get(seat)

    def forget_own(self) -> None:
        """Everybody has been shown it: what seats alone have seen is not kept for who watches."""
        self.events, self._own, self._seers = [], {}, frozenset()


def raw(value: object) -> msgspec.Raw:
    """Written once, sent often."""
    return msgspec.Raw(_JSON.encode(value))


def still_there(live: TableState, round_: Round) -> frozenset[int]:
    """The seats of a round on which who played it still sits.

    A round is shown until the next: whoever sits down on a chair meanwhile has no part in it.
    """
    seats = live.seating.seats
    return frozenset(
        seat.seat
        for seat in round_.seats
        if seat.seat in seats and seat.who == str(seats[seat.seat].guest.person)
    )


def told(event: Event, seats: Collection[int]) -> Told:
    """An event as it is told: covered for all but those of these seats who may see it."""
    if COVERS[type(event)] is None:
        return Told(_event(event), {})
    own = {seat: _event(event) for seat in seats if event.seen_by(seat)}
    return Told(_event(event.hidden()), own)


def _event(event: Event) -> msgspec.Raw:
    name = event_name(type(event))
    fields = _JSON.encode(event)
    rest = b"}" if fields == b"{}" else b"," + fields[1:]
    return msgspec.Raw(b'{"event":"' + name.encode() + b'"' + rest)


def chairs(live: TableState) -> list[Chair]:
    """Everybody at the table."""
    return [
        Chair(
            seat, sitter.guest.name, sitter.chips, sitter.state, sitter.result, sitter.ready,
            sitter.guest.bot,
        )
        for seat, sitter in live.seating.seats.items()
    ]  # fmt: skip


class Listener(Protocol):
    """Somebody who is shown a table."""

    @property
    def seat(self) -> int:
        """Where they sit; 0 for a display."""
        ...

    @property
    def steps(self) -> bool:
        """Whether they are shown every step."""
        ...

    def send(self, frame: Frame) -> None:
        """Show it; never waits."""
        ...


class Hub:
    """Who is shown which table."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}
        self._watchers: dict[str, list[Listener]] = {}
        self._at: dict[str, tuple[int, int]] = {}
        """Table -> the round and how many of its events have been told."""
        self._prompts: dict[str, Prompts] = {}
        self._steps: dict[str, Steps] = {}
        self._played: dict[str, list[Frame]] = {}
        self._over: dict[str, list[Frame]] = {}

    def join(self, actor: Actor, listener: Listener, since: int = 0) -> Frame:
        """From now on this listener is shown the table; the frame is how it is now."""
        self._listeners.setdefault(actor.name, []).append(listener)
        live = actor.live
        events = len(live.round_.events) if live.round_ is not None else 0
        self._at.setdefault(actor.name, (live.number + live.idle, events))
        seats = (listener.seat,) if listener.seat else ()
        return Frame(actor, since, seats, None, Steps() if listener.steps else None, seats)

    def leave(self, table: str, listener: Listener) -> None:
        """No more of it."""
        for kept in (self._listeners, self._watchers):
            found = kept.get(table, [])
            if listener in found:
                found.remove(listener)

    def watch(self, table: str, listener: Listener) -> list[Frame]:
        """Watch rounds that are over: the last one now, others as they end."""
        self._watchers.setdefault(table, []).append(listener)
        return self.over(table)

    def over(self, table: str) -> list[Frame]:
        """The last round that is over, frame by frame."""
        return self._over.get(table, _NOTHING)

    def watchers(self, table: str) -> list[Listener]:
        """Who watches rounds that are over."""
        return list(self._watchers.get(table, ()))

    def told(self, actor: Actor) -> None:
        """Something durable has happened at a table."""
        listeners = self._listeners.get(actor.name, ())
        if not listeners and not self._watchers.get(actor.name):
            self._at.pop(actor.name, None)
            return
        number, since = self._at.get(actor.name, (0, 0))
        live = actor.live
        now = live.number + live.idle
        since = since if number == now else 0
        prompts = self._prompts.setdefault(actor.name, Prompts())
        steps, stepping = self._stepping(actor.name)
        seats = tuple({seat for listener in listeners if (seat := listener.seat)})
        frame = Frame(actor, since, seats, prompts, steps, stepping)
        self._at[actor.name] = now, since + len(frame.events)
        for listener in list(listeners):
            self._show(actor.name, listener, frame)
        frame.forget_own()
        self._keep(actor.name, frame)

    def _stepping(self, table: str) -> tuple[Steps | None, Sequence[int]]:
        """Who follows the steps of a table, if anybody does, and which seats."""
        listeners = [*self._listeners.get(table, ()), *self._watchers.get(table, ())]
        follow = [listener.seat for listener in listeners if listener.steps]
        if not follow:
            self._steps.pop(table, None)
            return None, ()
        return self._steps.setdefault(table, Steps()), tuple({seat for seat in follow if seat})

    def _show(self, table: str, listener: Listener, frame: Frame) -> None:
        """One who cannot be shown something is shown nothing more; the others do not notice."""
        try:
            listener.send(frame)
        except Exception:
            log.exception("somebody at %s could not be shown it", table)
            self.leave(table, listener)

    def _keep(self, table: str, frame: Frame) -> None:
        """Rounds that are over may be watched; one that runs may not."""
        played = self._played.setdefault(table, [])
        if played and played[-1].round != frame.round:
            self._over[table] = list(played)
            played.clear()
        if len(played) < WATCHED:
            played.append(frame)
        if frame.closed and frame.public is not None:
            self._over[table] = list(played)
            played.clear()
