"""Properties of the PostgreSQL store alone: its connection, its schema, its refusals."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise

import psycopg
import pytest

from houseway.room.audit.invariants.check import check
from houseway.room.ledger import CASH, Posting, purse_at, wallet
from houseway.room.store import chain
from houseway.room.store.interface import (
    Batch,
    Conflict,
    KeyedCommand,
    Overdrawn,
    Person,
    StoreError,
    StreamHead,
    Unknown,
)
from houseway.room.store.postgres.reader import PostgresBooks
from houseway.room.store.postgres.writer import PostgresStore
from tests.support.postgres_server import own_server, shared_server
from tests.support.store_suite import ANN, BEN, batch, raises

pytestmark = pytest.mark.process


@pytest.fixture
def dsn() -> str:
    return shared_server().new_schema()


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresStore]:
    found = PostgresStore(dsn, durable=False)
    yield found
    found.close()


@pytest.fixture
def two(dsn: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """Two servers on one database."""
    both = [PostgresStore(dsn, durable=False, alone=False) for _ in range(2)]
    yield both[0], both[1]
    for each in both:
        each.close()


def by_hand(dsn: str, *statements: str) -> None:
    """Run statements that the triggers would refuse."""
    with psycopg.connect(dsn, autocommit=True) as made:
        made.execute("SET session_replication_role = replica")
        for sql in statements:
            made.execute(sql.encode())


def deposit(store: PostgresStore, head: StreamHead, cents: int = 100) -> StoreError | None:
    [said] = store.append((batch(head, Posting(CASH, ANN, cents)),))
    return said


def head_of(store: PostgresStore, stream: str = "cage") -> StreamHead:
    found = store.head(stream)
    assert found is not None
    return found


class TestSeveralWriters:
    """Laws of stores that share a database; SQLite has one writer."""

    def test_one_of_two_who_claim_at_once_has_the_fence(
        self, two: tuple[PostgresStore, PostgresStore]
    ) -> None:
        with ThreadPoolExecutor(2) as both:
            for _ in range(10):
                heads = list(both.map(lambda s: s.acquire("cage", "me"), two))
                assert abs(heads[0].fence - heads[1].fence) == 1
                said = [deposit(s, head) for s, head in zip(two, heads, strict=True)]
                winner = heads[1].fence > heads[0].fence
                assert said[winner] is None
                raises(said[not winner], Conflict, "claimed by another owner")
        assert two[0].balance(ANN) == 1_000 and not check(two[0])

    def test_who_takes_over_goes_on_from_the_last_row(
        self, two: tuple[PostgresStore, PostgresStore]
    ) -> None:
        old, new = two
        head = old.acquire("cage", "old")
        assert deposit(old, head) is None
        taken = new.acquire("cage", "new")
        assert taken == StreamHead("cage", 1, head_of(old).hash, head.fence + 1)
        assert deposit(new, taken) is None
        stale = StreamHead("cage", 2, b"", head.fence)
        raises(deposit(old, stale), Conflict, "claimed by another owner")
        assert old.balance(ANN) == 200 and not check(new)

    def test_an_account_opened_by_two_is_one_account(
        self, two: tuple[PostgresStore, PostgresStore]
    ) -> None:
        one, other = two
        heads = [s.acquire(f"table:t{i}", "me") for i, s in enumerate(two)]
        assert deposit(one, heads[0], 5) is None
        assert deposit(other, heads[1], 7) is None
        assert one.balance(ANN) == 12 and other.single == 0
        assert [a.name for a in other.accounts()] == [CASH, ANN]
        assert not check(one)

    def test_two_who_write_at_once_pay_no_money_twice(
        self, two: tuple[PostgresStore, PostgresStore]
    ) -> None:
        cage = two[0].acquire("cage", "me")
        first = batch(cage, Posting(CASH, ANN, 1_000), Posting(CASH, BEN, 1_000))
        assert two[0].append((first,)) == [None]

        def greedy(number: int) -> int:
            store, rng, got = two[number], random.Random(number), 0
            heads = [store.acquire(f"table:{number}-{i}", "me") for i in range(4)]
            for _ in range(30):
                group = [
                    batch(h, Posting(rng.choice((ANN, BEN)), purse_at(h.stream[6:], 1), 30))
                    for h in heads
                ]
                for at, said in enumerate(store.append(group)):
                    assert said is None or isinstance(said, Overdrawn)
                    if said is None:
                        got += 30
                        heads[at] = head_of(store, heads[at].stream)
            return got

        with ThreadPoolExecutor(2) as both:
            got = sum(both.map(greedy, (0, 1)))
        left = two[0].balances("player:")
        assert got == 2_000 - sum(left.values()) == 1_980 and left == {ANN: 10, BEN: 10}
        assert not check(two[1])

    def test_postings_of_a_row_stand_together(
        self, two: tuple[PostgresStore, PostgresStore]
    ) -> None:
        def busy(number: int) -> None:
            head = two[number].acquire(f"table:{number}", "me")
            purses = [purse_at(str(number), seat) for seat in range(20)]
            for _ in range(20):
                row = batch(head, *(Posting(f"table:{number}:house", p, 1) for p in purses))
                assert two[number].append((row,)) == [None]
                head = head_of(two[number], head.stream)

        with ThreadPoolExecutor(2) as both:
            list(both.map(busy, (0, 1)))
        rows = [(w.stream, w.seq) for w in two[0].all_postings()]
        assert len(rows) == 800 and sum(a != b for a, b in pairwise(rows)) == 39


def test_a_second_server_is_refused_with_a_sentence(store: PostgresStore, dsn: str) -> None:
    with pytest.raises(StoreError, match="is in use by another server; stop that one first"):
        PostgresStore(dsn, durable=False)
    assert deposit(store, store.acquire("cage", "me")) is None
    with closing(PostgresBooks(dsn)) as reader:
        assert reader.balance(ANN) == 100
        with pytest.raises(StoreError, match=r"cannot be read: .*read-only"):
            reader._all("DELETE FROM session")
    with pytest.raises(StoreError, match="the books are closed"):
        reader.balance(ANN)
    store.close()
    PostgresStore(dsn, durable=False).close()


def test_closed_books_take_nothing(dsn: str) -> None:
    store = PostgresStore(dsn, durable=False)
    head = store.acquire("cage", "me")
    store.close()
    store.close()
    raises(deposit(store, head), StoreError, "the books are closed")
    with pytest.raises(StoreError, match="the books are closed"):
        store.acquire("cage", "me")


def test_addresses_without_books(dsn: str) -> None:
    with pytest.raises(StoreError, match="there are no books in the database postgres on 127"):
        PostgresBooks(dsn)
    with pytest.raises(StoreError, match="this is no address of a database"):
        PostgresBooks("postgresql://[")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nowhere = f"postgresql://me:secret@127.0.0.1:{free.getsockname()[1]}/books"
        with pytest.raises(
            StoreError, match=r"the database books on 127\.0\.0\.1 cannot be"
        ) as told:
            PostgresStore(nowhere)
    assert "secret" not in str(told.value)


def test_a_database_that_may_forget_is_refused(dsn: str) -> None:
    with pytest.raises(StoreError, match=r"has fsync = off: it may lose what it has acknowledged"):
        PostgresStore(dsn)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE log SET kind = 'x'", "the log is never changed"),
        ("DELETE FROM log", "the log is never deleted"),
        ("TRUNCATE log", "the log is never deleted"),
        ("UPDATE posting SET cents = 1", "a posting is never changed: reverse it"),
        ("DELETE FROM posting", "a posting is never deleted: reverse it"),
        ("DELETE FROM account", "an account is never deleted"),
        ("UPDATE account SET kind = 'house'", "an account keeps its name, kind and unit"),
        ("UPDATE command SET answer = ''", "an answer is never changed"),
        ("DELETE FROM command", "an answer is never deleted"),
        ("UPDATE account SET balance = -1 WHERE kind = 'wallet'", "not_below_0"),
        ("INSERT INTO posting VALUES (9, 1, 1, 9, 1, 2, 0)", "posting_cents_check"),
        ("INSERT INTO posting VALUES (9, 1, 1, 9, 1, 99, 5)", "posting_credit_fkey"),
    ],
)
def test_the_database_itself_refuses(store: PostgresStore, sql: str, words: str) -> None:
    command = KeyedCommand(1, "k", bytes(32), b"a")
    row = batch(store.acquire("cage", "me"), Posting(CASH, ANN, 100), command=command)
    assert store.append((row,)) == [None]
    with psycopg.connect(store.dsn) as other, pytest.raises(psycopg.Error, match=words):
        other.execute(sql.encode())


def test_a_posting_moves_one_unit(store: PostgresStore, dsn: str) -> None:
    chips = "INSERT INTO account VALUES (999, 'player:9', 'wallet', 'chips', 0)"
    by_hand(dsn, chips)
    head = store.acquire("cage", "me")
    [said] = store.append((batch(head, Posting(CASH, wallet(9), 5)),))
    raises(said, StoreError, "a posting moves one unit, not cents into chips")
    assert deposit(store, head) is None


def test_a_refusal_costs_one_more_call_for_the_others(store: PostgresStore) -> None:
    """A group of 32 with three at fault: no batch is written alone."""
    heads = [store.acquire(f"table:t{i}", "me") for i in range(32)]
    group = [batch(h, Posting(CASH, wallet(i + 1), 5)) for i, h in enumerate(heads)]
    for at in (3, 17, 31):
        group[at] = batch(heads[at], Posting(wallet(at + 1), CASH, 5))
    said = store.append(group)
    assert [at for at, why in enumerate(said) if why is not None] == [3, 17, 31]
    assert (store.groups, store.refused_groups, store.single) == (1, 1, 0)


def test_a_group_with_what_the_database_refuses_is_written_one_by_one(
    store: PostgresStore,
) -> None:
    """A card that another person has: the judge does not look at it, the database does."""
    heads = [store.acquire(f"table:t{i}", "me") for i in range(3)]
    cem = Person(4, "player", "Cem", "card", "hash")
    assert store.append((batch(heads[0], changes=(cem,)),)) == [None]
    heads[0] = head_of(store, "table:t0")
    eve = Person(5, "player", "Eve", "card", "hash")
    group = [batch(heads[0]), batch(heads[1], changes=(eve,)), batch(heads[2])]
    assert [type(said) for said in store.append(group)] == [type(None), StoreError, type(None)]
    assert store.single == 3 and store.people() == [cem] and not check(store)


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_a_text_that_the_database_cannot_hold(store: PostgresStore, text: str) -> None:
    head = store.acquire("cage", "me")
    assert isinstance(store.append((batch(head, kind=text),))[0], StoreError)
    assert deposit(store, head) is None


def while_it_waits(store: PostgresStore, head: StreamHead, act: Callable[[int], None]) -> object:
    """Append while another program holds the account, and act in the middle of the call."""
    with psycopg.connect(store.dsn) as other, ThreadPoolExecutor(1) as writer:
        other.execute("SELECT FROM account WHERE name = %s FOR UPDATE", (ANN,))
        pid = store._db.info.backend_pid
        said = writer.submit(deposit, store, head)
        waits = "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %s"
        while other.execute(waits, (pid,)).fetchone() != (True,):
            time.sleep(0.01)
        act(pid)
        return said.result(30)


def test_a_lost_connection_is_an_unknown_fate_and_the_next_one_goes_on(
    store: PostgresStore, dsn: str
) -> None:
    head = store.acquire("cage", "me")
    assert deposit(store, head) is None

    def end(pid: int) -> None:
        with psycopg.connect(dsn, autocommit=True) as killer:
            killer.execute("SELECT pg_terminate_backend(%s)", (pid,))

    said = while_it_waits(store, head_of(store), end)
    assert isinstance(said, Unknown)
    assert head_of(store).seq == 1
    assert deposit(store, head_of(store)) is None
    assert store.balance(ANN) == 200 and not check(store)


def test_a_call_that_lost_its_caller_never_commits_later(store: PostgresStore) -> None:
    """The wire is cut; the database goes on. What is read afterwards is final."""
    assert deposit(store, store.acquire("cage", "me")) is None

    def cut(pid: int) -> None:
        wire = socket.socket(fileno=socket.dup(store._db.fileno()))
        wire.shutdown(socket.SHUT_RDWR)
        wire.close()

    said = while_it_waits(store, head_of(store), cut)
    assert isinstance(said, Unknown)
    assert head_of(store).seq == 1
    time.sleep(0.2)  # the lock is free now: a call that was left alone would commit
    assert head_of(store).seq == 1 and store.balance(ANN) == 100


def test_a_warning_of_the_database_is_an_unknown_fate() -> None:
    """It gives up waiting for its standby: the row is here, and perhaps not there."""
    with own_server() as server:
        store = PostgresStore(server.dsn())
        head = store.acquire("cage", "me")
        assert deposit(store, head) is None
        assert "no synchronous standby" in store.note
        with psycopg.connect(server.dsn(), autocommit=True) as admin, ThreadPoolExecutor(1) as one:
            admin.execute("SET synchronous_commit = local")
            admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'away'")
            admin.execute("SELECT pg_reload_conf()")
            time.sleep(0.3)
            said = one.submit(deposit, store, head_of(store))
            waits = "SELECT wait_event = 'SyncRep' FROM pg_stat_activity WHERE pid = %s"
            pid = store._db.info.backend_pid
            while admin.execute(waits, (pid,)).fetchone() != (True,):
                time.sleep(0.01)
            admin.execute("ALTER SYSTEM RESET synchronous_standby_names")
            admin.execute("SELECT pg_cancel_backend(%s)", (pid,))
            assert isinstance(said.result(30), Unknown)
            admin.execute("SELECT pg_reload_conf()")
        assert head_of(store).seq == 2 and deposit(store, head_of(store)) is None
        store.close()
        for setting in ("off", "local"):
            with pytest.raises(StoreError, match=f"has synchronous_commit = {setting}"):
                PostgresStore(server.dsn() + f"?options=-csynchronous_commit%3D{setting}")


def test_a_database_that_went_back_is_an_alarm(store: PostgresStore, dsn: str) -> None:
    head = store.acquire("cage", "me")
    assert deposit(store, head) is None
    first = head_of(store)
    assert deposit(store, first) is None
    by_hand(
        dsn,
        "DELETE FROM log WHERE seq = 2",
        "DELETE FROM posting WHERE seq = 2",
        "UPDATE account SET balance = balance / 2",
        f"UPDATE stream SET seq = 1, head = '\\x{first.hash.hex()}'",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = "
        f"{store._db.info.backend_pid}",
    )
    assert not check(store)
    assert isinstance(deposit(store, first), Unknown)
    raises(deposit(store, first), StoreError, "went back: cage stands at row 1, row 2 was ack")
    with pytest.raises(StoreError, match="Nothing more is written"):
        store.acquire("cage", "me")
    assert head_of(store).seq == 1


def test_readers_share_a_few_connections_and_outlive_a_lost_one(store: PostgresStore) -> None:
    assert deposit(store, store.acquire("cage", "me")) is None
    with ThreadPoolExecutor(12) as many:
        assert set(many.map(lambda _: store.balance(ANN), range(60))) == {100}
    with psycopg.connect(store.dsn, autocommit=True) as admin:
        asked = "SELECT pid FROM pg_stat_activity WHERE application_name = %s"
        readers = [pid for (pid,) in admin.execute(asked, (store._name,))]
        assert 1 <= len(readers) <= 4
        for pid in readers:
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
    assert store.balance(ANN) == 100


def test_chains_of_both_stores_are_one(store: PostgresStore) -> None:
    """The hash of a row does not depend on the database that keeps it."""
    row = Batch("cage", 0, (batch(StreamHead("cage", 0, b""), Posting(CASH, ANN, 5)).entries[0],),
                fence=store.acquire("cage", "me").fence)  # fmt: skip
    assert store.append((row,)) == [None]
    entry = row.entries[0]
    found = chain.row_hash(
        chain.BEGINNING, "cage", 1, entry.at, entry.kind, entry.by, entry.body, entry.postings
    )
    assert head_of(store).hash == found
