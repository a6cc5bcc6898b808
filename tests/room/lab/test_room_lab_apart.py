"""The odds lab is separate: it runs in no process of the server, and its jobs end with their
callers.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.jobs import Job, NotYet, Pool
from houseway.odds_service import jobs
from houseway.odds_service.jobs import OddsOf, PostingOf
from houseway.odds_service.query import TableQuery
from houseway.room.client.client import RoomClient
from houseway.room.client.requests import RoomRefused
from tests.support.room_site import house

pytestmark = pytest.mark.process

DICE = "3-dice-baccarat"
LONG = 120
KINDS = [
    kind
    for kind in vars(jobs).values()
    if inspect.isclass(kind) and issubclass(kind, Job) and kind.__module__ == jobs.__name__
]


def test_nothing_is_worked_out_in_the_servers_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every question is asked while no job can run here, and is answered all the same."""

    def elsewhere(kind: type[Job[Any]]) -> Any:
        @functools.wraps(kind.run)
        def run(self: Any, tell: Any) -> None:
            raise AssertionError(f"{kind.__name__} runs in the server's process")

        return run

    for kind in KINDS:
        monkeypatch.setattr(kind, "run", elsewhere(kind))
        with pytest.raises(AssertionError, match="runs in the server's process"):
            kind.run(None, None)  # type: ignore[arg-type]

    async def run() -> None:
        async with house(tmp_path, DICE) as found:
            client = RoomClient(found.url)
            found.clients.append(client)
            assert (await client.lab_posting(DICE)).name == "3 Dice Baccarat"
            async with asyncio.timeout(LONG):
                while (await client.table_odds("T1")).pending is not None:
                    pass
                while (await client.lab_tables(DICE, "golden_talons_player")).found is None:
                    pass
                while (await client.lab_bankroll(DICE, "player")).found is None:
                    pass
            own = await client.lab_odds(DICE, "moon_8.moon_8=9+to+1")
            assert own.found is not None
            with pytest.raises(RoomRefused, match="no strategy"):
                await client.lab_play(DICE, wait=10_000)

    asyncio.run(run())
    assert len(KINDS) == 11


def test_a_server_that_asks_the_lab_never_loads_the_mathematics() -> None:
    """Neither numpy nor the compiler: both would stop tables while they are loaded."""
    script = (
        "import asyncio, json, sys\n"
        "from houseway.room.http import site\n"
        "from houseway.jobs import Pool\n"
        "from houseway.odds_service.query import TableQuery\n"
        "from houseway.odds_service.jobs import PostingOf, OddsOf\n"
        "async def ask():\n"
        "    pool = Pool()\n"
        "    asked = TableQuery.read('3-dice-baccarat', 'moon_8.moon_8=9+to+1')\n"
        "    found = await pool.run(PostingOf(asked), 100)\n"
        "    await pool.close()\n"
        "    return found.name\n"
        "name = asyncio.run(ask())\n"
        "print(json.dumps([name, [m for m in ('numpy', 'numba', 'jinja2') if m in sys.modules]]))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == ["3 Dice Baccarat", []]


def test_who_leaves_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long question without a caller ends with its process; the next one is answered."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))  # nothing is known, all is compiled

    async def run() -> None:
        workers = Pool(patience=0.4)
        try:
            with pytest.raises(NotYet):
                await workers.run(OddsOf(TableQuery.read("pai-gow-poker", "")), 0.5, caller="Ann")
            async with asyncio.timeout(LONG):
                while len(workers):
                    await asyncio.sleep(0.05)
            assert workers.dropped == 1
            posted = await workers.run(PostingOf(TableQuery.read(DICE, "")), LONG)
            assert posted.posting == ""
        finally:
            await workers.close()

    asyncio.run(run())
