"""Open connections of each address, which has a limited number of places for them.

A connection holds a place from its first byte to its end, a socket until its hello. One that waits
between two requests gives its place to a newcomer, so that browsers behind one address do not shut
each other out. A place of a trusted proxy's connection belongs to the address that it forwards: it
is held by each request, not by the connection.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

COUNTED = "houseway.counted"
"""The extension of a scope whose connection holds a place already."""
MOST_EMPTY = 1_000
"""The most addresses that are remembered without a connection."""
TOO_MANY = "too many open connections of this address"


def _stays() -> bool:
    """Keep the place: the default answer to a newcomer."""
    return False


class Place:
    """One open connection in the count of its address."""

    __slots__ = ("_among", "address", "give_way")

    def __init__(
        self, among: dict[Place, None], address: str, give_way: Callable[[], bool]
    ) -> None:
        self._among, self.address, self.give_way = among, address, give_way

    def leave(self) -> None:
        """Free the place; a second call changes nothing."""
        self._among.pop(self, None)

    def stay(self) -> None:
        """Give way to no newcomer from now on."""
        self.give_way = _stays


class OpenConnections:
    """The open connections of every address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, dict[Place, None]] = {}

    def enter(self, address: str, give_way: Callable[[], bool] = _stays) -> Place | None:
        """Return a place for a new connection; None if the address has too many.

        ``give_way`` closes the connection if it is idle, and returns True if it has.
        """
        there = self._of.get(address)
        if there is None:
            self._forget_empty()
            there = self._of[address] = {}
        if len(there) >= self._most:
            idle = next((place for place in tuple(there) if place.give_way()), None)
            if idle is None:
                return None
            idle.leave()
        place = Place(there, address, give_way)
        there[place] = None
        return place

    def count(self, address: str) -> int:
        """Return the number of places that an address holds."""
        return len(self._of.get(address, ()))

    def _forget_empty(self) -> None:
        """Forget addresses without a connection, once many addresses are known."""
        if len(self._of) >= MOST_EMPTY:
            self._of = {address: there for address, there in self._of.items() if there}


class TrustedProxies:
    """Addresses whose forwarded headers count."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self._addresses = {ipaddress.ip_address(address) for address in addresses}

    def __contains__(self, address: str) -> bool:
        if not self._addresses:
            return False
        try:
            return ipaddress.ip_address(address) in self._addresses
        except ValueError:  # a socket of the file system has no address
            return False


class RequestPlaces:
    """The application, with a place for each request that came through a trusted proxy."""

    def __init__(self, app: ASGIApp, connections: OpenConnections) -> None:
        self.app, self._connections = app, connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or COUNTED in scope.get("extensions", {}):
            await self.app(scope, receive, send)
            return
        place = self._connections.enter(scope["client"][0] if scope.get("client") else "")
        if place is None:
            refused = PlainTextResponse(TOO_MANY + "\n", 429, {"retry-after": "1"})
            await refused(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            place.leave()
