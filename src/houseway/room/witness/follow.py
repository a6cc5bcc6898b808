"""Following a room: new heads are fetched, checked against the last one, and countersigned.

A room that shows two histories has to sign a head for each. What proves that is written into a
file next to that of the witness, so that others can check it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.room.client.connection import Http
from houseway.room.clock import Clock
from houseway.room.witness.checks import (
    Contradiction,
    Json,
    check_follows,
    check_signature,
    digest_of,
    keys_from,
)
from houseway.room.witness.kept import KeptHeads, WitnessKey

FORK = ".fork"
"""Ending of the file with two heads that contradict each other."""


class Witness:
    """A witness of one room.

    ``room_key`` is the room's public key, if it is known beforehand. Else the first key that the
    room shows is believed, and pinned by the file.
    """

    def __init__(
        self, http: Http, kept: KeptHeads, key: WitnessKey, clock: Clock, room_key: str = ""
    ) -> None:
        self._http, self._kept, self._key, self._clock = http, kept, key, clock
        self._room_key = room_key

    async def look(self) -> int:
        """Check and keep every new head; return their number, or raise a Contradiction."""
        before = len(self._kept.heads)
        while True:
            listed = await self._get(f"/api/tree-heads?after={self._after}")
            try:
                more = await self._take(listed)
            except (KeyError, TypeError, AttributeError, ValueError, OverflowError):
                raise Contradiction(
                    "the room answers with something that is no tree head"
                ) from None
            if not more:
                return len(self._kept.heads) - before

    @property
    def _after(self) -> int:
        """Return the number after which heads are asked for: the last one is shown again."""
        return self._kept.last["number"] - 1 if self._kept.last is not None else 0

    async def _take(self, listed: Json) -> bool:
        """Check the heads of one answer; return whether there are more."""
        heads: Sequence[Json] = listed["heads"]
        last = self._kept.last
        if last is not None:
            if not heads or listed["last"] < last["number"]:
                raise Contradiction(
                    f"the room has {listed['last']} heads, and has shown {last['number']} before"
                )
            self._check_same(heads[0])
            heads = heads[1:]
        if not heads:
            return False
        pinned = self._room_key or self._kept.room_key or str(heads[0]["key"])
        keys = keys_from(pinned, listed["keys"])
        for signed in heads:
            check_signature(signed, keys)
            await self._check_next(signed)
            self._kept.add(self._key.countersign(signed, self._clock.now_ms()))
        return bool(listed["last"] > heads[-1]["head"]["number"])

    def _check_same(self, shown: Json) -> None:
        """Raise unless the room shows the last head as it was."""
        kept = self._kept.heads[-1]
        if digest_of(shown["head"]) != digest_of(kept["head"]):
            self._keep_fork(kept, shown)
            raise Contradiction(
                f"the room shows another head {kept['head']['number']} than it signed before"
            )

    async def _check_next(self, signed: Json) -> None:
        """Raise unless a head continues the last one."""
        last, head = self._kept.last, signed["head"]
        if last is None:
            if head["number"] != 1 or head["before"] != "":
                raise Contradiction(f"the first head of the room is number {head['number']}")
            return
        try:
            asked = f"first={last['number']}&second={last['number'] + 1}"
            given = await self._get(f"/api/tree-heads/consistency?{asked}")
            check_follows(last, head, given["proofs"])
        except Contradiction:
            self._keep_fork(self._kept.heads[-1], signed)
            raise

    def _keep_fork(self, kept: Json, shown: Json) -> None:
        """Write two heads that contradict each other into a file of their own."""
        both = {"kept": dict(kept), "shown": dict(shown)}
        path = Path(f"{self._kept.path}{FORK}")
        path.write_text(json.dumps(both, indent=1) + "\n", encoding="utf-8")

    async def _get(self, path: str) -> Any:
        """Return the JSON of an answer; raise HousewayError if the room does not answer."""
        try:
            answer = await self._http.ask("GET", path, {})
            if answer.status == 200:
                return json.loads(answer.body)
        except OSError as error:
            raise HousewayError(f"the room does not answer: {error}") from None
        except ValueError:
            raise Contradiction("the room answers with something that is no JSON") from None
        raise HousewayError(f"the room answers {answer.status} to {path.partition('?')[0]}")
