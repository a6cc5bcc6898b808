"""HTTP for the client of a room: one connection that is kept, by the standard library."""

from __future__ import annotations

import asyncio
import http.client
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

TIMEOUT = 30
"""Seconds until a server that says nothing counts as gone."""


class Reply(msgspec.Struct, frozen=True):
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes


class Http:
    """One address.  Calls take turns; a connection that has gone stale is opened again."""

    def __init__(self, address: str, context: ssl.SSLContext | None = None) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"an address is http://HOST:PORT or https://HOST:PORT, not {address}")
        self.secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.secure else 80)
        self.context = context or (ssl.create_default_context() if self.secure else None)
        self._open: http.client.HTTPConnection | None = None
        self._turn = asyncio.Lock()

    @property
    def socket_address(self) -> str:
        """Return the address of the server's sockets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.secure else 'ws'}://{host}:{self.port}/api/socket"

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Reply:
        """Send one request and return its reply."""
        async with self._turn:
            return await asyncio.to_thread(self._ask, method, path, dict(headers), body)

    def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> Reply:
        """Send a request; connect again once if the kept connection was closed."""
        kept = self._open is not None
        try:
            return self._once(method, path, headers, body)
        except (OSError, http.client.HTTPException):
            self.close()
            if not kept:
                raise
            # The server may have closed a connection that was idle for a while.
            return self._once(method, path, headers, body)

    def _once(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> Reply:
        """Send a request on the kept connection, without another try."""
        connection = self._open or self._connect()
        self._open = connection
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, found, answer.read())
        except BaseException:
            self.close()
            raise

    def _connect(self) -> http.client.HTTPConnection:
        if self.secure:
            return http.client.HTTPSConnection(
                self.host, self.port, timeout=TIMEOUT, context=self.context
            )
        return http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)

    def close(self) -> None:
        """Let go of the connection."""
        if self._open is not None:
            self._open.close()
            self._open = None
