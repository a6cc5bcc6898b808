"""How the server meets the world: addresses, TLS, sizes, rates."""

from __future__ import annotations

import msgspec

KILO = 1024


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and one more every so many milliseconds."""

    burst: int
    every_ms: int


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is set for the server; the defaults are those of a room on one machine."""

    host: str = "127.0.0.1"
    port: int = 8080
    certificate: str = ""
    """The file of the TLS certificate chain; with ``private_key`` the server speaks HTTPS."""
    private_key: str = ""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose X-Forwarded-For and -Proto are believed; none by default."""
    deflate: bool = False
    """Compress what goes over sockets: for remote players only, it costs more than it saves."""
    most_body: int = 16 * KILO
    most_message: int = 16 * KILO
    sockets_each: int = 4
    """Open sockets of one person."""
    sockets_address: int = 2_000
    """Open sockets of one address: a room's stations may all stand behind one."""
    hello_ms: int = 10_000
    """How long a socket may take to say hello."""
    metrics_from: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses that read /metrics without a token."""
    login: Rate = Rate(10, 6_000)
    read: Rate = Rate(120, 20)
    write: Rate = Rate(60, 50)
    act: Rate = Rate(40, 50)
    """Messages of one socket."""
    address: Rate = Rate(2_000, 1)
    """All requests of one address."""
