"""A chair that changes hands: what one saw there the next is not shown, and one's own end is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.room.client.client import RoomRefused
from tests.support.room_site import house

pytestmark = pytest.mark.process


def test_who_takes_a_chair_is_not_shown_what_the_one_before_saw(tmp_path: Path) -> None:
    """Bob folds and leaves; Cy takes the same seat before the next hand."""

    async def evening() -> None:
        async with house(tmp_path, "holdem") as made:
            await made.add("Cy")
            ann, bob, cy = [await made.enter(name) for name in ("Ann", "Bob", "Cy")]
            sent: list[bytes] = []
            await ann.seat("T1", "sit", seat=1, cents=100_00)
            await bob.seat("T1", "sit", seat=2, cents=100_00)
            async with bob.table("T1") as at, ann.table("T1") as other:
                seen = await at.view()
                assert seen.own is not None
                held = [card for own in seen.own.piles for card in own.pile.pieces]
                assert len(held) == 2
                chips = {seat.seat: seat.chips for seat in seen.public.seats}
                await at.leave()
                theirs = await other.view()
                if theirs.own is not None and theirs.own.prompt is not None:
                    await other.act("call")
                async with asyncio.timeout(5):
                    while any(chair.seat == 2 for chair in seen.table.chairs):
                        seen = await at.view(seen.seq)
                assert seen.public is not None and seen.public.closed, "the end is shown"
                mine = next(seat.chips for seat in seen.public.seats if seat.seat == 2)
                assert mine <= chips[2] and any(e["event"] == "folded" for e in seen.events)
                assert (await bob.me()).cents == 900_00 + mine
                await other.leave()
            await cy.seat("T1", "sit", seat=2, cents=100_00)
            async with cy.table("T1", "seat", sent.append, 1) as new:
                seen = await new.view()
                assert seen.own is None and seen.public is not None
                assert not any(f'"{card}"'.encode() in b"".join(sent[1:]) for card in held)
                numbers = [event.get("pieces") for event in seen.events if event.get("seat") == 2]
                assert not any(max(pieces) >= 0 for pieces in numbers if pieces)

    asyncio.run(evening())


def test_who_never_played_sees_the_table_and_not_the_round(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, "holdem") as made:
            ann, bob = [await made.enter(name) for name in ("Ann", "Bob")]
            await ann.seat("T1", "sit", seat=1, cents=100_00)
            async with bob.table("T1") as at:
                seen = await at.view()
                assert seen.public is None and [c.name for c in seen.table.chairs] == ["Ann"]
                try:
                    await at.act("fold")
                except RoomRefused as refused:
                    assert refused.code in ("role", "stale")
                else:
                    raise AssertionError("no one acts without a seat")

    asyncio.run(evening())
