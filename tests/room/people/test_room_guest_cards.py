"""Guest cards: an account with money at a touch, in rooms that post them, booked like anybody's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.client.requests import RoomRefused
from houseway.room.clock import SimulatedClock
from houseway.room.config.faults import BadRoom
from houseway.room.config.load import room_from
from houseway.room.config.schema import Guests
from houseway.room.errors import Denied
from houseway.room.http.limits import Rate
from houseway.room.ledger import CASH, wallet
from houseway.room.opening import hired
from houseway.room.people.pins import CHEAP
from houseway.room.people.sessions import PeopleTerms
from houseway.room.room import Room
from tests.support.local_room import make_room
from tests.support.room_site import house

POSTED = Guests(500_00, "9002")


async def made(folder: Path, guests: Guests | None = POSTED, shift: bool = True) -> Room:
    """A room that gives out guest cards, with its cashier at work or not."""
    room = make_room(folder, SimulatedClock(), people=PeopleTerms(pins=CHEAP))
    if guests is not None:
        room.guest_cards.cashier, room.guest_cards.cents = guests.cashier, guests.cents
    await hired(room, "cashier", "Carl", "9002")
    if shift:
        await room.cage.shifts.open(_carl(room), 0, key="shift")
    return room


def _carl(room: Room) -> Caller:
    person = room.store.person_with("9002")
    assert person is not None
    return Caller(person.id, "cashier", "Carl", "cage")


def test_a_card_has_an_account_money_and_a_login(tmp_path: Path) -> None:
    async def evening() -> None:
        room = await made(tmp_path)
        first = await room.guest_cards.give_out("browser 1")
        second = await room.guest_cards.give_out("browser 2", "  Zoë ")
        assert first.login.caller.name == f"Guest {first.card[-4:]}"
        assert second.login.caller.name == "Zoë"
        assert first.card != second.card and first.cents == 500_00
        for one in (first, second):
            assert one.login.caller.role == "player"
            assert room.store.balance(wallet(one.login.caller.person)) == 500_00
            assert room.people.caller_of(one.login.token) == one.login.caller
        # It is cash of Carl's drawer, and the books are even.
        assert room.store.balances()[CASH] == -1_000_00
        await room.cage.shifts.count(_carl(room), 1_000_00)
        [counted] = await room.cage.shifts.all_open(roles.ROOM)
        assert counted.over == 0
        # The card is one's own: it logs in again.
        again = await room.people.login(first.card, first.pin, "browser 3")
        assert again.caller.person == first.login.caller.person
        room.store.close()

    asyncio.run(evening())


def test_where_none_are_posted_it_is_refused(tmp_path: Path) -> None:
    async def evening() -> None:
        room = await made(tmp_path, None)
        people = len(list(room.store.people()))
        with pytest.raises(Denied, match="gives out no guest cards"):
            await room.guest_cards.give_out("browser")
        assert len(list(room.store.people())) == people
        room.store.close()

    asyncio.run(evening())


def test_without_an_open_shift_nothing_is_given_out(tmp_path: Path) -> None:
    async def evening() -> None:
        room = await made(tmp_path, shift=False)
        people = len(list(room.store.people()))
        with pytest.raises(Denied, match="Carl, who issues guest cards, has no open shift"):
            await room.guest_cards.give_out("browser")
        assert len(list(room.store.people())) == people, "no account without its money"
        room.store.close()

    asyncio.run(evening())


@pytest.mark.process
def test_over_the_wire(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, guest=Rate(2, 60_000)) as served:
            client = await served.enter("Ann")
            assert (await client.room_info()).guest_cents == 0
            with pytest.raises(RoomRefused, match="no guest cards") as refused:
                await client.guest_card("browser")
            assert refused.value.code == "refused"
            cashier = served.persons["cashier"]
            card = served.cards["cashier"]
            cards = served.room.guest_cards
            cards.cashier, cards.cents = card, 300_00
            at_work = Caller(cashier, "cashier", "cashier", "cage")
            await served.room.cage.shifts.open(at_work, 0, key="shift")
            assert (await client.room_info()).guest_cents == 300_00
            found = await client.guest_card("browser", "Gil")
            assert (await client.me()).cents == 300_00 and found.login.name == "Gil"
            async with asyncio.timeout(10):  # the next is taken in a minute: that is told at once
                with pytest.raises(RoomRefused, match=r"too many .* is taken in \d+ s") as slow:
                    await client.guest_card("browser")
            assert slow.value.code == "rate"

    asyncio.run(evening())


ROOM = """
[room]
name = "a room"
[guests]
cards = true
amount = {amount}
cashier = "{cashier}"
[[table]]
name = "H-1"
game = "holdem"
terms = {{ practice = true }}
[[staff]]
name = "Fay"
role = "floor"
card = "9001"
[[staff]]
name = "Carl"
role = "cashier"
card = "90 02"
"""


def test_the_room_file_posts_them() -> None:
    room = room_from(ROOM.format(amount=750, cashier="90 02"))
    assert room.guests == Guests(750_00, "9002")
    assert room.tables[0].terms.practice
    assert room_from(ROOM.replace("cards = true", "").format(amount=5, cashier="")).guests is None


@pytest.mark.parametrize(
    ("amount", "cashier", "says"),
    [
        (0, "9002", "more than \\$0"),
        (100, "9001", "takes cash: 9002 \\(Carl\\)"),
        (100, "", "takes cash"),
        (-5, "9002", "must not be below"),
    ],
)
def test_what_is_posted_must_be_possible(amount: int, cashier: str, says: str) -> None:
    with pytest.raises(BadRoom, match=says):
        room_from(ROOM.format(amount=amount, cashier=cashier))
