"""A room on the web: everything put together."""

from __future__ import annotations

from starlette.applications import Starlette

from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.fairness.entropy import SystemEntropy
from houseway.room.http.api import Served
from houseway.room.http.app import build
from houseway.room.http.endpoint import Endpoint
from houseway.room.http.limits import Limits
from houseway.room.http.metrics import Metrics, Standing
from houseway.room.http.routes import (
    audit,
    cage,
    floor,
    hints,
    history,
    lab,
    lobby,
    meters,
    people,
    rules,
    seats,
)
from houseway.room.http.settings import Settings
from houseway.room.http.socket import Sockets
from houseway.room.http.static import Built
from houseway.room.http.table_hub import Tables
from houseway.room.room import Room
from houseway.room.store.group_commit import GroupWriter

APIS = (
    people.api,
    cage.api,
    lobby.api,
    hints.api,
    floor.api,
    seats.api,
    meters.api,
    history.api,
    audit.api,
    rules.api,
    lab.api,
)
ENDPOINTS: tuple[Endpoint, ...] = tuple(endpoint for api in APIS for endpoint in api.endpoints)
"""Everything that the REST interface offers."""


class RoomDoor:
    """Who comes in, by the logins and the roles of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def caller(self, token: str) -> Caller:
        """Whose token this is."""
        return self._room.people.caller_of(token)

    def check(self, caller: Caller, command: str) -> None:
        """Whether their role may give this command."""
        roles.check(caller, command)


class Site:
    """A room, its application, its sockets and its figures."""

    def __init__(
        self, room: Room, settings: Settings | None = None, pages: Built | None = None
    ) -> None:
        self.room, self.settings = room, settings or Settings()
        self.metrics = Metrics()
        self.metrics.watch(self.standing)
        self.limits = Limits(self.settings, room.clock.now_ms)
        started = f"{room.clock.now_ms():x}"
        self.served = Served(room, RoomDoor(room), self.limits, self.metrics, started)
        self.tables = Tables(room, self.metrics)
        self.sockets = Sockets(self.tables, self.served)
        room.people.on_ended = self.sockets.end
        if isinstance(room.writer, GroupWriter):
            room.writer.watch = self.metrics.committed
        self.app: Starlette = build(
            self.served, ENDPOINTS, self.sockets, self.wrong, self.says, pages
        )

    def standing(self) -> Standing:
        """What stands in the room now."""
        actors, writer = self.room.tables.values(), self.room.writer
        states: dict[str, int] = dict.fromkeys(
            ("new", "open", "closing", "paused", "shut", "faulted"), 0
        )
        for actor in actors:
            states[actor.live.status] += 1
        return Standing(
            tables=states,
            queues={actor.name: actor.waiting for actor in actors},
            writing=writer.waiting if isinstance(writer, GroupWriter) else 0,
            seated=sum(len(actor.live.seating.seats) for actor in actors),
            healthy=self.healthy,
            failures=self.room.failures,
        )

    def wrong(self) -> tuple[str, ...]:
        """Why the room is not ready; a table that has stopped is the floor's, not the room's."""
        found = [] if self.room.runs else ["the room has not been started"]
        if not self.healthy:
            found.append("the random numbers have failed their tests; nothing is dealt")
        return tuple(found)

    @property
    def healthy(self) -> bool:
        """Whether the random numbers pass their tests; those of a rehearsal have none."""
        entropy = self.room.entropy
        return not isinstance(entropy, SystemEntropy) or entropy.healthy

    def says(self) -> list[str]:
        """What the first page says is there."""
        lines = [self.room.file.name]
        for actor in self.room.tables.values():
            live = actor.live
            game = live.game.name if live.game is not None else "no game"
            taken = len(live.seating.seats)
            lines.append(
                f"{actor.name}: {game}, {live.status}, {taken} of {live.terms.seats} seats taken"
            )
        return lines if len(lines) > 1 else [*lines, "There are no tables yet."]
