"""A room sends its tables step by step to viewers who asked for steps, and to no others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from houseway.game.face.views import BankView
from houseway.room.api.messages import Hello, Step, View
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.http.monitoring.metrics import Metrics
from houseway.room.http.sockets.outbox import MOST_STEPS, Outbox, steps_to
from houseway.room.http.sockets.table_hub import TableHub
from houseway.room.room import Room
from houseway.room.tables.actor import Actor
from houseway.table.round_view import Shadow
from tests.support.local_room import make_room, open_table, play, player, sit
from tests.support.random_play import open_table as open_game
from tests.support.random_play import pieces_named
from tests.support.step_page import drawn, unasked

GAMES = ("holdem", "free-bet-blackjack", "pai-gow-tiles", "3-card-shine", "3-dice-baccarat")
TOKEN = "t" * 20


class Socket:
    """One who looks at a table: what is shown waits in an outbox until it is read."""

    def __init__(self, hello: Hello, caller: Caller) -> None:
        self.hello, self.caller, self.outbox = hello, caller, Outbox()
        self.got: list[dict[str, Any]] = []

    def read(self) -> None:
        """Take what waits."""
        while (message := self.outbox._next()) is not None:
            self.got.append(msgspec.json.decode(msgspec.json.encode(message)))

    @property
    def views(self) -> list[dict[str, Any]]:
        return [message for message in self.got if message["type"] == "view"]


SEAT, BESIDE, SLOW, SCREEN, RAIL, PLAIN, LATE = range(7)


def sockets() -> tuple[Socket, ...]:
    """Two who play and follow every step, one of them slowly; others; and one who wants none."""
    return (
        Socket(Hello(TOKEN, "T", steps=True), player(1)),
        Socket(Hello(TOKEN, "T", steps=True), player(2)),
        Socket(Hello(TOKEN, "T", steps=True), player(2)),
        Socket(Hello(TOKEN, "T", "display", steps=True), Caller(800, "display", "screen")),
        Socket(Hello(TOKEN, "T", "watch", steps=True), Caller(801, "player", "rail")),
        Socket(Hello(TOKEN, "T"), player(1)),
    )


def evening(
    folder: Path, game: str, seed: int, then: Callable[[Room, Actor, tuple[Socket, ...]], None]
) -> None:
    """One round of two players, looked at by all of them."""

    async def run() -> None:
        room = make_room(folder, SimulatedClock())
        tables = TableHub(room, Metrics(), pace_ms=3_600_000)
        actor = await open_table(room, "T", game, pause_ms=60_000)
        looking = sockets()
        for each in looking:
            await tables.join(each.caller, each.hello, each.outbox)
        for person in (1, 2):
            await sit(room, actor, person, seat=person)

        def read(_: Actor) -> None:
            for each in looking:
                if each is not looking[SLOW]:
                    each.read()

        room.watched.append(read)
        await play(actor, random.Random(seed), 1)
        late = Socket(Hello(TOKEN, "T", "watch", steps=True), Caller(802, "player", "late"))
        await tables.join(late.caller, late.hello, late.outbox)
        looking = (*looking, late)
        for each in looking:
            each.read()
        then(room, actor, looking)
        for task in tables._shows.values():
            task.cancel()
        room.store.close()

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_who_asks_for_steps_is_shown_every_one_and_no_one_else_is(
    game: str, tmp_path: Path
) -> None:
    found = 0

    def check(room: Room, actor: Actor, looking: tuple[Socket, ...]) -> None:
        nonlocal found
        round_ = actor.live.round_
        assert round_ is not None and round_.closed
        sights = Shadow(round_).sights([1, 2])
        for which, seat in ((SEAT, 1), (BESIDE, 2), (SCREEN, 0)):
            views = [v for v in looking[which].views if v.get("public") and v.get("steps")]
            at = [step["at"] for view in views for step in view["steps"]]
            known = [sight.at for sight in sights if sight.at > at[0] - 1]
            assert at == known, "every step once, in order"
            found += len(at)
            seen = {x.at: (x.public, x.own.get(seat, [])) for x in sights}
            for view in views:
                for step, (page, own) in zip(view["steps"], drawn(view), strict=True):
                    assert (unasked(page), own) == seen[step["at"]]
        assert looking[PLAIN].views and not any("steps" in v for v in looking[PLAIN].views)
        [over] = looking[LATE].views
        assert over["steps"] and "own" not in over, "who watches sees steps of rounds that are over"
        assert drawn(over)[-1] == (round_.view(0), [])

    for seed in range(5):
        (folder := tmp_path / str(seed)).mkdir()
        evening(folder, game, seed, check)
    assert found > 50


@pytest.mark.parametrize("game", GAMES)
def test_a_slow_socket_is_led_to_the_same_view(game: str, tmp_path: Path) -> None:
    def check(room: Room, actor: Actor, looking: tuple[Socket, ...]) -> None:
        quick, slow = looking[BESIDE].views, looking[SLOW].views
        assert not any("public" in view for view in slow[:-1]), "a root of a shoe comes by itself"
        assert len(slow) == 2 < len(quick)
        assert drawn(slow[-1])[-1] == drawn(quick[-1])[-1]
        one_by_one = {
            step["at"]: page
            for view in quick
            if view.get("steps")
            for step, page in zip(view["steps"], drawn(view), strict=True)
        }
        steps = slow[-1].get("steps", [])
        assert [step["at"] for step in steps] == sorted(one_by_one)
        for step, page in zip(steps, drawn(slow[-1]), strict=True):
            assert page == one_by_one[step["at"]], "nothing of an older step is left"

    evening(tmp_path, game, 6, check)


def test_who_is_too_far_behind_gets_the_view_alone() -> None:
    round_ = open_game("holdem", 1)[0].start()
    public, table = msgspec.Raw(msgspec.json.encode(round_.view())), msgspec.Raw(b"{}")

    def view(seq: int, first: int, n: int) -> View:
        steps = tuple(Step("deal", at, 0) for at in range(first, first + n))
        return View(seq, 1, 0, table, public=public, steps=steps)

    assert len(steps_to(view(1, 1, MOST_STEPS // 2), view(2, 200, MOST_STEPS // 2))) == MOST_STEPS
    assert steps_to(view(1, 1, MOST_STEPS), view(2, 300, 1)) == ()
    assert len(steps_to(view(1, 1, 5), view(2, 9, 0))) == 5, "nothing happened: as it was"
    outbox = Outbox()
    for number in range(100):
        outbox.show(view(number, 10 * number, 10))
        assert outbox._view is not None and len(outbox._view.steps) <= MOST_STEPS


def test_what_a_view_no_longer_has_is_gone_in_the_step_that_it_becomes() -> None:
    """Views leave out what has its default, and steps go on from the step before."""
    bare = open_game("holdem", 1)[0].start().view()
    banked = replace(bare, bank=BankView(1, 500, 0, 500))

    def of(seq: int, public: Any, *steps: Step) -> View:
        raw = msgspec.Raw(msgspec.json.encode(public))
        return View(seq, 1, 0, msgspec.Raw(b"{}"), public=raw, steps=steps)

    part = msgspec.Raw(msgspec.json.encode(msgspec.structs.asdict(banked)))
    old = of(1, bare, Step("chips", 1, 0, part), Step("settle", 2, 0))
    new = of(2, bare, Step("deal", 3, 0))
    merged = msgspec.structs.replace(new, steps=steps_to(old, new))
    pages = drawn(msgspec.json.decode(msgspec.json.encode(merged)))
    assert [page.bank is not None for page, _ in pages] == [True, False, False]


@pytest.mark.parametrize("game", ("holdem", "3-card-shine", "pai-gow-tiles"))
def test_steps_show_no_one_the_pieces_of_another(game: str, tmp_path: Path) -> None:
    """Everything that a socket ever got is searched for what it may not know."""

    def check(room: Room, actor: Actor, looking: tuple[Socket, ...]) -> None:
        round_ = actor.live.round_
        assert round_ is not None
        kind = round_.game.kind
        for which, seat in (
            (SEAT, 1),
            (BESIDE, 2),
            (SLOW, 2),
            (SCREEN, 0),
            (RAIL, 0),
            (LATE, 0),
        ):
            may = set()
            for event in round_.events_for(seat):
                for name in ("pieces", "piece"):
                    found = getattr(event, name, ())
                    may |= {kind.names[piece] for piece in found if piece >= 0}
            views = [message for message in looking[which].got if message["type"] == "view"]
            text = msgspec.json.encode(views).decode()
            assert set(pieces_named(text, kind)) <= may

    for seed in range(4):
        (folder := tmp_path / str(seed)).mkdir()
        evening(folder, game, seed, check)


def test_one_who_comes_back_is_shown_the_steps_since(tmp_path: Path) -> None:
    async def run() -> None:
        room = make_room(tmp_path, SimulatedClock())
        tables = TableHub(room, Metrics())
        actor = await open_table(room, "T", "holdem", pause_ms=60_000)
        for person in (1, 2):
            await sit(room, actor, person, seat=person)
        seen, rng = actor.seq, random.Random(3)
        await play(actor, rng, 1)
        assert actor.live.round_ is not None
        events = len(actor.live.round_.events)
        back = Socket(Hello(TOKEN, "T", seen=seen, steps=True), player(1))
        await tables.join(back.caller, back.hello, back.outbox)
        back.read()
        [view] = back.views
        assert 0 < view["steps"][0]["at"] <= view["steps"][-1]["at"] <= events
        new = Socket(Hello(TOKEN, "T", steps=True), player(1))
        await tables.join(new.caller, new.hello, new.outbox)
        new.read()
        assert "steps" not in new.views[0], "who comes new has missed nothing"
        room.store.close()

    asyncio.run(run())
