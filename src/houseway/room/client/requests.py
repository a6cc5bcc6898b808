"""The base of all calls: a typed answer, an idempotency key, retries, and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar
from urllib.parse import quote, urlencode
from uuid import uuid4

import msgspec

from houseway.errors import Refused
from houseway.room.client.connection import Http, Reply
from houseway.room.clock import seconds

T = TypeVar("T")
PATIENCE = 8
"""So often a busy room is asked again."""
WAIT_MS = 5_000
"""Time for which the room may work on an answer before it sends its progress."""
FIRST_WAIT_MS = 50
MOST_WAIT_MS = 10_000
"""The longest total wait of a call for a used-up rate; a longer wait is an error."""


class ReceivedProblem(msgspec.Struct, frozen=True):
    """A problem as the room sends it (RFC 9457)."""

    title: str
    status: int
    code: str
    detail: str = ""
    instance: str = ""
    clauses: tuple[str, ...] = ()
    where: str = ""


class RoomRefused(Refused):
    """The room did not do it: a code for programs, a sentence for people, clauses of the rules."""

    def __init__(
        self, what: str, code: str, clauses: tuple[str, ...] = (), status: int = 0
    ) -> None:
        super().__init__(what, clauses)
        self.code, self.status = code, status


class Calls:
    """Requests of one station.  ``token`` is that of its login, empty before it."""

    def __init__(self, http: Http) -> None:
        self.http = http
        self.token = ""
        self._id = uuid4().hex[:12]
        self._numbers = count(1)

    def new_key(self) -> str:
        """A key that this person has never used: of this login, this client and this call."""
        login = sha256(self.token.encode()).hexdigest()[:8]
        return f"{login}-{self._id}-{next(self._numbers)}"

    async def get(self, path: str, gives: type[T], **query: object) -> T:
        """Return the decoded answer of a GET request."""
        return await self.typed("GET", path, gives, query=query)

    async def post(
        self, path: str, gives: type[T], body: msgspec.Struct | None = None, key: str = ""
    ) -> T:
        """Send a command; it is carried out once even if it is sent again."""
        return await self.typed("POST", path, gives, body=body, key=key)

    async def done(self, path: str, body: msgspec.Struct | None = None, key: str = "") -> None:
        """Send a command that has no answer."""
        await self.reply("POST", path, body=body, key=key)

    async def typed(self, method: str, path: str, gives: type[T], **more: Any) -> T:
        """Send a request and decode its JSON answer."""
        return msgspec.json.decode((await self.reply(method, path, **more)).body, type=gives)

    async def text(self, method: str, path: str, **more: Any) -> str:
        """Send a request and return its answer as text."""
        return (await self.reply(method, path, **more)).body.decode()

    async def file(self, method: str, path: str, **more: Any) -> bytes:
        """Send a request and return its answer as bytes."""
        return (await self.reply(method, path, **more)).body

    async def reply(
        self,
        method: str,
        path: str,
        *,
        body: msgspec.Struct | None = None,
        query: Mapping[str, object] | None = None,
        key: str = "",
    ) -> Reply:
        """Send a request; while the room is busy it is repeated under the same key.

        It is also repeated where a rate is used up, unless the wait would be long.
        """
        given = {k: str(v) for k, v in (query or {}).items() if v not in (None, "")}
        address = f"/api{quote(path)}" + (f"?{urlencode(given)}" if given else "")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if key or method != "GET":
            headers["Idempotency-Key"] = key or self.new_key()
        sent = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = msgspec.json.encode(body)
        busy, left = FIRST_WAIT_MS, MOST_WAIT_MS
        for tries in range(PATIENCE):
            answer = await self.http.ask(method, address, headers, sent)
            if answer.status < 400:
                return answer
            refused, wait = refusal(answer), busy
            if refused.code == "rate":
                wait = int(answer.headers.get("retry-after", "0")) * 1000
                left -= wait
            if refused.code not in ("busy", "rate") or left < 0 or tries == PATIENCE - 1:
                raise refused
            await asyncio.sleep(seconds(wait))
            busy *= 2
        raise AssertionError("the loop returns or raises")


def refusal(answer: Reply) -> RoomRefused:
    """Return the error for an answer that is a problem."""
    try:
        said = msgspec.json.decode(answer.body, type=ReceivedProblem)
    except msgspec.DecodeError:
        return RoomRefused(f"the server answered {answer.status}", "fault", (), answer.status)
    where = f" ({said.where})" if said.where else ""
    return RoomRefused(f"{said.detail or said.title}{where}", said.code, said.clauses, said.status)
