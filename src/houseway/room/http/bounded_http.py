"""Uvicorn's HTTP protocol with bounds: bytes and seconds of a head and of a body, connections.

Without them one header of 100 MB is kept in memory, and a connection that sends a byte a second is
kept for ever. A limit on all connections together would refuse those who did nothing wrong; these
bounds close only the connection that exceeds them.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from functools import partial
from http import HTTPStatus
from typing import Any, Literal, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from houseway.room.clock import seconds
from houseway.room.config.schema import Server as Settings
from houseway.room.http.connections import COUNTED, TOO_MANY, OpenConnections, Place, TrustedProxies
from houseway.room.http.wire import Wire

MOST_DISCARDED = 256 * 1024
"""The most bytes of a body that are read; the application refuses a long one far earlier."""
Phase = Literal["between", "head", "body"]
"""The next thing that a connection sends: a new request, the rest of its head, or its body."""


class BoundedHttp(HttpToolsProtocol):
    """A connection for requests, closed when it exceeds a bound."""

    def __init__(
        self,
        bounds: Settings,
        connections: OpenConnections,
        proxies: TrustedProxies,
        **given: Any,
    ) -> None:
        super().__init__(**given)
        self._bounds, self._counted, self._proxies = bounds, connections, proxies
        self._place: Place | None = None
        self._phase: Phase = "between"
        self._turned = False
        """A head or a body ended in the data at hand."""
        self._bytes = 0
        """Bytes of the head or of the body that were received; 0 between requests."""
        self._timer: TimerHandle | None = None
        self._timed: Phase = "between"
        self._ended = False
        """The connection was refused, or belongs to a socket now."""
        self.ws_protocol_class = cast(Any, self._socket)

    def _socket(self, **given: Any) -> Wire:
        """Return the protocol of a socket, which takes over the place of the connection."""
        wire = Wire(**given)
        wire.place, self._place = self._place, None
        if wire.place is not None:
            wire.place.stay()
        return wire

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place among the connections of the address, or refuse."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address not in self._proxies:
            self._place = self._counted.enter(address, self._give_way)
            if self._place is None:
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY)
                return
        self._await("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place."""
        self._ended = True
        self._untimed()
        if self._place is not None:
            self._place.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, then look at the bounds."""
        if self._ended:
            return
        self._turned = False
        super().data_received(data)
        if self._ended:
            return
        self._bytes = 0 if self._turned else self._bytes + len(data)
        if self._turned:
            self._untimed()
        if self._phase == "body":
            if self._bytes > MOST_DISCARDED:
                self._cut_off()
                return
            self._await("body")
        elif self._bytes > self._bounds.most_head:
            self._refuse_head()
        elif self._phase == "head" or self._bytes:
            self._await("head")

    def on_message_begin(self) -> None:
        """Begin a request; mark it as counted unless it comes from a proxy."""
        super().on_message_begin()
        self._phase = "head"
        if self._place is not None:
            cast(dict[str, Any], self.scope)["extensions"] = {COUNTED: True}

    def on_headers_complete(self) -> None:
        """Pass the head on, if it is not too long."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self._bounds.most_head:
            self._refuse_head()
            return
        self._phase, self._turned = "body", True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Pass a part of the body on."""
        if not self._ended:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """End a request."""
        if not self._ended:
            self._phase, self._turned = "between", True
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a socket."""
        if not self._ended:
            self._ended = True
            self._untimed()
            super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request."""
        if not self._ended:
            self._ended = True
            self._untimed()
            super().send_400_response(msg)

    def _give_way(self) -> bool:
        """Close the connection if it waits between two requests."""
        idle = (
            self._phase == "between"
            and not self._bytes
            and self.cycle is not None
            and self.cycle.response_complete
            and not self.pipeline
        )
        if idle:
            self._ended = True
            self.transport.close()
        return idle

    def _await(self, phase: Phase) -> None:
        """Start the time of a head or of a body, unless it runs already."""
        if self._timer is None or self._timed != phase:
            self._untimed()
            ms = self._bounds.head_ms if phase == "head" else self._bounds.body_ms
            self._timed = phase
            self._timer = self.loop.call_later(seconds(ms), self._late)

    def _untimed(self) -> None:
        """Stop the time of a head or of a body."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        """End a connection whose time is up; while the server itself reads nothing, none runs."""
        self._timer = None
        if self.flow.read_paused:
            self._await(self._timed)
        elif self._timed == "head":
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "the request took too long")
        else:
            self._cut_off()

    def _refuse_head(self) -> None:
        """Refuse a head that is too long."""
        words = f"the head of a request has at most {self._bounds.most_head} bytes"
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, words)

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        """Say why, unless another answer is under way, and close."""
        self._ended = True
        self._untimed()
        if self.cycle is None or self.cycle.response_complete:
            body = words.encode() + b"\n"
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\n"
                "content-type: text/plain; charset=utf-8\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()

    def _cut_off(self) -> None:
        """Close at once: the rest of what is sent is not read."""
        self._ended = True
        self._untimed()
        self.transport.abort()


def bounded_http(bounds: Settings, connections: OpenConnections) -> type[asyncio.Protocol]:
    """Return what makes the protocol of each connection, under these bounds."""
    proxies = TrustedProxies(bounds.proxies)
    return cast(type[asyncio.Protocol], partial(BoundedHttp, bounds, connections, proxies))
