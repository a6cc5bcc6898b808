"""The tables of a room as sockets know them: who may look, what is shown, what may be asked."""

from __future__ import annotations

import asyncio

import msgspec

from houseway.engine import inputs
from houseway.room.api import roles
from houseway.room.api.messages import (
    NULL,
    VERSION,
    Act,
    Commanded,
    Deal,
    Hello,
    Rule,
    Seat,
    TableNow,
    View,
    Welcome,
    You,
)
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import RulingAsked
from houseway.room.clock import seconds
from houseway.room.errors import Denied
from houseway.room.http.monitoring.metrics import Metrics
from houseway.room.http.sockets.outbox import Outbox
from houseway.room.room import Room
from houseway.room.tables import commands, seat_rules
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Player, Seating
from houseway.room.tables.state import TableSummary
from houseway.room.tables.views import Frame, raw

PARTS = {
    "seat": "act",
    "display": "display",
    "watch": "watch",
    "dealer": "deal",
    "floor": "rule_floor",
}
"""Commands that a caller must be allowed to look at a table in each part."""
PACE_MS = 700
"""Time between frames of a finished round for spectators."""


class Viewer:
    """One socket at one table, as the hub of the room shows it things."""

    __slots__ = (
        "_seat",
        "_seating",
        "_who",
        "actor",
        "caller",
        "outbox",
        "part",
        "steps",
        "tables",
    )

    def __init__(
        self, tables: TableHub, actor: Actor, caller: Caller, outbox: Outbox, hello: Hello
    ) -> None:
        self.tables, self.actor, self.caller = tables, actor, caller
        self.outbox, self.part, self.steps = outbox, hello.part, hello.steps
        self._seating: Seating | None = None
        self._seat, self._who = 0, str(caller.person)

    @property
    def seat(self) -> int:
        """Return the person's present seat; 0 for people who are not here to play."""
        if self.part != "seat":
            return 0
        seating = self.actor.summary.seating
        if seating is not self._seating:
            self._seating, self._seat = seating, seat_rules.seat_of(seating, self.caller.person)
        return self._seat

    def send(self, frame: Frame) -> None:
        """Show a frame; without a seat a person sees the table, but not the round in play.

        A player who has left with the end of a round is shown that end: their money is in it. A
        player who has taken the chair of another is not shown what the other saw in the last
        round.
        """
        plays, seat = self.part == "seat", self.seat
        played = frame.seat_of(self._who) if plays else 0
        if plays and not seat and not (played and frame.closed):
            view = View(frame.seq, frame.round, frame.now, self.tables.encoded_state(frame))
            self.outbox.show(view, frame.root)
        else:
            self.outbox.show(self.tables.view(frame, played, seat, self.steps), frame.root)


class TableHub:
    """The tables of a room, as ``socket.Hub`` needs them."""

    def __init__(self, room: Room, metrics: Metrics, pace_ms: int = PACE_MS) -> None:
        self.room, self.metrics, self.pace_ms = room, metrics, pace_ms
        self._stations: dict[int, Viewer] = {}
        self._last: tuple[Frame | None, msgspec.Raw] = (None, NULL)
        self._layouts: dict[str, tuple[object, msgspec.Raw]] = {}
        self._shows: dict[str, asyncio.Task[None]] = {}
        self._rounds: dict[str, int] = {}
        self._marks: dict[str, tuple[int, list[tuple[int, int]]]] = {}
        """Table -> its round, and how many events of it there were after which row."""
        room.watched.append(self.on_published)

    async def join(self, caller: Caller, hello: Hello, outbox: Outbox) -> None:
        """Send the welcome and the first view, and every later one."""
        roles.check(caller, PARTS[hello.part])
        actor = self.room.table(hello.table)
        if hello.part == "display":
            self._check_screen(caller, actor.name)
        station = Viewer(self, actor, caller, outbox, hello)

        async def work() -> None:
            if not outbox.ended:
                self._stations[id(outbox)] = station
                self._welcome(station, hello)

        # Within the table's turn: a change that is not yet durable is shown to no viewer.
        await actor.turn(work)

    def _welcome(self, station: Viewer, hello: Hello) -> None:
        """Welcome a person and show the table."""
        actor, caller, outbox = station.actor, station.caller, station.outbox
        you = You(station.seat, caller.role, caller.person, caller.name)
        now, hub = self.room.clock.now_ms(), self.room.hub
        layout = self.layout(actor)
        key, rules = self.room.keys.public, actor.summary.rules
        outbox.put(Welcome(VERSION, actor.seq, now, you, layout, rules, key))
        if hello.part != "watch":
            station.send(hub.join(actor, station, self._since(actor, hello.seen)))
        elif frames := hub.watch(actor.name, station):
            station.send(frames[-1])
        else:
            empty = raw(TableNow(actor.summary.status, actor.summary.why))
            outbox.show(View(actor.seq, 0, now, empty))

    def _check_screen(self, caller: Caller, table: str) -> None:
        """Raise Denied for a screen at another table than the room file's; hired ones may be at
        any.
        """
        theirs = [d.table for d in self.room.file.displays if d.name == caller.name]
        if theirs and table not in theirs:
            raise Denied(f"this screen is the one of {theirs[0]}, not of {table}", "role")

    def _since(self, actor: Actor, seen: int) -> int:
        """Return how many events of the round were in the views up to a row; the others are sent
        again."""
        table = actor.summary
        if table.events is None:
            return 0
        if not seen:
            return table.events
        number, marks = self._marks.get(actor.name, (0, []))
        if number != table.round:
            return 0
        return max((events for seq, events in marks if seq <= seen), default=0)

    def leave(self, outbox: Outbox) -> None:
        """Send no more views to this socket, which is gone."""
        station = self._stations.pop(id(outbox), None)
        if station is not None:
            self.room.hub.leave(station.actor.name, station)

    def layout(self, actor: Actor) -> msgspec.Raw:
        """The table as its game draws it, written once for each game that is posted."""
        game = actor.summary.game
        if game is None:
            return msgspec.Raw(b"{}")
        known = self._layouts.get(actor.name)
        if known is None or known[0] is not game:
            known = self._layouts[actor.name] = (game, raw(game.layout()))
        return known[1]

    def encoded_state(self, frame: Frame) -> msgspec.Raw:
        """Return the state of the table in a frame, encoded once for all viewers."""
        if self._last[0] is not frame:
            now = {
                "status": frame.status, "why": frame.why, "chairs": frame.chairs,
                "root": frame.root, "closed": frame.closed,
            }  # fmt: skip
            self._last = frame, raw(now)
        return self._last[1]

    def view(self, frame: Frame, seat: int, sits: int = 0, steps: bool = False) -> View:
        """A frame as a seat may see it, 0: as everybody may; ``sits``: where its viewer is now."""
        own = frame.own(seat) if seat else None
        return View(
            frame.seq,
            frame.round,
            frame.now,
            self.encoded_state(frame),
            frame.due,
            NULL if frame.public is None else frame.public,
            NULL if own is None else own,
            frame.events_for(seat),
            (),
            frame.first,
            tuple(step.to(seat) for step in frame.steps) if steps else (),
            sits,
            frame.receipt,
        )

    def on_published(self, actor: Actor) -> None:
        """Count finished rounds and show them on screens after a durable change."""
        table = actor.summary
        self._mark(table)
        before = self._rounds.get(actor.name, 0)
        now = table.number if table.playing else 0
        if before and before != now:
            voided = table.events is None
            self.metrics.round_ended(table.posted.id, "voided" if voided else "closed")
        self._rounds[actor.name] = now
        if self.room.hub.watchers(actor.name) and actor.name not in self._shows:
            task = asyncio.ensure_future(self._show(actor))
            self._shows[actor.name] = task
            task.add_done_callback(lambda done: self._shows.pop(actor.name, None))

    def _mark(self, table: TableSummary) -> None:
        """Remember the progress of the round at this row, for sockets that reconnect."""
        if table.events is None:
            return
        number, marks = self._marks.get(table.name, (0, []))
        if number != table.round:
            marks = []
            self._marks[table.name] = table.round, marks
        marks.append((table.seq, table.events))

    async def _show(self, actor: Actor) -> None:
        """Show finished rounds frame by frame, as long as there are spectators."""
        shown: list[Frame] | None = self.room.hub.over(actor.name)
        while self.room.hub.watchers(actor.name):
            frames = self.room.hub.over(actor.name)
            if frames is shown:
                await asyncio.sleep(seconds(self.pace_ms))
                continue
            shown = frames
            await asyncio.sleep(seconds(actor.summary.terms.watch_delay_ms))
            for frame in frames:
                for watcher in self.room.hub.watchers(actor.name):
                    watcher.send(frame)
                await asyncio.sleep(seconds(self.pace_ms))

    async def take(self, caller: Caller, outbox: Outbox, command: Commanded) -> None:
        """Carry out a command at the table of this socket."""
        station = self._stations[id(outbox)]
        actor = station.actor
        match command:
            case Act():
                _only(station, "seat")
                roles.check(caller, "act")
                await self._act(actor, caller, command)
                name = "act"
            case Seat():
                _only(station, "seat")
                roles.check(caller, command.do)
                await self._seat(actor, caller, command)
                name = command.do
            case Rule():
                _only(station, "floor", "dealer")
                await self._rule(actor, caller, command)
                name = "rule"
            case Deal():
                _only(station, "dealer")
                raise Denied("this table deals by itself: it has no dealer's console")
        self.metrics.acted(actor.summary.posted.id, name)

    async def _act(self, actor: Actor, caller: Caller, act: Act) -> None:
        """Carry out a decision of the caller's seat."""
        given = inputs.Act(0, act.name, act.amount, act.pieces, act.parts, act.places)
        await commands.act(actor, caller, act.key, act.round, act.ask, given)

    async def _seat(self, actor: Actor, caller: Caller, wish: Seat) -> None:
        """Carry out a command about the caller's own seat."""
        match wish.do:
            case "sit":
                guest = await guest_of(self.room, caller)
                await self.room.lobby.sit(caller, wish.key, guest, actor, wish.cents, wish.seat)
            case "leave":
                await commands.leave(actor, caller, wish.key)
            case "away":
                await commands.away(actor, caller, wish.key)
            case "back":
                await commands.back(actor, caller, wish.key)
            case "ready":
                await commands.ready(actor, caller, wish.key)
            case "top_up":
                await commands.top_up(actor, caller, wish.key, wish.cents)

    async def _rule(self, actor: Actor, caller: Caller, rule: Rule) -> None:
        """Make a ruling for a dealer or supervisor."""
        request = RulingAsked(rule.name, rule.seat, rule.pieces, rule.amount, rule.reason)
        await self.room.rulings.rule(caller, actor.name, request, rule.seq, key=rule.key)


async def guest_of(room: Room, caller: Caller) -> Player:
    """Return the caller as a guest who sits down; an excluded person does not."""
    known = await room.people.require_may_sit(caller.person)
    return Player(caller.person, caller.name, caller.role == roles.BOT, known.firm)


def _only(station: Viewer, *parts: str) -> None:
    """Raise Denied unless the socket is here in one of these parts."""
    if station.part not in parts:
        raise Denied(f"a socket that is here as {station.part} cannot do this", "role")
