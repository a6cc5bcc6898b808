"""Schemathesis over the OpenAPI document, against a room that is served."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from houseway.room.api import roles
from houseway.room.http.site import ENDPOINTS
from tests.support.random_play import LONG
from tests.support.room_site import STAFF, House, house

pytestmark = pytest.mark.process

ROLES = ("player", *STAFF)
COMMANDS = {(e.method, e.path): e.command for e in ENDPOINTS}

THERE = {"table": "T1", "person": 9, "number": 1, "game": "holdem"}
"""Existing values for an address."""

FITS = (GenerationMode.POSITIVE,)
BUSY = 0
"""Counted instead of a status where the room has too much to do."""
MODES = (*FITS, GenerationMode.NEGATIVE)
"""Requests that fit the schema and requests that do not; the short form alternates."""


class Running:
    """A house in a thread of its own, and a token of everybody in it."""

    def __init__(self, folder: Path) -> None:
        self._ready: Future[None] = Future()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self.url = ""
        self.tokens: dict[str, str] = {}
        self._rooms: House
        self.failures = 0
        self.sums = 0
        self._thread = threading.Thread(
            target=lambda: self._loop.run_until_complete(self._run(folder))
        )
        self._thread.start()
        self._ready.result(30)

    async def _run(self, folder: Path) -> None:
        try:
            async with house(folder, "holdem", "blackjack") as rooms:
                self.url, self._rooms = rooms.url, rooms
                for role in ROLES:
                    await self._enter(role)
                self._ready.set_result(None)
                await self._stop.wait()
                self.failures = rooms.room.failures
                self.sums = sum(rooms.room.store.balances().values())
        except BaseException as error:
            if self._ready.done():
                raise
            self._ready.set_exception(error)

    async def _enter(self, role: str) -> None:
        """Log in a new person in this role."""
        name = f"{role} {len(self._rooms.cards)}"
        await self._rooms.add(name, role)
        self.tokens[role] = (await self._rooms.enter(name)).token

    def renew(self, role: str) -> None:
        """Log in another person in a role whose person was locked or logged out."""
        asyncio.run_coroutine_threadsafe(self._enter(role), self._loop).result(30)

    def stop(self) -> None:
        """Close the house."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)
        self._loop.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    found = Running(tmp_path)
    yield found
    found.stop()


def has_float(value: object) -> bool:
    """JSON Schema calls 7.0 an integer; the room wants whole cents written as such."""
    if isinstance(value, dict):
        return any(map(has_float, value.values()))
    if isinstance(value, list):
        return any(map(has_float, value))
    return isinstance(value, float)


def negated(case: Any) -> set[str]:
    """The parts of a request that were made not to fit."""
    parts = case.meta.components.items() if case.meta is not None else ()
    return {str(where.value) for where, part in parts if part.mode is GenerationMode.NEGATIVE}


def was_sent(case: Any, answer: Any) -> bool:
    """Return whether the whole query was sent: an empty list is not in the address."""
    there = parse_qs(urlsplit(answer.request.url).query, keep_blank_values=True)
    return all(name in there for name in case.query or {})


def role_for(command: str, number: int) -> str:
    """Return mostly a role with the right, now and then any role."""
    may = [role for each in command.split(" or ") if each for role in roles.COMMANDS[each].roles]
    allowed = may if may and number % 4 else ROLES
    return allowed[number % len(allowed)]


def is_busy(answer: Any) -> bool:
    """Asked for too much at once: the room says when to ask again, which is no failure."""
    return (
        answer.status_code == 503
        and answer.json()["code"] == "busy"
        and int(answer.headers["retry-after"][0]) > 0
    )


def run_all(running: Running, examples: int) -> Counter[int]:
    """Every operation, with what fits its schema and what does not, in changing roles."""
    schema = schemathesis.openapi.from_url(f"{running.url}/api/openapi.json")
    statuses: Counter[int] = Counter()
    asked = 0
    for number, result in enumerate(schema.get_all_operations()):
        operation = result.ok()
        if operation.path == "/api/logout":
            continue  # it works: the token would be gone

        # An operation without parameters cannot be asked wrongly.
        modes = MODES if operation.body or operation.path_parameters or operation.query else FITS
        for mode in modes if examples > 1 else (modes[number % len(modes)],):

            @seed(12)
            @settings(
                max_examples=examples,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def one(case: Any) -> None:
                nonlocal asked
                asked += 1
                fits = not negated(case)
                for name, there in THERE.items() if fits and asked % 3 else ():
                    if name in (case.path_parameters or {}):
                        case.path_parameters[name] = there
                role = role_for(COMMANDS[case.method, case.operation.path], asked)
                token = running.tokens[role]
                answer = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=120)
                if is_busy(answer):
                    statuses[BUSY] += 1
                    return
                statuses[answer.status_code] += 1
                if answer.status_code == 401:
                    running.renew(role)
                lax = [positive_data_acceptance] if has_float(case.body) else []
                if negated(case) <= {"header"} or not was_sent(case, answer):
                    lax.append(negative_data_rejection)  # the token was put right above
                case.validate_response(answer, excluded_checks=lax)

            one()
    return statuses


def test_no_request_makes_the_server_fail(running: Running) -> None:
    statuses = run_all(running, 20 if LONG else 1)
    assert statuses[200] >= 5 and len(statuses) >= 4, statuses
    assert not any(status >= 500 for status in statuses), statuses


@pytest.mark.slow
def test_no_request_makes_the_server_fail_at_length(running: Running) -> None:
    statuses = run_all(running, 200)
    assert not any(status >= 500 for status in statuses), statuses
