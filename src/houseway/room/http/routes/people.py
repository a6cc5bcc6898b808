"""People: logging in and out, accounts, cards, PINs, staff."""

from __future__ import annotations

from houseway.room.api.declare import Endpoints
from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    Card,
    GuestCard,
    GuestWish,
    LoginAnswer,
    Me,
)
from houseway.room.errors import Denied
from houseway.room.http.problems import ApiError
from houseway.room.ledger import wallet
from houseway.room.people.sessions import Login
from houseway.room.room import Room
from houseway.room.store.stream import read_in_thread
from houseway.room.tables import seat_rules

api = Endpoints("people")


@api.post(
    "/login", "", "Log in with card and PIN", rate="login", remembers=True,
    example=Card("7004 0000 0000 0001", "2847", "station 4"),
)  # fmt: skip
async def login(room: Room, body: Card) -> LoginAnswer:
    """A token for this station; a login elsewhere ends.  Three wrong PINs lock the card."""
    try:
        found = await room.people.login(body.card, body.pin, body.station)
    except Denied as error:
        if error.code == "refused":
            raise ApiError("login", error.what) from None
        raise
    return _login_answer(found)


@api.post(
    "/guest", "", "Take a guest card", rate="guest", remembers=True,
    example=GuestWish("station 4"),
)  # fmt: skip
async def guest_card(room: Room, body: GuestWish) -> GuestCard:
    """Issue a guest card where the room has them: an account with money to play with, and its
    login."""
    made = await room.guest_cards.give_out(body.station, body.name)
    return GuestCard(made.card, made.pin, made.cents, _login_answer(made.login))


@api.post("/logout", "logout", "Log out", remembers=True)
async def logout(room: Room, caller: Caller) -> None:
    """The token is worth nothing from now on; sockets of this login are closed."""
    await room.people.logout(caller)


@api.get("/me", "own_account", "Get your own account")
async def me(room: Room, caller: Caller) -> Me:
    """Return the caller's name, wallet and seats."""
    seats = {
        name: seat
        for name, actor in room.tables.items()
        if (seat := seat_rules.seat_of(actor.summary.seating, caller.person))
    }
    cents = await read_in_thread(lambda: room.store.balance(wallet(caller.person)))
    return Me(caller.person, caller.role, caller.name, caller.station, cents, seats)


def _login_answer(found: Login) -> LoginAnswer:
    """Return a new login as it is sent."""
    who = found.caller
    return LoginAnswer(
        found.token, who.person, who.role, who.name, who.station, found.until_ms,
        found.previous_ms, found.previous_station, found.wrong_since,
    )  # fmt: skip
