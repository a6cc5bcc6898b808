"""The framework of the API: doors, types, problems, limits, headers, figures, the log."""

from __future__ import annotations

import io
import json
import logging
import random
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.room.api.declare import Endpoints
from houseway.room.http import problems
from houseway.room.http.api import routes
from houseway.room.http.limits import MOST_BUCKETS, Buckets, Rate, Settings
from houseway.room.http.monitoring import logs
from houseway.room.http.monitoring.metrics import RoomGauges
from houseway.room.http.openapi import document
from houseway.room.http.wire import Wire
from tests.support.room_http import ANN, BOB, CASHIER, FAULTS, Money, Site, api

JSON = {"content-type": "application/json"}


@pytest.fixture
def site() -> Site:
    return Site()


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


def test_a_command_takes_a_body_and_a_key_and_gives_its_struct(site: Site) -> None:
    client = site.client(CASHIER)
    found = client.post(
        "/api/money", json={"person": 7, "cents": 500}, headers={"idempotency-key": "k1"}
    )
    assert (found.status_code, found.json()) == (200, {"cents": 500, "key": "k1"})
    assert client.get("/api/money/7?plus=3").json() == {"cents": 503, "key": ""}
    assert client.delete("/api/money/7").status_code == 204
    assert client.head("/api/list").status_code == 200
    client.post("/api/money", json={"person": 7, "cents": 2})
    file = client.get("/api/list")
    assert (file.text, file.headers["content-type"]) == ("7,2\n", "text/csv; charset=utf-8")
    assert 'filename="money.csv"' in file.headers["content-disposition"]


BAD = [
    ("POST", "/api/money", {"content": b"{"}, 400, "malformed", ""),
    ("POST", "/api/money", {"content": b'\xff"'}, 400, "malformed", ""),
    ("POST", "/api/money", {"json": {"person": 7, "cents": 0}}, 422, "invalid", "$.cents"),
    ("POST", "/api/money", {"json": {"person": 7, "cents": 1.0}}, 422, "invalid", "$.cents"),
    ("POST", "/api/money", {"json": {"person": 7}}, 422, "invalid", ""),
    ("POST", "/api/money", {"json": {"person": 7, "cents": 1, "x": 1}}, 422, "invalid", ""),
    ("POST", "/api/money", {"json": {"person": 7, "cents": 1, "note": "n" * 21}}, 422, "invalid",
     "$.note"),
    ("POST", "/api/money", {"content": b"{}", "headers": {"content-type": "text/plain"}}, 415,
     "media", ""),
    ("POST", "/api/money", {"content": b"[" * 17_000}, 413, "too_large", ""),
    ("POST", "/api/money", {"json": {"person": 7, "cents": 1},
     "headers": {"idempotency-key": "k" * 65}}, 422, "invalid", "Idempotency-Key"),
    ("GET", "/api/money/7?plus=x", {}, 422, "invalid", "plus"),
    ("GET", "/api/money/7?plus=1&plus=2", {}, 422, "invalid", "plus"),
    ("GET", "/api/money/7?minus=1", {}, 422, "invalid", "minus"),
    ("GET", "/api/money/seven", {}, 404, "unknown", "person"),
    ("GET", "/api/money/9", {}, 404, "unknown", ""),
    ("GET", "/api/nothing", {}, 404, "unknown", ""),
    ("PUT", "/api/money", {}, 405, "method", ""),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "more", "status", "code", "where"), BAD)
def test_bad_input_is_a_problem_that_says_where(
    site: Site, method: str, path: str, more: dict[str, object], status: int, code: str, where: str
) -> None:
    headers = JSON | dict(more.pop("headers", {})) if "headers" in more else JSON  # type: ignore[call-overload]
    found = site.client(CASHIER).request(method, path, headers=headers, **more)  # type: ignore[arg-type]
    assert found.headers["content-type"] == problems.MEDIA
    problem = msgspec.json.decode(found.content, type=problems.Problem)
    assert (found.status_code, problem.status, problem.code) == (status, status, code)
    assert problem.where == where
    assert problem.detail and problem.instance.startswith("urn:houseway:request:t-")
    assert site.vault.cents == {}


@pytest.mark.parametrize("how", FAULTS)
def test_what_goes_wrong_inside_has_its_code(site: Site, how: str, written: io.StringIO) -> None:
    found = site.client().post(f"/api/fail/{how}")
    problem, how = found.json(), "error" if how == "decode" else how
    assert (found.status_code, problem["code"]) == (problems.KINDS[how].status, how)
    assert problem["type"] == f"/problems#{how}"
    assert ("retry-after" in found.headers) == (how in ("busy", "rate"))
    assert problem.get("clauses", []) == (["CO-1"] if how == "refused" else [])
    if how == "error":
        assert "ZeroDivision" not in found.text and "4711" not in found.text
        line = next(x for x in written.getvalue().splitlines() if '"traceback"' in x)
        assert json.loads(line)["number"] == problem["instance"]
        assert "Error" in line and "4711" not in line and "5678" not in line


def test_who_has_no_token_no_right_or_an_old_token_is_sent_away(site: Site) -> None:
    for token, status, code in (("", 401, "login"), ("x" * 30, 401, "login"), (ANN, 403, "role")):
        found = site.client(token).post("/api/money", json={"person": 7, "cents": 500})
        assert (found.status_code, found.json()["code"]) == (status, code)
        assert ("www-authenticate" in found.headers) == (status == 401)
    del site.door.tokens[CASHIER]
    assert site.client(CASHIER).get("/api/list").status_code == 401
    assert site.client().get(f"/api/list?token={ANN}").status_code == 401
    assert site.vault.cents == {}


def test_every_answer_has_the_headers_of_a_private_one(site: Site) -> None:
    client = site.client(CASHIER)
    for path in ("/", "/problems", "/healthz", "/api/list", "/api/nothing", "/api/openapi.json"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers and "strict-transport-security" not in headers
    client.base_url = "https://testserver"
    assert "strict-transport-security" in client.get("/healthz").headers


def test_too_many_requests_wait_as_long_as_they_are_told() -> None:
    site = Site(write={"burst": 2, "every_ms": 3000})
    client = site.client(CASHIER)

    def ask() -> tuple[int, str | None]:
        found = client.post("/api/money", json={"person": 7, "cents": 1})
        return found.status_code, found.headers.get("retry-after")

    assert [ask() for _ in range(3)] == [(200, None), (200, None), (429, "3")]
    assert client.get("/api/list").status_code == 200, "reading has a bucket of its own"
    site.clock.advance(3000)
    assert [ask()[0] for _ in range(2)] == [200, 429]
    crowd = Site(address={"burst": 3, "every_ms": 1000})
    statuses = [
        crowd.client(who).get("/api/list").status_code for who in (CASHIER, ANN, BOB, CASHIER)
    ]
    assert statuses == [200, 403, 403, 429]
    assert crowd.client(CASHIER, "10.0.0.2").get("/api/list").status_code == 200


def test_buckets_are_forgotten_when_they_are_full() -> None:
    now = 1000
    buckets = Buckets(Rate(2, 100), lambda: now)
    for number in range(MOST_BUCKETS + 10):
        assert buckets.wait(str(number)) == 0
    assert len(buckets) <= MOST_BUCKETS
    now += 10_000
    buckets.wait("new")
    for number in range(MOST_BUCKETS):
        buckets.wait(f"again {number}")
    assert len(buckets) <= MOST_BUCKETS


def test_health_readiness_and_figures(site: Site) -> None:
    client = site.client()
    assert client.get("/healthz").json() == {"alive": True}
    assert client.get("/readyz").json() == {"ready": True, "wrong": []}
    site.wrong = ("table 3 has stopped",)
    found = client.get("/readyz")
    assert (found.status_code, found.json()["wrong"]) == (503, ["table 3 has stopped"])
    assert client.get("/metrics").status_code == 401
    assert site.client(ANN).get("/metrics").status_code == 403
    assert site.client(CASHIER).get("/metrics").status_code == 200
    client.post("/api/fail/stale")
    near = site.client(address="127.0.0.1").get("/metrics").text
    assert 'houseway_refusals_total{code="stale"} 1.0' in near
    assert 'route="/api/fail/{how}",status="409"' in near
    site.metrics.watch(lambda: RoomGauges(tables={"open": 3}, queues={"T1": 2}, healthy=False))
    site.metrics.committed(7, 2500)
    text = site.metrics.text().decode()
    for line in (
        'houseway_tables{state="open"} 3.0',
        'houseway_queue{table="T1"} 2.0',
        "houseway_rng_healthy 0.0",
        'houseway_commit_batches_bucket{le="8.0"} 1.0',
        'houseway_commit_seconds_bucket{le="0.0025"} 1.0',
    ):
        assert line in text, line


def test_the_pages_say_what_is_there(site: Site) -> None:
    home = site.client().get("/")
    assert "<h1>One &amp; all</h1>" in home.text and "href='/api/openapi.json'" in home.text
    assert "href='/api/socket'" not in home.text
    page = site.client().get("/problems").text
    assert all(f"id='{code}'" in page for code in problems.KINDS)


def test_the_document_has_every_endpoint_type_and_problem(site: Site) -> None:
    found = site.client().get("/api/openapi.json").json()
    made = document(api.endpoints, found["info"]["version"])
    assert found == json.loads(msgspec.json.encode(made))
    posted = found["paths"]["/api/money"]["post"]
    assert posted["requestBody"]["content"]["application/json"]["example"]["cents"] == 500
    assert posted["security"] == [{"token": []}]
    assert set(posted["responses"]) >= {
        "200",
        "400",
        "401",
        "403",
        "409",
        "413",
        "415",
        "422",
        "429",
    }
    assert posted["parameters"][0]["name"] == "Idempotency-Key"
    assert found["components"]["schemas"]["Money"]["properties"]["cents"]["maximum"] == 10_000_000
    assert set(found["components"]["responses"]) == set(problems.KINDS)
    refs = set(json.dumps(found).split('"$ref": "#/components/')[1:])
    for ref in refs:
        kind, name = ref.split('"')[0].split("/")
        assert name in found["components"][kind]


def test_an_endpoint_that_does_not_fit_its_handler_is_refused_when_it_is_read(site: Site) -> None:
    async def no_one(room: object) -> None:
        """No caller."""

    for path, command, body, match in (
        ("/x", "deposit", None, "has a caller"),
        ("/x/{person}", "", None, "does not take person"),
        ("/x", "", Money, "does not take cents, note, person"),
    ):
        wrong = Endpoints("wrong")
        wrong.get(path, command, "x", body=body)(no_one)
        with pytest.raises(TypeError, match=match):
            assert wrong.endpoints
    twice = Endpoints("twice")
    twice.get("/x", "", "x")(no_one)
    twice.get("/x", "", "x")(no_one)
    with pytest.raises(TypeError, match="twice"):
        routes(twice.endpoints, site.served)


SECRETS: dict[str, Any] = {
    "token": "tok-1", "pin": "4711", "card": "55001234", "seed": b"\x01" * 32,
    "text": "Authorization: Bearer abc.def", "why": "pin=4711, card: 5500-1234-5678-9012",
    "nested": {"card": {"number": 5}, "list": ["token=xyz123"]},
    "root": "0123456789abcdef0123456789abcdef", "random": "xT0k" * 11,
    "letters": "qWeRtYuIoPlK" * 3,
}  # fmt: skip


def test_no_secret_is_written(written: io.StringIO) -> None:
    logs.log("something", **SECRETS)
    logging.getLogger("elsewhere").warning("login with PIN: 4711 and token='abcdef'")
    text = written.getvalue()
    for secret in (
        "tok-1",
        "4711",
        "5500",
        "abc.def",
        "xyz123",
        "abcdef",
        "xT0k",
        "qWeR",
        "\\u0001",
    ):
        assert secret not in text, secret
    for line in text.splitlines():
        assert {"at", "level", "from", "what"} <= set(json.loads(line))
    logs.log("plain", person=7, cents=12345678901, table="bj-1", route="/api/people/{person}")
    assert '"cents":12345678901,"table":"bj-1"' in written.getvalue()


PLUG_IN = """
def function_with_a_name_of_more_than_32_letters(token):
    raise ValueError('no\\n  File "' + token + '", line 3, in f')
"""


def test_a_traceback_names_its_files(written: io.StringIO, tmp_path: Path) -> None:
    folder = tmp_path / "Projects2" / "a_folder_with_a_long_name_in_Both_Cases_and_9_digits"
    folder.mkdir(parents=True)
    path = folder / "module_of_a_plug_in_with_a_long_name.py"
    path.write_text(PLUG_IN)
    space: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    token = "aB3" * 15
    try:
        try:
            space["function_with_a_name_of_more_than_32_letters"](token)
        except ValueError as error:
            raise RuntimeError(f"{token} was refused") from error
    except RuntimeError as error:
        logs.trouble("1", error)
    text = written.getvalue()
    lines = json.loads(text.splitlines()[-1])["traceback"]
    assert any(f'File "{path}", line 3' in line for line in lines)
    assert any(f'File "{__file__}"' in line for line in lines)
    assert any("function_with_a_name_of_more_than_32_letters" in line for line in lines)
    assert token not in text and logs.STRUCK in text


@pytest.mark.parametrize(
    "kept",
    [
        "/srv/somebody/projects/houseway/src/houseway/room/tables",
        "test_a_table_that_does_not_know_its_log_is_told_after_five_seconds",
        "HousewayRoomTablesDecisionBatchQueue",
        "THE-HOUSE-OPENS-ITS-DOORS-AT-SIX-EVERY-DAY",
    ],
)
def test_words_that_are_long_stay(kept: str) -> None:
    assert logs.struck_text(f"see {kept}: there") == f"see {kept}: there"


def test_tokens_and_keys_are_struck_out() -> None:
    rng = random.Random(5)
    for _ in range(3_000):
        secret = rng.randbytes(32)
        for written in (secret.hex(), secret.hex().upper(), b64encode(secret).decode(),
                        urlsafe_b64encode(secret).decode().rstrip("=")):  # fmt: skip
            assert written not in logs.struck_text(f"refused: '{written}'")


def test_a_session_leaves_no_secret_in_the_log(site: Site, written: io.StringIO) -> None:
    client = site.client(CASHIER)
    client.post("/api/money", json={"person": 7, "cents": 500, "note": "pin 4711"})
    client.post("/api/money", json={"person": 7, "cents": 500, "pin": "4711"})
    client.get(f"/api/list?token={ANN}")
    client.post("/api/fail/error")
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "token": ANN, "table": "one"})
        socket.receive_json()
        socket.send_json({"type": "act", "key": "k", "round": 1, "ask": 1, "name": "error"})
        socket.send_text(f'{{"type":"hello","token":"{ANN}"')
    text = written.getvalue()
    assert text.count("\n") >= 8
    for secret in (*site.door.tokens, "4711", "5500"):
        assert secret not in text, secret


def test_settings_have_defaults_that_trust_no_one() -> None:
    from houseway.room.http.server import config

    site = Site()
    connections = site.served.limits.connections
    found = config(site.app, Settings(), connections)
    assert (found.ws_max_size, found.ws_per_message_deflate) == (16 * 1024, False)
    assert (found.proxy_headers, found.server_header, found.ws) == (
        False, False, Wire,
    )  # fmt: skip
    trusted = config(site.app, Settings(proxies=("10.0.0.1",)), connections)
    assert trusted.proxy_headers and trusted.forwarded_allow_ips == ["10.0.0.1"]
