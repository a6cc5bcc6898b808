"""The players of a loaded room: one socket for each chair, who answer what they are asked.

They decide by the shape of what they are offered, like the bots of the library, and read of a view
only what they need.
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
"""How likely a decision is taken, where others have 40: most people came to play."""


class Asked(msgspec.Struct, frozen=True):
    """Of a prompt: which question it is, and what may be done."""

    id: int
    late: str
    actions: list[Choice]


class Own(msgspec.Struct, frozen=True):
    """Of what only this seat sees: what it is asked."""

    prompt: Asked | None = None


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """Of a view: when it is, what I am asked, what of mine is done."""

    seq: int
    round: int
    own: Own | None = None
    acks: tuple[str, ...] = ()


class No(msgspec.Struct, frozen=True, tag_field="type", tag="no"):
    """Something was not done."""

    key: str
    code: str
    why: str


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The room hangs up."""

    why: str


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The socket is taken."""

    seq: int


_read = msgspec.json.Decoder(View | No | Bye | Welcome).decode
_write = msgspec.json.Encoder().encode


class Tally:
    """What came of it all, for everybody."""

    def __init__(self) -> None:
        self.acks = self.views = self.bytes = self.gone = 0
        self.refused: dict[str, int] = {}
        self.took: list[float] = []
        """Seconds from when an answer was to be sent until it was acknowledged."""
        self.acked: dict[str, list[tuple[int, str]]] = {}
        """Table -> rows and keys that were acknowledged."""


class Player:
    """Somebody at a chair; ``asked`` is told when there is something to answer."""

    def __init__(
        self, chair: Chair, tally: Tally, rng: random.Random, asked: Callable[[Player], None]
    ) -> None:
        self.chair, self.tally, self._rng, self._asked = chair, tally, rng, asked
        self.question: tuple[int, Asked] | None = None
        self.sent: dict[str, tuple[float, bytes]] = {}
        """What has no answer yet: when it was to be sent, and what."""
        self.seen = self.shown = 0
        self.round = 0
        self._done = (-1, -1)
        self._answered: tuple[int, Asked] | None = None
        self._tried: list[str] = []
        self._made, self._keys = time.monotonic_ns(), 0
        self._wire: Wire | None = None

    async def join(self, host: str, port: int) -> None:
        """Connect, say hello, and send again under the same key what was never acknowledged."""
        self.question, self.shown = None, 0
        self._wire = wire = await connected(host, port, self._take, self._gone)
        wire.send(_write(Hello(self.chair.token, self.chair.table, "seat", self.seen)))
        for _, text in tuple(self.sent.values()):
            wire.send(text)

    def through(self, wire: Wire) -> Callable[[bytes], None]:
        """Play over a socket that another holds; what is to be told what comes there."""
        self._wire = wire
        return self._take

    def leave(self) -> None:
        """Hang up; the chair stays taken."""
        if self._wire is not None:
            self._wire.close()

    @property
    def open(self) -> bool:
        """Whether the socket is open."""
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
                    self._asked(self)
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
        """Another try, if the rules did not like this one; a late answer needs none."""
        self.sent.pop(no.key, None)
        self.tally.refused[no.code] = self.tally.refused.get(no.code, 0) + 1
        if no.code == "refused" and self._answered is not None:
            self._send(*self._answered, time.monotonic())

    def answer(self, due: float) -> bool:
        """Answer what is asked, if anything is; ``due`` is when this was to be sent."""
        question, self.question = self.question, None
        if question is None:
            return False
        self._tried.clear()
        self._answered, self._done = question, (question[0], question[1].id)
        return self._send(*question, due)

    def _send(self, number: int, prompt: Asked, due: float) -> bool:
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

    def _choice(self, prompt: Asked) -> Choice | None:
        """One of the actions that were not tried yet; giving up is rare, and so is the bank."""
        open_ = [action for action in prompt.actions if action.name not in self._tried]
        if not open_:
            return None
        weights = [WEIGHTS.get(action.name, 40) for action in open_]
        return self._rng.choices(open_, weights)[0]


class Crowd:
    """Everybody, all on one server."""

    def __init__(self, chairs: list[Chair], seed: int = 1) -> None:
        self.tally = Tally()
        self._ready: deque[Player] = deque()
        self._closed_loop = True
        rng = random.Random(seed)
        self.players = [
            Player(chair, self.tally, random.Random(rng.random()), self._asked) for chair in chairs
        ]

    async def join(self, host: str, port: int) -> None:
        """Everybody connects, some at a time."""
        gate = asyncio.Semaphore(64)

        async def one(player: Player) -> None:
            async with gate:
                await player.join(host, port)

        await asyncio.gather(*(one(player) for player in self.players))

    async def all_shown(self) -> None:
        """Wait until everybody has seen their table."""
        async with asyncio.timeout(60):
            while not all(player.shown for player in self.players):
                await asyncio.sleep(0.01)

    @property
    def open(self) -> int:
        """How many sockets are open."""
        return sum(player.open for player in self.players)

    def leave(self) -> None:
        """Everybody hangs up."""
        for player in self.players:
            player.leave()

    def _asked(self, player: Player) -> None:
        if self._closed_loop:
            player.answer(time.monotonic())
        else:
            self._ready.append(player)

    def hold(self) -> None:
        """From now on nobody answers by themselves."""
        self._closed_loop = False

    def go(self) -> None:
        """From now on everybody answers at once."""
        self._closed_loop = True
        now = time.monotonic()
        self._ready.clear()
        for player in self.players:
            player.answer(now)

    async def offer(self, rate: int, seconds: float) -> tuple[int, int]:
        """So many answers a second, whatever comes of them; how many were sent, how many not.

        The clock of an answer begins when it was to be sent, so that a server that is late is not
        spared by a client that waits for it.
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
