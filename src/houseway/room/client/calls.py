"""What every call of the client has: a typed answer, a key of its own, patience, and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from houseway.errors import Refused
from houseway.room.client.connection import Http, Reply
from houseway.room.clock import RealClock, seconds

T = TypeVar("T")
PATIENCE = 8
"""So often a busy room is asked again."""
FIRST_WAIT_MS = 50
MOST_WAIT_MS = 10_000
"""So long a call waits in all for a rate that is used up; who would have to wait longer is told."""


class Said(msgspec.Struct, frozen=True):
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
        self._made_ms = RealClock().now_ms()
        self._numbers = count(1)

    def new_key(self) -> str:
        """A key that this person has never used: of this login, this client and this call."""
        login = sha256(self.token.encode()).hexdigest()[:8]
        return f"{login}-{self._made_ms:x}-{next(self._numbers)}"

    async def get(self, path: str, gives: type[T], **query: object) -> T:
        """Read something."""
        return await self._typed("GET", path, gives, query=query)

    async def post(
        self, path: str, gives: type[T], body: msgspec.Struct | None = None, key: str = ""
    ) -> T:
        """Do something, once, however often it has to be asked for."""
        return await self._typed("POST", path, gives, body=body, key=key or self.new_key())

    async def done(self, path: str, body: msgspec.Struct | None = None, key: str = "") -> None:
        """Do something that has no answer."""
        await self.reply("POST", path, body=body, key=key or self.new_key())

    async def delete(self, path: str) -> None:
        """End something."""
        await self.reply("DELETE", path, key=self.new_key())

    async def text(self, path: str, **query: object) -> bytes:
        """Read something that is no JSON."""
        return (await self.reply("GET", path, query=query)).body

    async def _typed(self, method: str, path: str, gives: type[T], **more: Any) -> T:
        return msgspec.json.decode((await self.reply(method, path, **more)).body, type=gives)

    async def reply(
        self,
        method: str,
        path: str,
        *,
        body: msgspec.Struct | None = None,
        query: Mapping[str, object] | None = None,
        key: str = "",
    ) -> Reply:
        """One call; while the room is busy it is made again, under the same key.

        So it is where a rate is used up, unless the next call is taken only much later.
        """
        asked = {k: str(v) for k, v in (query or {}).items() if v not in (None, "")}
        address = f"/api{quote(path)}" + (f"?{urlencode(asked)}" if asked else "")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": key} if key else {}
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
    """An answer that is a problem, as an error."""
    try:
        said = msgspec.json.decode(answer.body, type=Said)
    except msgspec.DecodeError:
        return RoomRefused(f"the server answered {answer.status}", "fault", (), answer.status)
    where = f" ({said.where})" if said.where else ""
    return RoomRefused(f"{said.detail or said.title}{where}", said.code, said.clauses, said.status)
