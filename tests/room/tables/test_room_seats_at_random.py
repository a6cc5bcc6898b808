"""People ask at random at the chairs of a table: the facts rebuild it, and the money adds up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from houseway.room.api.table_types import Terms
from houseway.room.errors import Denied
from houseway.room.ledger import purse_at, wallet
from houseway.room.tables import seat_rules
from houseway.room.tables.seats import Began, Ended, Player, SeatEvent, Seating, apply, postings
from houseway.rulebook import find

MINUTE = 60_000
TERMS = Terms(buy_in_least=40_00, buy_in_most=200_00, seats=3, away_after=2)
HOLDEM = find("holdem")()


@pytest.mark.parametrize("seed", range(6))
def test_facts_alone_rebuild_the_seating_and_the_money_adds_up(seed: int) -> None:
    rng = random.Random(seed)
    table = _Table(rng)
    for _ in range(400):
        table.step()
        table.check()
    assert len(table.kinds) >= 9, table.kinds


class _Table:
    """A table at which people ask at random, with wallets kept separately from the postings."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.now = 0
        self.seating = self.again = Seating()
        self.books = Counter({wallet(p): 1_000_00 for p in range(1, 6)})
        self.kinds: set[str] = set()

    def enter(self, fact: SeatEvent) -> None:
        for posting in postings(self.seating, "T", fact):
            self.books[posting.debit] -= posting.cents
            self.books[posting.credit] += posting.cents
        self.seating = apply(self.seating, fact)
        wire = msgspec.msgpack.encode(fact)
        self.again = apply(
            msgspec.msgpack.decode(msgspec.msgpack.encode(self.again), type=Seating),
            msgspec.msgpack.decode(wire, type=SeatEvent),
        )
        self.kinds.add(type(fact).__name__)

    def step(self) -> None:
        self.now += self.rng.choice((1, 1_000, 10 * MINUTE))
        seating, person = self.seating, self.rng.randint(1, 5)
        cents = self.rng.choice((40_00, 60_00, 150_00, 200_00))
        asks: tuple[Callable[[], SeatEvent], ...] = (
            lambda: seat_rules.sit(seating, TERMS, Player(person, f"P{person}"), cents, self.now),
            lambda: seat_rules.leave(seating, TERMS, person, self.now),
            lambda: seat_rules.away(seating, person, self.now),
            lambda: seat_rules.back(seating, person, self.now),
            lambda: seat_rules.top_up(seating, TERMS, person, cents, self.now),
            lambda: seat_rules.hold(seating, TERMS, person, self.now),
        )
        if self.rng.random() < 0.3:
            self.turn()
            return
        try:
            self.enter(self.rng.choice(asks)())
        except Denied:
            assert seating is self.seating

    def turn(self) -> None:
        """The round begins or ends."""
        if not self.seating.playing:
            for fact in seat_rules.due(self.seating, TERMS, self.now):
                self.enter(fact)
            if len(seats := seat_rules.playing(self.seating, HOLDEM, None)) > 1:
                self.enter(Began(at=self.now, seats=tuple(seat.seat for seat in seats)))
            return
        chips = seat_rules.came_with(self.seating)
        winner, loser = self.rng.sample(sorted(chips), 2)
        moved = self.rng.randint(0, chips[loser])
        for seat, cents in ((winner, moved), (loser, -moved)):
            chips[seat] += cents
            self.books[purse_at("T", seat)] += cents
        slow = tuple(seat for seat in chips if self.rng.random() < 0.5)
        self.enter(Ended(at=self.now, chips=chips, silent=slow))
        for fact in seat_rules.due(self.seating, TERMS, self.now):
            self.enter(fact)

    def check(self) -> None:
        seating = self.seating
        assert self.again == seating
        people = [s.player.person for s in seating.seats.values()]
        assert len(people) == len(set(people))
        assert sum(self.books.values()) == 5_000_00
        for seat in range(1, TERMS.seats + 1):
            sitter = seating.seats.get(seat)
            assert self.books[purse_at("T", seat)] == (sitter.chips if sitter else 0)
        assert set(seating.playing) <= set(seating.seats)
        assert not set(seating.held) & set(seating.seats)
