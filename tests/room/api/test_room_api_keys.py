"""Idempotency keys: every writing endpoint takes one, and a command sent again is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from houseway.room.api import types as t
from houseway.room.api.roles import Caller
from houseway.room.api.table_types import Terms
from houseway.room.api.types import AccountOpened, GuestCard, TermsBody
from houseway.room.client.client import RoomClient, RoomRefused
from houseway.room.http.site import ENDPOINTS
from houseway.room.lobby import waiting_list
from tests.support.room_site import House, house

pytestmark = pytest.mark.process

READS = {"with_card", "preview_ruling"}
"""They are posted because what is asked does not belong into an address; nothing is written."""


def evening(folder: Path, play: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        async with house(folder) as served:
            await play(served)

    asyncio.run(run())


def test_every_writing_endpoint_takes_a_key() -> None:
    writing = [e for e in ENDPOINTS if e.method != "GET" and e.name not in READS]
    assert len(writing) > 50
    assert [e.name for e in writing if not e.key] == []


def test_a_new_card_that_is_asked_for_twice_has_one_number(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        ann, client = served.persons["Ann"], await served.enter("supervisor")
        body = t.NewCard("it is lost")
        first, second = [
            await client.post(f"/people/{ann}/card", AccountOpened, body, "card-1")
            for _ in range(2)
        ]
        assert first == second
        rows = [row for row in served.room.store.rows("people") if row.kind == "new_card"]
        assert len(rows) == 1
        other = await client.post(f"/people/{ann}/card", AccountOpened, body, "card-2")
        assert other.card != first.card
        with pytest.raises(RoomRefused, match="used for another command"):
            await client.post(f"/people/{ann}/card", AccountOpened, t.NewCard("again"), "card-1")

    evening(tmp_path, play)


COMMANDS: list[tuple[str, str, str, t.Body | None]] = [
    ("supervisor", "lock", "/people/{ann}/lock", t.GivenReason("lost")),
    ("supervisor", "unlock", "/people/{ann}/unlock", t.GivenReason("found")),
    ("supervisor", "pin", "/people/{ann}/pin", t.PinReset("2580", "forgotten")),
    ("floor", "exclude", "/people/{ann}/exclude", t.GivenReason("shouting")),
    ("floor", "readmit", "/people/{ann}/readmit", t.GivenReason("sorry")),
    ("supervisor", "name", "/people/{ann}/name", t.NewName("Anne")),
    ("admin", "role", "/people/{dealer}/role", t.NewRole("floor", "a new duty")),
]


def test_what_is_done_to_people_twice_under_one_key_is_done_once(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        named = {name: served.persons[name.capitalize()] for name in ("ann",)}
        named["dealer"] = served.persons["dealer"]
        for who, key, path, body in COMMANDS:
            client = await served.enter(who)
            await client.done(path.format(**named), body, f"key-{key}")
            seq = _rows(served)
            await client.done(path.format(**named), body, f"key-{key}")
            assert _rows(served) == seq, key

    evening(tmp_path, play)


def _rows(served: House) -> int:
    """Rows of people but for logins."""
    return sum("log" not in row.kind for row in served.room.store.rows("people"))


def test_a_drawer_counted_twice_under_one_key_is_counted_once(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        client = await served.enter("cashier")
        await client.open_shift(100_00)
        for _ in range(2):
            await client.done("/cage/shifts/count", t.CountedDrawer(90_00), "count")
        rows = [row for row in served.room.store.rows("cage") if row.kind == "shift_counted"]
        assert len(rows) == 1

    evening(tmp_path, play)


def test_a_guest_card_that_is_asked_for_twice_is_one(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        cards = served.room.guest_cards
        cards.cashier, cards.cents = served.cards["cashier"], 300_00
        at_work = Caller(served.persons["cashier"], "cashier", "cashier", "cage")
        await served.room.cage.shifts.open(at_work, 0, key="shift")
        client = await served.enter("Ann")
        client.token = ""
        first, second = [
            await client.post("/guest", GuestCard, t.GuestWish("browser"), "guest-1")
            for _ in range(2)
        ]
        assert first == second
        with pytest.raises(RoomRefused, match="used for another command"):
            await client.post("/guest", GuestCard, t.GuestWish("another"), "guest-1")

    evening(tmp_path, play)


def test_who_leaves_a_list_twice_under_one_key_leaves_it_once(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        floor = await served.enter("floor")
        await floor.open_table("T1", "blackjack", terms=TermsBody(
            buy_in_least=1_00, buy_in_most=100_00, seats=1))  # fmt: skip
        ann, bob = await served.enter("Ann"), await served.enter("Bob")
        for client in (ann, bob):
            await client.register("blackjack", 10_00)
        assert waiting_list.entry_of(served.room.lobby.waiting, served.persons["Bob"], "blackjack")
        for _ in range(2):
            await bob.reply("DELETE", "/waiting/blackjack", key="off")
        rows = [row for row in served.room.store.rows("lobby") if row.kind == "removed"]
        assert sum(row.by == served.persons["Bob"] for row in rows) == 1

    evening(tmp_path, play)


def test_terms_over_the_wire_have_every_field() -> None:
    assert set(TermsBody.__struct_fields__) == set(Terms.__struct_fields__)


def test_the_least_number_of_people_is_posted_over_the_wire(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        floor = await served.enter("floor")
        terms = TermsBody(buy_in_least=1_00, buy_in_most=100_00, seats=6, people_least=2)
        await floor.open_table("T9", "blackjack", terms=terms)
        assert served.room.table("T9").live.terms.people_least == 2

    evening(tmp_path, play)


def test_a_client_knows_its_seat_when_it_has_sat_down(tmp_path: Path) -> None:
    async def play(served: House) -> None:
        floor = await served.enter("floor")
        await floor.open_table("T9", "holdem")
        client: RoomClient = await served.enter("Ann")
        async with client.table("T9") as table:
            assert table.seat == 0
            await table.sit(50_00, 3)
            assert table.seat == 3
            await table.leave()
            assert table.seat == 0

    evening(tmp_path, play)
