"""An attacker who wants to see a covered card: over seats, joins and finished rounds."""

from __future__ import annotations

import asyncio
from pathlib import Path

from houseway.engine.inputs import Act
from houseway.room.clock import SimulatedClock
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.tables.views import Frame
from tests.support.local_room import make_room, open_table, player, sit


async def all_fold(actor: Actor) -> None:
    """Play a hand of poker that all others fold: its cards are never shown."""
    while actor.live.playing:
        live = actor.live
        assert live.round_ is not None
        [seat] = live.asked()
        person = live.seating.seats[seat].player.person
        ask = live.round_.asked[seat]
        await commands.act(actor, player(person), "", live.number, ask, Act(seat, "fold"))


def test_who_takes_a_chair_is_not_told_the_cards_of_who_sat_there(tmp_path: Path) -> None:
    async def evening() -> None:
        room = make_room(tmp_path, SimulatedClock())
        actor = await open_table(room, "T", "holdem", pause_ms=5_000)
        for person in (1, 2):
            await sit(room, actor, person)
        await all_fold(actor)
        seats = (1, 2)
        assert all(_private(Frame(actor, 0, seats), seat) for seat in seats), "their own, to them"
        for seat in seats:
            await commands.leave(actor, player(seat), "")
            await sit(room, actor, seat + 10, seat=seat)
        assert actor.live.round_ is not None and actor.live.round_.closed, "it is still shown"
        frame = Frame(actor, 0, seats)
        assert not any(_private(frame, seat) for seat in seats)
        assert not any(frame.own(seat) for seat in seats)
        room.store.close()

    asyncio.run(evening())


def _private(frame: Frame, seat: int) -> list[bytes]:
    """Return the parts of a frame that only this seat gets."""
    return [bytes(e.to(seat)) for e in frame.events if bytes(e.to(seat)) != bytes(e.public)]
