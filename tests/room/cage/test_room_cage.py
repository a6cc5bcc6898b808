"""The cage: cash in and out, what takes two people, keys, receipts, and wallets that never owe."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.room.api.cage_types import Receipt
from houseway.room.api.roles import ROOM, Caller
from houseway.room.cage.log import Cash
from houseway.room.cage.receipts import COLUMNS, printed
from houseway.room.errors import Denied
from houseway.room.ledger import CASH, Posting, wallet
from tests.support.cash_station import CAGE, Station, done, evening, new_key, waits


def test_cash_in_and_out_with_receipts(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player(card="6000123412341234")
        first = await at.cage.deposit(cashier, ann, 200_00, key="a")
        assert (first.before, first.after, first.cents) == (0, 200_00, 200_00)
        await at.buy_in(ann, 150_00)
        out = done(await at.cage.payout(cashier, ann, 30_00, key="b"))
        assert (out.kind, out.before, out.after, out.cents) == ("payout", 50_00, 20_00, -30_00)
        assert at.balance(ann) == 20_00
        assert at.store.balance(CASH) == -170_00
        await at.cash_out(ann, 150_00)
        again = await at.cage.receipt(cashier, out.number)
        assert again == out, "a receipt is the same whatever came after it"
        assert out.card == "*" * 12 + "1234"
        assert out.day == "2023-11-14"
        assert out.when == "2023-11-14 22:13:20"
        assert (out.cashier, out.second, out.shift) == ("Cay", "", 1)

    evening(tmp_path, play)


def test_a_receipt_fits_the_printer_and_shows_no_secret(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier = await at.cashier("Cayetana Maria-Dolores de Todos los Sant")
        ann = (
            await at.people.open_account(
                ROOM, "Annabella Christina Montgomery-Fitzgeral", "739051", card="6000123412345678"
            )
        ).person
        receipt = await at.cage.deposit(cashier, ann, 1_234_567_89, key="a")
        text = printed(
            receipt, "The Delta Club Casino and Cardroom of Nowhere in Particular", copy=True
        )
        assert max(map(len, text.splitlines())) <= COLUMNS
        assert "CASH IN - COPY" in text
        for line in (
            "Receipt                         C-000002",
            "After                       1,234,567.89",
        ):
            assert line in text.splitlines()
        written = msgspec.json.encode(receipt)
        for secret in ("739051", "6000123412345678", "60001234"):
            assert secret not in text
            assert secret.encode() not in written
        assert msgspec.json.decode(written, type=Receipt) == receipt

    evening(tmp_path, play)


def test_what_cannot_be_paid(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.rich(100_00)
        await at.buy_in(ann, 60_00)
        with pytest.raises(
            Denied, match=r"\$40 in the account, not \$50; what is at a table"
        ) as no:
            await at.cage.payout(cashier, ann, 50_00, key=new_key())
        assert no.value.code == "funds"
        assert no.value.clauses == ("CA-LTN-08",)
        for cents in (0, -5, 10**12, True, 5.0, "5"):
            with pytest.raises(Denied, match="amount"):
                await at.cage.payout(cashier, ann, cents, key=new_key())  # type: ignore[arg-type]
            with pytest.raises(Denied, match="amount"):
                await at.cage.deposit(cashier, ann, cents, key=new_key())  # type: ignore[arg-type]
        with pytest.raises(Denied, match="no account for money"):
            await at.cage.deposit(cashier, cashier.person, 5, key=new_key())
        with pytest.raises(Denied, match="no person with the number 77"):
            await at.cage.deposit(cashier, 77, 5, key=new_key())
        with pytest.raises(Denied, match="needs a key"):
            await at.cage.deposit(cashier, ann, 5, key="")
        with pytest.raises(Denied, match="only a cashier or a supervisor may pay cash out"):
            await at.cage.payout(Caller(ann, "player", "Ann"), ann, 5, key=new_key())
        assert at.balance(ann) == 40_00

    evening(tmp_path, play)


def test_without_a_shift_there_is_no_drawer(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.staff("cashier", "Cay"), await at.rich(100_00)
        for command in (at.cage.deposit, at.cage.payout):
            with pytest.raises(Denied, match="no open shift"):
                await command(cashier, ann, 10_00, key=new_key())

    evening(tmp_path, play)


def test_a_key_does_it_once(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player()
        same = await asyncio.gather(
            *(at.cage.deposit(cashier, ann, 50_00, key="one") for _ in range(5))
        )
        assert len(set(same)) == 1
        assert at.balance(ann) == 50_00
        out = [done(await at.cage.payout(cashier, ann, 50_00, key="two")) for _ in range(3)]
        assert len(set(out)) == 1
        assert at.balance(ann) == 0
        at.open()
        assert done(await at.cage.payout(cashier, ann, 50_00, key="two")) == out[0]
        with pytest.raises(Denied, match="used for another command"):
            await at.cage.deposit(cashier, ann, 51_00, key="one")
        with pytest.raises(Denied, match="used for another command"):
            await at.cage.payout(cashier, ann, 50_00, key="one")
        other = await at.cashier("Cyd")
        await at.cage.deposit(other, ann, 7_00, key="one")
        assert at.balance(ann) == 7_00
        await at.cage.shifts.close(cashier, 500_00, key="close")
        assert (await at.cage.deposit(cashier, ann, 50_00, key="one")) == same[0]

    evening(tmp_path, play)


def test_a_large_payout_takes_two_people(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(role="supervisor"), await at.rich(5_000_00)
        floor, other = await at.staff("floor", "Flo"), await at.staff("cashier", "Cyd")
        assert done(await at.cage.payout(cashier, ann, 1_000_00, key="at")).after == 4_000_00
        asked = waits(await at.cage.payout(cashier, ann, 1_000_01, key="above"))
        assert waits(await at.cage.payout(cashier, ann, 1_000_01, key="above")) == asked
        assert at.balance(ann) == 4_000_00
        assert await at.cage.requests.waiting(floor) == [asked]
        assert await at.cage.requests.waiting(other) == []
        with pytest.raises(Denied, match="takes two people"):
            await at.cage.requests.approve(cashier, asked.request, key=new_key())
        with pytest.raises(
            Denied, match="only a supervisor or a floor person may approve a payout"
        ):
            await at.cage.requests.approve(other, asked.request, key=new_key())
        at.open()
        paid = await at.cage.requests.approve(floor, asked.request, key="yes")
        assert (paid.cashier, paid.second, paid.after) == ("Cay", "Flo", 2_999_99)
        assert await at.cage.requests.approve(floor, asked.request, key="yes") == paid
        with pytest.raises(Denied, match="done, or off"):
            await at.cage.requests.approve(floor, asked.request, key=new_key())
        assert at.balance(ann) == 2_999_99
        assert await at.cage.requests.waiting(floor) == []
        with pytest.raises(Denied, match="nothing was asked for under the number 1"):
            await at.cage.requests.approve(floor, 1, key=new_key())

    evening(tmp_path, play)


def test_a_request_is_off_after_its_time_by_a_word_or_when_the_shift_ends(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.rich(9_000_00)
        floor = await at.staff("floor", "Flo")

        async def ask() -> int:
            return waits(await at.cage.payout(cashier, ann, 2_000_00, key=new_key())).request

        late = await ask()
        at.clock.advance(CAGE.pending_ms)
        with pytest.raises(Denied, match="waited too long"):
            await at.cage.requests.approve(floor, late, key=new_key())
        assert await at.cage.requests.waiting(floor) == []
        mine, theirs, last = await ask(), await ask(), await ask()
        await at.cage.requests.withdraw(cashier, mine, "changed their mind")
        await at.cage.requests.withdraw(floor, theirs, "ask the bank")
        with pytest.raises(Denied, match="may see who has a card"):
            await at.cage.requests.withdraw(await at.staff("dealer", "Dee"), last, "no")
        for request in (mine, theirs):
            with pytest.raises(Denied, match="done, or off"):
                await at.cage.requests.approve(floor, request, key=new_key())
        await at.cage.shifts.close(cashier, 500_00, key="c")
        assert await at.cage.requests.waiting(floor) == []
        with pytest.raises(Denied, match="done, or off"):
            await at.cage.requests.approve(floor, last, key=new_key())
        assert at.balance(ann) == 9_000_00

    evening(tmp_path, play)


def test_two_seconds_at_once_pay_once(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.rich(9_000_00)
        seconds = [await at.staff("floor", f"F{n}") for n in range(4)]
        asked = waits(await at.cage.payout(cashier, ann, 2_000_00, key="a"))
        said = await asyncio.gather(
            *(at.cage.requests.approve(who, asked.request, key=new_key()) for who in seconds),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, Receipt) for answer in said) == 1
        assert at.balance(ann) == 7_000_00
        small = done(await at.cage.payout(cashier, ann, 50_00, key="b"))
        again = await asyncio.gather(
            *(at.cage.reverse(ROOM, small.number, "slip", key=new_key()) for _ in range(4)),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, Receipt) for answer in again) == 1
        assert at.balance(ann) == 7_000_00

    evening(tmp_path, play, grouped=True)


def test_money_that_is_gone_when_it_is_approved(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.rich(2_000_00)
        floor = await at.staff("floor", "Flo")
        asked = waits(await at.cage.payout(cashier, ann, 2_000_00, key="a"))
        await at.buy_in(ann, 1)
        with pytest.raises(Denied) as no:
            await at.cage.requests.approve(floor, asked.request, key="b")
        assert no.value.code == "funds"
        await at.cash_out(ann, 1)
        assert (await at.cage.requests.approve(floor, asked.request, key="b")).after == 0

    evening(tmp_path, play)


def test_adjustments_have_a_supervisor_a_reason_before_and_after(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        sue, sid = await at.staff("supervisor", "Sue"), await at.staff("supervisor", "Sid")
        ann, cashier = await at.rich(50_00), await at.cashier()
        with pytest.raises(Denied, match="only a supervisor may adjust"):
            await at.cage.adjust(cashier, ann, 5, "a try", key=new_key())
        with pytest.raises(Denied, match="needs a reason"):
            await at.cage.adjust(sue, ann, 5, " ", key=new_key())
        with pytest.raises(Denied, match="adjustment of nothing"):
            await at.cage.adjust(sue, ann, 0, "why", key=new_key())
        up = done(await at.cage.adjust(sue, ann, 20_00, "dealer's error", key="u"))
        assert (up.before, up.after, up.reason, up.cashier) == (
            50_00,
            70_00,
            "dealer's error",
            "Sue",
        )
        assert "Reason: dealer's error" in printed(up)
        down = done(await at.cage.adjust(sue, ann, -70_00, "paid twice", key="d"))
        assert (down.before, down.after, down.cents) == (70_00, 0, -70_00)
        with pytest.raises(Denied, match=r"\$0 in the account"):
            await at.cage.adjust(sue, ann, -1, "paid twice", key=new_key())
        asked = waits(await at.cage.adjust(sue, ann, 100_01, "lost chips", key="x"))
        with pytest.raises(Denied, match="takes two people"):
            await at.cage.requests.approve(sue, asked.request, key=new_key())
        both = await at.cage.requests.approve(sid, asked.request, key="y")
        assert (both.cashier, both.second, both.reason) == ("Sue", "Sid", "lost chips")
        assert at.balance(ann) == 100_01

    evening(tmp_path, play)


def test_cash_keyed_in_wrongly_is_reversed_by_its_row(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player()
        sue, flo = await at.staff("supervisor", "Sue"), await at.staff("floor", "Flo")
        wrong = await at.cage.deposit(cashier, ann, 80_00, key="a")
        back = done(await at.cage.reverse(sue, wrong.number, "eight, not eighty", key="r"))
        assert (back.reverses, back.cents, back.after) == (wrong.number, -80_00, 0)
        moved = [w.posting for w in at.store.postings("cage", back.number - 1, back.number)]
        assert moved == [Posting(wallet(ann), CASH, 80_00)]
        assert done(await at.cage.reverse(sue, wrong.number, "eight, not eighty", key="r")) == back
        with pytest.raises(Denied, match="reversed before"):
            await at.cage.reverse(sue, wrong.number, "again", key=new_key())
        with pytest.raises(Denied, match="no receipt for cash"):
            await at.cage.reverse(sue, back.number, "a reversal of a reversal", key=new_key())
        large = await at.cage.deposit(cashier, ann, 500_00, key="b")
        asked = waits(await at.cage.reverse(sue, large.number, "not hers", key="s"))
        await at.cage.requests.approve(flo, asked.request, key="t")
        assert at.balance(ann) == 0
        assert (await at.cage.shifts.count(cashier, 500_00)).counted == 500_00
        [counted] = await at.cage.shifts.all_open(sue)
        assert counted.over == 0
        last = await at.cage.deposit(cashier, ann, 5_00, key="c")
        await at.cage.shifts.close(cashier, 505_00, key="z")
        with pytest.raises(Denied, match="counted and closed; adjust"):
            await at.cage.reverse(sue, last.number, "late", key=new_key())

    evening(tmp_path, play)


def test_large_cash_of_a_day_is_noted_once(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player()

        async def large(cents: int) -> bool:
            got = await at.cage.deposit(cashier, ann, cents, key=new_key())
            row = next(at.store.rows("cage", got.number - 1, 1))
            return msgspec.msgpack.decode(row.body, type=Cash).large

        assert not await large(9_999_99)
        at.open()
        assert not await large(1), "ten thousand exactly is not above it"
        assert await large(1)
        assert not await large(5_000_00)
        at.clock.advance(24 * 3_600_000)
        assert not await large(9_000_00)
        assert await large(9_000_00)

    evening(tmp_path, play)


def test_statements_are_for_those_they_concern(tmp_path: Path) -> None:
    async def play(at: Station) -> None:
        cashier, ann, bob = await at.cashier(), await at.player(), await at.player("Bob")
        await at.cage.deposit(cashier, ann, 100_00, key="a")
        await at.buy_in(ann, 60_00)
        await at.cash_out(ann, 75_00 - 15_00)
        paid = done(await at.cage.payout(cashier, ann, 10_00, key="b"))
        await at.cage.adjust(ROOM, ann, 5_00, "a gift", key="c")
        me = Caller(ann, "player", "Ann")
        found = await at.cage.statement(me, ann)
        assert [(line.what, line.cents, line.balance) for line in found.lines] == [
            ("adjustment: a gift", 5_00, 95_00),
            ("cash out", -10_00, 90_00),
            ("from table T1", 60_00, 100_00),
            ("to table T1", -60_00, 40_00),
            ("cash in", 100_00, 100_00),
        ]
        assert found.balance == at.balance(ann) == await at.cage.balance(me, ann)
        assert await at.cage.statement(cashier, ann) == found
        assert len((await at.cage.statement(me, ann, 2)).lines) == 2
        assert await at.cage.receipt(me, paid.number) == paid
        you = Caller(bob, "player", "Bob")
        for peek in (at.cage.statement, at.cage.balance):
            with pytest.raises(Denied, match="only a cashier, a supervisor or an auditor"):
                await peek(you, ann)
        with pytest.raises(Denied, match="only a cashier, a supervisor or an auditor"):
            await at.cage.receipt(you, paid.number)

    evening(tmp_path, play)


STEP = st.tuples(
    st.sampled_from(["deposit", "payout", "down", "buy", "out"]),
    st.integers(1, 60),
    st.integers(1, 2),
)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(STEP, min_size=1, max_size=6), max_size=5), st.booleans())
def test_no_interleaving_lets_a_wallet_owe(
    rounds: list[list[tuple[str, int, int]]], grouped: bool
) -> None:
    """Steps of a round are begun at once, at the cage and at two tables, over one wallet."""

    async def play(at: Station) -> None:
        cashier, ann = await at.cashier(), await at.player()
        others = await at.cashier("Cyd")

        async def step(what: str, cents: int, which: int) -> int:
            table, who = f"T{which}", (cashier, others)[which - 1]
            match what:
                case "deposit":
                    return (await at.cage.deposit(who, ann, cents, key=new_key())).cents
                case "payout":
                    return done(await at.cage.payout(who, ann, cents, key=new_key())).cents
                case "down":
                    return done(await at.cage.adjust(ROOM, ann, -cents, "x", key=new_key())).cents
                case "buy":
                    await at.buy_in(ann, cents, table=table)
                    return -cents
                case _:
                    await at.cash_out(ann, cents, table=table)
                    return cents

        total = 0
        for steps in rounds:
            said = await asyncio.gather(*(step(*s) for s in steps), return_exceptions=True)
            for what in said:
                assert isinstance(what, int) or (isinstance(what, Denied) and what.code == "funds")
                total += what if isinstance(what, int) else 0
            assert at.balance(ann) == total >= 0
            assert sum(at.store.balances().values()) == 0
        for row in at.store.rows("cage"):
            if row.kind in ("deposit", "payout", "adjusted"):
                made = await at.cage.receipt(ROOM, row.seq)
                assert made.before >= 0
                assert made.after == made.before + made.cents >= 0

    with TemporaryDirectory() as folder:
        evening(Path(folder), play, grouped=grouped)
