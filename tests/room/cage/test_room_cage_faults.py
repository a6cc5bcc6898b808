"""The cage when the books fail, at every write of an evening and in every way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from houseway.room.accounting.day_close import GamingDays
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.approvals import Approvals
from houseway.room.audit.invariants.check import check
from houseway.room.cage.cash import Cage
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.people.accounts import People
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.testing.failing_store import Crash, FailingStore, Fault
from tests.support.cash_station import CAGE, PIN, SECRETS, TERMS

CAY, SUE, FLO = (
    Caller(1, "cashier", "Cay"),
    Caller(2, "supervisor", "Sue"),
    Caller(3, "floor", "Flo"),
)
ANN = 4


class House:
    """Books that fail on command, and who keeps them; ``open`` after a crash."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, SimulatedClock()
        self.sound = SqliteStore(folder / "books.db", durable=False)
        self.open()

    def open(self) -> None:
        self.store = FailingStore(self.sound)
        writer = PlainWriter(self.store)
        entropy = RehearsedEntropy(len(self.sound.people()))
        self.people = People(self.store, writer, self.clock, entropy, SECRETS, TERMS)
        self.approvals = Approvals(self.store, self.clock)
        self.cage = Cage(self.store, writer, self.clock, CAGE, approvals=self.approvals)
        self.days = GamingDays(self.cage)


STEPS: tuple[Callable[[House], Awaitable[object]], ...] = (
    lambda h: h.people.hire(ROOM, "cashier", "Cay", PIN, card="1001", key="1"),
    lambda h: h.people.hire(ROOM, "supervisor", "Sue", PIN, card="1002", key="2"),
    lambda h: h.people.hire(ROOM, "floor", "Flo", PIN, card="1003", key="3"),
    lambda h: h.people.open_account(ROOM, "Ann", PIN, card="1004", key="4"),
    lambda h: h.cage.shifts.open(CAY, 500_00, key="5"),
    lambda h: h.cage.deposit(CAY, ANN, 3_000_00, key="6"),
    lambda h: h.cage.payout(CAY, ANN, 100_00, key="7"),
    lambda h: h.cage.payout(CAY, ANN, 2_000_00, key="8"),
    lambda h: h.cage.requests.approve(FLO, 4, key="9"),
    lambda h: h.cage.adjust(SUE, ANN, 10_00, "a slip", key="10"),
    lambda h: h.cage.reverse(SUE, 3, "not hers", key="11"),
    lambda h: h.approvals.approve(FLO, "cage-7", key="approve 7"),
    lambda h: h.cage.shifts.close(CAY, 1_400_00, key="12"),
    lambda h: h.approvals.approve(SUE, "cage-9", reason="a roll of quarters", key="13"),
)


async def evening(folder: Path, fault: Fault | None, at: int) -> tuple[object, ...]:
    """Play an evening with a fault at one step; a caller then asks again with the same key."""
    house = House(folder)
    answers = []
    for number, step in enumerate(STEPS):
        if number == at and fault is not None:
            house.store.fail(fault)
            try:
                await step(house)
            except Denied as error:
                assert error.code == "busy"
            except Crash:
                house.open()
            if number % 2:
                house.open()
        answers.append(await step(house))
        assert await step(house) == answers[-1]
    assert [str(wrong) for wrong in check(house.sound)] == []
    trial = await house.days.trial_balance(SUE)
    assert trial.balances
    kinds = [row.kind for stream in ("people", "cage") for row in house.sound.rows(stream)]
    found = (answers, house.sound.balances(), kinds, trial.groups)
    house.sound.close()
    return found


@pytest.fixture(scope="module")
def undisturbed() -> tuple[object, ...]:
    with TemporaryDirectory() as folder:
        return asyncio.run(evening(Path(folder), None, 0))


def test_the_evening_comes_out(undisturbed: tuple[object, ...]) -> None:
    _, balances, _, _ = undisturbed
    assert balances == {
        "cage:adjustments": -10_00, "cage:cash": -900_00, "cage:over_short": -100_00,
        f"player:{ANN}": 1_010_00,
    }  # fmt: skip


@pytest.mark.parametrize("fault", [f for f in Fault if f is not Fault.SLOW], ids=lambda f: f.name)
def test_a_fault_at_any_write_changes_nothing(
    tmp_path: Path, fault: Fault, undisturbed: tuple[object, ...]
) -> None:
    for at in range(len(STEPS)):
        folder = tmp_path / str(at)
        folder.mkdir()
        assert asyncio.run(evening(folder, fault, at)) == undisturbed, f"{fault} at step {at}"
