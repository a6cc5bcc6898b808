"""Players of the house: they sit at tables like anybody and decide by what their seat sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from houseway.players.guests import Opponent, opponent
from houseway.room.api.roles import Caller
from houseway.room.clock import seconds
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.tables import commands, rounds
from houseway.room.tables.actor import Actor
from houseway.room.tables.state import TableState

PACE_MS = 900
"""How long a bot thinks."""
TOO_FEW = 2
"""A bot with less than this part of the least buy-in brings more: a half."""


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
        """Something has happened at a table: a bot that is asked there answers, one that has run
        out of chips brings more."""
        if actor.name in self._at and not self._at[actor.name].done():
            return
        if self._asked(actor) or self._short(actor):
            self._at[actor.name] = asyncio.ensure_future(self._think(actor))

    def stop(self) -> None:
        """No bot decides any more."""
        for task in self._at.values():
            task.cancel()

    def _asked(self, actor: Actor) -> int:
        """The first seat of a bot that is asked something."""
        live = actor.live
        if live.status not in commands.TAKING:
            return 0
        for seat in live.asked():
            sitter = live.seating.seats.get(seat)
            if sitter is not None and sitter.guest.person in self._who:
                return seat
        return 0

    def _short(self, actor: Actor) -> int:
        """Between rounds, the first seat of a bot with too few chips and more on its account."""
        live = actor.live
        if live.status != "open" or live.playing:
            return 0
        for seat, sitter in live.seating.seats.items():
            person = sitter.guest.person
            if sitter.state != "here" or person not in self._who or sitter.top_up:
                continue
            if sitter.chips * TOO_FEW < live.terms.buy_in_least:
                cents = _more(live, seat)
                if cents and actor.tools.store.balance(wallet(person)) >= cents:
                    return seat
        return 0

    async def _think(self, actor: Actor) -> None:
        try:
            while self._asked(actor) or self._short(actor):
                await asyncio.sleep(seconds(self.pace_ms))
                await self.provide(actor)
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
        round_ = rounds.the_round(live)
        caller = self._who[live.seating.seats[seat].guest.person]
        mind = self._minds.get((actor.name, seat))
        if mind is None:
            mind = self._minds[actor.name, seat] = opponent(live.posted, None)
        given = mind.choose(round_, seat)
        await commands.act(actor, caller, "", commands.round_now(live), round_.asked[seat], given)

    async def provide(self, actor: Actor) -> None:
        """Bots that have run out of chips bring more, as long as their accounts have some."""
        while seat := self._short(actor):
            caller = self._who[actor.live.seating.seats[seat].guest.person]
            await commands.top_up(actor, caller, "", _more(actor.live, seat))


def _more(live: TableState, seat: int) -> int:
    """The least buy-in once more, or what the table still takes."""
    terms = live.terms
    return min(terms.buy_in_least, terms.buy_in_most - live.seating.seats[seat].chips)
