"""The demo room: a table of every game with bots, guests with money, and a small staff.

The room is data, as if read from a file. The money of guests and bots is cash that its cashier took
in, in an open shift, like any player's.
"""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from typing import Any

import msgspec

from houseway.families.poker.game import Poker
from houseway.room.api.roles import ROOM, Caller
from houseway.room.config.schema import Display, Guests, RoomFile, Staff, TableFile
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.opening import IssuedPin, hired, renewed
from houseway.room.people.pins import new_pin
from houseway.room.room import Room
from houseway.room.store.interface import Person
from houseway.room.tables import commands, seat_rules, seats
from houseway.room.tables.terms import default_terms, house_banks
from houseway.rulebook import find, games

BANKROLL = 50_000_00
GUEST_CENTS = 2_000_00
"""The money on a guest card."""
BUY_INS = 10
"""Number of buy-ins that a bot has for each table it plays at."""


class Setup(msgspec.Struct, frozen=True):
    """A table of the demo room: its game, its posting, and its number of bots."""

    name: str
    game: str
    bots: int
    posting: dict[str, Any] = {}


class Card(msgspec.Struct, frozen=True):
    """A demo player: name, card, and cash that the cashier takes in."""

    name: str
    card: str
    cents: int


class Furnished(msgspec.Struct, frozen=True):
    """Row: the demo room has its guests and bots, with this money."""

    guests: int
    bots: int
    cents: int


OTHERWISE = (
    Setup("FREE-BET", "free-bet-blackjack", 2, {"push_22": "A"}),
    Setup("SWITCH", "blackjack-switch", 2),
    Setup("THREE-CARDS", "3-card-21-n-done", 2),
    Setup("SHINE", "3-card-shine", 2),
    Setup("ROCKET", "rocket-aces", 2),
    Setup("STRAIGHT-METER", "straight-jack-progressive", 2),
    Setup("DICE", "3-dice-baccarat", 2),
    Setup("BLACKJACK-X", "blackjack-x", 3),
    Setup("TILES", "pai-gow-tiles", 3),
    Setup("BACCARAT", "commission-free-baccarat", 3),
    Setup("CENTURY", "21st-century-baccarat", 3),
    Setup("LIGHTNING", "lightning-holdem", 5),
    Setup("STUD", "seven-card-stud", 4, {"ante": 1, "bring_in": 2, "small_bet": 4}),
    Setup("DRAW", "draw-jacks-or-better", 4),
)
"""Tables with their own name, posting or number of bots; other tables have the defaults."""
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
"""The names of the bots; each plays at several tables at once, one seat at each."""


@cache
def setups() -> tuple[Setup, ...]:
    """Return a table of every game of the rulebook, in order."""
    known = {setup.game: setup for setup in OTHERWISE}
    return tuple(known.get(game) or _plain(game) for game in games())


def _plain(game: str) -> Setup:
    """Return a table with the default posting: two players at house games, more where they play
    each other.
    """
    if house_banks(find(game)({})):
        return Setup(game.upper(), game, 2)
    return Setup(game.upper(), game, 4 if issubclass(find(game), Poker) else 3)


def demo_room() -> RoomFile:
    """Return the demo room as if it had been read from a file."""
    return RoomFile(
        name="houseway demo room",
        guests=Guests(GUEST_CENTS, CASHIER.card),
        tables=tuple(table_of(setup.name) for setup in setups()),
        staff=STAFF,
        displays=(SCREEN,),
    )


@cache
def table_of(name: str) -> TableFile:
    """Return a table of the demo room.

    Its bots wait until a guest sits down: alone they would play all night and fill the disk.
    """
    setup = next(setup for setup in setups() if setup.name == name)
    game = find(setup.game)(setup.posting)
    terms = msgspec.structs.replace(default_terms(game), people_least=1, practice=True)
    return TableFile(
        name=setup.name,
        game=setup.game,
        posting=setup.posting,
        terms=terms,
        bankroll=BANKROLL if house_banks(game) else 0,
    )


@cache
def places() -> dict[str, dict[str, int]]:
    """Return bot -> its tables with the buy-in at each; in turn, so that all bots meet."""
    found: dict[str, dict[str, int]] = {name: {} for name in BOTS}
    order = cycle(BOTS)
    for setup in setups():
        terms = table_of(setup.name).terms
        buy_in = min(4 * terms.buy_in_least, terms.buy_in_most)
        for name in islice(order, setup.bots):
            found[name][setup.name] = buy_in
    return found


def bots() -> tuple[Card, ...]:
    """Return the bots, with money for many buy-ins."""
    return tuple(
        Card(name, f"{5001 + i}", BUY_INS * sum(tables.values()))
        for i, (name, tables) in enumerate(places().items())
    )


def funds() -> int:
    """Return the total cash of guests and bots."""
    return sum(card.cents for card in (*GUESTS, *bots()))


async def first_start(room: Room) -> list[IssuedPin]:
    """Bring guests and bots into the demo room, once; at every start the bots sit down.

    A first start that was interrupted continues: no person and no cash is entered twice, and a
    person whose PIN was never shown gets another.
    """
    secrets: list[IssuedPin] = []
    row = room.store.last_row(room.diary.stream, "furnished")
    if row is None:
        secrets = await _furnish(room)
    else:
        if msgspec.msgpack.decode(row.body, type=Furnished).cents < funds():
            await _add_funds(room)
        guests = [_known(room, guest.card) for guest in GUESTS]
        secrets = [await renewed(room, who) for who in guests if who.last_login_ms is None]
    await _seat_bots(room)
    return secrets


async def _furnish(room: Room) -> list[IssuedPin]:
    """Hire bots, open guests' accounts with money, and return the guests' PINs."""
    cashier = _caller(_known(room, CASHIER.card))
    await room.cage.shifts.open(cashier, 0, key="demo shift")
    secrets = [await _guest(room, cashier, guest) for guest in GUESTS]
    for bot in bots():
        if room.store.person_with(bot.card) is None:
            await hired(room, "bot", bot.name, bot.card)
    for card in (*GUESTS, *bots()):
        person = _known(room, card.card)
        await room.cage.deposit(cashier, person.id, card.cents, key=f"demo {card.card}")
    await _note_furnished(room)
    return secrets


async def _add_funds(room: Room) -> None:
    """Give bots money for games that were added to the rulebook since, if the cashier's shift is
    open.
    """
    cashier = _caller(_known(room, CASHIER.card))
    if await room.cage.shifts.mine(cashier) is None:
        return
    for bot in bots():
        person = _known(room, bot.card)
        await room.cage.deposit(cashier, person.id, bot.cents, key=f"demo {bot.card} {bot.cents}")
    await _note_furnished(room)


async def _note_furnished(room: Room) -> None:
    """Log the numbers of guests and bots, and the funds that they got."""
    await room.diary.write(ROOM, "furnished", Furnished(len(GUESTS), len(BOTS), funds()))


async def _guest(room: Room, cashier: Caller, guest: Card) -> IssuedPin:
    """Return a guest's account, opened by the cashier."""
    pin = new_pin(room.entropy, guest.card)
    known = room.store.person_with(guest.card)
    if known is None:
        await room.people.open_account(cashier, guest.name, pin, card=guest.card)
    else:
        await room.people.reset_pin(ROOM, known.id, pin, "the first start was broken off")
    return IssuedPin("player", guest.name, guest.card, pin)


def _known(room: Room, card: str) -> Person:
    """Return the person with this card; Denied if the demo room lacks one."""
    found = room.store.person_with(card)
    if found is None:
        raise Denied(f"no person has the card {card}; the demo room is incomplete", "fault")
    return found


def _caller(person: Person) -> Caller:
    """Return a person of the demo room as a caller."""
    return Caller(person.id, person.role, person.name, "demo")


async def _seat_bots(room: Room) -> None:
    """Seat every bot at its tables, unless it sits there already or lacks the money."""
    for card, tables in zip(bots(), places().values(), strict=True):
        person = _known(room, card.card)
        caller = _caller(person)
        room.bots.add(caller)
        for name, buy_in in tables.items():
            actor = room.tables.get(name)
            if actor is None or actor.summary.status != "open":
                continue
            live, guest = actor.summary, seats.Player(person.id, person.name, bot=True)
            least, _ = seat_rules.buy_in_bounds(
                live.seating, live.terms, person.id, room.clock.now_ms()
            )
            cents = max(least, buy_in)
            if seat_rules.seat_of(live.seating, person.id) or not seat_rules.free_seats(
                live.seating, live.terms
            ):
                continue
            if room.store.balance(wallet(person.id)) >= cents:
                await commands.sit(actor, caller, "", guest, cents, 0)
