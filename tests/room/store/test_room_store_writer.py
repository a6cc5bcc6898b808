"""The writer's thread and the journals: nothing lost, nothing twice, no caller left waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from houseway.room.api.roles import Caller
from houseway.room.audit.invariants.check import check
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.ledger import CASH, Posting
from houseway.room.store.group_commit import GroupWriter, PlainWriter
from houseway.room.store.interface import Batch, Store, StoreError, StreamHead, Unknown
from houseway.room.store.stream import Done, Journal
from houseway.room.testing.failing_store import Crash, FailingStore, Fault
from tests.support.store_kinds import on_every_store, store_at
from tests.support.store_suite import ANN, batch

pytestmark = on_every_store

CASHIER = Caller(7, "cashier", "Cora")


class WritePayload(msgspec.Struct):
    cents: int


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = store_at(tmp_path)
    yield found
    found.close()


@asynccontextmanager
async def writing(store: Store) -> AsyncIterator[GroupWriter]:
    writer = GroupWriter(store)
    yield writer
    await writer.close()


class Gate(FailingStore):
    """Books that wait at a gate; how large the groups were that came."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.gate = threading.Event()
        self.sizes: list[int] = []

    def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
        group = list(batches)
        self.sizes.append(len(group))
        assert self.gate.wait(20)
        return super().append(group)


def test_what_comes_meanwhile_is_one_group(store: Store) -> None:
    async def main() -> None:
        gate = Gate(store)
        heads = [store.acquire(f"table:t{i}", "me") for i in range(30)]
        async with writing(gate) as writer:
            first = asyncio.create_task(writer.append(batch(heads[0], Posting(CASH, ANN, 1))))
            while not gate.sizes:
                await asyncio.sleep(0.001)
            rest = [writer.append(batch(head, Posting(CASH, ANN, 1))) for head in heads[1:]]
            tasks = [first, *map(asyncio.ensure_future, rest)]
            await asyncio.sleep(0)
            assert store.balance(ANN) == 0 and not any(task.done() for task in tasks)
            gate.gate.set()
            await asyncio.gather(*tasks)
        assert gate.sizes == [1, 29] and (writer.groups, writer.batches) == (2, 30)
        assert store.balance(ANN) == 30

    asyncio.run(main())


def test_the_queue_is_bounded_and_closing_drains_it(store: Store) -> None:
    async def main() -> None:
        gate = Gate(store)
        heads = [store.acquire(f"table:t{i}", "me") for i in range(9)]
        writer = GroupWriter(gate, room=4, most=2)
        tasks = [
            asyncio.create_task(writer.append(batch(head, Posting(CASH, ANN, 1)))) for head in heads
        ]
        for _ in range(5):
            await asyncio.sleep(0)
        assert writer.waiting <= 4
        closing = asyncio.create_task(writer.close())
        gate.gate.set()
        await closing
        said = await asyncio.gather(*tasks, return_exceptions=True)
        written = sum(one is None for one in said)
        assert written >= 4 and store.balance(ANN) == written and max(gate.sizes) <= 2
        assert {str(one) for one in said if one is not None} <= {"the books are closed"}
        with pytest.raises(StoreError, match="the books are closed"):
            await writer.append(batch(heads[0]))

    asyncio.run(main())


def test_who_goes_away_leaves_the_others_alone(store: Store) -> None:
    async def main() -> None:
        gate = Gate(store)
        a, b = store.acquire("table:a", "me"), store.acquire("table:b", "me")
        async with writing(gate) as writer:
            gone = asyncio.create_task(writer.append(batch(a, Posting(CASH, ANN, 1))))
            stays = asyncio.create_task(writer.append(batch(b, Posting(CASH, ANN, 1))))
            await asyncio.sleep(0.01)
            gone.cancel()
            gate.gate.set()
            await stays
        assert gone.cancelled() and store.balance(ANN) == 2

    asyncio.run(main())


def test_an_error_in_the_store_is_told_to_all_who_wait(store: Store) -> None:
    class Buggy(FailingStore):
        def append(self, batches: Iterable[Batch]) -> list[StoreError | None]:
            raise ZeroDivisionError("a mistake")

    async def main() -> None:
        head = store.acquire("cage", "me")
        async with writing(Buggy(store)) as writer:
            with pytest.raises(Unknown, match=r"it is not known .*: a mistake") as caught:
                await writer.append(batch(head))
            assert isinstance(caught.value.__cause__, ZeroDivisionError)

    asyncio.run(main())


def test_a_thread_that_dies_leaves_no_one_waiting(store: Store) -> None:
    async def main() -> None:
        failing = FailingStore(store)
        a, b = store.acquire("table:a", "me"), store.acquire("table:b", "me")
        failing.fail(Fault.CRASH_BEFORE)
        writer = GroupWriter(failing, most=1)
        said = await asyncio.wait_for(
            asyncio.gather(
                writer.append(batch(a)), writer.append(batch(b)), return_exceptions=True
            ),
            20,
        )
        assert all("the writer of the books failed" in str(one) for one in said), said
        assert [type(one) for one in said] == [Unknown, StoreError]
        with pytest.raises(StoreError, match="the writer of the books failed"):
            await writer.append(batch(a))
        with pytest.raises(StoreError, match="the process dies before the commit"):
            await writer.close()

    asyncio.run(main())


def test_many_take_from_one_wallet_at_once(store: Store) -> None:
    async def main() -> None:
        cage = store.acquire("cage", "me")
        assert store.append((batch(cage, Posting(CASH, ANN, 1_000)),)) == [None]
        heads = [store.acquire(f"table:t{i}", "me") for i in range(20)]

        async def greedy(writer: GroupWriter, head: StreamHead) -> int:
            got = 0
            for n in range(10):
                at = msgspec.structs.replace(head, seq=n)
                purse = f"{head.stream}:purse:1"
                try:
                    await writer.append(batch(at, Posting(ANN, purse, 30)))
                except StoreError:
                    return got
                got += 30
            return got

        async with writing(store) as writer:
            got = await asyncio.gather(*(greedy(writer, head) for head in heads))
        assert sum(got) == 990 and store.balance(ANN) == 10

    asyncio.run(main())
    assert not check(store)


def journal(store: Store, writer: GroupWriter | PlainWriter) -> Journal:
    return Journal(store, writer, SimulatedClock(5_000), "cage")


async def deposit(cage: Journal, cents: int, key: str = "") -> Done:
    postings = (Posting(CASH, ANN, cents),)
    return await cage.write(
        CASHIER, "deposit", WritePayload(cents), postings, key=key, answer=b"thanks"
    )


def test_a_journal_writes_and_answers_again(store: Store) -> None:
    async def main() -> None:
        cage = journal(store, PlainWriter(store))
        assert await deposit(cage, 5, "k") == Done(1, b"thanks", at=5000)
        assert await deposit(cage, 5, "k") == Done(1, b"thanks", again=True)
        with pytest.raises(Denied, match="'k' has been used for another command"):
            await deposit(cage, 6, "k")
        assert await deposit(cage, 6) == Done(2, b"thanks", at=5000) and cage.row == 2
        assert store.balance(ANN) == 11
        with pytest.raises(Denied, match="not enough money in the account") as denied:
            await cage.write(CASHIER, "payout", WritePayload(12), (Posting(ANN, CASH, 12),))
        assert denied.value.code == "funds"
        [first, _] = store.rows("cage")
        assert (first.at, first.kind, first.by) == (5_000, "deposit", 7)
        assert msgspec.msgpack.decode(first.body, type=WritePayload) == WritePayload(5)

    asyncio.run(main())


def test_one_command_many_times_at_once_is_done_once(store: Store) -> None:
    async def main() -> None:
        async with writing(store) as writer:
            cage = journal(store, writer)
            said = await asyncio.gather(*(deposit(cage, 5, "k") for _ in range(20)))
        assert {one.row for one in said} == {1} and sum(not one.again for one in said) == 1
        assert store.balance(ANN) == 5

    asyncio.run(main())


@pytest.mark.parametrize("fault", [Fault.UNKNOWN_WRITTEN, Fault.UNKNOWN_LOST, Fault.DISK_FULL])
def test_a_journal_finds_out_what_no_one_can_say(store: Store, fault: Fault) -> None:
    async def main() -> None:
        failing = FailingStore(store)
        cage = journal(failing, PlainWriter(failing))
        await deposit(cage, 1)
        failing.fail(fault)
        if fault is Fault.UNKNOWN_WRITTEN:
            assert await deposit(cage, 5, "k") == Done(2, b"thanks", at=5000)
        else:
            with pytest.raises(Denied) as denied:
                await deposit(cage, 5, "k")
            assert denied.value.code == "busy"
        assert (await deposit(cage, 5, "k")).row == 2
        await deposit(cage, 10)
        assert store.balance(ANN) == 16 and cage.row == 3

    asyncio.run(main())
    assert not check(store)


def test_a_caller_who_goes_away_does_not_harm_the_journal(store: Store) -> None:
    async def main() -> None:
        gate = Gate(store)
        async with writing(gate) as writer:
            cage = journal(gate, writer)
            gone = asyncio.create_task(deposit(cage, 1))
            await asyncio.sleep(0.01)
            gone.cancel()
            gate.gate.set()
            assert (await deposit(cage, 2)).row == 2
        assert gone.cancelled() and store.balance(ANN) == 3

    asyncio.run(main())


def test_a_journal_that_another_has_claimed_stops(store: Store) -> None:
    async def main() -> None:
        cage = journal(store, PlainWriter(store))
        journal(store, PlainWriter(store))
        with pytest.raises(Denied, match="claimed by another server") as denied:
            await deposit(cage, 1)
        assert denied.value.code == "fault" and store.balance(ANN) == 0

    asyncio.run(main())


@pytest.mark.parametrize(("fault", "written"), [(Fault.CRASH_BEFORE, 0), (Fault.CRASH_AFTER, 5)])
def test_a_crash_is_the_end_and_the_books_know(store: Store, fault: Fault, written: int) -> None:
    failing = FailingStore(store)
    head = failing.acquire("cage", "me")
    failing.fail(fault, after=1)
    assert failing.append((batch(head, Posting(CASH, "player:2", 1)),)) == [None]
    with pytest.raises(Crash):
        failing.append((batch(failing.streams()[0], Posting(CASH, ANN, 5)),))
    with pytest.raises(Crash, match="dead"):
        failing.balance(ANN)
    assert store.balance(ANN) == written


def test_slow_books_wait(store: Store) -> None:
    waited: list[bool] = []
    slow = FailingStore(store, wait=lambda: waited.append(True))
    slow.fail(Fault.SLOW)
    assert slow.append((batch(slow.acquire("cage", "me"), Posting(CASH, ANN, 5)),)) == [None]
    assert waited and store.balance(ANN) == 5
