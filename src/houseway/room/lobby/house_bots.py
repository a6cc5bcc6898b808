"""House players: bots that sit at tables like any player and decide by their seat's view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from houseway.engine.inputs import Act
from houseway.players.guests import Opponent, opponent
from houseway.room.api.roles import Caller
from houseway.room.clock import seconds
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.tables import commands, seat_rules
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import SeatedPlayer
from houseway.room.tables.state import TableState, TableSummary, the_round

PACE_MS = 900
"""Milliseconds that a bot waits before a decision."""
TOO_FEW = 2
"""The share of the least buy-in below which a bot adds chips."""


class Decision(NamedTuple):
    """The decision of a bot, as the answer to one question of one round."""

    caller: Caller
    round: int
    ask: int
    act: Act


class Bots:
    """The bots of a room: their accounts, and how each decides."""

    def __init__(self, failed: Callable[[Actor, BaseException], None], pace_ms: int = PACE_MS):
        self._failed, self.pace_ms = failed, pace_ms
        self._who: dict[int, Caller] = {}
        self._minds: dict[tuple[str, int], Opponent] = {}
        self._at: dict[str, asyncio.Task[None]] = {}

    def add(self, caller: Caller) -> None:
        """Add this person as a bot."""
        self._who[caller.person] = caller

    def look(self, actor: Actor) -> None:
        """React to a change at a table: answer for a bot that is asked, or add chips for one
        without; one that can pay for no more leaves.
        """
        if actor.name in self._at and not self._at[actor.name].done():
            return
        if self._has_work(actor):
            self._at[actor.name] = asyncio.ensure_future(self._think(actor))

    def stop(self) -> None:
        """Stop all bots."""
        for task in self._at.values():
            task.cancel()

    def _has_work(self, actor: Actor) -> bool:
        """Return True if a bot is asked, short of chips, or out of money at this table."""
        return bool(self._asked_seat(actor) or self._short(actor) or self._broke(actor))

    def _asked_seat(self, actor: Actor) -> int:
        """Return the first bot's seat with an open question."""
        now = actor.summary
        if now.status not in commands.TAKING:
            return 0
        for seat in now.asked:
            sitter = now.seating.seats.get(seat)
            if sitter is not None and sitter.player.person in self._who:
                return seat
        return 0

    def _short(self, actor: Actor) -> int:
        """Return, between rounds, the first bot's seat with too few chips and more on its
        account.
        """
        for seat, sitter in self._between_rounds(actor):
            cents = _more(actor.summary, seat)
            few = sitter.chips * TOO_FEW < actor.summary.terms.buy_in_least
            if few and 0 < cents <= self._money(actor, sitter):
                return seat
        return 0

    def _broke(self, actor: Actor) -> int:
        """Return, between rounds, the first bot's seat that can take part in no further round.

        It would occupy a chair for nothing until ``Terms.hold_ms`` is over.
        """
        now = actor.summary
        for seat, sitter in self._between_rounds(actor):
            if sitter.chips or now.posted.plays_without_chips(
                seat_rules.seated(seat, sitter), now.carry_over
            ):
                continue
            if self._money(actor, sitter) < now.terms.buy_in_least:
                return seat
        return 0

    def _between_rounds(self, actor: Actor) -> list[tuple[int, SeatedPlayer]]:
        """Return the bots' seats that may change their chips now; none while a round is played."""
        now = actor.summary
        if now.status != "open" or now.playing:
            return []
        return [
            (seat, sitter)
            for seat, sitter in now.seating.seats.items()
            if sitter.state == "here" and sitter.player.person in self._who and not sitter.top_up
        ]

    def _money(self, actor: Actor, sitter: SeatedPlayer) -> int:
        """Return the balance of a bot's account in cents."""
        return actor.tools.store.balance(wallet(sitter.player.person))

    async def _think(self, actor: Actor) -> None:
        """Let the bots of a table act at their pace until they have nothing to do."""
        try:
            while self._has_work(actor):
                await asyncio.sleep(seconds(self.pace_ms))
                await self.provide(actor)
                await self.release(actor)
                await self.answer(actor)
        except Denied:
            return
        except Exception as error:
            self._failed(actor, error)

    async def answer(self, actor: Actor) -> None:
        """Answer for the first bot that is asked, if one is."""
        seat = self._asked_seat(actor)
        decided = await actor.read(lambda live: self._decision(live, seat)) if seat else None
        if decided is not None:
            await commands.act(actor, decided.caller, "", decided.round, decided.ask, decided.act)

    def _decision(self, live: TableState, seat: int) -> Decision | None:
        """Return the decision of the bot at a seat; None if it is not asked any more."""
        sitter = live.seating.seats.get(seat)
        if seat not in live.asked() or sitter is None or sitter.player.person not in self._who:
            return None
        round_ = the_round(live)
        mind = self._minds.get((live.name, seat))
        if mind is None:
            mind = self._minds[live.name, seat] = opponent(live.posted, None)
        return Decision(
            self._who[sitter.player.person], commands.round_now(live), round_.asked[seat],
            mind.choose(round_, seat),
        )  # fmt: skip

    async def provide(self, actor: Actor) -> None:
        """Add chips for bots that have run out, while their accounts have money."""
        while seat := self._short(actor):
            caller = self._who[actor.summary.seating.seats[seat].player.person]
            await commands.top_up(actor, caller, "", _more(actor.summary, seat))

    async def release(self, actor: Actor) -> None:
        """Let bots leave that have neither chips nor money for a buy-in."""
        while seat := self._broke(actor):
            caller = self._who[actor.summary.seating.seats[seat].player.person]
            await commands.leave(actor, caller, "")


def _more(now: TableSummary, seat: int) -> int:
    """Return one more least buy-in, or what the table still takes, in cents."""
    terms = now.terms
    return min(terms.buy_in_least, terms.buy_in_most - now.seating.seats[seat].chips)
