"""A client that keeps the odds lab busy: an endless simulation, and one question after another."""

from __future__ import annotations

import asyncio
import contextlib

from houseway.room.api.lab_types import SimulationWish
from houseway.room.client.client import RoomClient
from houseway.room.client.requests import RoomRefused

GAME = "free-bet-blackjack"


class BusyLab:
    """Asks questions until it is stopped."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: RoomClient | None = None
        self._asking: asyncio.Task[None] | None = None
        self._run = ""

    async def start(self) -> None:
        """Begin, and wait until rounds are being simulated."""
        self._client = client = RoomClient(self._address)
        run = await client.lab_simulate(SimulationWish(GAME, "main", rounds=1_000_000_000))
        self._run = run.id
        while not (run := await client.lab_simulation(run.id)).points and run.state == "runs":
            await asyncio.sleep(0.2)
        self._asking = asyncio.create_task(self._ask(client))

    async def _ask(self, client: RoomClient) -> None:
        """Ask about new postings, and poll the simulation."""
        number = 0
        while True:
            number += 1
            with contextlib.suppress(RoomRefused):
                await client.lab_posting(GAME, f"main_limits=5..{500 + number}")
                await client.lab_odds(GAME, f"main_limits=5..{500 + number % 50}", wait=0)
                await client.lab_simulation(self._run)
            await asyncio.sleep(0.25)

    async def stop(self) -> None:
        """Stop asking."""
        if self._client is None:
            return
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        await self._client.lab_stop(self._run)
        await self._client.close()
