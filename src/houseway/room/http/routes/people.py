"""People: logging in and out, accounts, cards, PINs, staff."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    Card,
    GuestCard,
    GuestWish,
    LoginAnswer,
    Me,
    NewAccount,
    NewCard,
    NewName,
    NewRole,
    NewStaff,
    PersonNo,
    PinChange,
    PinReset,
    Swiped,
    Why,
)
from houseway.room.errors import Denied
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Key
from houseway.room.http.problems import NotDone
from houseway.room.ledger import wallet
from houseway.room.people import guest_cards
from houseway.room.people.accounts import AccountOpened, Known
from houseway.room.people.sessions import Login
from houseway.room.room import Room
from houseway.room.tables import seat_rules

api = Api("people")


@api.post(
    "/login", "", "Log in with card and PIN", rate="login",
    example=Card("7004 0000 0000 0001", "2847", "station 4"),
)  # fmt: skip
async def login(room: Room, body: Card) -> LoginAnswer:
    """A token for this station; a login elsewhere ends.  Three wrong PINs lock the card."""
    try:
        found = await room.people.login(body.card, body.pin, body.station)
    except Denied as error:
        if error.code == "refused":
            raise NotDone("login", error.what) from None
        raise
    return _login_answer(found)


@api.post(
    "/guest", "", "Take a guest card", rate="guest", example=GuestWish("station 4"),
)  # fmt: skip
async def guest_card(room: Room, body: GuestWish) -> GuestCard:
    """Where the room gives out guest cards: an account with money to play with, and its login."""
    made = await guest_cards.given_out(room, body.station, body.name)
    return GuestCard(made.card, made.pin, made.cents, _login_answer(made.login))


@api.post("/logout", "logout", "Log out")
async def logout(room: Room, caller: Caller) -> None:
    """The token is worth nothing from now on; sockets of this login are closed."""
    await room.people.logout(caller)


@api.get("/me", "own_account", "See oneself")
async def me(room: Room, caller: Caller) -> Me:
    """Who one is, what is in the wallet, and where one sits."""
    seats = {
        name: seat
        for name, actor in room.tables.items()
        if (seat := seat_rules.seat_of(actor.live.seating, caller.person))
    }
    cents = room.store.balance(wallet(caller.person))
    return Me(caller.person, caller.role, caller.name, caller.station, cents, seats)


@api.post("/me/pin", "change_pin", "Change one's PIN", rate="login")
async def change_pin(room: Room, caller: Caller, body: PinChange) -> None:
    """The old PIN is asked for; a wrong one counts as a try."""
    await room.people.change_pin(caller, body.old, body.new)


@api.post("/people", "open_account", "Open an account", example=NewAccount("Ann", "2847"))
async def open_account(
    room: Room, caller: Caller, body: NewAccount, key: Key = ""
) -> AccountOpened:
    """A player's account, at the cash station; the answer has the whole number of the card."""
    return await room.people.open_account(
        caller, body.name, body.pin, card=body.card or "", firm=body.firm, key=key
    )


@api.post("/staff", "staff", "Hire", example=NewStaff("cashier", "Cay", "2847"))
async def hire(room: Room, caller: Caller, body: NewStaff, key: Key = "") -> AccountOpened:
    """A card for a member of the staff, a screen or a bot."""
    return await room.people.hire(
        caller, body.role, body.name, body.pin, card=body.card or "", key=key
    )


@api.get("/people", "see_people", "See who has a card")
async def everybody(
    room: Room, caller: Caller, like: Annotated[str, Meta(max_length=40)] = ""
) -> list[Known]:
    """All, or those whose names have these letters; card numbers are masked."""
    return await room.people.everybody(caller, like)


@api.post("/people/find", "see_people", "Whose card is this?")
async def with_card(room: Room, caller: Caller, body: Swiped) -> Known:
    """The card was swiped at the cash station; its number is sent in the body, not the address."""
    return await room.people.with_card(caller, body.card)


@api.get("/people/{person}", "own_account", "See somebody")
async def known(room: Room, caller: Caller, person: PersonNo) -> Known:
    """Everybody sees themselves, staff sees others."""
    return await room.people.known(caller, person)


@api.post("/people/{person}/lock", "lock", "Lock a card")
async def lock(room: Room, caller: Caller, person: PersonNo, body: Why) -> None:
    """Nobody logs in with it until it is unlocked."""
    await room.people.lock(caller, person, body.reason)


@api.post("/people/{person}/unlock", "unlock", "Unlock a card")
async def unlock(room: Room, caller: Caller, person: PersonNo, body: Why) -> None:
    """It may be used again, with three tries."""
    await room.people.unlock(caller, person, body.reason)


@api.post("/people/{person}/pin", "reset_pin", "Have a new PIN set")
async def reset_pin(room: Room, caller: Caller, person: PersonNo, body: PinReset) -> None:
    """For who has forgotten theirs; the card is unlocked, and a login ends."""
    await room.people.reset_pin(caller, person, body.new, body.reason)


@api.post("/people/{person}/card", "new_card", "Replace a card")
async def new_card(room: Room, caller: Caller, person: PersonNo, body: NewCard) -> AccountOpened:
    """The old number is worth nothing from now on."""
    return await room.people.new_card(caller, person, body.reason, card=body.card or "")


@api.post("/people/{person}/exclude", "exclude", "Exclude a player")
async def exclude(room: Room, caller: Caller, person: PersonNo, body: Why) -> None:
    """They sit at no table any more; their money is paid out as ever."""
    await room.floor.exclude(caller, person, body.reason)


@api.post("/people/{person}/readmit", "exclude", "End an exclusion")
async def readmit(room: Room, caller: Caller, person: PersonNo, body: Why) -> None:
    """They may sit down again."""
    await room.people.readmit(caller, person, body.reason)


@api.post("/people/{person}/name", "rename", "Correct a name")
async def rename(room: Room, caller: Caller, person: PersonNo, body: NewName) -> None:
    """The person's number, and all that hangs on it, stays."""
    await room.people.rename(caller, person, body.name)


@api.post("/people/{person}/role", "staff", "Give another duty")
async def set_role(room: Room, caller: Caller, person: PersonNo, body: NewRole) -> None:
    """For members of the staff; their login ends."""
    await room.people.set_role(caller, person, body.role, body.reason)


def _login_answer(found: Login) -> LoginAnswer:
    who = found.caller
    return LoginAnswer(
        found.token, who.person, who.role, who.name, who.station, found.until_ms,
        found.previous_ms, found.previous_station, found.wrong_since,
    )  # fmt: skip
