"""Requests for what belongs to others: refused, explained, logged, and without harm."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.game.face.views import View
from houseway.room.api import roles
from houseway.room.api.messages import Act
from houseway.room.client.client import RoomClient, RoomRefused, Table
from houseway.room.http.limits import Rate
from houseway.room.http.monitoring import logs
from houseway.room.http.site import ENDPOINTS
from tests.support.room_site import PIN, STAFF, House, house

pytestmark = pytest.mark.process


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that is logged while a test runs."""
    stream = io.StringIO()
    root = logging.getLogger()
    level = root.level
    handler = logs.set_up(stream)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def lines(written: io.StringIO, **wanted: object) -> list[dict[str, Any]]:
    """The lines of the log that have these fields."""
    found = [json.loads(line) for line in written.getvalue().splitlines()]
    return [line for line in found if wanted.items() <= line.items()]


async def refused(work: Any, code: str) -> RoomRefused:
    """Expect a refusal with this code."""
    with pytest.raises(RoomRefused) as error:
        await work
    assert error.value.code == code, error.value
    return error.value


def own_cards(table: Table) -> list[str]:
    """Return the pieces that only this seat sees."""
    seen = table.seen
    assert seen is not None and seen.public is not None and seen.own is not None
    whole = View.of(seen.public, table.seat, seen.own)
    shown = {p for pile in seen.public.piles for p in pile.pieces}
    return [p for pile in whole.piles for p in pile.pieces if p not in shown]


def test_no_one_is_ever_sent_anothers_hole_card(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "holdem") as rooms:
            ann, bob = await rooms.enter("Ann"), await rooms.enter("Bob")
            screen = await rooms.enter("display")
            watcher = await rooms.enter("floor")
            sent: dict[str, list[bytes]] = {"bob": [], "screen": [], "floor": [], "rail": []}
            async with (
                ann.table("T1") as hers,
                bob.table("T1", on_message=sent["bob"].append) as his,
                screen.table("T1", "display", sent["screen"].append),
                watcher.table("T1", "floor", sent["floor"].append),
                (await rooms.enter("auditor")).table("T1", "watch", sent["rail"].append),
            ):
                await hers.sit(200_00)
                await his.sit(200_00)
                secret: set[str] = set()
                for _ in range(4):
                    seen = await hers.view()
                    while seen.own is None or seen.own.prompt is None:
                        his_own = his.seen.own if his.seen is not None else None
                        if his_own is not None and his_own.prompt is not None:
                            await his.act("call")
                        seen = await asyncio.wait_for(hers.view(), 5)
                        await asyncio.sleep(0.01)
                    cards = own_cards(hers)
                    assert len(cards) == 2
                    for messages in sent.values():
                        for text in messages:
                            for card in cards:
                                round_ = json.loads(text).get("round")
                                assert round_ != seen.round or f'"{card}"' not in text.decode()
                    secret |= set(cards)
                    await hers.act("fold")
                assert len(secret) >= 4
            assert all(b"??" in b"".join(sent[who]) for who in ("bob", "screen", "floor"))

    asyncio.run(evening())


def test_a_player_gets_nothing_of_others_and_nothing_of_the_staffs(
    tmp_path: Path, written: io.StringIO
) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack") as rooms:
            ann, bob = await rooms.enter("Ann"), rooms.persons["Bob"]
            error = await refused(ann.known(bob), "role")
            assert "Ann is a player" in error.what
            for work in (
                ann.open_account("Zoe", PIN),
                ann.everybody(),
                ann.with_card(rooms.cards["Bob"]),
                ann.lock(bob, "because"),
                ann.reset_pin(bob, "9073", "because"),
                ann.exclude(bob, "because"),
                ann.hire("admin", "Zoe", PIN),
            ):
                assert (await refused(work, "role")).status == 403
            assert len(lines(written, code="role", person=rooms.persons["Ann"])) == 8
            assert len(rooms.room.store.people()) == 10
            bobs = await rooms.enter("Bob")
            assert (await bobs.me()).cents == 1_000_00

    asyncio.run(evening())
    for secret in ("9073", PIN):
        assert f'"{secret}"' not in written.getvalue()


def test_every_endpoint_refuses_every_role_that_may_not(
    tmp_path: Path, written: io.StringIO
) -> None:
    """The table of roles and commands holds at the door, cell by cell, whatever is sent."""

    async def evening() -> None:
        async with house(tmp_path) as rooms:
            names = dict.fromkeys(roles.ROLES, "Ann") | {role: role for role in STAFF}
            clients = {role: await rooms.enter(name) for role, name in names.items()}
            asked, wrong = 0, []
            for endpoint in ENDPOINTS:
                commands = endpoint.command.split(" or ") if endpoint.command else ["login"]
                path = re.sub(r"{\w+}", "1", endpoint.path)
                for role, client in clients.items():
                    if any(roles.may(role, command) for command in commands):
                        continue
                    headers = {"Authorization": f"Bearer {client.token}"}
                    reply = await client.http.ask(endpoint.method, path, headers)
                    asked += 1
                    if reply.status != 403 or f"{names[role]} is a" not in reply.body.decode():
                        wrong.append(f"{role}: {endpoint.method} {path}: {reply}")
            assert not wrong, "\n".join(wrong)
            assert asked == len(lines(written, code="role", status=403)) > 300

    asyncio.run(evening())


def test_who_watches_does_not_act_and_a_seat_is_ones_own(
    tmp_path: Path, written: io.StringIO
) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack") as rooms:
            ann, bob = await rooms.enter("Ann"), await rooms.enter("Bob")
            async with ann.table("T1") as hers, bob.table("T1") as his:
                seen = await hers.sit(200_00)
                assert seen.own is not None and seen.own.prompt is not None
                bet = Act("k", seen.round, seen.own.prompt.id, "bet", places=(("main", 1000),))
                await refused(his.command(bet), "role")  # this player does not sit there
                async with bob.table("T1", "watch") as rail:
                    await refused(rail.command(bet), "role")
                    await refused(rail.sit(200_00), "role")
                for name, part in (("display", "display"), ("floor", "floor"), ("bot", "seat")):
                    async with (await rooms.enter(name)).table("T1", part) as other:  # type: ignore[arg-type]
                        await refused(other.command(bet), "role")
                for name, part in (("Bob", "floor"), ("Bob", "display"), ("cashier", "seat")):
                    with pytest.raises(RoomRefused) as error:
                        async with (await rooms.enter(name)).table("T1", part):  # type: ignore[arg-type]
                            pass
                    assert error.value.code in ("role", "login")
            live = rooms.room.tables["T1"].live
            assert not live.playing and live.number == 0
            assert len(lines(written, what="no", code="role")) >= 6

    asyncio.run(evening())


def test_an_expired_token_and_a_second_login(tmp_path: Path, written: io.StringIO) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack") as rooms:
            ann = await rooms.enter("Ann", "first")
            async with ann.table("T1") as hers:
                await hers.sit(100_00)
                again = await rooms.enter("Ann", "second")
                while hers.ended is None:
                    await asyncio.sleep(0.01)
                assert "another station" in hers.ended.what
                assert (await refused(ann.me(), "login")).status == 401
            async with again.table("T1") as hers:
                assert hers.joined is not None and hers.joined.you.seat == 1, "the seat is kept"
                rooms.clock.advance(13 * 3_600_000)
                await refused(again.me(), "login")
                await refused(hers.away(), "login")
            assert lines(written, what="no", code="login")

    asyncio.run(evening())


def test_a_key_is_used_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack", "holdem") as rooms:
            ann = await rooms.enter("Ann")
            first = await ann.seat("T1", "sit", cents=100_00, key="k1")
            assert await ann.seat("T1", "sit", cents=100_00, key="k1") == first
            assert (await ann.me()).cents == 900_00
            await refused(ann.seat("T1", "sit", cents=200_00, key="k1"), "stale")
            await refused(ann.seat("T2", "sit", cents=100_00, key="k1"), "stale")
            assert (await ann.me()).cents == 900_00

    asyncio.run(evening())


def test_guessing_pins_is_slow_and_locks_the_card(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, login=Rate(4, 6000)) as rooms:
            thief = RoomClient(rooms.url)
            rooms.clients.append(thief)
            for pin in ("9071", "9072", "9073"):
                await refused(thief.login(rooms.cards["Ann"], pin, "s"), "login")
            await refused(thief.login(rooms.cards["Ann"], PIN, "s"), "login")
            answer = await thief.http.ask("POST", "/api/login", {}, b"{}")
            assert (answer.status, answer.headers["retry-after"]) == (429, "6")

    asyncio.run(evening())


def test_one_who_shouts_does_no_harm_to_others(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "blackjack", act=Rate(10, 1000)) as rooms:
            ann, bob = await rooms.enter("Ann"), await rooms.enter("Bob")
            async with ann.table("T1") as hers, bob.table("T1") as his:
                await hers.sit(100_00)
                await his.sit(100_00)
                await _shout(his)
                seen = await hers.act("bet", places=[("main", 10_00)])
                assert seen.acks
            _clean(rooms)

    asyncio.run(evening())


async def _shout(table: Table) -> None:
    socket = table._socket
    assert socket is not None
    for number in range(60):
        await socket.send(b'{"type":"act","key":"' + b"x" * (number * 300) + b'"}')


def _clean(rooms: House) -> None:
    """Nothing went wrong inside."""
    assert rooms.room.failures == 0
    assert 'code="error"' not in rooms.site.metrics.text().decode()
