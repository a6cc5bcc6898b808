"""A room on the web: everything put together."""

from __future__ import annotations

from starlette.applications import Starlette

from houseway.room.api import roles
from houseway.room.api.declare import Endpoint
from houseway.room.api.roles import Caller
from houseway.room.approvals import approvals, proposals
from houseway.room.audit import tree_heads
from houseway.room.cage import cash, requests, shifts, table_money
from houseway.room.floor import posting, seats, tables
from houseway.room.history import history as round_history
from houseway.room.http.api import ApiContext
from houseway.room.http.app import build
from houseway.room.http.limits import Limits, Settings
from houseway.room.http.monitoring.metrics import Metrics, RoomGauges
from houseway.room.http.monitoring.readiness import Readiness
from houseway.room.http.routes import (
    audit,
    cage,
    floor,
    hints,
    history,
    lab,
    lobby,
    people,
    rules,
)
from houseway.room.http.sockets.socket import Sockets
from houseway.room.http.sockets.table_hub import TableHub
from houseway.room.http.static import Built
from houseway.room.meters import desk
from houseway.room.people import accounts
from houseway.room.room import Room
from houseway.room.store.group_commit import GroupWriter

APIS = (
    people.api,
    accounts.api,
    cash.api,
    requests.api,
    shifts.api,
    cage.api,
    table_money.api,
    lobby.api,
    hints.api,
    tables.api,
    floor.api,
    seats.api,
    desk.api,
    posting.api,
    proposals.api,
    approvals.api,
    round_history.api,
    history.api,
    audit.api,
    tree_heads.api,
    rules.api,
    lab.api,
)
TAGS = tuple(dict.fromkeys(api.tag for api in APIS))
ENDPOINTS: tuple[Endpoint, ...] = tuple(
    sorted(
        (endpoint for api in APIS for endpoint in api.endpoints),
        key=lambda endpoint: TAGS.index(endpoint.tag),
    )
)
"""Everything that the REST interface offers."""
SERVICES = {
    "People": "people", "Cage": "cage", "CageRequests": "cage.requests",
    "Shifts": "cage.shifts", "TableMoney": "cage.table_money",
    "FloorTables": "floor", "FloorSeats": "seats", "MeterDesk": "meters", "Postings": "postings",
    "Approvals": "approvals", "Proposals": "proposals", "Recall": "recall", "TreeHeads": "trees",
}  # fmt: skip
"""The class of a service -> where the room has it."""


class RoomDoor:
    """Authentication by the logins and the roles of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def caller(self, token: str) -> Caller:
        """Return the owner of a token."""
        return self._room.people.caller_of(token)

    def check(self, caller: Caller, command: str) -> None:
        """Raise Denied unless the caller's role may give this command."""
        roles.check(caller, command)


class Site:
    """A room, its application, its sockets and its figures."""

    def __init__(
        self, room: Room, settings: Settings | None = None, pages: Built | None = None
    ) -> None:
        self.room, self.settings = room, settings or Settings()
        self.readiness = Readiness(room)
        self.metrics = Metrics()
        self.metrics.watch(self.standing)
        self.limits = Limits(self.settings, room.clock.now_ms)
        started = f"{room.clock.now_ms():x}"
        self.served = ApiContext(room, RoomDoor(room), self.limits, self.metrics, started, SERVICES)
        self.tables = TableHub(room, self.metrics)
        self.sockets = Sockets(self.tables, self.served)
        room.people.on_ended = self.sockets.end
        if isinstance(room.writer, GroupWriter):
            room.writer.watch = self.metrics.committed
        self.app: Starlette = build(
            self.served, ENDPOINTS, self.sockets, self.readiness.wrong, self.says, pages
        )

    def standing(self) -> RoomGauges:
        """Return the present state of the room."""
        actors, writer = self.room.tables.values(), self.room.writer
        states: dict[str, int] = dict.fromkeys(
            ("new", "open", "closing", "paused", "shut", "faulted"), 0
        )
        for actor in actors:
            states[actor.summary.status] += 1
        return RoomGauges(
            tables=states,
            queues={actor.name: actor.waiting for actor in actors},
            writing=writer.waiting if isinstance(writer, GroupWriter) else 0,
            seated=sum(len(actor.summary.seating.seats) for actor in actors),
            healthy=self.readiness.healthy,
            failures=self.room.failures,
        )

    def says(self) -> list[str]:
        """Return the lines of the first page."""
        lines = [self.room.file.name]
        for actor in self.room.tables.values():
            live = actor.summary
            game = live.game.name if live.game is not None else "no game"
            taken = len(live.seating.seats)
            lines.append(
                f"{actor.name}: {game}, {live.status}, {taken} of {live.terms.seats} seats taken"
            )
        return lines if len(lines) > 1 else [*lines, "There are no tables yet."]
