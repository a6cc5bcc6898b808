"""Calls of the client about people: logging in, accounts, cards, PINs, staff."""

from __future__ import annotations

from typing import Literal

from houseway.room.api import types as t
from houseway.room.client.calls import Calls
from houseway.room.people.accounts import AccountOpened, Known

Hired = Literal["dealer", "cashier", "supervisor", "floor", "auditor", "admin", "display", "bot"]


class PeopleCalls(Calls):
    """People."""

    async def login(self, card: str, pin: str, station: str) -> t.LoginAnswer:
        """Log in; from now on everything is asked as this person."""
        self.token = ""
        found = await self.post("/login", t.LoginAnswer, t.Card(card, pin, station))
        self.token = found.token
        return found

    async def guest_card(self, station: str, name: str = "") -> t.GuestCard:
        """A guest card, where the room gives them out; one is logged in with it."""
        self.token = ""
        found = await self.post("/guest", t.GuestCard, t.GuestWish(station, name))
        self.token = found.login.token
        return found

    async def logout(self) -> None:
        """Log out."""
        await self.done("/logout")
        self.token = ""

    async def me(self) -> t.Me:
        """Oneself."""
        return await self.get("/me", t.Me)

    async def change_pin(self, old: str, new: str) -> None:
        """Another PIN."""
        await self.done("/me/pin", t.PinChange(old, new))

    async def open_account(
        self, name: str, pin: str, *, card: str = "", firm: str = "", key: str = ""
    ) -> AccountOpened:
        """A player's account."""
        body = t.NewAccount(name, pin, card or None, firm)
        return await self.post("/people", AccountOpened, body, key)

    async def hire(self, role: Hired, name: str, pin: str, *, card: str = "") -> AccountOpened:
        """A card for a member of the staff, a screen or a bot."""
        return await self.post("/staff", AccountOpened, t.NewStaff(role, name, pin, card or None))

    async def everybody(self, like: str = "") -> list[Known]:
        """All who have a card, or those whose names have these letters."""
        return await self.get("/people", list[Known], like=like)

    async def with_card(self, card: str) -> Known:
        """Whose card this is."""
        return await self.post("/people/find", Known, t.Swiped(card))

    async def known(self, person: int) -> Known:
        """Somebody by their number."""
        return await self.get(f"/people/{person}", Known)

    async def lock(self, person: int, reason: str) -> None:
        """Lock a card."""
        await self.done(f"/people/{person}/lock", t.Why(reason))

    async def unlock(self, person: int, reason: str) -> None:
        """Unlock a card."""
        await self.done(f"/people/{person}/unlock", t.Why(reason))

    async def reset_pin(self, person: int, new: str, reason: str) -> None:
        """A new PIN for somebody else."""
        await self.done(f"/people/{person}/pin", t.PinReset(new, reason))

    async def new_card(self, person: int, reason: str, card: str = "") -> AccountOpened:
        """Another card for somebody."""
        body = t.NewCard(reason, card or None)
        return await self.post(f"/people/{person}/card", AccountOpened, body)

    async def exclude(self, person: int, reason: str) -> None:
        """Exclude a player."""
        await self.done(f"/people/{person}/exclude", t.Why(reason))

    async def readmit(self, person: int, reason: str) -> None:
        """End an exclusion."""
        await self.done(f"/people/{person}/readmit", t.Why(reason))

    async def rename(self, person: int, name: str) -> None:
        """Correct a name."""
        await self.done(f"/people/{person}/name", t.NewName(name))

    async def set_role(
        self,
        person: int,
        role: Literal["dealer", "cashier", "supervisor", "floor", "auditor", "admin"],
        reason: str,
    ) -> None:
        """Another duty for a member of the staff."""
        await self.done(f"/people/{person}/role", t.NewRole(role, reason))
