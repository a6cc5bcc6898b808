"""Every writing endpoint, asked twice under one key: answered twice, and done once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.room.api import types as t
from houseway.room.api.approval_types import Vouch
from houseway.room.api.lab_types import SimulationWish
from houseway.room.http.site import ENDPOINTS
from houseway.room.ledger import CASH, Posting, at_table
from houseway.room.tables import commands, log
from tests.support.local_room import FLOOR, move, open_table
from tests.support.room_site import PIN, STAFF, House, house

pytestmark = pytest.mark.process

READS = {"with_card", "preview_ruling"}
"""They are posted because what is asked does not belong into an address; nothing is written."""
WRITING = {e.name: e for e in ENDPOINTS if e.method != "GET" and e.name not in READS}
BUY_IN = 100_00


class Twice:
    """Asks everything twice, and knows what has been asked."""

    def __init__(self, served: House) -> None:
        self.served = served
        self.tokens: dict[str, str] = {}
        self.asked: set[str] = set()
        self.http = served.clients[0].http

    async def __call__(
        self, name: str, who: str, body: msgspec.Struct | None = None, again: int = 0, **path: Any
    ) -> Any:
        """The answer of an endpoint, which was the same the second time; nothing was written then.

        ``again``: the status of the second answer where it is another one.
        """
        endpoint = WRITING[name]
        key = f"{name}-{len(self.asked)}-{'-'.join(map(str, path.values()))}"
        self.asked.add(name)
        first = await self._ask(endpoint, key, who, body, path)
        assert first.status == endpoint.status, (name, first)
        await self._settled()
        before = self._rows()
        second = await self._ask(endpoint, key, who, body, path)
        await self._settled()
        assert second.status == (again or first.status), (name, second)
        assert again or second.body == first.body, name
        assert self._rows() == before, f"{name} was done twice"
        return json.loads(first.body) if first.body else None

    async def _ask(self, endpoint: Any, key: str, who: str, body: Any, path: Any) -> Any:
        headers = {"Idempotency-Key": key}
        if who:
            headers["Authorization"] = f"Bearer {self.tokens[who]}"
        sent = None
        if body is not None:
            headers["Content-Type"], sent = "application/json", msgspec.json.encode(body)
        return await self.http.ask(endpoint.method, endpoint.path.format(**path), headers, sent)

    async def _settled(self) -> None:
        """Wait for the background work."""
        before = -1
        while before != (before := sum(self._rows().values())):
            await asyncio.sleep(0.02)

    def _rows(self) -> dict[str, int]:
        return {head.stream: head.seq for head in self.served.room.store.streams()}

    async def enter(self, *names: str) -> None:
        """These people log in."""
        for name in names:
            self.tokens[name] = (await self.served.enter(name)).token


async def logins(ask: Twice) -> None:
    served = ask.served
    await served.add("Zoe")
    zoe = t.Card(served.cards["Zoe"], PIN, "station 9")
    ask.tokens["Zoe"] = (await ask("login", "", zoe))["token"]
    await ask("change_pin", "Zoe", t.PinChange(PIN, "9053"))
    await ask("logout", "Zoe", again=401)


async def people(ask: Twice) -> None:
    zoe, dealer = ask.served.persons["Zoe"], ask.served.persons["dealer"]
    await ask("open_account", "cashier", t.NewAccount("Yan", PIN))
    made = await ask("hire", "admin", t.NewStaff("floor", "Flo", PIN, "90010001"))
    await ask("approve_waiting", "supervisor", Vouch(), id=made["waiting"])
    await ask("lock", "supervisor", t.GivenReason("lost"), person=zoe)
    await ask("unlock", "supervisor", t.GivenReason("found"), person=zoe)
    await ask("reset_pin", "supervisor", t.PinReset("2580", "forgotten"), person=zoe)
    await ask("new_card", "supervisor", t.NewCard("it is lost"), person=zoe)
    await ask("exclude", "floor", t.GivenReason("shouting"), person=zoe)
    await ask("readmit", "floor", t.GivenReason("sorry"), person=zoe)
    await ask("rename", "supervisor", t.NewName("Zoey"), person=zoe)
    made = await ask("set_role", "admin", t.NewRole("floor", "a new duty"), person=dealer)
    await ask("approve_waiting", "supervisor", Vouch(), id=made["waiting"])


async def cage(ask: Twice) -> None:
    room, zoe = ask.served.room, ask.served.persons["Zoe"]
    await ask("open_shift", "cashier", t.CountedDrawer(50_000_00))
    await ask("open_shift", "supervisor", t.CountedDrawer(1_000_00))
    room.guest_cards.cashier, room.guest_cards.cents = ask.served.cards["cashier"], 300_00
    await ask("guest_card", "", t.GuestWish("browser"))
    paid = await ask("deposit", "cashier", t.Cash(zoe, 20_000_00))
    await ask("payout", "cashier", t.Cash(zoe, 10_00))
    await ask("adjust", "supervisor", t.Adjustment(zoe, 5_00, "a chip was found"))
    for name in ("approve", "withdraw_request"):
        waiting = await ask("payout", "cashier", t.Cash(zoe, 8_000_00 + len(name)))
        body = None if name == "approve" else t.GivenReason("not today")
        await ask(name, "floor", body, number=waiting["waiting"]["request"])
    small = await ask("deposit", "cashier", t.Cash(zoe, 7_00))
    assert small["receipt"]["number"] != paid["receipt"]["number"]
    await ask(
        "reverse",
        "supervisor",
        t.GivenReason("keyed in wrongly"),
        number=small["receipt"]["number"],
    )
    await ask("count_shift", "cashier", t.CountedDrawer(1_00))
    await ask("close_shift", "supervisor", t.CountedDrawer(1_000_00))
    await ask("close_day", "supervisor", t.DayBody())


async def tables(ask: Twice) -> None:
    room = ask.served.room
    ann, bob = ask.served.persons["Ann"], ask.served.persons["Bob"]
    terms = t.TermsBody(buy_in_least=1_00, buy_in_most=BUY_IN, seats=1)
    opening = t.TableOpening("blackjack", None, terms)
    for name in ("B1", "B2"):
        await ask("open_table", "floor", opening, table=name)
    await ask("pause_table", "floor", t.OptionalReason("a look"), table="B1")
    await ask("resume_table", "floor", table="B1")
    for name, cents in (("fill", 500_00), ("credit", 200_00)):
        asked = await ask(name, "floor", t.Filled(cents), table="B1")
        await ask("approve_waiting", "cashier", Vouch(), id=f"cage-{asked['request']}")
    asked = await ask("fill", "floor", t.Filled(5_00), table="B1")
    reason = t.OptionalReason("not needed")
    await ask("withdraw_waiting", "floor", reason, id=f"cage-{asked['request']}")
    move(room.store, Posting(CASH, at_table("B1", ("drop", 0)), 5_00))
    await ask("collect", "floor", table="B1")
    await ask("seat", "Ann", t.SeatCommand("sit", 0, BUY_IN), table="B1")
    await ask("move", "floor", t.SeatMove("B2", "a better view"), table="B1", person=ann)
    await ask("seat_other", "floor", t.SeatOther(bob, BUY_IN), table="B1")
    waits = t.Registration("blackjack", BUY_IN, "B1")
    await ask("register", "Zed", waits)
    await ask("withdraw", "Zed", game="blackjack")
    await ask("register", "Zed", waits)
    await ask("take_off", "floor", game="blackjack", person=ask.served.persons["Zed"])
    await ask("call_next", "floor")
    await ask("unseat", "floor", t.GivenReason("it is late"), table="B1", person=bob)
    await ask("close_table", "floor", t.OptionalReason("it is late"), table="B1")
    made = await ask(
        "propose_posting", "floor", t.PostingProposal("one deck", posting={"decks": 1}), table="B1"
    )
    await ask("confirm", "supervisor", number=made["number"])
    await commands.row(room.table("B1"), FLOOR, "", log.Faulted("a try"))
    await ask("clear_fault", "floor", t.GivenReason("looked at"), table="B1")


async def rounds(ask: Twice) -> None:
    room = ask.served.room
    for name, end in (("H1", "void_round"), ("H2", "make_ruling")):
        actor = await open_table(room, name, "holdem")
        for who in ("Ann", "Bob"):
            await ask("seat", who, t.SeatCommand("sit", 0, BUY_IN), table=name)
        assert actor.live.playing
        body: t.Body = t.GivenReason("a misdeal")
        if end == "make_ruling":
            body = t.RulingMade("void", reason="fouled deck", seq=actor.seq)
        await ask(end, "floor", body, table=name)


async def progressive(ask: Twice) -> None:
    room, spot = ask.served.room, "straight_jack_progressive"
    for name in ("P1", "P2"):
        await open_table(room, name, "straight-jack-progressive")
        await ask("seat", "Ann", t.SeatCommand("sit", 0, BUY_IN), table=name)
    body = t.MeterProposal(spot, 100_00, "the display stuck")
    made = await ask("propose_meter", "supervisor", body, table="P1")
    await ask(
        "withdraw_proposal", "supervisor", t.OptionalReason("it had not"), number=made["number"]
    )
    await ask(
        "unseat", "floor", t.GivenReason("P1 goes"), table="P1", person=ask.served.persons["Ann"]
    )
    await ask("close_table", "floor", t.OptionalReason("P1 goes"), table="P1")
    transfer = t.TransferProposal(spot, "P2", "P1 goes")
    made = await ask("propose_transfer", "supervisor", transfer, table="P1")
    await ask("confirm", "floor", number=made["number"])


async def office(ask: Twice) -> None:
    await ask("audit", "auditor")
    await ask("signed_heads", "auditor")
    await ask("backup", "admin")
    run = await ask("lab_simulate", "", SimulationWish("3-dice-baccarat", "player", rounds=10**9))
    await ask("lab_stop", "", run=run["id"])


def test_every_writing_endpoint_is_done_once_under_one_key(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as served:
            await served.add("Zed")
            await served.enter("Ann")
            ask = Twice(served)
            await ask.enter("Ann", "Bob", "Zed", *(role for role in STAFF if role != "display"))
            for part in (logins, people, cage, tables, rounds, progressive, office):
                await part(ask)
            assert ask.asked == set(WRITING)

    asyncio.run(evening())
