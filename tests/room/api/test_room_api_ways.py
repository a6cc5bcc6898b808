"""Ways to a room: over TLS, behind a proxy, on the rail, and back after a broken connection."""

from __future__ import annotations

import asyncio
import datetime
import io
import json
import logging
import ssl
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

from houseway.room.client.client import RoomClient, RoomRefused
from houseway.room.config.schema import Display
from houseway.room.http import server
from houseway.room.http.limits import Rate
from houseway.room.http.monitoring import logs
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Batch, StoreError
from tests.support.local_room import open_table
from tests.support.room_site import PIN, house

pytestmark = pytest.mark.process


def self_signed(folder: Path) -> tuple[str, str]:
    """A certificate for this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    day = datetime.datetime(2026, 1, 1)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(day)
        .not_valid_after(day + datetime.timedelta(days=36500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "room.pem", folder / "room.key"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return str(certificate), str(private)


def test_over_tls(tmp_path: Path) -> None:
    async def evening() -> None:
        certificate, key = self_signed(tmp_path)
        settings = {"certificate": certificate, "private_key": key}
        async with house(tmp_path, "blackjack", **settings) as rooms:
            assert rooms.url.startswith("https://")
            trusts = ssl.create_default_context(cafile=certificate)
            client = RoomClient(rooms.url.replace("127.0.0.1", "localhost"), trusts)
            rooms.clients.append(client)
            await client.login(rooms.cards["Ann"], PIN, "s")
            async with client.table("T1") as table:
                assert (await table.sit(100_00)).table.chairs[0].name == "Ann"
            answer = await client.http.ask("GET", "/healthz", {})
            assert "strict-transport-security" in answer.headers

    asyncio.run(evening())


def test_a_handshake_that_does_not_end_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HANDSHAKE_MS", 300)

    async def evening() -> None:
        certificate, key = self_signed(tmp_path)
        settings = {"certificate": certificate, "private_key": key}
        async with house(tmp_path, "blackjack", **settings) as rooms:
            port = int(rooms.url.rpartition(":")[2])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"\x16")  # the first byte of a handshake, and no more
            assert await asyncio.wait_for(reader.read(), 5) == b""
            writer.close()

    server.in_loop(evening())


def test_the_word_of_a_proxy_is_believed_where_it_is_set(tmp_path: Path) -> None:
    async def address_told(folder: Path, **settings: object) -> str:
        folder.mkdir()
        stream = io.StringIO()
        level = logging.getLogger().level
        handler = logs.set_up(stream)
        try:
            async with house(folder, **settings) as rooms:
                client = await rooms.enter("Ann")
                told = {"X-Forwarded-For": "203.0.113.7", "Authorization": f"Bearer {client.token}"}
                await client.http.ask("GET", "/api/me", told)
        finally:
            logging.getLogger().removeHandler(handler)
            logging.getLogger().setLevel(level)
        lines = [json.loads(line) for line in stream.getvalue().splitlines()]
        return str(next(x["address"] for x in lines if x.get("route") == "/api/me"))

    assert asyncio.run(address_told(tmp_path / "a")) == "127.0.0.1"
    assert asyncio.run(address_told(tmp_path / "b", proxies=("127.0.0.1",))) == "203.0.113.7"


def test_the_rail_sees_rounds_that_are_over_and_nothing_of_the_one_that_runs(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with house(tmp_path, "3-card-shine") as rooms:
            rooms.site.tables.pace_ms = 2
            ann, rail = await rooms.enter("Ann"), await rooms.enter("Bob")
            got: list[bytes] = []
            async with ann.table("T1") as table, rail.table("T1", "watch", got.append) as watch:
                await table.sit(500_00)
                running: list[int] = []
                for _ in range(3):
                    await table.act("bet", places=[("ante", 10_00)])
                    seen = await table.view()
                    running.append(seen.round)
                    before = [json.loads(text).get("round", 0) for text in got]
                    assert max(before) < seen.round, "nothing of a round that runs"
                    while (await table.view()).round == seen.round:
                        await table.act("fold")
                assert running == [1, 2, 3]
                for _ in range(500):
                    if watch.seen is not None and watch.seen.round == 3 and watch.seen.public:
                        break
                    await asyncio.sleep(0.005)
                shown = [json.loads(text) for text in got]
                seen_over = {x["round"] for x in shown if x.get("public")}
                assert 3 in seen_over <= {1, 2, 3}, "of rounds that end one upon another, the last"
                assert not any(x.get("own") for x in shown)

    asyncio.run(evening())


def test_who_comes_back_is_told_what_was_missed_and_nothing_twice(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as rooms:
            await open_table(rooms.room, "T1", "blackjack", pause_ms=5000)
            ann, bob = await rooms.enter("Ann"), await rooms.enter("Bob")
            got: list[bytes] = []
            async with ann.table("T1", on_message=got.append) as hers, bob.table("T1") as his:
                await hers.sit(500_00)
                await his.sit(500_00)
                for table in (hers, his):
                    await table.act("bet", places=[("main", 10_00)])
                for _ in range(20):
                    seen = await hers.view()
                    if seen.round > 1 or seen.table.closed:
                        break
                    prompt = seen.own.prompt if seen.own else None
                    if prompt is not None:
                        names = [action.name for action in prompt.actions]
                        await hers.act("hit" if "hit" in names else names[0])
                        continue
                    assert hers._socket is not None
                    await hers._socket.close()
                    await his.act("stand")
                    await hers.view(seen.seq)
                round_one = [json.loads(text) for text in got]
                events = [e for x in round_one if x.get("round") == 1 for e in x.get("events", [])]
                told = await ann.round_told("T1", 1)
                assert hers.connections >= 2
                assert len(events) == sum(len(step.lines) for step in told.steps)

    asyncio.run(evening())


def test_a_screen_shows_its_own_table(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack", "holdem") as rooms:
            screens = (Display("display", "T1", "7004"),)
            rooms.room.file = replace(rooms.room.file, displays=screens)
            screen = await rooms.enter("display")
            async with screen.table("T1", "display") as shown:
                assert (await shown.view()).table.status == "open"
            with pytest.raises(RoomRefused, match="the one of T1"):
                async with screen.table("T2", "display"):
                    pass

    asyncio.run(evening())


def test_a_call_waits_for_a_rate_that_is_soon_free_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, read=Rate(2, 300)) as rooms:
            ann = await rooms.enter("Ann")

            async def time_passes() -> None:
                while True:
                    await asyncio.sleep(0.1)
                    rooms.clock.advance(100)

            passes = asyncio.create_task(time_passes())
            for _ in range(4):
                assert (await ann.me()).name == "Ann"
            passes.cancel()

    asyncio.run(evening())


class SlowWriter:
    """Books that take their time."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self.last_failure = writer, writer.last_failure
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def append(self, batch: Batch) -> None:
        await self.append_all((batch,))

    async def append_all(self, batches: Sequence[Batch]) -> list[StoreError | None]:
        self.asked.set()
        await self.go.wait()
        return await self._writer.append_all(batches)

    async def close(self) -> None:
        await self._writer.close()


def test_who_comes_in_while_something_is_written_is_shown_only_what_is_durable(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack") as rooms:
            ann, bob = await rooms.enter("Ann"), await rooms.enter("floor")
            async with ann.table("T1") as hers:
                await hers.sit(100_00)
                writes = rooms.room.tables["T1"].writer
                slow = SlowWriter(writes._writer)
                writes._writer = slow
                bet = asyncio.create_task(hers.act("bet", places=[("main", 10_00)]))
                await slow.asked.wait()
                got: list[bytes] = []
                enters = asyncio.create_task(bob.table("T1", "floor", got.append).__aenter__())
                before = await bob.table_seen("T1")
                await asyncio.sleep(0.1)
                assert not got and not bet.done() and not enters.done()
                slow.go.set()
                done, table = await bet, await enters
                assert table.seen is not None and table.seen.seq >= done.seq
                assert before.seq < done.seq == (await bob.table_seen("T1")).seq
                await table.close()

    asyncio.run(evening())
