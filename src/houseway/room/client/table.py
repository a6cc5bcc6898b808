"""A table as its client has it: a socket that comes back by itself, and typed views.

A command is sent under a key and waits for its acknowledgement.  If the connection breaks before
that, it is sent again under the same key after the next hello: done once, whatever happened.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from types import TracebackType
from typing import Any, Literal, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from houseway.game.face.layout import Layout
from houseway.game.face.views import Own, View
from houseway.room.api.messages import (
    Act,
    AsPart,
    Bye,
    Commanded,
    Hello,
    No,
    Pong,
    Rule,
    Seat,
    TableNow,
    You,
)
from houseway.room.api.record_types import SignedReceipt
from houseway.room.client.requests import Calls, RoomRefused
from houseway.room.clock import seconds

MOST_MESSAGE = 1 << 20
AGAIN_MS = (50, 200, 500, 1000, 2000)
"""Delays before a reconnection: the first, the second, and so on."""


class Joined(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The welcome."""

    v: int
    seq: int
    now: int
    you: You
    layout: msgspec.Raw
    rules: str = ""
    key: str = ""
    """The public key of the room, which checks receipts."""

    def drawn(self) -> Layout:
        """The table as its game draws it."""
        return msgspec.json.decode(self.layout, type=Layout)


class Seen(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A view, read."""

    seq: int
    round: int
    now: int
    table: TableNow
    due: dict[int, int] = {}
    public: View | None = None
    own: Own | None = None
    events: tuple[dict[str, Any], ...] = ()
    acks: tuple[str, ...] = ()
    first: int = 0
    seat: int = 0
    """The client's seat; 0: none."""
    receipt: SignedReceipt | None = None
    """The receipt of a round that is over."""

    def by(self, seat: int) -> View | None:
        """The round as this seat sees it; None where there is none."""
        if self.public is None or self.own is None:
            return self.public
        return self.public.of(seat, self.own)


Message: TypeAlias = Joined | Seen | No | Bye | Pong
_read = msgspec.json.Decoder(Message).decode
_write = msgspec.json.Encoder().encode


class Table:
    """One socket at one table; use it as ``async with client.table("bj-1") as table``."""

    def __init__(
        self,
        calls: Calls,
        name: str,
        part: AsPart = "seat",
        on_message: Callable[[bytes], None] | None = None,
        seen: int = 0,
        patience: int = len(AGAIN_MS),
    ) -> None:
        self.name, self.part = name, part
        self.joined: Joined | None = None
        self.seen: Seen | None = None
        self.ended: RoomRefused | None = None
        self.connections = 0
        self._calls, self._on_message, self._from = calls, on_message, seen
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[bytes, asyncio.Future[Seen]]] = {}
        self._changed = asyncio.Condition()
        self._followers: list[asyncio.Queue[Seen | None]] = []
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Table:
        self._task = asyncio.create_task(self._run())
        await self.view()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the socket; the seat stays as it is."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        """Connect, and connect again, until the room says that it makes no sense any more."""
        tries = 0
        while self.ended is None:
            before = self.seen
            try:
                await self._connected()
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage) as error:
                if tries >= self._patience:
                    await self._end(RoomRefused(f"the room cannot be reached: {error}", "fault"))
                    return
            if self.ended is None:
                tries = 0 if self.seen is not before else tries + 1
                await asyncio.sleep(seconds(AGAIN_MS[min(tries, len(AGAIN_MS) - 1)]))

    async def _connected(self) -> None:
        """Connect, send the last view seen, and read messages until the connection ends."""
        http = self._calls.http
        async with connect(
            http.socket_address,
            ssl=http.context if http.secure else None,
            compression=None,
            max_size=MOST_MESSAGE,
            proxy=None,
            user_agent_header=None,
        ) as socket:
            self.connections += 1
            seen = self.seen.seq if self.seen is not None else self._from
            hello = Hello(self._calls.token, self.name, self.part, seen)
            await socket.send(_write(hello), text=True)
            try:
                async for text in socket:
                    await self._take(socket, text)
            finally:
                self._socket = None

    async def _take(self, socket: ClientConnection, text: str | bytes) -> None:
        """Apply one message of the room."""
        data = text.encode() if isinstance(text, str) else text
        if self._on_message is not None:
            self._on_message(data)
        match _read(data):
            case Joined() as joined:
                self.joined = joined
                self._socket = socket
                for sent, _ in tuple(self._pending.values()):
                    await socket.send(sent, text=True)
            case Seen() as seen:
                await self._shown(seen)
            case No() as no:
                waits = self._pending.pop(no.key, None)
                if waits is not None and not waits[1].done():
                    waits[1].set_exception(RoomRefused(no.why, no.code, no.clauses))
            case Bye() as bye:
                if not bye.again:
                    await self._end(RoomRefused(bye.why, bye.code or "bye"))
            case Pong():
                pass

    async def _shown(self, seen: Seen) -> None:
        """Apply a new view, and release the commands that it acknowledges."""
        async with self._changed:
            self.seen = seen
            self._changed.notify_all()
        for follower in self._followers:
            follower.put_nowait(seen)
        for key in seen.acks:
            waits = self._pending.pop(key, None)
            if waits is not None and not waits[1].done():
                waits[1].set_result(seen)

    async def _end(self, why: RoomRefused) -> None:
        """End the connection for good, and fail the commands that still wait."""
        self.ended = why
        for _, waits in self._pending.values():
            if not waits.done():
                waits.set_exception(why)
        self._pending.clear()
        for follower in self._followers:
            follower.put_nowait(None)
        async with self._changed:
            self._changed.notify_all()

    async def view(self, after: int = -1) -> Seen:
        """The newest view with a row after this one, now or when it comes."""

        def there() -> bool:
            return self.ended is not None or (self.seen is not None and self.seen.seq > after)

        async with self._changed:
            await self._changed.wait_for(there)
        if self.ended is not None:
            raise self.ended
        assert self.seen is not None
        return self.seen

    async def next(self, last: Seen) -> Seen:
        """The newest view that is not this one, now or when it comes."""
        async with self._changed:
            while self.ended is None and self.seen is last:
                await self._changed.wait()
        if self.ended is not None:
            raise self.ended
        assert self.seen is not None
        return self.seen

    async def views(self) -> AsyncIterator[Seen]:
        """Yield views as they arrive; of several that arrived meanwhile, the newest."""
        seen = await self.view()
        while True:
            yield seen
            try:
                seen = await self.next(seen)
            except RoomRefused:
                return

    def follow(self) -> AsyncIterator[Seen]:
        """Yield every view from now on, without gaps, for readers of all events."""
        queue: asyncio.Queue[Seen | None] = asyncio.Queue()
        self._followers.append(queue)

        async def each() -> AsyncIterator[Seen]:
            while (seen := await queue.get()) is not None:
                yield seen

        return each()

    @property
    def connected(self) -> bool:
        """Return whether the room can be spoken to just now."""
        return self._socket is not None

    @property
    def seat(self) -> int:
        """Return the client's seat by the newest view; 0: none."""
        return self.seen.seat if self.seen is not None else 0

    def new_key(self) -> str:
        """A key for a command of one's own making."""
        return self._calls.new_key()

    async def command(self, command: Commanded) -> Seen:
        """Send a command and wait until it is done; the view is the one that says so."""
        if self.ended is not None:
            raise self.ended
        text = _write(command)
        waits: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()
        self._pending[command.key] = text, waits
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # it is sent again after the next hello
                await self._socket.send(text, text=True)
        try:
            return await waits
        finally:
            self._pending.pop(command.key, None)

    async def act(
        self,
        name: str,
        *,
        amount: int = 0,
        pieces: Sequence[int] = (),
        parts: Sequence[tuple[str, Sequence[int]]] = (),
        places: Sequence[tuple[str, int]] = (),
        key: str = "",
    ) -> Seen:
        """A decision, as the answer to the question of the newest view."""
        seen = await self.view()
        prompt = seen.own.prompt if seen.own is not None else None
        return await self.command(
            Act(
                key or self._calls.new_key(),
                seen.round,
                prompt.id if prompt is not None else 0,
                name,
                amount,
                tuple(pieces),
                tuple((part, tuple(held)) for part, held in parts),
                tuple(places),
            )
        )

    async def sit(self, cents: int, seat: int = 0) -> Seen:
        """Sit down with this number of cents."""
        return await self._seat("sit", seat, cents)

    async def leave(self) -> Seen:
        """Leave the table; the chips go to the wallet."""
        return await self._seat("leave")

    async def away(self) -> Seen:
        """Go away: the seat is not dealt in."""
        return await self._seat("away")

    async def back(self) -> Seen:
        """Come back: the seat is dealt in again."""
        return await self._seat("back")

    async def ready(self) -> Seen:
        """Declare the seat ready for the next round."""
        return await self._seat("ready")

    async def top_up(self, cents: int) -> Seen:
        """Request more chips, in cents."""
        return await self._seat("top_up", 0, cents)

    async def _seat(
        self,
        do: Literal["sit", "leave", "away", "back", "ready", "top_up"],
        seat: int = 0,
        cents: int = 0,
    ) -> Seen:
        """Send a command about one's own seat, and wait until it is shown."""
        return await self.command(Seat(self._calls.new_key(), do, seat, cents))

    async def rule(
        self, name: str, *, seat: int = 0, pieces: str = "", amount: int = 0, reason: str = ""
    ) -> Seen:
        """A ruling in the round that runs, as the newest view shows it."""
        seen = await self.view()
        key = self._calls.new_key()
        return await self.command(Rule(key, seen.seq, name, seat, pieces, amount, reason))
