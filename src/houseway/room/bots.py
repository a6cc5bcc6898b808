"""Players of the house: they sit at tables like anybody and decide by what their seat sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from houseway.room import asking, playing, sitting
from houseway.room.actor import Actor
from houseway.room.caller import Caller
from houseway.room.clock import seconds
from houseway.room.refusals import Denied
from houseway.table.guests import Opponent, opponent

PACE_MS = 900
"""How long a bot thinks."""


class Bots:
    """The bots of a room: who each of them is, and how it decides."""

    def __init__(self, failed: Callable[[Actor, BaseException], None], pace_ms: int = PACE_MS):
        self._failed, self.pace_ms = failed, pace_ms
        self._who: dict[int, Caller] = {}
        self._minds: dict[tuple[str, int], Opponent] = {}
        self._at: dict[str, asyncio.Task[None]] = {}

    def add(self, caller: Caller) -> None:
        """This person is a bot."""
        self._who[caller.person] = caller

    def look(self, actor: Actor) -> None:
        """Something has happened at a table: if a bot is asked there, it will answer."""
        if self._asked(actor) and (actor.name not in self._at or self._at[actor.name].done()):
            self._at[actor.name] = asyncio.ensure_future(self._think(actor))

    def stop(self) -> None:
        """No bot decides any more."""
        for task in self._at.values():
            task.cancel()

    def _asked(self, actor: Actor) -> int:
        """The first seat of a bot that is asked something."""
        live = actor.live
        if live.status not in asking.TAKING:
            return 0
        for seat in live.asked():
            sitter = live.seating.seats.get(seat)
            if sitter is not None and sitter.guest.person in self._who:
                return seat
        return 0

    async def _think(self, actor: Actor) -> None:
        try:
            while self._asked(actor):
                await asyncio.sleep(seconds(self.pace_ms))
                await self.answer(actor)
        except Denied:
            return
        except Exception as error:
            self._failed(actor, error)

    async def answer(self, actor: Actor) -> None:
        """Answer for the first bot that is asked, if one is."""
        seat = self._asked(actor)
        if not seat:
            return
        live = actor.live
        round_ = playing.the_round(live)
        caller = self._who[live.seating.seats[seat].guest.person]
        mind = self._minds.get((actor.name, seat))
        if mind is None:
            mind = self._minds[actor.name, seat] = opponent(live.posted, None)
        given = mind.choose(round_, seat)
        await asking.act(actor, caller, "", asking.round_now(live), round_.asked[seat], given)

    async def provide(self, actor: Actor, caller: Caller) -> None:
        """A bot that has run out of chips brings more, as long as its account has some."""
        live = actor.live
        seat = sitting.seat_of(live.seating, caller.person)
        if seat and not live.seating.seats[seat].chips and not live.playing:
            await asking.top_up(actor, caller, "", live.terms.buy_in_least)
