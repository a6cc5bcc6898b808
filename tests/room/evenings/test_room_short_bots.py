"""Bots with few chips or none never keep a person from the next round, at any game."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from houseway.players.guests import opponent
from houseway.room import demo
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.ledger import CASH, Posting, at_table
from houseway.room.room import Room
from houseway.room.store.stream import CommandContext
from houseway.room.tables import commands, deadlines, seat_rules
from houseway.room.tables.actor import Actor
from houseway.room.tables.seats import Ended, Player
from houseway.room.tables.state import seat_event, the_round
from houseway.rulebook import games
from tests.support.local_room import fund, make_room, move, open_table, player, sit

ME = 5
ROUNDS = 6
STEPS = 400
MONEY = 1_000_00
"""The money of a bot besides its buy-in, in cents: it lasts for the test."""


async def short(actor: Actor, room: Room, rng: random.Random) -> None:
    """Take chips from the bots between rounds: down to nothing, a cent or less than a wager."""
    live = actor.live
    least = live.terms.buy_in_least
    chips = {seat: sitter.chips for seat, sitter in live.seating.seats.items()}
    for seat, sitter in live.seating.seats.items():
        left = rng.choice((0, 1, 99, 29_00, least // 10, least // 10 + 1, least // 2))
        if sitter.player.bot and left < sitter.chips:
            move(room.store, Posting(at_table("T", ("purse", seat)), CASH, sitter.chips - left))
            chips[seat] = left

    async def work(context: CommandContext) -> object:
        return await actor.commit(
            context, [seat_event(actor.live, Ended(at=context.at, chips=chips))]
        )

    await actor.turn(lambda: work(actor.by_room(room.clock.now_ms())))
    room.bots.look(actor)


async def settle(room: Room) -> None:
    """Let bots act until none is asked."""
    while (task := room.bots._at.get("T")) is not None and not task.done():
        await asyncio.sleep(0)


async def seated(room: Room, game: str) -> Actor:
    """The table of the demo room, its bots with money for more buy-ins, and a person."""
    setup = next(one for one in demo.setups() if one.game == game)
    terms = demo.table_of(setup.name).terms
    posted = {name: getattr(terms, name) for name in ("buy_in_least", "buy_in_most", "start_with")}
    actor = await open_table(
        room, "T", game, setup.posting, people_least=1, pause_ms=terms.pause_ms, **posted
    )
    cents = min(4 * terms.buy_in_least, terms.buy_in_most)
    for n in range(setup.bots):
        bot = Caller(50 + n, "bot", f"Bot {n}", "demo")
        room.bots.add(bot)
        fund(room.store, bot.person, cents + ROUNDS * max(terms.buy_in_least, MONEY))
        await commands.sit(actor, bot, "", Player(bot.person, bot.name, bot=True), cents, 0)
    await sit(room, actor, ME, terms.buy_in_most)
    return actor


@pytest.mark.parametrize("game", games())
def test_the_next_round_is_dealt_whatever_chips_the_bots_have(game: str, tmp_path: Path) -> None:
    async def evening() -> None:
        clock, rng = SimulatedClock(), random.Random(7)
        room = make_room(tmp_path, clock)
        room.bots.pace_ms = 0
        await room.start()
        actor = await seated(room, game)
        mind, me, before = opponent(actor.live.posted, 7), player(ME), -1
        my = seat_rules.seat_of(actor.live.seating, ME)
        for _ in range(STEPS):
            await settle(room)
            live = actor.live
            if live.number >= ROUNDS and not live.playing:
                break
            if not live.playing and live.number > before:
                before = live.number
                await short(actor, room, rng)
            elif my in live.asked():
                given, ask = mind.choose(the_round(live), my), the_round(live).asked[my]
                await commands.act(actor, me, "", commands.round_now(live), ask, given)
            elif not live.playing and not live.seating.seats[my].ready:
                await commands.ready(actor, me, "")
            else:
                due = deadlines.next_wakeup(live, clock.now_ms())
                wait = due - clock.now_ms()
                assert 0 <= wait <= max(live.terms.pause_ms, live.terms.arrange_ms), (
                    wait,
                    live.why,
                )
                clock.advance(wait)
                await actor.tick()
        assert actor.live.number >= ROUNDS and not room.failures
        await room.stop()
        room.store.close()

    asyncio.run(evening())
