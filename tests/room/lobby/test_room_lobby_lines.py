"""The lines of the lobby: what is played, for how much, meters as they stand, who waits."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from houseway.game.face.layout import Layout, SpotPlan
from houseway.room.api.roles import ROOM
from houseway.room.clock import SimulatedClock
from houseway.room.http.lobby_view import line_of, main_wager
from houseway.room.tables import commands, log
from houseway.rulebook import find
from tests.support.local_room import make_room, open_table, play, sit, terms_of


def test_a_line_says_what_is_played_and_who_sits(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "S", "blackjack-switch", {}, people_least=1)
        await sit(room, actor, 7)
        line = line_of(room, actor)
        assert (line.table, line.game, line.name) == ("S", "blackjack-switch", "Blackjack Switch")
        assert (line.status, line.seats, line.taken, line.waiting) == ("open", 7, 1, 0)
        assert line.kind == "cards" and not line.practice and not line.meters
        assert line.look == find("blackjack-switch")().layout().look
        room.store.close()

    asyncio.run(evening())


def test_meters_before_the_first_round_and_after(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        game = find("3-dice-baccarat")()
        meters: dict[str, tuple[int, ...]] = {"triple_progressive": (2_512_40,)}
        body = log.TableOpened(game.id, {}, terms_of(7), game.fingerprint(), meters=meters)
        actor = room.new_table("D")
        await commands.row(actor, ROOM, "", body)
        [meter] = line_of(room, actor).meters
        assert (meter.spot, meter.cents) == ("triple_progressive", 2_512_40)
        assert meter.words and "_" not in meter.words
        plain = await open_table(room, "D-2", "3-dice-baccarat")
        seed = game.meter_terms["triple_progressive"][0].seed
        assert [m.cents for m in line_of(room, plain).meters] == [seed]
        await sit(room, actor, 7)
        await play(actor, random.Random(1), 20)
        [after] = line_of(room, actor).meters
        shown = actor.live.carry_over.meters["triple_progressive"][0].cents
        assert after.cents == shown != 2_512_40, "it has been fed"
        room.store.close()

    asyncio.run(evening())


def test_a_table_without_a_game_has_a_line(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        line = line_of(room, room.new_table("N"))
        assert (line.table, line.game, line.status, line.bet_most) == ("N", "", "new", 0)
        room.store.close()

    asyncio.run(evening())


def test_the_main_wager_is_that_of_the_layout() -> None:
    def spot(name: str, rank: str, least: int, most: int) -> SpotPlan:
        return SpotPlan(name, name, least, most, False, (), label=name.title(), rank=rank)

    def laid(*spots: SpotPlan) -> Layout:
        made: dict[str, Any] = {"zones": (), "pucks": (), "signage": (), "pay": ()}
        return Layout(game="g", name="G", shape="s", seats=7, spots=spots, **made)

    assert main_wager(laid(spot("side", "side", 1, 2))) == ("", 0, 0)
    both = laid(spot("x", "side", 1, 9), spot("player", "main", 5, 50), spot("tie", "main", 2, 80))
    assert main_wager(both) == ("Player", 2, 80)
