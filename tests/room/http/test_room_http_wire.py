"""The direct way to a socket: written at once while it is open, in order, past no queue."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest
from websockets.frames import Frame
from websockets.streams import StreamReader

from houseway.room.api.messages import Pong, View
from houseway.room.http.sockets.outbox import MOST_BEHIND, Outbox
from houseway.room.http.wire import Wire

TABLE = msgspec.Raw(b"{}")


class Line:
    """A connection that can be full."""

    def __init__(self) -> None:
        self.open = True
        self.got: list[Any] = []
        self.slowly: list[Any] = []

    def text(self, data: bytes) -> None:
        assert self.open, "written though it was full"
        self.got.append(msgspec.json.decode(data))

    async def send(self, text: str) -> None:
        while not self.open:
            await asyncio.sleep(0)
        self.got.append(msgspec.json.decode(text))
        self.slowly.append(self.got[-1])


def view(seq: int, *acks: str) -> View:
    return View(seq, 1, 0, TABLE, acks=acks)


async def settled() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


async def started(line: Line) -> tuple[Outbox, asyncio.Task[None]]:
    outbox = Outbox(line)
    task = asyncio.create_task(outbox.run(line.send))
    await settled()
    return outbox, task


def test_what_can_be_written_is_written_at_once() -> None:
    async def main() -> None:
        line = Line()
        outbox, task = await started(line)
        for seq in range(1, 4):
            outbox.show(view(seq))
            assert [got["seq"] for got in line.got] == list(range(1, seq + 1))
        outbox.put(Pong(7, 0))
        assert line.got[-1]["n"] == 7 and not line.slowly
        outbox.bye("enough")
        await task
        assert line.got[-1]["type"] == "bye"

    asyncio.run(main())


def test_a_full_socket_gets_the_newest_view_and_every_ack_when_it_has_room() -> None:
    async def main() -> None:
        line = Line()
        outbox, task = await started(line)
        line.open = False
        outbox.show(view(1, "a"))
        await settled()  # the task has the first one in its hands and waits
        for seq in range(2, 6):
            outbox.show(view(seq, f"k{seq}"))
        assert line.got == []
        line.open = True
        outbox.show(view(6))  # there is room, but the task is not done: nothing overtakes
        assert line.got == []
        await settled()
        assert [(got["seq"], got.get("acks", [])) for got in line.got] == [
            (1, ["a"]), (6, ["k2", "k3", "k4", "k5"]),
        ]  # fmt: skip
        outbox.show(view(7))
        assert line.got[-1]["seq"] == 7 and len(line.slowly) == 2
        outbox.drop("gone")
        await task

    asyncio.run(main())


def test_one_who_never_reads_is_dropped() -> None:
    async def main() -> None:
        line = Line()
        outbox, task = await started(line)
        line.open = False
        for seq in range(MOST_BEHIND + 3):
            outbox.show(view(seq))
        assert outbox.ended == "slow"
        await task

    asyncio.run(main())


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_is_one_frame_of_the_protocol(size: int) -> None:
    written: list[bytes] = []
    wire = Wire.__new__(Wire)

    class Transport:
        def write(self, data: bytes) -> None:
            written.append(data)

    wire.transport = cast(Any, Transport())
    Wire.text(wire, b"x" * size)
    reader = StreamReader()
    reader.feed_data(b"".join(written))
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as found:
        next(parsing)
    frame = found.value.value
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (1, True, b"x" * size)
