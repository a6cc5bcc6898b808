"""Laws of every store of the books, written against the interface alone.

``tests/room/store/test_room_store.py`` runs it on each store. A store comes as a ``Desk``: the
store and a way to write into it, at once or through the writer's thread.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from houseway.room.audit.invariants.check import check
from houseway.room.ledger import CASH, Posting, purse_at, wallet
from houseway.room.store import chain
from houseway.room.store.interface import (
    Batch,
    Change,
    Conflict,
    Entry,
    KeyedCommand,
    Overdrawn,
    Store,
    StoreError,
    StreamHead,
)

ANN, BEN = wallet(1), wallet(2)
DIGEST = bytes(range(32))


class Desk(msgspec.Struct):
    """A store, how to write batches into it together, and how to open it again."""

    store: Store
    write: Callable[[Iterable[Batch]], list[StoreError | None]]
    again: Callable[[], Desk]

    def one(self, batch: Batch) -> StoreError | None:
        """Write one batch."""
        [said] = self.write((batch,))
        return said

    def put(self, head: StreamHead, *postings: Posting, kind: str = "moved") -> StreamHead:
        """Write one row, which must succeed; where the stream is then."""
        assert self.one(batch(head, *postings, kind=kind)) is None
        found = self.store.head(head.stream)
        assert found is not None
        return found


def batch(
    head: StreamHead,
    *postings: Posting,
    kind: str = "moved",
    body: bytes = b"body",
    command: KeyedCommand | None = None,
    changes: tuple[Change, ...] = (),
) -> Batch:
    """One row after a head."""
    entry = Entry(1_000 + head.seq, kind, 7, body, postings)
    return Batch(head.stream, head.seq, (entry,), command, changes, head.fence)


def raises(said: StoreError | None, kind: type[StoreError], words: str) -> None:
    """A batch was refused in this way, with these words."""
    assert type(said) is kind, said
    assert words in str(said)


class StoreSuite:
    """The laws of rows, postings and groups."""

    def test_a_row_is_read_as_it_was_written(self, desk: Desk) -> None:
        head = desk.store.acquire("cage", "me")
        assert (head.seq, head.hash) == (0, chain.BEGINNING)
        entries = tuple(Entry(5 + i, f"kind{i}", i, bytes([i]) * 9) for i in range(3))
        assert desk.one(Batch("cage", 0, entries, fence=head.fence)) is None
        rows = list(desk.store.rows("cage"))
        assert [(r.seq, r.at, r.kind, r.by, r.body) for r in rows] == [
            (i + 1, e.at, e.kind, e.by, e.body) for i, e in enumerate(entries)
        ]
        assert {r.stream for r in rows} == {"cage"}
        assert desk.store.head("cage") == StreamHead("cage", 3, rows[-1].hash, head.fence)
        assert desk.store.streams() == [desk.store.head("cage")]
        assert [r.seq for r in desk.store.rows("cage", after=1, most=1)] == [2]
        assert list(desk.store.rows("cage", after=3)) == list(desk.store.rows("floor")) == []
        assert desk.store.head("floor") is None

    def test_long_streams_are_read_page_by_page(self, desk: Desk) -> None:
        head = desk.store.acquire("cage", "me")
        entries = tuple(
            Entry(i, "step" if i % 7 else "round", 0, b"", (Posting(CASH, ANN, i + 1),))
            for i in range(1_203)
        )
        assert desk.one(Batch("cage", 0, entries, fence=head.fence)) is None
        assert [r.seq for r in desk.store.rows("cage")] == list(range(1, 1_204))
        assert [r.seq for r in desk.store.rows("cage", 200, 700)] == list(range(201, 901))
        cents = [w.posting.cents for w in desk.store.postings("cage")]
        assert cents == [w.posting.cents for w in desk.store.all_postings()]
        assert cents == list(range(1, 1_204))
        assert [w.seq for w in desk.store.postings("cage", 10, 12)] == [11, 12]
        ids = [w.id for w in desk.store.all_postings()]
        assert ids == sorted(set(ids))
        assert desk.store.has_gaps or ids == list(range(1, 1_204))
        assert [w.id for w in desk.store.all_postings(ids[1_199])] == ids[1_200:]
        last = desk.store.last_row("cage", "round")
        assert last is not None and last.seq == 1_198
        step = desk.store.last_row("cage", "step")
        assert step is not None and step.seq == 1_203
        assert desk.store.last_row("cage", "faulted") is None
        assert not check(desk.store)

    def test_a_reader_who_stops_in_the_middle_sees_what_comes_later(self, desk: Desk) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 5))
        head = desk.put(head, Posting(CASH, ANN, 5))
        halfway = desk.store.rows("cage")
        next(halfway)
        desk.put(head, Posting(CASH, ANN, 5))
        assert desk.store.balance(ANN) == 15

    def test_a_snapshot_stands_still(self, desk: Desk) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 5))
        with desk.store.snapshot() as still:
            desk.put(head, Posting(CASH, ANN, 6))
            assert (still.balance(ANN), len(list(still.rows("cage")))) == (5, 1)
            with ThreadPoolExecutor(1) as elsewhere:
                assert elsewhere.submit(still.balance, ANN).result() == 5
                assert elsewhere.submit(desk.store.balance, ANN).result() == 11
            assert desk.store.balance(ANN) == 11

    def test_a_batch_that_comes_from_elsewhere_is_refused(self, desk: Desk) -> None:
        first = desk.store.acquire("cage", "me")
        head = desk.put(first, Posting(CASH, ANN, 5))
        raises(desk.one(batch(first, Posting(CASH, ANN, 5))), Conflict, "stands at row 1, not at 0")
        ahead = StreamHead("cage", 4, head.hash, head.fence)
        raises(desk.one(batch(ahead)), Conflict, "stands at row 1, not at 4")
        raises(desk.one(batch(StreamHead("floor", 0, b""))), Conflict, "no writer has claimed")
        assert desk.store.balance(ANN) == 5

    def test_who_lost_the_fence_writes_nothing(self, desk: Desk) -> None:
        old = desk.put(desk.store.acquire("cage", "first"), Posting(CASH, ANN, 5))
        new = desk.store.acquire("cage", "second")
        assert new.fence == old.fence + 1
        raises(desk.one(batch(old, Posting(CASH, ANN, 5))), Conflict, "claimed by another owner")
        desk.put(new, Posting(CASH, ANN, 1))
        assert desk.store.balance(ANN) == 6

    def test_what_was_written_is_there_after_a_new_start(self, desk: Desk) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 5))
        later = desk.again()
        assert later.store.head("cage") == head
        new = later.store.acquire("cage", "me again")
        later.put(new, Posting(ANN, CASH, 5), Posting(CASH, BEN, 2))
        assert later.store.balances() == {CASH: -2, ANN: 0, BEN: 2}
        assert not check(later.store)
        later.store.close()

    def test_balances_and_statements(self, desk: Desk) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 500))
        table = desk.store.acquire("table:t", "me")
        table = desk.put(table, Posting(ANN, purse_at("t", 1), 200))
        desk.put(head, Posting(CASH, BEN, 10), Posting(CASH, ANN, 1))
        assert desk.store.balances() == {CASH: -511, ANN: 301, BEN: 10, purse_at("t", 1): 200}
        assert desk.store.balances("table:") == {purse_at("t", 1): 200}
        assert desk.store.balance("player:99") == 0 and desk.store.statement("player:99") == []
        told = [(row.stream, row.seq, p.cents) for row, p in desk.store.statement(ANN)]
        assert told == [("cage", 2, 1), ("table:t", 1, 200), ("cage", 1, 500)]
        assert [p.cents for _, p in desk.store.statement(ANN, most=2)] == [1, 200]
        kinds = {a.name: (a.kind, a.unit, a.balance) for a in desk.store.accounts()}
        assert kinds[ANN] == ("wallet", "cents", 301) and kinds[CASH][0] == "cage"

    def test_no_wallet_below_zero(self, desk: Desk) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 100))
        said = desk.one(batch(head, Posting(ANN, CASH, 101)))
        raises(said, Overdrawn, "player:1 would stand below 0")
        assert isinstance(said, Overdrawn) and said.account == ANN
        head = desk.put(head, Posting(ANN, CASH, 100))
        raises(desk.one(batch(head, Posting(ANN, CASH, 1))), Overdrawn, ANN)
        assert desk.store.head("cage") == head and desk.store.balances() == {CASH: 0, ANN: 0}

    def test_each_row_stands_alone(self, desk: Desk) -> None:
        """Within a row money may pass through a wallet; from row to row it must be there."""
        head = desk.store.acquire("cage", "me")
        out, back = Posting(ANN, BEN, 5), Posting(CASH, ANN, 5)
        rows = tuple(Entry(1, "moved", 0, b"", (posting,)) for posting in (out, back))
        raises(desk.one(Batch("cage", 0, rows, fence=head.fence)), Overdrawn, ANN)
        desk.put(head, out, back)
        assert desk.store.balances() == {CASH: -5, ANN: 0, BEN: 5}

    @pytest.mark.parametrize("cents", [0, -5, 1 << 63, 1 << 70])
    def test_amounts_that_are_none(self, desk: Desk, cents: int) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 100))
        assert isinstance(desk.one(batch(head, Posting(CASH, ANN, cents))), StoreError)
        assert desk.store.balance(ANN) == 100 and desk.store.head("cage") == head

    def test_what_is_no_posting(self, desk: Desk) -> None:
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 100))
        assert isinstance(desk.one(batch(head, Posting(ANN, ANN, 5))), StoreError)
        raises(desk.one(batch(head, Posting(CASH, "pocket", 5))), StoreError, "no account of the")
        full = Posting(CASH, ANN, (1 << 63) - 50)
        assert isinstance(desk.one(batch(head, full)), StoreError)
        assert desk.store.balances() == {CASH: -100, ANN: 100}

    def test_a_refused_batch_takes_nothing_but_itself_away(self, desk: Desk) -> None:
        heads = [desk.store.acquire(f"table:t{i}", "me") for i in range(5)]
        head = desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 10))
        group = [batch(h, Posting(CASH, wallet(10 + i), i + 1)) for i, h in enumerate(heads)]
        group[2] = batch(heads[2], Posting(CASH, wallet(77), 5), Posting(ANN, BEN, 11))
        group.append(batch(StreamHead("cage", 9, b"", head.fence)))
        said = desk.write(group)
        assert [type(s) for s in said] == [type(None)] * 2 + [Overdrawn] + [type(None)] * 2 + [
            Conflict
        ]
        names = {wallet(10), wallet(11), wallet(13), wallet(14), CASH, ANN}
        assert set(desk.store.balances()) == names
        desk.put(heads[2], Posting(CASH, wallet(77), 1))
        assert not check(desk.store)

    def test_two_who_would_take_the_same_money_in_one_group(self, desk: Desk) -> None:
        desk.put(desk.store.acquire("cage", "me"), Posting(CASH, ANN, 100))
        tables = [desk.store.acquire(f"table:t{i}", "me") for i in range(3)]
        said = desk.write([batch(t, Posting(ANN, purse_at(t.stream[6:], 1), 60)) for t in tables])
        assert [type(s) for s in said] == [type(None), Overdrawn, Overdrawn]
        assert desk.store.balance(ANN) == 40

    @pytest.mark.parametrize("seed", range(4))
    def test_any_interleaving_of_withdrawals(self, desk: Desk, seed: int) -> None:
        """Groups of any size from many streams: what is paid was there, what is refused was not."""
        rng = random.Random(seed)
        names = [f"table:t{i}" for i in range(6)]
        heads = {name: desk.store.acquire(name, "me") for name in names}
        purse = {wallet(n): 0 for n in (1, 2, 3)}
        for _ in range(40):
            group = []
            for name in rng.sample(names, rng.randint(1, 6)):
                giver, cents = rng.choice(list(purse)), rng.randint(1, 80)
                moves = (Posting(giver, CASH, cents), Posting(CASH, giver, cents))
                group.append(batch(heads[name], moves[rng.random() < 0.5]))
            for one, said in zip(group, desk.write(group), strict=True):
                [move] = one.entries[0].postings
                enough = move.debit == CASH or purse[move.debit] >= move.cents
                assert (said is None) == enough, said
                if said is None:
                    who, cents = (
                        (move.credit, move.cents)
                        if move.debit == CASH
                        else (move.debit, -move.cents)
                    )
                    purse[who] += cents
                    found = desk.store.head(one.stream)
                    assert found is not None
                    heads[one.stream] = found
        balances = desk.store.balances("player:")
        assert {k: v for k, v in purse.items() if v} == {k: v for k, v in balances.items() if v}
        assert not check(desk.store)
