"""A bot that plays at a table of a room by its seat's view.

    bot = RoomBot(client, "HOLDEM", seed=7)
    await bot.play(200_00, rounds=10)

The deciding function gets the posted game and one view, nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib

from houseway.engine.questions import Act
from houseway.game.base import Game
from houseway.game.face.views import View
from houseway.players.bots import plainest
from houseway.players.guests import Decider, Mind, opponent
from houseway.room.client.client import RoomClient, RoomRefused
from houseway.room.client.round import game_of
from houseway.room.client.table import Seen, Table
from houseway.room.clock import seconds

TRIES = 4
"""So often a bot thinks again when the table refuses what it wants; then it does the least."""


def answer(game: Game, view: View, mind: Mind | None = None) -> Act:
    """Return a decision for the viewer, in any game: by the odds in poker, else as guests play."""
    return (mind or opponent(game, None)).answer(game, view)


def plain_answers(view: View) -> list[Act]:
    """Return simple answers: the default decision, then the least of each choice."""
    prompt = view.prompt
    if prompt is None:
        return []
    choices = sorted(prompt.actions, key=lambda choice: choice.name != prompt.default_action)
    return [plainest(prompt.seat, choice) for choice in choices]


class RoomBot:
    """A bot at one table.

    ``mind`` decides from the game and a view; default: poker by its odds in this ``style``, other
    games as a guest. ``pace_ms`` is how long it thinks before each decision.
    """

    def __init__(
        self,
        client: RoomClient,
        table: str,
        *,
        seed: int | None = None,
        style: str = "tight",
        pace_ms: int = 0,
        mind: Decider | None = None,
    ) -> None:
        self.client, self.name, self.pace_ms = client, table, pace_ms
        self.seed, self.style, self.mind = seed, style, mind
        self.decisions = 0
        self.refusals = 0
        self.rounds = 0

    async def play(self, buy_in: int = 0, rounds: int = 0) -> None:
        """Sit down if necessary, play this number of rounds (0: without end), and leave."""
        game = game_of(await self.client.layout(self.name))
        mind = self.mind or opponent(game, self.seed, self.style)
        me = await self.client.me()
        if self.name not in me.seats and buy_in:
            await self.client.seat(self.name, "sit", cents=buy_in)
        async with self.client.table(self.name) as table:
            await self._rounds(game, table, mind, rounds)
            with contextlib.suppress(RoomRefused):
                await table.leave()

    async def _rounds(self, game: Game, table: Table, mind: Decider, rounds: int) -> None:
        """Decide whenever it is asked, until the rounds are over or its chips are gone."""
        at = 0
        async for seen in table.views():
            if at and (seen.round > at or seen.table.closed):  # the end itself may be overtaken
                self.rounds, at = self.rounds + 1, 0
            if seen.own is not None and not seen.table.closed:
                at = seen.round
            if (rounds and self.rounds >= rounds) or self._out(table, seen):
                return
            if seen.own is not None and seen.own.prompt is not None:
                await asyncio.sleep(seconds(self.pace_ms))
                await self._decide(game, table, mind)

    def _out(self, table: Table, seen: Seen) -> bool:
        """Return whether it has no chips to play on with."""
        mine = [chair for chair in seen.table.chairs if chair.seat == table.seat]
        return not mine or (seen.table.closed and not mine[0].chips)

    async def _decide(self, game: Game, table: Table, mind: Decider) -> None:
        """Answer the newest question; after refusals the bot chooses again, at last plainly."""
        for tries in range(TRIES + 1):
            view = (await table.view()).by(table.seat)
            if view is None or view.prompt is None:
                return
            wanted = [mind.answer(game, view)] if tries < TRIES else plain_answers(view)
            for act in wanted:
                try:
                    await decide(table, act)
                except RoomRefused as refused:
                    if refused.code not in ("refused", "stale"):
                        raise
                    self.refusals += 1
                else:
                    self.decisions += 1
                    return


async def decide(table: Table, act: Act) -> Seen:
    """Send a decision, as the answer to the question of the newest view."""
    return await table.act(
        act.name, amount=act.amount, pieces=act.pieces, parts=act.parts, places=act.places
    )
