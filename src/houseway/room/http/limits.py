"""Limits of a caller: buckets of requests, sizes of bodies, numbers of sockets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from starlette.requests import Request

from houseway.room.config.schema import Rate
from houseway.room.config.schema import Server as Settings
from houseway.room.http.connections import OpenConnections
from houseway.room.http.problems import ApiError

__all__ = [
    "CLASSES",
    "MOST_BUCKETS",
    "Buckets",
    "Limits",
    "Rate",
    "Settings",
    "address_of",
    "body_of",
]


MOST_BUCKETS = 20_000
"""The most buckets that are remembered; full ones are dropped first."""
CLASSES = ("login", "guest", "read", "write", "act", "address")


class Buckets:
    """Token buckets of one rate, each under a name: a person, an address.

    What is kept is the moment at which a bucket is full again, one number, so that nothing has to
    be refilled: each request moves it on, and one that would move it too far is refused.
    """

    __slots__ = ("_ahead", "_every", "_full", "_now")

    def __init__(self, rate: Rate, now_ms: Callable[[], int]) -> None:
        self._every = rate.every_ms
        self._ahead = rate.burst * rate.every_ms
        self._full: dict[str, int] = {}
        self._now = now_ms

    def wait(self, name: str) -> int:
        """Take one: 0, or after how many milliseconds there will be one."""
        now = self._now()
        full = max(self._full.get(name, 0), now) + self._every
        if full - now > self._ahead:
            return full - now - self._ahead
        if len(self._full) >= MOST_BUCKETS and name not in self._full:
            self._forget(now)
        self._full[name] = full
        return 0

    def _forget(self, now: int) -> None:
        """Let the full ones go; if none is, the fullest half."""
        kept = {name: full for name, full in self._full.items() if full > now}
        if len(kept) >= MOST_BUCKETS:
            order = sorted(kept, key=kept.__getitem__)
            kept = {name: kept[name] for name in order[MOST_BUCKETS // 2 :]}
        self._full = kept

    def __len__(self) -> int:
        return len(self._full)


class Limits:
    """All limits of a server."""

    def __init__(self, settings: Settings, now_ms: Callable[[], int]) -> None:
        self.settings = settings
        self.now_ms = now_ms
        self._buckets = {
            name: Buckets(getattr(settings, name), now_ms) for name in CLASSES if name != "act"
        }
        self.connections = OpenConnections(settings.connections_address)
        self._persons: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()

    def spend(self, kind: str, name: str) -> None:
        """Count a request of a class under a name; refuse one above the rate."""
        wait = self._buckets[kind].wait(name)
        if wait:
            seconds = -(-wait // 1000)
            raise ApiError(
                "rate",
                f"too many requests of this kind; the next one is taken in {seconds} s",
                headers={"Retry-After": str(seconds)},
            )

    def messages(self) -> Buckets:
        """A bucket for the messages of a new socket."""
        return Buckets(self.settings.act, self.now_ms)

    def arrive(self, address: str) -> bool:
        """Count a socket from this address; return False if it has too many."""
        if self._addresses[address] >= self.settings.sockets_address:
            return False
        self._addresses[address] += 1
        return True

    def depart(self, address: str) -> None:
        """Note that a socket of this address is gone."""
        self._addresses[address] -= 1
        if self._addresses[address] <= 0:
            del self._addresses[address]

    def open(self, person: int) -> bool:
        """Count a socket of this person after its hello; return False if there are too many."""
        if self._persons[person] >= self.settings.sockets_each:
            return False
        self._persons[person] += 1
        return True

    def shut(self, person: int) -> None:
        """Note that a socket of this person is gone."""
        self._persons[person] -= 1
        if self._persons[person] <= 0:
            del self._persons[person]


def address_of(request: Request) -> str:
    """Return the address of a request, after the headers of a trusted proxy were applied."""
    return request.client.host if request.client else ""


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request, up to a number of bytes."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > most:
        raise ApiError("too_large", f"the body has {said} bytes, at most {most} are taken")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise ApiError("too_large", f"the body is longer than {most} bytes")
        parts.append(part)
    return b"".join(parts)
