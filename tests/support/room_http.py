"""A small application for tests of the web framework: endpoints, a door and a hub made for it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.testclient import TestClient

from houseway.room.api.declare import Download, Endpoints, Key
from houseway.room.api.messages import Act, Commanded, Hello, TableNow, View, Welcome, You
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.http.api import ApiContext
from houseway.room.http.app import build
from houseway.room.http.limits import Limits, Settings
from houseway.room.http.monitoring.metrics import Metrics
from houseway.room.http.sockets.outbox import Outbox
from houseway.room.http.sockets.socket import Sockets
from houseway.room.store.interface import Overdrawn, Unknown

PEOPLE = {
    "token-of-ann-0123456789": Caller(7, "player", "Ann", "station 1"),
    "token-of-bob-0123456789": Caller(8, "player", "Bob", "station 2"),
    "token-of-cashier-0123456": Caller(2, "cashier", "Cay", "cage"),
}
ANN, BOB, CASHIER = PEOPLE
NOTHING = msgspec.Raw(msgspec.json.encode(TableNow("open")))


class Money(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An amount for a person, in cents."""

    person: Annotated[int, Meta(ge=1)]
    cents: Annotated[int, Meta(ge=1, le=10_000_000)]
    note: Annotated[str, Meta(max_length=20)] = ""


class Done(msgspec.Struct, frozen=True):
    """A present amount."""

    cents: int
    key: str = ""


class Vault:
    """The room of these tests."""

    def __init__(self) -> None:
        self.cents: dict[int, int] = {}


api = Endpoints("vault")


@api.post("/money", "deposit", "Put money in", example=Money(7, 500), answer=Done(500))
async def put_in(vault: Vault, caller: Caller, body: Money, key: Key = "") -> Done:
    """Give a person money."""
    vault.cents[body.person] = vault.cents.get(body.person, 0) + body.cents
    return Done(vault.cents[body.person], key)


@api.get("/money/{person}", "statement", "See what someone has")
async def see(
    vault: Vault, caller: Caller, person: Annotated[int, Meta(ge=1)], plus: int = 0
) -> Done:
    """Return the amount of a person, increased by ``plus``."""
    if person not in vault.cents:
        raise Denied(f"no one has the number {person}", "unknown")
    return Done(vault.cents[person] + plus)


@api.delete("/money/{person}", "deposit", "Forget someone")
async def forget(vault: Vault, caller: Caller, person: Annotated[int, Meta(ge=1)]) -> None:
    """Set the amount of a person to nothing."""
    vault.cents.pop(person, None)


FAULTS: dict[str, Exception] = {
    "funds": Overdrawn("player:7"),
    "busy": Unknown("no word from the disk"),
    "stale": Denied("that was before", "stale"),
    "refused": Denied("no wager above $5", clauses=("CO-1",)),
    "fault": Denied("the table has stopped", "fault"),
    "rate": Denied("too fast", "rate"),
    "decode": msgspec.ValidationError("something of our own cannot be read"),
    "error": ZeroDivisionError("the PIN is pin=4711 and the card 5500 1234 5678 9012"),
}


@api.post("/fail/{how}", "", "Fail in some way")
async def fail(vault: Vault, how: str, address: str) -> None:
    """Raise the error that is named."""
    raise FAULTS[how]


@api.get("/list", "statement", "All of it as a file", media="text/csv")
async def listed(vault: Vault, caller: Caller) -> Download:
    """Person and cents, line by line."""
    lines = (f"{person},{cents}\n".encode() for person, cents in vault.cents.items())
    return Download("text/csv", "money.csv", lines)


class TestDoor:
    """Tokens of three people; players may not touch the vault."""

    def __init__(self) -> None:
        self.tokens = dict(PEOPLE)

    async def caller(self, token: str) -> Caller:
        """Return the owner of a token."""
        if token not in self.tokens:
            raise Denied("this login is over")
        return self.tokens[token]

    def check(self, caller: Caller, command: str) -> None:
        """Only the cashier."""
        if caller.role != "cashier":
            raise Denied(f"only a cashier may {command}", "role")


class TestHub:
    """A table at which every act is acknowledged with a view, and some fail."""

    def __init__(self) -> None:
        self.outboxes: list[Outbox] = []
        self.acted: list[tuple[int, str]] = []
        self.seq = 0

    async def join(self, caller: Caller, hello: Hello, outbox: Outbox) -> None:
        """Return the only table."""
        if hello.table != "one":
            raise Denied("there is no such table", "unknown")
        self.outboxes.append(outbox)
        outbox.put(Welcome(1, self.seq, 0, You(1, caller.role), msgspec.Raw(b"{}")))
        outbox.show(self.view())

    async def take(self, caller: Caller, outbox: Outbox, command: Commanded) -> None:
        """Apply an act; some names fail."""
        name = command.name if isinstance(command, Act) else ""
        if name in FAULTS:
            raise FAULTS[name]
        self.seq += 1
        self.acted.append((caller.person, name))
        outbox.show(self.view())

    def leave(self, outbox: Outbox) -> None:
        """Note that a viewer has left."""
        if outbox in self.outboxes:
            self.outboxes.remove(outbox)

    def view(self, *acks: str, event: str = "null") -> View:
        """Return a view of the table."""
        events = (msgspec.Raw(event.encode()),)
        return View(self.seq, 1, 0, NOTHING, public=msgspec.Raw(b"{}"), events=events, acks=acks)


class Site:
    """All of it together, on a clock that stands until it is moved."""

    def __init__(self, **settings: object) -> None:
        self.clock = SimulatedClock()
        self.vault, self.door, self.hub = Vault(), TestDoor(), TestHub()
        self.metrics = Metrics()
        limits = Limits(msgspec.convert(settings, Settings), self.clock.now_ms)
        self.served = ApiContext(self.vault, self.door, limits, self.metrics, "t")
        self.sockets = Sockets(self.hub, self.served)
        self.wrong: tuple[str, ...] = ()
        self.app: Starlette = build(
            self.served, api.endpoints, self.sockets, self._wrong, lambda: ["One & all"]
        )

    async def _wrong(self) -> tuple[str, ...]:
        return self.wrong

    def client(self, token: str = "", address: str = "10.0.0.1") -> TestClient:
        """A client with a token."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return TestClient(
            self.app, headers=headers, raise_server_exceptions=False, client=(address, 5000)
        )
