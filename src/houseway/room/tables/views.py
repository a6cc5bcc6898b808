"""Views of a table for its viewers: whole frames, and the steps between two of them.

A ``Frame`` is a table after a durable row. Its public part is encoded once and shared by all
viewers; the part of a seat is encoded for that seat alone. Frames are complete, so the next one
replaces a lost one.

A step has the parts of the public view that differ from the step before. A seat also gets its own
piles where they changed. The first step has all parts. The last step is the view itself, so nothing
of it is encoded twice.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from houseway.engine.events import COVERS, event_name
from houseway.game.face.views import OwnPile, View
from houseway.room.api.messages import NULL, Step, StepPart
from houseway.table.round_view import Shadow, Sight

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.game.face.views import Own, Prompt
    from houseway.room.tables.actor import Actor
    from houseway.room.tables.seats import Seating
    from houseway.room.tables.state import TableState
    from houseway.table.round import Round


log = logging.getLogger(__name__)
_JSON = msgspec.json.Encoder()
WATCHED = 200
"""The most frames of a round that are kept for watchers of finished rounds."""

_NOTHING: list[Frame] = []


class Chair(msgspec.Struct, frozen=True):
    """A seat of the table: its player, chips as counted between rounds, present or away."""

    seat: int
    name: str
    chips: int
    state: str
    result: int
    """The present result at this table, in cents."""
    ready: bool = False
    bot: bool = False


class EventVersions(msgspec.Struct, frozen=True):
    """An event in two versions: for all, and for the seats that see more of it."""

    public: msgspec.Raw
    own: dict[int, msgspec.Raw]

    def to(self, seat: int) -> msgspec.Raw:
        """Return the version for this seat."""
        return self.own.get(seat, self.public)


class Mine(msgspec.Struct, omit_defaults=True):
    """The own part of a seat (``views.Own``), with its prompt already encoded."""

    piles: list[OwnPile]
    prompt: msgspec.Raw | UnsetType = UNSET


class Prompts:
    """Encoded parts that often stay equal from frame to frame: prompts and seats."""

    __slots__ = ("_chairs", "_known", "_round", "_seating", "_written")

    def __init__(self) -> None:
        self._seating: Seating | None = None
        self._chairs = msgspec.Raw()
        self._round: Round | None = None
        self._known: dict[int, Prompt] = {}
        self._written: dict[int, tuple[Prompt, msgspec.Raw]] = {}

    def of(self, round_: Round) -> dict[int, Prompt]:
        """Return the prompts of this round only."""
        if self._round is not round_:
            self._round, self._known, self._written = round_, {}, {}
        return self._known

    def written(self, seat: int, own: Own) -> msgspec.Raw:
        """Encode the own part of a seat; an unchanged prompt is not encoded again."""
        prompt = own.prompt
        if prompt is None:
            return raw(own)
        before = self._written.get(seat)
        if before is None or before[0] is not prompt:
            before = self._written[seat] = prompt, raw(prompt)
        return raw(Mine(own.piles, before[1]))

    def chairs(self, live: TableState) -> msgspec.Raw:
        """Return the seats as JSON, encoded again only after a change."""
        if self._seating is not live.seating:
            self._seating, self._chairs = live.seating, raw(chairs(live.seating))
        return self._chairs


class Frame:
    """A table as it may be shown now."""

    __slots__ = (
        "_own",
        "_played",
        "_public",
        "_seers",
        "chairs",
        "closed",
        "due",
        "events",
        "first",
        "now",
        "public",
        "receipt",
        "root",
        "round",
        "seq",
        "status",
        "steps",
        "why",
    )  # fmt: skip

    def __init__(
        self, actor: Actor, since: int, seats: Sequence[int], prompts: Prompts | None = None,
        steps: Steps | None = None, stepping: Sequence[int] = (),
    ) -> None:  # fmt: skip
        live, round_ = actor.live, actor.live.round_
        self.seq, self.now = actor.seq, actor.tools.clock.now_ms()
        self.round = live.number + live.awaits_first_bet
        self.status, self.why = live.status, live.why
        self.due = dict(live.due)
        self.root = live.shoe.shown.hex() if live.shoe else ""
        prompts = prompts or Prompts()
        self.chairs = prompts.chairs(live)
        self.closed = round_ is None or round_.closed
        receipts = actor.receipts
        self.receipt = NULL
        if self.closed and round_ is not None and receipts.last and receipts.round == self.round:
            self.receipt = msgspec.Raw(receipts.last)
        self.first = since
        self.public: msgspec.Raw | None = None
        self.events: list[EventVersions] = []
        self.steps: list[Stepped] = []
        self._own: dict[int, msgspec.Raw] = {}
        self._played: dict[str, int] = {}
        self._public: tuple[msgspec.Raw, ...] = ()
        self._seers: frozenset[int] = frozenset()
        """The seats that see more of some event than everybody."""
        if round_ is not None:
            theirs = still_there(live, round_)
            shown = [seat for seat in seats if seat in theirs]
            view, own = round_.views(shown, prompts.of(round_))
            self.public = raw(view)
            self._played = {seat.who: seat.seat for seat in round_.seats}
            self._own = {seat: prompts.written(seat, found) for seat, found in own.items()}
            self.events = [event_versions(event, theirs) for event in round_.events[since:]]
            self._public = tuple(event.public for event in self.events)
            self._seers = frozenset(seat for event in self.events for seat in event.own)
            if steps is not None:
                self.steps = steps.of(round_, since, [x for x in stepping if x in theirs])

    def seat_of(self, who: str) -> int:
        """Return the seat of a person in this round, even if another player has it by now."""
        return self._played.get(who, 0)

    def events_for(self, seat: int) -> tuple[msgspec.Raw, ...]:
        """Return the events in the version for this seat; 0: for the public."""
        if seat in self._seers:
            return tuple(event.to(seat) for event in self.events)
        return self._public

    def own(self, seat: int) -> msgspec.Raw | None:
        """Return the part that only this seat sees; None: nothing."""
        return self._own.get(seat)

    def forget_own(self) -> None:
        """Drop the seats' own parts once all have been sent; watchers must not get them."""
        self.events, self._own, self._seers = [], {}, frozenset()


def raw(value: object) -> msgspec.Raw:
    """Encode once, to be sent often."""
    return msgspec.Raw(_JSON.encode(value))


def still_there(live: TableState, round_: Round) -> frozenset[int]:
    """Return the seats of a round whose players are still the same.

    A round is shown until the next; a newcomer at a seat has no part in it.
    """
    seats = live.seating.seats
    return frozenset(
        seat.seat
        for seat in round_.seats
        if seat.seat in seats and seat.who == str(seats[seat.seat].player.person)
    )


def event_versions(event: Event, seats: Collection[int]) -> EventVersions:
    """Return an event with hidden pieces covered for all but these seats."""
    if COVERS[type(event)] is None:
        return EventVersions(_event(event), {})
    own = {seat: _event(event) for seat in seats if event.seen_by(seat)}
    return EventVersions(_event(event.hidden()), own)


def _event(event: Event) -> msgspec.Raw:
    """Return an event as JSON with its name."""
    name = event_name(type(event))
    fields = _JSON.encode(event)
    rest = b"}" if fields == b"{}" else b"," + fields[1:]
    return msgspec.Raw(b'{"event":"' + name.encode() + b'"' + rest)


def chairs(seating: Seating) -> list[Chair]:
    """Return all seats of the table."""
    return [
        Chair(
            seat, sitter.player.name, sitter.chips, sitter.state, sitter.result, sitter.ready,
            sitter.player.bot,
        )
        for seat, sitter in seating.seats.items()
    ]  # fmt: skip


class Listener(Protocol):
    """A viewer of a table."""

    @property
    def seat(self) -> int:
        """Return the seat of the viewer; 0: a public screen."""
        ...

    @property
    def steps(self) -> bool:
        """Return True if the viewer gets every step."""
        ...

    def send(self, frame: Frame) -> None:
        """Send a frame; never waits."""
        ...


class Hub:
    """The viewers of all tables."""

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
        """Add a viewer of a table; the frame is its present one."""
        self._listeners.setdefault(actor.name, []).append(listener)
        live = actor.live
        events = len(live.round_.events) if live.round_ is not None else 0
        self._at.setdefault(actor.name, (live.number + live.awaits_first_bet, events))
        seats = (listener.seat,) if listener.seat else ()
        return Frame(actor, since, seats, None, Steps() if listener.steps else None, seats)

    def leave(self, table: str, listener: Listener) -> None:
        """Remove a viewer."""
        for kept in (self._listeners, self._watchers):
            found = kept.get(table, [])
            if listener in found:
                found.remove(listener)

    def watch(self, table: str, listener: Listener) -> list[Frame]:
        """Add a watcher of finished rounds: the last one now, others as they end."""
        self._watchers.setdefault(table, []).append(listener)
        return self.over(table)

    def over(self, table: str) -> list[Frame]:
        """Return the frames of the last finished round."""
        return self._over.get(table, _NOTHING)

    def watchers(self, table: str) -> list[Listener]:
        """Return the watchers of finished rounds."""
        return list(self._watchers.get(table, ()))

    def publish(self, actor: Actor) -> None:
        """Publish a durable change at a table."""
        listeners = self._listeners.get(actor.name, ())
        if not listeners and not self._watchers.get(actor.name):
            self._at.pop(actor.name, None)
            return
        number, since = self._at.get(actor.name, (0, 0))
        live = actor.live
        now = live.number + live.awaits_first_bet
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
        """Return the steps of a table, if a viewer follows them, and the seats of such viewers."""
        listeners = [*self._listeners.get(table, ()), *self._watchers.get(table, ())]
        follow = [listener.seat for listener in listeners if listener.steps]
        if not follow:
            self._steps.pop(table, None)
            return None, ()
        return self._steps.setdefault(table, Steps()), tuple({seat for seat in follow if seat})

    def _show(self, table: str, listener: Listener, frame: Frame) -> None:
        """Send a frame to one viewer; one that fails is removed, without an effect on others."""
        try:
            listener.send(frame)
        except Exception:
            log.exception("a view of %s could not be sent to one viewer", table)
            self.leave(table, listener)

    def _keep(self, table: str, frame: Frame) -> None:
        """Keep frames of a round until it is over, when it may be watched."""
        played = self._played.setdefault(table, [])
        if played and played[-1].round != frame.round:
            self._over[table] = list(played)
            played.clear()
        if len(played) < WATCHED:
            played.append(frame)
        if frame.closed and frame.public is not None:
            self._over[table] = list(played)
            played.clear()


# Steps.

MOST_STEPS = 120
"""The most steps that lead to one view; of more, the last are sent."""
_PARTS = tuple(name for name in View.__struct_fields__ if name != "results")
"""The parts of a view that steps have; results only grow, so a step has their number."""
_STEP_JSON = msgspec.json.Encoder()
_view = msgspec.json.Decoder(View)


class Stepped(msgspec.Struct, frozen=True):
    """A step in all versions: the public parts, and each seat's own if it changed."""

    cue: str
    at: int
    results: int
    public: StepPart = UNSET
    own: dict[int, msgspec.Raw] = {}

    def to(self, seat: int) -> Step:
        """Return the version for this seat; 0: for the public."""
        return Step(self.cue, self.at, self.results, self.public, self.own.get(seat, UNSET))


class Steps:
    """Records the rounds of one table for viewers who get every step."""

    __slots__ = ("_shadow",)

    def __init__(self) -> None:
        self._shadow: Shadow | None = None

    def of(self, round_: Round, since: int, seats: Collection[int]) -> list[Stepped]:
        """Return the steps of the events from number ``since`` on, for the public and these
        seats.
        """
        shadow = self._shadow
        if shadow is None or not shadow.follows(round_) or shadow.at > since:
            shadow = self._shadow = Shadow(round_)
        shadow.skip(since)
        return list(written(shadow.sights(seats)[-MOST_STEPS:]))


def written(sights: Sequence[Sight]) -> Iterator[Stepped]:
    """Return views as sent: each with the parts that differ from the one before."""
    before: Sight | None = None
    for sight in sights:
        results = len(sight.public.results)
        if sight is sights[-1]:
            yield Stepped(sight.cue, sight.at, results)
            return
        public = _changed(sight.public, before.public if before else None)
        own = {
            seat: _piles(piles)
            for seat, piles in sight.own.items()
            if before is None or piles != before.own.get(seat)
        }
        yield Stepped(sight.cue, sight.at, results, public, own)
        before = sight


def whole(public: msgspec.Raw) -> msgspec.Raw:
    """Return a public view with all its parts, for a step without a predecessor."""
    return msgspec.Raw(_STEP_JSON.encode(_parts(_view.decode(public))))


def _changed(view: View, before: View | None) -> StepPart:
    """Return the parts of a view that differ from the one before, as JSON; UNSET for none."""
    parts = _parts(view)
    if before is not None:
        parts = {name: part for name, part in parts.items() if part != getattr(before, name)}
    return msgspec.Raw(_STEP_JSON.encode(parts)) if parts else UNSET


def _parts(view: View) -> dict[str, object]:
    """Return the parts of a view that a step may change, by name."""
    return {name: getattr(view, name) for name in _PARTS}


def _piles(piles: list[OwnPile]) -> msgspec.Raw:
    """Return piles as JSON."""
    return msgspec.Raw(_STEP_JSON.encode(piles))
