"""The socket of a station: hello, commands, views, and everybody who does not behave."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from houseway.room.api.messages import No, View
from houseway.room.http.monitoring import logs
from houseway.room.http.sockets.outbox import MOST_BEHIND, MOST_WAITING, Outbox
from houseway.room.http.sockets.socket import MOST_STRIKES, RECHECK_MS
from tests.support.room_http import ANN, BOB, NOTHING, Site

ACT = {"type": "act", "key": "k1", "round": 1, "ask": 1, "name": "stand"}


@contextlib.contextmanager
def station(site: Site, token: str = ANN, **more: Any) -> Iterator[WebSocketTestSession]:
    """A socket that has said hello; its welcome and first view are read."""
    with site.client().websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "token": token, "table": "one", **more})
        first = [socket.receive_json()["type"] for _ in range(2)]
        assert first == ["welcome", "view"]
        yield socket


def closed(socket: WebSocketTestSession) -> bool:
    """Return whether the server has closed it."""
    with pytest.raises(WebSocketDisconnect):
        socket.receive_json()
    return True


def until_bye(socket: WebSocketTestSession) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the messages before the bye, and the bye."""
    before: list[dict[str, Any]] = []
    while (message := socket.receive_json())["type"] != "bye":
        before.append(message)
    assert closed(socket)
    return before, message


def test_an_act_is_done_as_the_sessions_own_and_acknowledged_with_a_view() -> None:
    site = Site()
    with station(site) as socket:
        socket.send_json(ACT)
        view = socket.receive_json()
        assert (view["type"], view["seq"], view["acks"]) == ("view", 1, ["k1"])
        socket.send_json({"type": "ping", "n": 5})
        assert socket.receive_json()["n"] == 5
        socket.send_bytes(msgspec.json.encode(ACT))
        assert socket.receive_json()["seq"] == 2
    assert site.hub.acted == [(7, "stand"), (7, "stand")]
    assert site.hub.outboxes == [] and len(site.sockets) == 0


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "hello", "token": "x" * 30, "table": "one"}, "login"),
        ({"type": "hello", "token": ANN, "table": "two"}, "unknown"),
        ({"type": "hello", "token": ANN, "table": "one", "v": 2}, "unknown"),
        ({"type": "hello", "token": ANN, "table": "one", "as": "god"}, "unknown"),
        ({"type": "hello", "token": ANN, "table": "one", "seat": 3}, "unknown"),
        (ACT, "login"),
        ({"type": "nothing"}, "unknown"),
        ([], "unknown"),
    ],
)
def test_a_hello_that_is_none_gets_a_bye(hello: Any, code: str) -> None:
    site = Site()
    with site.client().websocket_connect("/api/socket") as socket:
        socket.send_json(hello)
        bye = socket.receive_json()
        assert (bye["type"], bye["code"]) == ("bye", code)
        assert closed(socket)
    assert site.hub.acted == [] and site.hub.outboxes == []


def test_a_socket_that_says_nothing_is_closed_and_a_token_in_the_address_is_no_hello() -> None:
    site = Site(hello_ms=1000)
    with site.client().websocket_connect(f"/api/socket?token={ANN}") as socket:
        assert socket.receive_json()["code"] == "login"


@pytest.mark.parametrize(
    ("name", "code"),
    [("funds", "funds"), ("busy", "busy"), ("stale", "stale"), ("refused", "refused"),
     ("fault", "fault"), ("error", "fault")],
)  # fmt: skip
def test_what_is_not_done_gets_a_no_with_its_key(name: str, code: str) -> None:
    site = Site()
    with station(site) as socket:
        socket.send_json(ACT | {"name": name})
        no = socket.receive_json()
        assert (no["type"], no["key"], no["code"]) == ("no", "k1", code)
        assert no["why"] and "4711" not in no["why"]
        socket.send_json(ACT)
        assert socket.receive_json()["acks"] == ["k1"], "the table goes on"


@pytest.mark.parametrize(
    "bad",
    ["{", '{"type":"act"}', '{"type":"nix"}', "[1]", "null",
     '{"type":"hello","token":"x","table":"t"}',
     '{"type":"act","key":"k","round":1,"ask":1,"name":"' + "x" * 61 + '"}',
     '{"type":"act","key":"k","round":1,"ask":1,"name":"bet","seat":2}',
     '{"type":"act","key":"k","round":1,"ask":1,"name":"bet","amount":-1}',
     '{"type":"act","key":"k","round":1,"ask":1,"name":"bet","amount":1.5}'],
)  # fmt: skip
def test_what_cannot_be_read_gets_a_no_and_at_last_a_bye(bad: str) -> None:
    site = Site()
    with station(site) as socket:
        for _ in range(MOST_STRIKES):
            socket.send_text(bad)
        before, bye = until_bye(socket)
        assert [x["code"] for x in before] == ["unknown"] * MOST_STRIKES
        assert (bye["code"], bye["again"]) == ("flood", False)
    assert site.hub.acted == []


def test_too_large_and_too_many() -> None:
    site = Site(act={"burst": 4, "every_ms": 1000})
    with station(site) as socket:
        socket.send_text(msgspec.json.encode(ACT | {"key": "x" * 17_000}).decode())
        before, bye = until_bye(socket)
        assert (len(before), bye["code"]) == (1, "too large")
    with station(site) as socket:
        for _ in range(4 + MOST_STRIKES):
            socket.send_json({"type": "ping"})
        before, bye = until_bye(socket)
        assert [x["type"] for x in before] == ["pong"] * 4 + ["no"] * MOST_STRIKES
        assert bye["code"] == "flood"
    with station(site, BOB) as socket:
        socket.send_json(ACT)
        assert socket.receive_json()["acks"] == ["k1"], "no one else is slowed down"


def test_a_login_that_has_ended_ends_its_socket() -> None:
    site = Site()
    with station(site) as socket:
        del site.door.tokens[ANN]
        socket.send_json(ACT)
        assert socket.receive_json()["type"] == "view", "believed for some seconds"
        site.clock.advance(RECHECK_MS)
        socket.send_json(ACT)
        before, bye = until_bye(socket)
        assert (before[0]["code"], bye["code"], bye["again"]) == ("login", "login", False)
    assert len(site.hub.acted) == 1


def test_the_second_login_closes_the_first_socket_and_a_new_socket_takes_over() -> None:
    site = Site()
    site.door.tokens["a-second-token-of-ann-12"] = site.door.tokens[ANN]
    with station(site) as first, station(site, "a-second-token-of-ann-12") as second:
        _, bye = until_bye(first)
        assert (bye["code"], bye["again"]) == ("login", False)
        with station(site, "a-second-token-of-ann-12") as third:
            _, bye = until_bye(second)
            assert (bye["code"], bye["again"]) == ("taken over", False)
            site.sockets.end(7, "someone has locked this card")
            _, bye = until_bye(third)
            assert bye["why"] == "someone has locked this card"


def test_sockets_of_one_person_and_of_one_address_are_counted() -> None:
    site = Site(sockets_each=1, sockets_address=2)
    with station(site), site.client().websocket_connect("/api/socket") as socket:
        with pytest.raises(WebSocketDisconnect), site.client().websocket_connect("/api/socket"):
            pass
        socket.send_json({"type": "hello", "token": ANN, "table": "one", "as": "watch"})
        assert socket.receive_json()["code"] == "rate"
    with station(site):
        pass


def test_refusals_are_logged() -> None:
    stream = io.StringIO()
    level = logging.getLogger().level
    handler = logs.set_up(stream)
    try:
        with station(Site()) as socket:
            socket.send_json(ACT | {"name": "refused"})
            socket.receive_json()
    finally:
        logging.getLogger().removeHandler(handler)
        logging.getLogger().setLevel(level)
    line = next(x for x in stream.getvalue().splitlines() if '"what":"no"' in x)
    assert '"person":7' in line and "no wager above $5" in line


def view(seq: int, round_: int = 1, *acks: str) -> View:
    """A view with one event that is its number."""
    return View(seq, round_, 0, NOTHING, events=(msgspec.Raw(str(seq).encode()),), acks=acks)


def test_the_latest_view_wins_and_takes_over_events_and_acknowledgements() -> None:
    async def run() -> list[Any]:
        outbox, sent = Outbox(), []

        async def send(text: str) -> None:
            sent.append(msgspec.json.decode(text))

        outbox.show(view(1, 1, "a"))
        outbox.show(view(2, 1))
        outbox.show(view(3, 1, "b"))
        outbox.put(No("c", "refused", "why"))
        outbox.bye("enough")
        outbox.show(view(4))
        await outbox.run(send)
        return sent

    no, shown, bye = asyncio.run(run())
    assert (no["key"], bye["why"]) == ("c", "enough")
    assert (shown["seq"], shown["events"], shown["acks"]) == (3, [1, 2, 3], ["a", "b"])


def test_events_of_another_round_are_not_taken_over() -> None:
    async def run() -> Any:
        outbox, sent = Outbox(), []

        async def send(text: str) -> None:
            sent.append(msgspec.json.decode(text))

        outbox.show(view(1, 1, "a"))
        outbox.show(view(2, 2))
        outbox.bye("enough")
        await outbox.run(send)
        return sent[0]

    shown = asyncio.run(run())
    assert (shown["events"], shown["acks"]) == ([2], ["a"])


@pytest.mark.parametrize("flood", ["views", "small"])
def test_a_socket_that_takes_nothing_is_dropped_and_never_waited_for(flood: str) -> None:
    async def run() -> tuple[str, bool]:
        outbox = Outbox()

        async def never(text: str) -> None:
            await asyncio.Event().wait()

        task = asyncio.create_task(outbox.run(never))
        outbox.show(view(0))
        await asyncio.sleep(0)
        for number in range(max(MOST_BEHIND, MOST_WAITING) + 5):
            if flood == "views":
                outbox.show(view(number))
            else:
                outbox.put(No("k", "rate", "slow down"))
        await asyncio.wait_for(task, 1)
        return outbox.ended, task.cancelled()

    assert asyncio.run(run()) == ("slow", False)


def test_a_fuzzer_does_no_harm() -> None:
    site = Site(act={"burst": 100_000, "every_ms": 1})
    rng = random.Random(8)
    words: list[Any] = [
        "act",
        "seat",
        "hello",
        "ping",
        "rule",
        "deal",
        "",
        None,
        -1,
        2**70,
        1.5,
        [],
        {},
        "x" * 90,
    ]
    fields = ["type", "key", "round", "ask", "name", "amount", "pieces", "parts", "places", "do"]
    with station(site, BOB) as other:
        for _ in range(40):
            with station(site) as socket:
                for _ in range(MOST_STRIKES + 4):
                    made = {rng.choice(fields): rng.choice(words) for _ in range(rng.randint(0, 8))}
                    made.setdefault("type", rng.choice(words))
                    text = msgspec.json.encode(made) if rng.random() < 0.8 else rng.randbytes(40)
                    socket.send_bytes(
                        text[: rng.randint(0, len(text))] if rng.random() < 0.2 else text
                    )
        other.send_json(ACT)
        assert other.receive_json()["acks"] == ["k1"]
    metrics = site.metrics.text().decode()
    assert 'code="error"' not in metrics and 'houseway_sockets{as="seat"} 0.0' in metrics
    assert site.hub.outboxes == [] and len(site.sockets) == 0
