"""Bots that play through the client, and rounds as a client follows them."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from houseway.engine.ledger import entries
from houseway.engine.questions import Asking
from houseway.players.guests import opponent
from houseway.room.api.messages import TableNow
from houseway.room.client.bot import RoomBot, answer, plain_answers
from houseway.room.client.round import Followed, game_of, read_event
from houseway.room.client.table import Seen
from houseway.room.tables.views import event_versions
from houseway.rulebook import find
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS, LONG, random_act
from tests.support.room_site import house


def full_table(game_id: str, seed: int) -> Table:
    """A table with a few players."""
    table = Table(find(game_id)({}), seed=seed)
    for seat in range(1, max(table.game.seats_min, 3) + 1):
        table.sit(seat, f"p{seat}", 1_000_00)
    return table


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_what_is_told_is_read_back(game_id: str) -> None:
    """Each event of random rounds, as each viewer is told it, is the event of the engine again."""
    table, rng = full_table(game_id, 3), random.Random(3)
    for _ in range(3):
        round_ = table.start()
        while isinstance(round_.question, Asking):
            table.enter(random_act(round_, rng))
        for viewer in (0, 1, 2):
            mine = round_.events_for(viewer)
            for number, event in enumerate(round_.events):
                sent = msgspec.json.decode(event_versions(event, (1, 2)).to(viewer))
                assert read_event(table.game, sent) == mine[number]


@pytest.mark.parametrize("game_id", GAME_IDS if LONG else GAME_IDS[::8])
def test_the_game_is_what_its_signs_say(game_id: str) -> None:
    game = find(game_id)({})
    layout = msgspec.json.decode(msgspec.json.encode(game.layout()), type=type(game.layout()))
    made = game_of(layout)
    assert made.fingerprint() == layout.rules == game.fingerprint()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_an_answer_from_a_view_alone(game_id: str) -> None:
    """Each question is answered from a view that went over the wire, and rounds end."""
    table, refused, asked = full_table(game_id, 5), 0, 0
    game, mind = table.game, opponent(table.game, 5)
    for _ in range(2):
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            seat = question.seats()[0]
            public, own = round_.views((seat,))
            view = msgspec.convert(msgspec.to_builtins(public.of(seat, own[seat])), type(public))
            found = [answer(game, view, mind) for _ in range(4)] + plain_answers(view)
            allowed = [act for act in found if round_.refusal(act) is None]
            asked, refused = asked + 1, refused + (round_.refusal(found[0]) is not None)
            table.enter(allowed[0])
    assert refused <= asked // 4, "most of what a bot wants is allowed"


def seen_of(first: int, events: list[dict[str, object]]) -> Seen:
    return Seen(1, 1, 0, TableNow("open"), events=tuple(events), first=first)


def test_what_is_told_twice_counts_once() -> None:
    """After a break a room may tell again what was told, or the whole round; or begin later."""
    table = full_table("blackjack", 2)
    round_ = table.start()
    rng = random.Random(1)
    while isinstance(round_.question, Asking):
        table.enter(random_act(round_, rng))
    sent = [msgspec.json.decode(event_versions(event, (1,)).to(1)) for event in round_.events]
    assert len(sent) > 8
    followed = Followed(table.game, 1, round_.seats)
    for first, last in ((0, 4), (2, 6), (0, 7), (7, 7), (7, len(sent))):
        followed.take(seen_of(first, sent[first:last]))
    assert followed.events == round_.events_for(1) and followed.whole
    assert entries(followed) == entries(round_), "where the money went is told alike"
    late = Followed(table.game, 1, round_.seats)
    late.take(seen_of(5, sent[5:]))
    assert late.events == round_.events_for(1)[5:] and not late.whole


@pytest.mark.process
def test_bots_play_through_the_client(tmp_path: Path) -> None:
    """Two bots at a table of poker and at one of blackjack, over real sockets; money adds up."""

    async def evening() -> None:
        async with house(tmp_path, "lightning-holdem", "blackjack") as made:
            bots = []
            for number, name in enumerate(("Ann", "Bob")):
                client = await made.enter(name)
                for table in ("T1", "T2"):
                    bots.append(RoomBot(client, table, seed=number))
            await asyncio.wait_for(asyncio.gather(*(bot.play(200_00, 3) for bot in bots)), 30)
            for bot in bots:
                assert bot.rounds == 3 and bot.decisions >= 3
            async with asyncio.timeout(10):
                while any(actor.live.seating.seats for actor in made.room.tables.values()):
                    await asyncio.sleep(0.01)
            assert sum(made.room.store.balances().values()) == 0

    asyncio.run(evening())
