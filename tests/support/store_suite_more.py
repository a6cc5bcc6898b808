"""The laws of a store about keys, and about data outside the log."""

from __future__ import annotations

from msgspec.structs import replace

from houseway.room.audit.invariants.check import check
from houseway.room.ledger import CASH, Posting
from houseway.room.store.interface import (
    KeyedCommand,
    KeyUsed,
    Person,
    RoundKept,
    Session,
    SessionEnded,
    ShoeKept,
    StoreError,
    StreamHead,
)
from tests.support.store_suite import ANN, BEN, DIGEST, Desk, batch, raises

CEM = Person(4, "player", "Cem", "card4", "hash")


def opened(desk: Desk, stream: str = "people") -> StreamHead:
    return desk.store.acquire(stream, "me")


def after(desk: Desk, head: StreamHead) -> StreamHead:
    found = desk.store.head(head.stream)
    assert found is not None
    return found


class BesideTheLog:
    """The laws of keys, logins and settings."""

    def test_a_key_is_used_once(self, desk: Desk) -> None:
        head = opened(desk, "cage")
        command = KeyedCommand(7, "k", DIGEST, b"answer")
        assert desk.one(batch(head, Posting(CASH, ANN, 5), command=command)) is None
        assert desk.store.command(7, "k") == replace(command, stream="cage", seq=1)
        assert desk.store.command(7, "other") is None and desk.store.command(8, "k") is None
        head = after(desk, head)
        again = batch(head, Posting(CASH, ANN, 5), command=command)
        raises(desk.one(again), KeyUsed, "'k' has been used before")
        someone_else = replace(again, command=replace(command, by=8))
        assert desk.one(someone_else) is None
        assert desk.store.balance(ANN) == 10
        assert [(c.by, c.key) for c in desk.store.commands()] == [(7, "k"), (8, "k")]

    def test_one_key_in_one_group(self, desk: Desk) -> None:
        """The same command sent twice at once, by whatever way: it is done once."""
        heads = [opened(desk, f"table:t{i}") for i in range(4)]
        command = KeyedCommand(7, "k", DIGEST, b"")
        said = desk.write([batch(h, Posting(CASH, ANN, 5), command=command) for h in heads])
        assert [type(s) for s in said] == [type(None), KeyUsed, KeyUsed, KeyUsed]
        assert desk.store.balance(ANN) == 5
        assert not check(desk.store)

    def test_a_refused_batch_leaves_its_key_free(self, desk: Desk) -> None:
        head = opened(desk, "cage")
        command = KeyedCommand(7, "k", DIGEST, b"")
        assert desk.one(batch(head, Posting(ANN, CASH, 5), command=command)) is not None
        assert desk.store.command(7, "k") is None
        assert desk.one(batch(head, Posting(CASH, ANN, 5), command=command)) is None

    def test_people(self, desk: Desk) -> None:
        head = opened(desk)
        dee = Person(5, "dealer", "Dee", "card5", "hash", 2, 99, 98, "door", True, "firm")
        assert desk.one(batch(head, changes=(CEM, dee))) is None
        assert desk.store.people() == [CEM, dee]
        assert desk.store.person(5) == dee == desk.store.person_with("card5")
        assert desk.store.person(6) is None and desk.store.person_with("x") is None
        locked = replace(CEM, wrong=3, locked_ms=5)
        assert desk.one(batch(after(desk, head), changes=(locked,))) is None
        assert desk.store.person(4) == locked

    def test_a_card_belongs_to_one_person(self, desk: Desk) -> None:
        head = opened(desk)
        assert desk.one(batch(head, changes=(CEM,))) is None
        thief = Person(6, "player", "Eve", CEM.card, "hash")
        said = desk.one(batch(after(desk, head), Posting(CASH, ANN, 5), changes=(thief,)))
        assert isinstance(said, StoreError)
        assert desk.store.people() == [CEM] and desk.store.balance(ANN) == 0

    def test_one_login_for_a_person(self, desk: Desk) -> None:
        head = opened(desk)
        first, second = Session(b"1", 4, "bar", 50, 10), Session(b"2", 4, "door", 60, 20)
        assert desk.one(batch(head, changes=(CEM, first))) is None
        assert desk.store.session(b"1") == first == desk.store.session_of(4)
        head = after(desk, head)
        assert desk.one(batch(head, changes=(second,))) is None
        assert desk.store.session(b"1") is None and desk.store.session_of(4) == second
        head = after(desk, head)
        assert desk.one(batch(head, changes=(SessionEnded(4),))) is None
        assert desk.store.session(b"2") is None and desk.store.session_of(4) is None

    def test_no_one_logs_in_who_is_not_there(self, desk: Desk) -> None:
        said = desk.one(batch(opened(desk), changes=(Session(b"1", 99, "bar", 50),)))
        assert isinstance(said, StoreError)

    def test_rounds_and_shoes(self, desk: Desk) -> None:
        head = opened(desk, "table:t")
        rounds = [RoundKept("table:t", n, 10 * n, 10 * n + 5, "closed", "r", 1) for n in (1, 2, 3)]
        running = RoundKept("table:t", 4, 40, None, "open", "r", 2)
        shoes = (ShoeKept("table:t", 1, b"s", b"r", True), ShoeKept("table:t", 2, b"s2", b"r2"))
        assert desk.one(batch(head, changes=(*rounds, running, *shoes))) is None
        assert desk.store.round("table:t", 2) == rounds[1]
        assert desk.store.round("table:u", 2) is None
        assert desk.store.rounds("table:t", most=2) == [running, rounds[2]]
        assert desk.store.rounds("table:t", before=3) == [rounds[1], rounds[0]]
        assert desk.store.open_rounds() == [running]
        assert desk.store.shoe("table:t", 1) == shoes[0]
        assert desk.store.open_shoes() == [shoes[1]]
        over = replace(running, closed=44, outcome="closed", record=b"text")
        gone = replace(shoes[1], finished=True)
        assert desk.one(batch(after(desk, head), changes=(over, gone))) is None
        assert desk.store.round("table:t", 4) == over
        assert desk.store.open_rounds() == [] and desk.store.open_shoes() == []
        elsewhere = replace(running, stream="table:nowhere")
        said = desk.one(batch(after(desk, head), changes=(elsewhere,)))
        raises(said, StoreError, "no stream table:nowhere")

    def test_everything_of_a_batch_or_nothing(self, desk: Desk) -> None:
        """A refused part refuses all: the row, the money, the answer and the change."""
        head = opened(desk)
        command = KeyedCommand(7, "k", DIGEST, b"")
        for wrong in (
            batch(head, Posting(BEN, CASH, 1), command=command, changes=(CEM,)),
            batch(head, command=command, changes=(CEM, Session(b"1", 99, "bar", 5))),
            replace(batch(head, command=command, changes=(CEM,)), fence=99),
        ):
            assert isinstance(desk.one(wrong), StoreError)
            assert desk.store.head("people") == head
            assert list(desk.store.rows("people")) == [] == desk.store.people()
            assert desk.store.command(7, "k") is None and not desk.store.balances()
