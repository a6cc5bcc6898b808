"""Uvicorn's socket with a way past its queue: a text is written at once, or the caller is told.

A table shows every action to every seat, so a server mostly sends views. Through the interface of
ASGI, each view wakes a task, is converted to text and bytes again, and passes five unrelated
layers. The application finds ``Wire`` in the extensions of the scope. Without it (another server, a
test), messages go the ordinary way.
"""

from __future__ import annotations

from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from houseway.room.clock import seconds
from houseway.room.http.connections import Place

EXTENSION = "houseway.wire"
CLOSE_MS = 3_000
"""Milliseconds that a peer has to answer the close of its socket; then the connection ends."""
_TEXT = 0x81
"""A whole message of text, the first byte of its frame."""


class Wire(WebSocketsSansIOProtocol):
    """A connection that can be written to without waiting."""

    place: Place | None = None
    """Its place among the connections of its address, until its hello; None: it holds none."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.close_timeout = seconds(CLOSE_MS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place of a connection that ends before its hello."""
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Offer this connection to the application, which then writes to it directly."""
        super().handle_connect(event)
        scope = cast(dict[str, Any], getattr(self, "scope", {}))
        scope.setdefault("extensions", {})[EXTENSION] = self

    @property
    def open(self) -> bool:
        """Return True if a text can be written now: connected, with room in the buffer."""
        return (
            self.handshake_complete
            and self.writable.is_set()
            and not (self.close_sent or self.disconnected or self.conn.extensions)
        )

    def text(self, data: bytes) -> None:
        """Write a text; ask first whether it is ``open``."""
        size = len(data)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 1 << 16:
            head = bytes((_TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((_TEXT, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + data)


def wire_of(scope: Scope) -> Wire | None:
    """The direct way of this connection, if its server has one."""
    found = scope.get("extensions", {}).get(EXTENSION)
    return found if isinstance(found, Wire) else None
