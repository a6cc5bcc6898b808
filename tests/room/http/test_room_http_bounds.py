"""Bounds of a connection: long and slow heads and bodies, many connections, no hello."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from houseway.room.client.client import RoomClient
from houseway.room.http.connections import MOST_EMPTY, OpenConnections, TrustedProxies
from tests.support.room_site import House, house

pytestmark = pytest.mark.process
QUICK = {"head_ms": 400, "body_ms": 400, "hello_ms": 400, "connections_address": 8}
ASK = b"GET /healthz HTTP/1.1\r\nhost: room\r\n\r\n"
UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nhost: room\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
SLOW = b"GET /healthz HTTP/1.1\r\nx-slow: "
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Lines:
    """Raw connections to a room, each from an address of this machine."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.port = int(house.url.rpartition(":")[2])
        self.opened: list[asyncio.StreamWriter] = []

    async def open(self, send: bytes = b"", address: str = "127.0.0.1") -> Ends:
        """Open a connection and send something."""
        ends = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.opened.append(ends[1])
        ends[1].write(send)
        return ends

    async def status(self, send: bytes = ASK, address: str = "127.0.0.1") -> int:
        """Return the status of an answer on a new connection."""
        reader, _ = await self.open(send, address)
        return await status_of(reader)

    def close(self) -> None:
        """Close all."""
        for writer in self.opened:
            writer.close()


async def status_of(reader: asyncio.StreamReader) -> int:
    """Return the status of the next answer, which is read to its end; 0: there is none."""
    async with asyncio.timeout(20):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0
        size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(size or b"0"))
        return int(head.split(b" ", 2)[1])


async def is_closed(reader: asyncio.StreamReader, within: float) -> bool:
    """Return whether the other side closes a connection in time."""
    with contextlib.suppress(ConnectionError):
        try:
            async with asyncio.timeout(within):
                await reader.read()
        except TimeoutError:
            return False
    return True


@asynccontextmanager
async def lines_to(
    folder: Path, *games: str, proxies: Sequence[str] = (), **settings: object
) -> AsyncIterator[Lines]:
    """A room whose bounds are quick."""
    given = {**QUICK, "proxies": tuple(proxies), **settings}
    async with house(folder, *games, **given) as made:
        lines = Lines(made)
        try:
            yield lines
        finally:
            lines.close()


async def pour(writer: asyncio.StreamWriter, most: int) -> int:
    """Send bytes until the other side takes no more; return how many it took."""
    sent, part = 0, b"x" * 65_536
    with contextlib.suppress(ConnectionError):
        while sent < most:
            writer.write(part)
            await writer.drain()
            sent += len(part)
    return sent


MOST_TAKEN = 24 * 1024 * 1024
"""Bytes that the system itself may hold on a connection; a header has 100 MB."""


@pytest.mark.parametrize(
    "begin",
    [b"GET /healthz HTTP/1.1\r\nx-long: ", b"GET /", b"", b"GET /a HTTP/1.1\r\nx-"],
    ids=["header", "address", "nothing", "name"],
)
def test_a_head_of_100_mb_is_not_taken(begin: bytes, tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path, head_ms=20_000) as lines:
            _, writer = await lines.open(begin)
            assert await pour(writer, 100 * 1024 * 1024) < MOST_TAKEN
            assert await lines.status() == 200

    asyncio.run(main())


def test_a_head_has_16_kb_at_most(tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path) as lines:
            for size, status in ((15_000, 200), (17_000, 431)):
                long = b"GET /healthz HTTP/1.1\r\nx: " + b"y" * size + b"\r\n\r\n"
                assert await lines.status(long) == status
                reader, writer = await lines.open()
                for at in range(0, len(long), 1_000):
                    writer.write(long[at : at + 1_000])
                    await asyncio.sleep(0)
                assert await status_of(reader) == status
            many = b"GET /healthz HTTP/1.1\r\n" + b"x: y\r\n" * 4_000 + b"\r\n"
            assert await lines.status(many) == 431

    asyncio.run(main())


def test_requests_one_after_the_other_are_bounded_one_by_one(tmp_path: Path) -> None:
    """Ten heads of 4 kB are sent at once: none of them is too long."""
    ask = b"GET /healthz HTTP/1.1\r\nx: " + b"y" * 4_000 + b"\r\n\r\n"

    async def main() -> None:
        async with lines_to(tmp_path) as lines:
            reader, _ = await lines.open(ask * 10)
            assert [await status_of(reader) for _ in range(10)] == [200] * 10
            reader, writer = await lines.open()
            for _ in range(3):
                writer.write(ask)
                assert await status_of(reader) == 200
                await asyncio.sleep(0.6)  # longer than a head may take: no head is under way

    asyncio.run(main())


def test_a_slow_head_is_refused_and_the_wait_between_requests_is_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path) as lines:
            kept = await lines.open(ASK)
            assert await status_of(kept[0]) == 200
            for reader, writer in (await lines.open(), kept):
                answer = asyncio.create_task(status_of(reader))
                began = time.monotonic()
                with contextlib.suppress(ConnectionError):
                    for byte in SLOW * 3:
                        writer.write(bytes((byte,)))
                        await asyncio.sleep(0.04)
                        if answer.done():
                            break
                assert await answer == 408
                assert 0.3 < time.monotonic() - began < 2.5

    asyncio.run(main())


def test_a_body_is_bounded_in_time_and_in_bytes(tmp_path: Path) -> None:
    head = b"POST /api/login HTTP/1.1\r\nhost: room\r\ncontent-type: application/json\r\n"

    async def main() -> None:
        async with lines_to(tmp_path) as lines:
            reader, _ = await lines.open(head + b"content-length: 900\r\n\r\n{")
            assert await is_closed(reader, 3)
            reader, writer = await lines.open(head + b"content-length: 100000000\r\n\r\n")
            assert await pour(writer, 100 * 1024 * 1024) < MOST_TAKEN
            reader, writer = await lines.open(head + b"transfer-encoding: chunked\r\n\r\n0\r\nx: ")
            assert await pour(writer, 100 * 1024 * 1024) < MOST_TAKEN
            idle = b"GET /healthz HTTP/1.1\r\ncontent-length: 100000000\r\n\r\n"
            reader, writer = await lines.open(idle)
            assert await status_of(reader) == 200, "a body that is not wanted is not waited for"
            assert await pour(writer, 100 * 1024 * 1024) < MOST_TAKEN

    asyncio.run(main())


def test_slow_connections_cost_their_own_address_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path, head_ms=1_500) as lines:
            slow = [(await lines.open(SLOW, "127.0.0.2"))[0] for _ in range(8)]
            await asyncio.sleep(0.1)
            refused = [await lines.status(SLOW, "127.0.0.2") for _ in range(40)]
            assert set(refused) == {429}
            assert [await lines.status() for _ in range(20)] == [200] * 20
            assert [await status_of(reader) for reader in slow] == [408] * 8
            assert await lines.status(ASK, "127.0.0.2") == 200

    asyncio.run(main())


def test_a_connection_between_requests_gives_way(tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path) as lines:
            first, _ = await lines.open(ASK)
            assert await status_of(first) == 200
            assert [await lines.status() for _ in range(30)] == [200] * 30
            assert await is_closed(first, 3)

    asyncio.run(main())


def test_sockets_before_their_hello_hold_places(tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path, "3-card-shine", hello_ms=1_500) as lines:
            made = lines.house
            ann = await made.enter("Ann")
            waiting = [(await lines.open(UPGRADE, "127.0.0.2"))[0] for _ in range(8)]
            assert [await status_of(reader) for reader in waiting] == [101] * 8
            assert await lines.status(UPGRADE, "127.0.0.2") == 429
            assert await lines.status(ASK, "127.0.0.2") == 429
            for reader in waiting:
                assert await is_closed(reader, 8)
            assert await lines.status(ASK, "127.0.0.2") == 200
            hello = json.dumps({"type": "hello", "token": ann.token, "table": "T1", "as": "watch"})
            frame = bytes((0x81, 0x80 | 126)) + len(hello).to_bytes(2, "big") + bytes(4)
            for _ in range(12):
                reader, _ = await lines.open(UPGRADE + b"", "127.0.0.3")
                assert await status_of(reader) == 101
                lines.opened[-1].write(frame + hello.encode())
                assert b"welcome" in await asyncio.wait_for(reader.read(4_000), 5)
            assert await lines.status(ASK, "127.0.0.3") == 200

    asyncio.run(main())


def test_a_hello_without_end_is_cut_off(tmp_path: Path) -> None:
    async def main() -> None:
        async with lines_to(tmp_path) as lines:
            reader, writer = await lines.open(UPGRADE)
            assert await status_of(reader) == 101
            writer.write(bytes((0x01, 0x81)) + bytes(4) + b"{")  # a text that is not the whole
            ended = asyncio.create_task(is_closed(reader, 15))
            with contextlib.suppress(ConnectionError):
                while not ended.done():
                    writer.write(bytes((0x00, 0x81)) + bytes(4) + b" ")
                    await asyncio.sleep(0.02)
            assert await ended

    asyncio.run(main())


def test_behind_a_proxy_the_forwarded_address_is_bounded(tmp_path: Path) -> None:
    """The proxy has many connections; each request holds a place of who it is forwarded for."""
    slow = b"POST /api/login HTTP/1.1\r\nx-forwarded-for: 10.0.0.%d\r\n"
    slow += b"content-type: application/json\r\ncontent-length: 9\r\n\r\n"
    ask = b"GET /healthz HTTP/1.1\r\nx-forwarded-for: 10.0.0.%d\r\n\r\n"

    async def main() -> None:
        bounds = {"proxies": ["127.0.0.1"], "body_ms": 2_000}
        async with lines_to(tmp_path, **bounds) as lines:  # type: ignore[arg-type]
            for _ in range(8):
                await lines.open(slow % 1)
            await asyncio.sleep(0.2)
            assert await lines.status(ask % 1) == 429
            assert [await lines.status(ask % 2) for _ in range(20)] == [200] * 20
            for _ in range(8):
                await lines.open(UPGRADE.replace(b"host: room", b"x-forwarded-for: 10.0.0.3"))
            await asyncio.sleep(0.2)
            assert await lines.status(ask % 3) == 429
            await asyncio.sleep(2.2)
            assert await lines.status(ask % 1) == 200

    asyncio.run(main())


def players_meet_slow_connections(folder: Path, number: int, addresses: int) -> None:
    """Hold slow connections open from many addresses while a player logs in and asks."""

    async def main() -> None:
        async with lines_to(folder, "3-card-shine", head_ms=3_000, connections_address=64) as lines:
            of = [str(ipaddress.ip_address("127.0.1.0") + n % addresses) for n in range(number)]
            slow = [await lines.open(SLOW, address) for address in of]
            client: RoomClient = await lines.house.enter("Ann")
            asked, began = 0, time.monotonic()
            while time.monotonic() - began < 2:
                for _, writer in slow[asked::20]:
                    writer.write(b"x")
                assert len(await client.tables()) == 1
                asked += 1
                await asyncio.sleep(0.01)
            assert asked >= 10
            ended = await asyncio.gather(*(status_of(reader) for reader, _ in slow))
            assert set(ended) == {408}, "and no one is told 503"
            assert await lines.status() == 200

    asyncio.run(main())


def test_players_do_not_wait_for_slow_connections(tmp_path: Path) -> None:
    players_meet_slow_connections(tmp_path, 120, 4)


@pytest.mark.slow
def test_players_do_not_wait_for_1100_slow_connections(tmp_path: Path) -> None:
    players_meet_slow_connections(tmp_path, 1_100, 20)


def test_addresses_are_forgotten_when_they_have_no_connection() -> None:
    counted = OpenConnections(2)
    for number in range(3 * MOST_EMPTY):
        place = counted.enter(str(number))
        assert place is not None and counted.count(str(number)) == 1
        place.leave()
        place.leave()
        assert counted.count(str(number)) == 0
    assert len(counted._of) <= MOST_EMPTY
    first, second = counted.enter("a"), counted.enter("a", lambda: True)
    assert first is not None and second is not None
    third = counted.enter("a")
    assert third is not None and counted.count("a") == 2, "the second gave way to the third"
    assert counted.enter("a") is None
    second.leave()
    assert counted.count("a") == 2


def test_a_proxy_is_known_by_its_address_however_it_is_written() -> None:
    proxies = TrustedProxies(("::1", "10.0.0.1"))
    assert "0:0::1" in proxies and "10.0.0.1" in proxies
    assert "10.0.0.2" not in proxies and "" not in proxies
    assert "" not in TrustedProxies(())
