"""The socket of a station: hello, then commands in and views out, until it closes.

One task reads and one writes. A command is done before the next one of the same socket is read. A
client that sends too fast therefore fills its own buffers only.
"""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

import msgspec
from starlette.types import Receive, Scope, Send

from houseway.room.api.messages import VERSION, Commanded, Hello, Incoming, No, Ping, Pong, incoming
from houseway.room.api.roles import Caller
from houseway.room.clock import seconds
from houseway.room.errors import Code, Denied
from houseway.room.http import problems
from houseway.room.http.api import ApiContext
from houseway.room.http.connections import Place
from houseway.room.http.monitoring.logs import log, trouble
from houseway.room.http.sockets.outbox import TOO_SLOW, Outbox
from houseway.room.http.wire import Wire, wire_of

MOST_STRIKES = 8
"""The number of consecutive bad messages that closes the socket."""
RECHECK_MS = 5_000
"""Time for which a login is trusted before it is checked again."""
TAKEN_OVER = "another window of this login plays at this table now"
CLOSED, TOO_LARGE, TRY_LATER, NOT_IN = 1000, 1009, 1013, 4401
_SAID: dict[str, Code] = {
    "refused": "refused", "stale": "stale", "funds": "funds", "role": "role", "rate": "rate",
    "fault": "fault", "unknown": "unknown", "busy": "busy", "login": "login", "error": "fault",
}  # fmt: skip


class Hub(Protocol):
    """The tables as sockets know them."""

    async def join(self, caller: Caller, hello: Hello, outbox: Outbox) -> None:
        """Put a welcome and the first view into the outbox, and every later view from now on.

        Denied if there is no such table or this caller may not be there in that part.
        """
        ...

    async def take(self, caller: Caller, outbox: Outbox, command: Commanded) -> None:
        """Carry out a command for the seat of this caller; on return it is durable and shown."""
        ...

    def leave(self, outbox: Outbox) -> None:
        """Send no more views to this socket, which is gone."""
        ...


class Sockets:
    """All open sockets, by whose they are."""

    def __init__(self, hub: Hub, served: ApiContext) -> None:
        self.hub, self.served = hub, served
        self._of: dict[int, list[Socket]] = {}

    def end(self, person: int, why: str, code: str = "logout", besides: str = "") -> None:
        """Close the sockets of a person whose login has ended (but those of one token)."""
        for socket in tuple(self._of.get(person, ())):
            if socket.token != besides:
                socket.outbox.bye(why, code, again=False)

    def end_all(self, why: str) -> None:
        """Close every socket: the room stops."""
        for sockets in tuple(self._of.values()):
            for socket in tuple(sockets):
                socket.outbox.bye(why, "stops")

    def enter(self, socket: Socket, hello: Hello) -> None:
        """Register a socket after its hello, and close an older one of the same table and part."""
        others = self._of.setdefault(socket.caller.person, [])
        for other in others:
            if other.token != hello.token:
                other.outbox.bye("this account has logged in elsewhere", "login", again=False)
            elif (other.table, other.part) == (hello.table, hello.part):
                # Not to come back by itself: two windows would throw each other out for ever.
                other.outbox.bye(TAKEN_OVER, "taken over", again=False)
        others.append(socket)

    def forget(self, socket: Socket) -> None:
        """Remove a socket that is gone."""
        others = self._of.get(socket.caller.person, [])
        if socket in others:
            others.remove(socket)
        if not others:
            self._of.pop(socket.caller.person, None)

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket from its first byte to its last."""
        limits = self.served.limits
        address = scope["client"][0] if scope.get("client") else ""
        wire = wire_of(scope)
        await receive()  # websocket.connect
        place = wire.place if wire is not None else None
        place = place or limits.connections.enter(address)
        if place is None or not limits.arrive(address):
            if place is not None:
                place.leave()
            self.served.metrics.dropped("address")
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        try:
            await send({"type": "websocket.accept", "headers": []})
            await Socket(self, receive, send, address, wire, place).run()
        finally:
            place.leave()
            limits.depart(address)


class Socket:
    """One connection."""

    def __init__(
        self,
        sockets: Sockets,
        receive: Receive,
        send: Send,
        address: str,
        wire: Wire | None = None,
        place: Place | None = None,
    ) -> None:
        self._sockets, self._receive, self._send = sockets, receive, send
        self.served, self.hub = sockets.served, sockets.hub
        self.address, self._place = address, place
        self.outbox = Outbox(wire)
        self.caller = Caller(0, "", "")
        self.token = self.table = self.part = ""
        self._strikes = 0
        self._checked = 0
        self._bucket = self.served.limits.messages()

    async def run(self) -> None:
        """Take the greeting, then read and write until the socket ends."""
        try:
            hello = await self._hello()
        except problems.ApiError as error:
            self.served.metrics.refused(error.code)
            log(
                "no hello", level="warning", code=error.code, why=error.detail, address=self.address
            )
            self.outbox.bye(error.detail, error.code, again=error.code in ("rate", "busy"))
            await self.outbox.run(self._text)
            await self._close(NOT_IN)
            return
        if hello is None:
            return
        if self._place is not None:
            self._place.leave()
        self._sockets.enter(self, hello)
        self.served.metrics.socket(self.part, 1)
        log("socket", person=self.caller.person, table=self.table, part=self.part)
        reader = asyncio.create_task(self._read())
        try:
            await self.outbox.run(self._text)
            if self.outbox.ended != "gone":
                if self.outbox.ended == TOO_SLOW:
                    reader.cancel()
                else:
                    await self._close(CLOSED)
        finally:
            reader.cancel()
            self.hub.leave(self.outbox)
            self._sockets.forget(self)
            self.served.limits.shut(self.caller.person)
            self.served.metrics.socket(self.part, -1)
            self.served.metrics.dropped(self.outbox.ended or "server")
            log("socket closed", person=self.caller.person, table=self.table, why=self.outbox.ended)

    async def _hello(self) -> Hello | None:
        """The first message, taken or refused; None if the other side went away before it."""
        try:
            async with asyncio.timeout(seconds(self.served.limits.settings.hello_ms)):
                raw = await self._next()
        except TimeoutError:
            raise problems.ApiError("login", "no hello came in time") from None
        if raw is None:
            return None
        hello = self._decoded(raw)
        if not isinstance(hello, Hello):
            raise problems.ApiError("login", "the first message of a socket is a hello")
        if hello.v != VERSION:
            why = f"this room speaks version {VERSION} of the protocol, not {hello.v}"
            raise problems.ApiError("unknown", why)
        try:
            self.caller = await self.served.door.caller(hello.token)
        except Denied as error:
            raise problems.ApiError("login", error.what) from None
        if not self.served.limits.open(self.caller.person):
            raise problems.ApiError("rate", "this account has too many open sockets")
        self.token, self.table, self.part = hello.token, hello.table, hello.part
        self._checked = self.served.limits.now_ms()
        try:
            await self.hub.join(self.caller, hello, self.outbox)
        except Exception as error:
            self.served.limits.shut(self.caller.person)
            self.hub.leave(self.outbox)
            raise self._error(error) from None
        return hello

    def _decoded(self, raw: str | bytes) -> Incoming:
        """A message; what cannot be read is told with its place."""
        most = self.served.limits.settings.most_message
        if len(raw) > most:
            raise problems.ApiError("too_large", f"a message has at most {most} bytes")
        try:
            return cast(Incoming, incoming.decode(raw))
        except msgspec.ValidationError as error:
            found = problems.invalid(error)
            where = f" at {found.where}" if found.where else ""
            raise problems.ApiError("unknown", f"{found.detail}{where}") from None
        except (msgspec.DecodeError, UnicodeError):
            raise problems.ApiError("unknown", "a message is one JSON object in UTF-8") from None

    async def _read(self) -> None:
        """Read messages one after the other until the peer goes away."""
        try:
            while not self.outbox.ended:
                raw = await self._next()
                if raw is None:
                    self.outbox.drop("gone")
                    return
                await self._take(raw)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # no caller awaits this task: log the error, or it is lost
            trouble(self.served.number(), error, table=self.table)
            self.outbox.bye("an error of the program; it is in the log", "error")

    async def _take(self, raw: str | bytes) -> None:
        """Handle one message of the page; too many or malformed ones are answered by a problem."""
        key = ""
        try:
            if self._bucket.wait(""):
                raise problems.ApiError("rate", "too many messages; slow down")
            message = self._decoded(raw)
            if isinstance(message, Ping):
                self.outbox.put(Pong(message.n, self.served.limits.now_ms()))
                return
            if isinstance(message, Hello):
                raise problems.ApiError("unknown", "this socket has said hello before")
            key = message.key
            await self._still_in()
            self.outbox.hold()
            await self.hub.take(self.caller, self.outbox, message)
            self.outbox.release(key)
            self._strikes = 0
        except Exception as error:
            self.outbox.release()
            self._refuse(self._error(error), key)

    async def _still_in(self) -> None:
        """Look at the login again now and then: it may have run out."""
        now = self.served.limits.now_ms()
        if now - self._checked >= RECHECK_MS:
            try:
                self.caller = await self.served.door.caller(self.token)
            except Denied as error:
                raise problems.ApiError("login", error.what) from None
            self._checked = now

    def _error(self, error: Exception) -> problems.ApiError:
        """Return any error as a problem to send; errors of the program are logged."""
        found = problems.known(error)
        if found is None:
            number = self.served.number()
            trouble(number, error, table=self.table)
            return problems.ApiError("error", f"an error of the program, in the log as {number}")
        return found

    def _refuse(self, error: problems.ApiError, key: str) -> None:
        """Say no; to who does not listen, say bye."""
        code = _SAID.get(error.code, "unknown")
        self.served.metrics.refused(error.code)
        log(
            "no",
            level="warning",
            code=error.code,
            why=error.detail,
            person=self.caller.person,
            role=self.caller.role,
            table=self.table,
        )
        self.outbox.put(No(key, code, error.detail, error.clauses, self.outbox.seq))
        if error.code == "login":
            self.outbox.bye(error.detail, "login", again=False)
        elif error.code == "too_large":
            self.outbox.bye(error.detail, "too large")
        elif error.code in ("rate", "unknown") and not key:
            self._strikes += 1
            if self._strikes >= MOST_STRIKES:
                self.outbox.bye("too many messages that cannot be taken", "flood", again=False)

    async def _next(self) -> str | bytes | None:
        """Return the next message; None once the page has closed the socket."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return text if text is not None else bytes(message.get("bytes", b""))

    async def _text(self, text: str) -> None:
        """Send a text; a socket that is gone is no error."""
        try:
            await self._send({"type": "websocket.send", "text": text})
        except (OSError, RuntimeError):  # it went away between two messages
            self.outbox.drop("gone")

    async def _close(self, code: int) -> None:
        """Close the socket with a code of RFC 6455; one that is gone is no error."""
        try:
            await self._send({"type": "websocket.close", "code": code})
        except (OSError, RuntimeError):
            return


__all__ = ["Hub", "Socket", "Sockets"]
