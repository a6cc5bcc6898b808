"""The demo room: a table of each family with bots at it, guests with money, and a small staff.

The room is data, as if it had been read from a file.  What its guests and bots have is cash that
its cashier took in, in an open shift, like anybody's.
"""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from typing import Any

import msgspec

from houseway.room import asking, seating, sitting
from houseway.room.caller import ROOM, Caller
from houseway.room.config_made import Display, RoomFile, Staff, TableFile
from houseway.room.ledger import wallet
from houseway.room.refusals import Denied
from houseway.room.room import Room
from houseway.room.starting import Secret, hired, new_pin
from houseway.room.store.base import Person
from houseway.room.usual import house_banks, usual_terms
from houseway.rulebook import find

BANKROLL = 50_000_00
BUY_INS = 10
"""A bot has so many buy-ins of each table it plays at."""


class Family(msgspec.Struct, frozen=True):
    """A table of the demo room: its game, how it is posted, how many bots sit there."""

    name: str
    game: str
    bots: int
    posting: dict[str, Any] = {}


class Card(msgspec.Struct, frozen=True):
    """Somebody who plays here: name, card, and cash that the cashier takes in."""

    name: str
    card: str
    cents: int


class Furnished(msgspec.Struct, frozen=True):
    """Row: the demo room has its guests and bots, with so much money."""

    guests: int
    bots: int
    cents: int


FAMILIES = (
    Family("BLACKJACK", "free-bet-blackjack", 2, {"push_22": "A"}),
    Family("SWITCH", "blackjack-switch", 2),
    Family("THREE-CARDS", "3-card-21-n-done", 2),
    Family("SHINE", "3-card-shine", 2),
    Family("ROCKET", "rocket-aces", 2),
    Family("DICE", "3-dice-baccarat", 2),
    Family("BLACKJACK-X", "blackjack-x", 3),
    Family("TILES", "pai-gow-tiles", 3),
    Family("BACCARAT", "commission-free-baccarat", 3),
    Family("CENTURY", "21st-century-baccarat", 3),
    Family("HOLDEM", "lightning-holdem", 5),
    Family("OMAHA", "omaha-8", 4),
    Family("STUD", "seven-card-stud", 4, {"ante": 1, "bring_in": 2, "small_bet": 4}),
    Family("DRAW", "draw-jacks-or-better", 4),
)
STAFF = (
    Staff("Fay", "floor", "9001"),
    Staff("Carl", "cashier", "9002"),
    Staff("Sue", "supervisor", "9003"),
    Staff("Ada", "auditor", "9004"),
    Staff("Ed", "admin", "9005"),
)
CASHIER = STAFF[1]
SCREEN = Display("HOLDEM screen", "HOLDEM", "9101")
GUESTS = (
    Card("Ann", "1001", 1_000_00),
    Card("Bob", "1002", 2_000_00),
    Card("Cleo", "1003", 2_000_00),
    Card("Dan", "1004", 3_000_00),
    Card("Eve", "1005", 5_000_00),
    Card("Finn", "1006", 5_000_00),
)
BOTS = ("Gus", "Hal", "Ida", "Joe", "Kit", "Lou", "Mae", "Ned")
"""They play at several tables at once, one seat at each, as anybody may."""


def demo_room() -> RoomFile:
    """The demo room as if it had been read from a file."""
    return RoomFile(
        name="houseway demo room",
        tables=tuple(table_of(family) for family in FAMILIES),
        staff=STAFF,
        displays=(SCREEN,),
    )


def table_of(family: Family) -> TableFile:
    """A table of the demo room.  Until a guest sits down its bots wait: alone they would play on
    all night and fill a disk."""
    game = find(family.game)(family.posting)
    terms = msgspec.structs.replace(usual_terms(game), people_least=1, pause_ms=4_000)
    return TableFile(
        name=family.name,
        game=family.game,
        posting=family.posting,
        terms=terms,
        bankroll=BANKROLL if house_banks(game) else 0,
    )


# -- who plays where -------------------------------------------------------------------------


@cache
def places() -> dict[str, dict[str, int]]:
    """Bot -> the tables where it sits, with the buy-in at each; in turn, so that all meet."""
    found: dict[str, dict[str, int]] = {name: {} for name in BOTS}
    order = cycle(BOTS)
    for family in FAMILIES:
        terms = table_of(family).terms
        buy_in = min(4 * terms.buy_in_least, terms.buy_in_most)
        for name in islice(order, family.bots):
            found[name][family.name] = buy_in
    return found


def bots() -> tuple[Card, ...]:
    """The bots, with enough for many buy-ins."""
    return tuple(
        Card(name, f"{5001 + i}", BUY_INS * sum(tables.values()))
        for i, (name, tables) in enumerate(places().items())
    )


# -- the first start -------------------------------------------------------------------------


async def first_start(room: Room) -> list[Secret]:
    """Bring guests and bots into the demo room, once; at every start the bots sit down.

    A first start that was broken off goes on: nobody is there twice, no cash is taken in twice,
    and who had a PIN that nobody has seen gets another.
    """
    secrets: list[Secret] = []
    if room.store.last_row(room.diary.stream, "furnished") is None:
        secrets = await _furnish(room)
    await _seat_bots(room)
    return secrets


async def _furnish(room: Room) -> list[Secret]:
    cashier = _caller(_known(room, CASHIER.card))
    await room.cage.shifts.open(cashier, 0, key="demo shift")
    secrets = [await _guest(room, cashier, guest) for guest in GUESTS]
    for bot in bots():
        if room.store.person_with(bot.card) is None:
            await hired(room, "bot", bot.name, bot.card)
    for card in (*GUESTS, *bots()):
        person = _known(room, card.card)
        await room.cage.deposit(cashier, person.id, card.cents, key=f"demo {card.card}")
    cents = sum(card.cents for card in (*GUESTS, *bots()))
    await room.diary.write(ROOM, "furnished", Furnished(len(GUESTS), len(BOTS), cents))
    return secrets


async def _guest(room: Room, cashier: Caller, guest: Card) -> Secret:
    """A guest's account, opened by the cashier."""
    pin = new_pin(room.entropy, guest.card)
    known = room.store.person_with(guest.card)
    if known is None:
        await room.people.open_account(cashier, guest.name, pin, card=guest.card)
    else:
        await room.people.reset_pin(ROOM, known.id, pin, "the first start was broken off")
    return Secret("player", guest.name, guest.card, pin)


def _known(room: Room, card: str) -> Person:
    found = room.store.person_with(card)
    if found is None:
        raise Denied(f"nobody has the card {card}; the demo room was not made whole", "fault")
    return found


def _caller(person: Person) -> Caller:
    return Caller(person.id, person.role, person.name, "demo")


async def _seat_bots(room: Room) -> None:
    """Every bot where it plays, unless it sits there already or has no money for it."""
    for card, tables in zip(bots(), places().values(), strict=True):
        person = _known(room, card.card)
        caller = _caller(person)
        room.bots.add(caller)
        for name, buy_in in tables.items():
            actor = room.tables.get(name)
            if actor is None or actor.live.status != "open":
                continue
            live, guest = actor.live, seating.Guest(person.id, person.name, bot=True)
            least, _ = sitting.buy_in_bounds(live.seating, live.terms, person.id, actor.now)
            cents = max(least, buy_in)
            if sitting.seat_of(live.seating, person.id) or not sitting.free_seats(
                live.seating, live.terms
            ):
                continue
            if room.store.balance(wallet(person.id)) >= cents:
                await asking.sit(actor, caller, "", guest, cents, 0)
