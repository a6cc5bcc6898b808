"""The players of a loaded room: one socket for each seat, who answer their questions.

They decide by the kind of choice, like the bots of the library, and read from a view only what they
need.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable

import msgspec

from benchmarks.loading.house import Chair
from benchmarks.loading.wire import Wire, connected
from houseway.engine.questions import Choice
from houseway.players.bots import plainest
from houseway.room.api.messages import Act, Hello

WEIGHTS = {"fold": 8, "surrender": 1, "sit_out": 2, "house_way": 8, "raise": 10}
"""Weights of rare decisions; all others have 40, since most people came to play."""


BUSY = 0.2
"""Seconds until an action is sent again while the room is busy."""


class OpenPrompt(msgspec.Struct, frozen=True):
    """The read part of a prompt: the question's id, and its choices."""

    id: int
    late: str
    actions: list[Choice]


class Own(msgspec.Struct, frozen=True):
    """The read part of a seat's own view: its prompt."""

    prompt: OpenPrompt | None = None


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """The read part of a view: its time, and the own question and acknowledgements."""

    seq: int
    round: int
    own: Own | None = None
    acks: tuple[str, ...] = ()


class No(msgspec.Struct, frozen=True, tag_field="type", tag="no"):
    """An action was refused."""

    key: str
    code: str
    why: str


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The room closes the connection."""

    why: str


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The socket is open."""

    seq: int


_read = msgspec.json.Decoder(View | No | Bye | Welcome).decode
_write = msgspec.json.Encoder().encode


class Tally:
    """The totals of all players."""

    def __init__(self) -> None:
        self.acks = self.views = self.bytes = self.gone = 0
        self.refused: dict[str, int] = {}
        self.took: list[float] = []
        """Seconds from when an answer was to be sent until it was acknowledged."""
        self.acked: dict[str, list[tuple[int, str]]] = {}
        """Table -> rows and keys that were acknowledged."""


class Player:
    """A player at a seat; ``on_question`` is called when there is a question."""

    def __init__(
        self, chair: Chair, tally: Tally, rng: random.Random, on_question: Callable[[Player], None]
    ) -> None:
        self.chair, self.tally, self._rng, self._on_question = chair, tally, rng, on_question
        self.question: tuple[int, OpenPrompt] | None = None
        self.sent: dict[str, tuple[float, bytes]] = {}
        """What has no answer yet: when it was to be sent, and what."""
        self.seen = self.shown = 0
        self.round = 0
        self._done = (-1, -1)
        self._answered: tuple[int, OpenPrompt] | None = None
        self._tried: list[str] = []
        self._made, self._keys = time.monotonic_ns(), 0
        self._wire: Wire | None = None

    async def join(self, host: str, port: int) -> None:
        """Connect, say hello, and repeat unacknowledged actions under the same key."""
        self.question, self.shown = None, 0
        self._wire = wire = await connected(host, port, self._take, self._gone)
        wire.send(_write(Hello(self.chair.token, self.chair.table, "seat", self.seen)))
        for _, text in tuple(self.sent.values()):
            wire.send(text)

    def through(self, wire: Wire) -> Callable[[bytes], None]:
        """Play over another's socket; return the function that takes its messages."""
        self._wire = wire
        return self._take

    def leave(self) -> None:
        """Disconnect; the seat stays taken."""
        if self._wire is not None:
            self._wire.close()

    @property
    def open(self) -> bool:
        """Return True if the socket is open."""
        return self._wire is not None

    def _gone(self) -> None:
        self._wire = None
        self.tally.gone += 1

    def _take(self, text: bytes) -> None:
        tally = self.tally
        tally.bytes += len(text)
        message = _read(text)
        if isinstance(message, View):
            tally.views += 1
            self.shown += 1
            self.seen, self.round = message.seq, message.round
            for key in message.acks:
                self._acked(key, message.seq)
            prompt = message.own.prompt if message.own is not None else None
            if prompt is None:
                self.question = None
            elif (message.round, prompt.id) != self._done:
                waits, self.question = self.question is not None, (message.round, prompt)
                if not waits:
                    self._on_question(self)
        elif isinstance(message, No):
            self._refused(message)
        elif isinstance(message, Bye):
            tally.refused[message.why] = tally.refused.get(message.why, 0) + 1

    def _acked(self, key: str, seq: int) -> None:
        sent = self.sent.pop(key, None)
        if sent is not None:
            self.tally.acks += 1
            self.tally.took.append(time.monotonic() - sent[0])
            self.tally.acked.setdefault(self.chair.table, []).append((seq, key))

    def _refused(self, no: No) -> None:
        """Try again after a refusal by the rules, or later under the same key while it is busy.

        A late answer needs no second try.
        """
        self.tally.refused[no.code] = self.tally.refused.get(no.code, 0) + 1
        if no.code == "busy":
            asyncio.get_running_loop().call_later(BUSY, self._repeat, no.key)
            return
        self.sent.pop(no.key, None)
        if no.code == "stale":  # the same question may come again after a loss of the books
            self._done = (-1, -1)
        if no.code == "refused" and self._answered is not None:
            self._send(*self._answered, time.monotonic())

    def _repeat(self, key: str) -> None:
        """Send an action again whose answer was that the room is busy."""
        if key in self.sent and self._wire is not None:
            self._wire.send(self.sent[key][1])

    def answer(self, due: float) -> bool:
        """Answer the open question, if there is one; ``due`` is the planned time of the answer."""
        question, self.question = self.question, None
        if question is None:
            return False
        self._tried.clear()
        self._answered, self._done = question, (question[0], question[1].id)
        return self._send(*question, due)

    def _send(self, number: int, prompt: OpenPrompt, due: float) -> bool:
        choice = self._choice(prompt)
        if choice is None or self._wire is None:
            return False
        self._tried.append(choice.name)
        given = plainest(self.chair.seat, choice)
        self._keys += 1
        key = f"{self.chair.token[:8]}-{self._made:x}-{self._keys}"  # another crowd has others
        act = Act(
            key, number, prompt.id, given.name, given.amount, given.pieces, given.parts,
            given.places,
        )  # fmt: skip
        text = _write(act)
        self.sent[key] = due, text
        self._wire.send(text)
        return True

    def _choice(self, prompt: OpenPrompt) -> Choice | None:
        """Return an untried action; giving up is rare, and so is taking the bank."""
        open_ = [action for action in prompt.actions if action.name not in self._tried]
        if not open_:
            return None
        weights = [WEIGHTS.get(action.name, 40) for action in open_]
        return self._rng.choices(open_, weights)[0]


class Crowd:
    """All players, on one server."""

    def __init__(self, chairs: list[Chair], seed: int = 1) -> None:
        self.tally = Tally()
        self._ready: deque[Player] = deque()
        self._closed_loop = True
        rng = random.Random(seed)
        self.players = [
            Player(chair, self.tally, random.Random(rng.random()), self._asked) for chair in chairs
        ]

    async def join(self, host: str, port: int) -> None:
        """Connect all players, some at a time."""
        gate = asyncio.Semaphore(64)

        async def one(player: Player) -> None:
            async with gate:
                await player.join(host, port)

        await asyncio.gather(*(one(player) for player in self.players))

    async def all_shown(self) -> None:
        """Wait until all have received a view of their table."""
        async with asyncio.timeout(60):
            while not all(player.shown for player in self.players):
                await asyncio.sleep(0.01)

    @property
    def open(self) -> int:
        """Return the number of open sockets."""
        return sum(player.open for player in self.players)

    def leave(self) -> None:
        """Disconnect all players."""
        for player in self.players:
            player.leave()

    def _asked(self, player: Player) -> None:
        if self._closed_loop:
            player.answer(time.monotonic())
        else:
            self._ready.append(player)

    def hold(self) -> None:
        """Stop answering at once."""
        self._closed_loop = False

    def go(self) -> None:
        """Answer every question at once from now on."""
        self._closed_loop = True
        now = time.monotonic()
        self._ready.clear()
        for player in self.players:
            player.answer(now)

    async def offer(self, rate: int, seconds: float) -> tuple[int, int]:
        """Send this number of answers a second, at any latency; return the numbers sent and not
        sent.

        The latency of an answer counts from its planned time. So a slow server does not profit from
        a client that waits for it.
        """
        self._ready = deque(p for p in self.players if p.question is not None)
        began, sent, missed = time.monotonic(), 0, 0
        for number in range(round(rate * seconds)):
            due = began + number / rate
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            while self._ready:
                if self._ready.popleft().answer(due):
                    sent += 1
                    break
            else:
                missed += 1
        return sent, missed
