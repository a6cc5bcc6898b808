"""Registering for a game: in order, to the first chair that fits, and only for a time."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from houseway.room.api.table_types import Terms
from houseway.room.errors import Denied
from houseway.room.lobby import waiting_list
from houseway.room.lobby.waiting_list import Chairs, WaitingList
from houseway.room.tables import seat_rules
from houseway.room.tables.seats import Player, Seating, apply
from houseway.rulebook.clauses import all_clauses

TERMS = Terms(buy_in_least=40_00, buy_in_most=200_00, seats=2)
HIGH = Terms(buy_in_least=400_00, buy_in_most=2_000_00, seats=2)
ANN, BOB, CLEO, DAN = (Player(i, name) for i, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1))


def table(name: str, *guests: Player, terms: Terms = TERMS, game: str = "holdem") -> Chairs:
    seats = Seating()
    for guest in guests:
        seats = apply(seats, seat_rules.sit(seats, terms, guest, terms.buy_in_least, at=0))
    return Chairs(name, game, terms, seats)


def listed(*guests: Player, cents: int = 100_00, at: Chairs | None = None) -> WaitingList:
    found = WaitingList()
    for when, guest in enumerate(guests):
        fact = waiting_list.register(found, [at or table("A")], guest, "holdem", cents, at=when)
        found = waiting_list.apply(found, fact)
    return found


def after(found: WaitingList, *facts: waiting_list.Fact) -> WaitingList:
    for fact in facts:
        wire = msgspec.msgpack.encode(fact)
        found = waiting_list.apply(found, msgspec.msgpack.decode(wire, type=waiting_list.Fact))
    return msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=WaitingList)


def refused(what: str, ask: Callable[[], object]) -> Denied:
    with pytest.raises(Denied) as caught:
        ask()
    assert what in caught.value.what
    assert set(caught.value.clauses) <= set(all_clauses())
    return caught.value


def test_who_registers_is_called_to_the_first_free_chair_of_the_game() -> None:
    full, free = table("A", ANN, BOB), table("C", DAN)
    other = table("B", game="omaha")
    (call,) = waiting_list.calls(listed(CLEO), [full, other, free], at=10)
    assert (call.person, call.table, call.seat, call.until) == (3, "C", 2, 10 + TERMS.offer_ms)


def test_the_list_is_called_in_order_and_no_one_twice() -> None:
    queue = listed(ANN, BOB, CLEO)
    assert waiting_list.place_of(queue, 3, "holdem") == 3
    first = waiting_list.calls(queue, [table("A", DAN)], at=10)
    assert [c.person for c in first] == [1]
    queue = after(queue, *first)
    assert waiting_list.place_of(queue, 1, "holdem") == 0
    assert waiting_list.place_of(queue, 3, "holdem") == 2
    kept = table("A", DAN)
    held = apply(kept.seating, seat_rules.hold(kept.seating, TERMS, 1, at=10))
    assert waiting_list.calls(queue, [msgspec.structs.replace(kept, seating=held)], at=11) == ()
    assert [c.person for c in waiting_list.calls(queue, [table("B")], at=11)] == [2, 3]


def test_a_closed_table_and_another_buy_in_are_passed_over() -> None:
    queue = listed(ANN)
    closed = msgspec.structs.replace(table("A"), open=False)
    assert waiting_list.calls(queue, [closed, table("B", terms=HIGH)], at=5) == ()
    assert [c.table for c in waiting_list.calls(queue, [closed, table("C")], at=5)] == ["C"]


def test_for_one_table_only() -> None:
    fact = waiting_list.register(
        WaitingList(), [table("A"), table("B")], ANN, "holdem", 50_00, 0, "B"
    )
    queue = after(WaitingList(), fact)
    assert waiting_list.calls(queue, [table("A")], at=1) == ()
    assert [c.table for c in waiting_list.calls(queue, [table("A"), table("B")], at=1)] == ["B"]


def test_a_call_ends() -> None:
    queue = listed(ANN, BOB)
    (call,) = waiting_list.calls(queue, [table("A", DAN)], at=10)
    queue = after(queue, call)
    assert waiting_list.next_due(queue) == call.until
    assert waiting_list.expired(queue, call.until - 1) == ()
    queue = after(queue, *waiting_list.expired(queue, call.until))
    assert [w.player.name for w in queue.waits] == ["Bob"]
    assert waiting_list.next_due(queue) == 0


def test_who_sits_down_waits_no_more() -> None:
    queue = listed(ANN, BOB)
    facts = waiting_list.seated(queue, 1, "holdem", "A", at=9)
    assert [w.player.name for w in after(queue, *facts).waits] == ["Bob"]
    assert waiting_list.seated(queue, 1, "omaha", "B", at=9) == ()


def test_who_cannot_register() -> None:
    queue = listed(ANN)
    ask = waiting_list.register
    tables = [table("A", BOB)]
    refused("as the first on the list", lambda: ask(queue, tables, ANN, "holdem", 50_00, 1))
    refused("razz is not dealt in this room", lambda: ask(queue, tables, ANN, "razz", 50_00, 1))
    refused("not dealt at table B", lambda: ask(queue, tables, CLEO, "holdem", 50_00, 1, "B"))
    refused("you sit at table A already", lambda: ask(queue, tables, BOB, "holdem", 50_00, 1))
    told = refused("takes a buy-in of $5", lambda: ask(queue, tables, CLEO, "holdem", 5_00, 1))
    assert "it is from $40 to $200" in told.what
    (call,) = waiting_list.calls(queue, tables, at=2)
    called = after(queue, call)
    refused("seat 2 at table A is kept", lambda: ask(called, tables, ANN, "holdem", 50_00, 3))
    refused("you do not wait", lambda: waiting_list.withdraw(queue, 2, "holdem", 3))
    assert after(queue, waiting_list.withdraw(queue, 1, "holdem", 3)).waits == ()


def test_no_one_chooses_a_chair_before_those_who_wait() -> None:
    queue = listed(ANN)
    one_free, two_free = table("A", DAN), table("A")
    refused("1 player registered", lambda: waiting_list.check_turn(queue, one_free, 3, at=5))
    waiting_list.check_turn(queue, two_free, 3, at=5)
    waiting_list.check_turn(queue, one_free, 1, at=5)
    waiting_list.check_turn(queue, table("A", DAN, terms=HIGH), 3, at=5)
    kept = apply(one_free.seating, seat_rules.hold(one_free.seating, TERMS, 3, at=5))
    waiting_list.check_turn(queue, msgspec.structs.replace(one_free, seating=kept), 3, at=5)
