"""Messages that wait to be sent over one socket: the latest view replaces earlier ones."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
from msgspec import UNSET

from houseway.room.api.messages import Bye, No, Outgoing, Pong, Step, StepPart, View, Welcome
from houseway.room.tables.views import whole

MOST_WAITING = 64
"""The most small messages that may wait for a socket before it counts as dead."""
MOST_BEHIND = 200
"""The most views that may be replaced while one is being sent before a socket counts as dead."""
MOST_STEPS = 240
"""The most steps of unsent views that are kept; a socket further behind gets no steps."""
TOO_SLOW = "slow"

_encode = msgspec.json.Encoder().encode
SendText = Callable[[str], Awaitable[None]]


class Direct(Protocol):
    """A way to write at once, while it is open."""

    @property
    def open(self) -> bool:
        """Return whether it takes something now."""
        ...

    def text(self, data: bytes) -> None:
        """Write a text."""
        ...


class Outbox:
    """The messages for one socket. Adding never waits; a socket that does not keep up is dropped.

    A view replaces an unsent one, and takes over its events, its steps of the same round and its
    acknowledgements. So nothing is lost that the newer view does not have. While a command of this
    socket is executed, its views are held back, so that the resulting view can carry the
    acknowledgement: one message, not two.

    A message is written at once if possible, by the ``direct`` way. Otherwise the socket's task
    sends it when the other side has read the earlier ones.
    """

    __slots__ = (
        "_behind", "_busy", "_direct", "_held", "_is_first", "_root", "_shown", "_small", "_task",
        "_view", "_wake", "ended", "seq",
    )  # fmt: skip

    def __init__(self, direct: Direct | None = None) -> None:
        self._direct = direct
        self._busy = True
        """The task of the socket is sending, or has not begun to."""
        self._small: deque[Welcome | No | Pong | Bye | View] = deque()
        self._root = ""
        """The root of the shoe in the last view that was put here."""
        self._is_first = False
        """True if the view that waits is the first with its root."""
        self._view: View | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._behind = 0
        self._held = False
        self._shown: View | None = None
        """The last view that was sent."""
        self.ended = ""
        """The reason why no more is taken; ``slow`` if the socket did not keep up."""
        self.seq = 0
        """The row of the last view that was put here."""

    def put(self, message: Welcome | No | Pong) -> None:
        """Queue a small message, in order, before any waiting view."""
        if self.ended:
            return
        self._small.append(message)
        if len(self._small) > MOST_WAITING:
            self.drop(TOO_SLOW)
        self._send_on()

    def show(self, view: View, root: str = "") -> None:
        """Queue the newest view; an older one that waits is never sent.

        ``root`` is the root of its shoe. The first view with a root is never replaced, so that no
        root arrives together with a card from under it.
        """
        if self.ended:
            return
        self.seq = view.seq
        if self._view is not None and self._is_first:
            self._small.append(self._view)
            self._view = None
            if len(self._small) > MOST_WAITING:
                self.drop(TOO_SLOW)
                return
        self._is_first, self._root = root != self._root, root
        old, direct = self._view, self._direct
        free = old is None and not (self._held or self._busy or self._small)
        if free and direct is not None and direct.open:
            self._shown = view
            direct.text(_encode(view))
            return
        if old is not None:
            self._behind += 1
            if self._behind > MOST_BEHIND:
                self.drop(TOO_SLOW)
                return
            if old.round == view.round and old.events:
                events = old.events + view.events
                view = msgspec.structs.replace(view, events=events, first=old.first)
            if old.round == view.round and old.steps:
                view = msgspec.structs.replace(view, steps=steps_to(old, view))
            view = msgspec.structs.replace(view, acks=old.acks + view.acks)
        self._view = view
        self._send_on()

    def hold(self) -> None:
        """Hold views back while a command of this socket is being done."""
        self._held = True

    def release(self, *acks: str) -> None:
        """Stop holding views: attach ``acks`` to the waiting view, or send the last one again with
        them.
        """
        self._held = False
        if acks and not self.ended:
            if self._view is not None:
                found = self._view
                self._view = msgspec.structs.replace(found, acks=found.acks + acks)
            elif self._shown is not None:
                self._view = once_more(self._shown, acks)
        self._send_on()

    def bye(self, why: str, code: str = "", again: bool = True) -> None:
        """Say why, then close; what waits before it is sent still."""
        if self.ended:
            return
        self._small.append(Bye(why, code, again))
        self.ended = code or "bye"
        self._wake.set()

    def _send_on(self) -> None:
        """Write what waits, or let the task of the socket do it."""
        direct = self._direct
        if direct is None or self._busy or self.ended:
            self._wake.set()
            return
        while self._waits:
            if not direct.open:
                self._wake.set()
                return
            message = self._next()
            if message is None:
                return
            direct.text(_encode(message))

    def drop(self, why: str) -> None:
        """Close at once, without a word: what is being sent is given up."""
        if self.ended in (TOO_SLOW, "gone"):
            return
        self.ended = why
        self._small.clear()
        self._view = None
        self._wake.set()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def run(self, send: SendText) -> None:
        """Send what comes until the end; runs in the socket's own task."""
        self._task = task = asyncio.current_task()
        assert task is not None
        try:
            while True:
                self._busy = True
                while (message := self._next()) is not None:
                    await send(_encode(message).decode())
                if self.ended:
                    return
                self._busy = False
                self._wake.clear()
                await self._wake.wait()
        except asyncio.CancelledError:
            if self.ended not in (TOO_SLOW, "gone"):
                raise  # the server itself stops
            task.uncancel()
        finally:
            self._task = None

    @property
    def _waits(self) -> bool:
        """Return whether anything is to be sent, now or when a command is done."""
        return self._view is not None or len(self._small) > 0

    def _next(self) -> Outgoing | None:
        """The next message: small ones, then the newest view; a bye comes last of all."""
        waits = self._view is not None and not (self._held and not self.ended)
        if self._small and not (waits and isinstance(self._small[0], Bye)):
            return self._small.popleft()
        if not waits or self._view is None:
            return None
        view, self._view, self._behind = self._view, None, 0
        self._shown = view
        return view


def once_more(view: View, acks: tuple[str, ...]) -> View:
    """A view that was sent once more, with nothing new but these acknowledgements."""
    shown = view.first + len(view.events)
    return msgspec.structs.replace(view, events=(), acks=acks, first=shown, steps=())


class _Own(msgspec.Struct):
    piles: StepPart = UNSET


_own = msgspec.json.Decoder(_Own | None)


def steps_to(old: View, new: View) -> tuple[Step, ...]:
    """The steps to a view that takes the place of another of its round: those to both.

    What was the last step, the older view itself, is written out.
    """
    if not new.steps:
        return old.steps
    if len(old.steps) + len(new.steps) > MOST_STEPS:
        return ()
    last, own = old.steps[-1], _own.decode(old.own)
    piles = own.piles if own is not None else UNSET
    last = msgspec.structs.replace(last, public=whole(old.public), piles=piles)
    return (*old.steps[:-1], last, *new.steps)
