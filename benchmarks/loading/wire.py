"""A socket of a station with as little overhead as possible.

Client and server share one machine, and the client's cost must not count. So this reads only frames
of RFC 6455 as a server sends them: whole, small, not masked.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import cast

Take = Callable[[bytes], None]


class Wire(asyncio.Protocol):
    """One connection; ``take`` gets each text message."""

    def __init__(self, host: str, take: Take, gone: Callable[[], None]) -> None:
        self._host, self._take, self._gone = host, take, gone
        self._open = False
        self._data = b""
        self.transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade to a socket."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            f"GET /api/socket HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        """Handle the end of the connection."""
        self.transport = None
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server took no socket"))
        self._gone()

    def data_received(self, data: bytes) -> None:
        """Handle bytes: the answer to the handshake, then frames."""
        data = self._data + data if self._data else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._data = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.close()
                return
            self._open = True
            self.ready.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length, body = data[at + 1], at + 2
            if length == 126:
                length, body = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == 127:
                length, body = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if size < body + length:
                break
            self._frame(data[at] & 15, data[body : body + length])
            at = body + length
        self._data = data[at:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == 1:
            self._take(body)
        elif kind == 9:
            self._write(10, body)
        elif kind == 8:
            self.close()

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._write(1, text)

    def _write(self, kind: int, body: bytes) -> None:
        if self.transport is None:
            return
        mask = os.urandom(4)
        size = len(body)
        head = bytes((0x80 | kind, 0x80 | (size if size < 126 else 126)))
        if size >= 126:
            head += size.to_bytes(2)
        key = int.from_bytes((mask * (size // 4 + 1))[:size])
        masked = (int.from_bytes(body) ^ key).to_bytes(size)
        self.transport.write(head + mask + masked)

    def close(self) -> None:
        """Close the connection."""
        if self.transport is not None:
            self.transport.abort()


async def connected(host: str, port: int, take: Take, gone: Callable[[], None]) -> Wire:
    """Return an open socket."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(30):
        _, wire = await loop.create_connection(lambda: Wire(host, take, gone), host, port)
        await wire.ready
    return wire
