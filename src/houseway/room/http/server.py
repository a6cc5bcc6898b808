"""The server under the application: uvicorn with every setting given, and its memory.

The allocator of the C library keeps freed memory between used pieces and takes new memory. Without
returning it, a server grew by some 25 bytes an action.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import resource
import signal
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from ssl import PROTOCOL_TLS_SERVER
from typing import Any, TypeVar, cast

import uvicorn
import uvloop
from starlette.types import ASGIApp

from houseway.room.clock import seconds
from houseway.room.http.bounded_http import bounded_http
from houseway.room.http.connections import OpenConnections
from houseway.room.http.limits import Settings
from houseway.room.http.monitoring.logs import log
from houseway.room.http.site import Site
from houseway.room.http.wire import Wire

__all__ = [
    "BACKLOG",
    "EVERY_MS",
    "GOODBYES",
    "STUCK_MS",
    "Server",
    "T",
    "address",
    "config",
    "give_back",
    "in_loop",
    "listen",
    "run",
    "settle",
    "trimmer",
]


EVERY_MS = 60_000


def trimmer() -> Callable[[int], int] | None:
    """The call by which the C library gives back what is free; None where there is none."""
    return cast("Callable[[int], int] | None", getattr(ctypes.CDLL(None), "malloc_trim", None))


async def give_back() -> None:
    """Give back what is free: one or two milliseconds, once a minute."""
    trim = trimmer()
    if trim is not None:
        trim(0)


T = TypeVar("T")
BACKLOG = 2_048
"""The number of connections that may wait to be accepted."""
STUCK_MS = 30_000
"""Milliseconds after which the system cuts off a peer that reads nothing."""

HANDSHAKE_MS = 3_000
"""Milliseconds that a TLS handshake may take."""
MOST_FILES = 65_536
"""The most files that a server asks for; 1,024, a usual default, are soon used up."""
GOODBYES = 25
"""Number of checks that all sockets were told, 20 milliseconds apart."""


def config(app: ASGIApp, settings: Settings, connections: OpenConnections) -> uvicorn.Config:
    """Return uvicorn's settings: small messages, no compression, no trust in forwarded addresses.

    ``connections`` counts what each address has open.
    """
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=bounded_http(settings, connections),
        ws=Wire,
        ws_max_size=settings.most_message,
        ws_per_message_deflate=settings.deflate,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        backlog=BACKLOG,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.private_key or None,
        ssl_version=PROTOCOL_TLS_SERVER,
    )


def listen(settings: Settings) -> socket.socket:
    """The socket that the server listens at; port 0 takes any that is free.

    A station that reads nothing would keep its buffer for ever, because closing a connection waits
    for what is still to be sent: the system is told how long that may take.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
    try:
        listening.bind((settings.host, settings.port))
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket, settings: Settings) -> str:
    """Return the address of the server."""
    host, port = listening.getsockname()[:2]
    scheme = "https" if settings.certificate else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


class BoundedLoop(uvloop.Loop):
    """uvloop, with a time limit for TLS handshakes: by default one may take a minute."""

    async def create_server(self, *given: Any, ssl: Any = None, **more: Any) -> asyncio.Server:
        """Return a server; a connection without a handshake in time is closed."""
        if ssl is not None:
            more.setdefault("ssl_handshake_timeout", seconds(HANDSHAKE_MS))
        return cast(asyncio.Server, await super().create_server(*given, ssl=ssl, **more))


def in_loop(main: Coroutine[None, None, T]) -> T:
    """Run a program of the room in the loop that serves best."""
    with asyncio.Runner(loop_factory=BoundedLoop) as runner:
        return runner.run(main)


def allow_files() -> None:
    """Allow as many open files as the system lets this process have: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Server(uvicorn.Server):
    """Uvicorn, which says goodbye before it closes and ends in order when it is told to."""

    def __init__(self, site: Site) -> None:
        super().__init__(config(site.app, site.settings, site.limits.connections))
        self._site = site

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Use our own signal handlers while serving; the signal is not raised again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every station why, let the word go out, then close."""
        self._site.sockets.end_all("the room closes; it will be back")
        for _ in range(GOODBYES):
            if not len(self._site.sockets):
                break
            await asyncio.sleep(seconds(20))
        await super().shutdown(sockets)


def settle() -> None:
    """Exclude the objects of an open room from garbage collection, and collect the rest less
    often.

    Little of the rest is cyclic garbage; at its usual pace the collector takes a seventh of the
    server's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


async def run(site: Site, listening: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM."""
    log("serving", address=address(listening, site.settings), tables=len(site.room.tables))
    allow_files()
    settle()
    site.room.every("give back memory", EVERY_MS, give_back)
    await Server(site).serve(sockets=[listening])
