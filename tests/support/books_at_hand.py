"""Books with an evening in them, and ways to break them that no program of ours would have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import apsw
import msgspec

from houseway.room.cage.log import Reversed
from houseway.room.ledger import CASH, Posting, wallet
from houseway.room.store import chain
from houseway.room.store.interface import (
    Batch,
    Change,
    Entry,
    KeyedCommand,
    Person,
    RoundKept,
    ShoeKept,
    StoreError,
)
from houseway.room.store.seals import Seals
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.tables import log

TABLES = ("north", "south")
METER = "table:{}:meter:gold:1"


def step(no: int, closed: bool = False) -> bytes:
    return log.written(log.Stepped(no, (), 1, bytes(16), {}, closed))


class Evening:
    """Money comes in, is bet, won and taken home, at random; every row as the room writes it."""

    def __init__(self, path: Path, seed: int = 1) -> None:
        self.store = SqliteStore(path, durable=False)
        self.rng = random.Random(seed)
        names = ("cage", "people", *(f"table:{t}" for t in TABLES))
        self.fences = {name: self.store.acquire(name, "test").fence for name in names}
        self.seqs = dict.fromkeys(names, 0)
        self.now = 0
        self.open: dict[str, list[int]] = {}
        self.reversed: set[int] = set()
        self.rounds = dict.fromkeys(TABLES, 0)
        people = tuple(Person(n, "player", f"P{n}", f"c{n}", "hash") for n in (1, 2, 3))
        assert self.row("people", "opened", b"", changes=people) is None
        for table in TABLES:
            seed_it = Posting(f"table:{table}:house", METER.format(table), 5_000)
            shoe = ShoeKept(f"table:{table}", 1, b"sealed", b"root")
            assert self.row(f"table:{table}", "carried", b"", seed_it, changes=(shoe,)) is None

    def row(
        self,
        stream: str,
        kind: str,
        body: bytes,
        *postings: Posting,
        changes: Sequence[Change] = (),
        key: str = "",
    ) -> StoreError | None:
        self.now += 1
        entry = Entry(self.now, kind, 7, body, postings)
        command = KeyedCommand(7, key, bytes(32), b"done") if key else None
        batch = Batch(
            stream, self.seqs[stream], (entry,), command, tuple(changes), self.fences[stream]
        )
        [said] = self.store.append((batch,))
        if said is None:
            self.seqs[stream] += 1
        return said

    def step(self) -> None:
        """Something happens; what there is no money for is refused by the books."""
        person, table = self.rng.randint(1, 3), self.rng.choice(TABLES)
        cents, stream = self.rng.randint(1, 900), f"table:{table}"
        purse, stake = f"{stream}:purse:{person}", f"{stream}:stake:{person}"
        match self.rng.randint(0, 8):
            case 0:
                self.row(
                    "cage", "deposit", b"", Posting(CASH, wallet(person), cents), key=f"k{self.now}"
                )
            case 1 if self.rng.random() < 0.2:
                self.reverse()
            case 1:
                self.row("cage", "payout", b"", Posting(wallet(person), CASH, cents))
            case 2:
                self.row(stream, "seating", b"", Posting(wallet(person), purse, cents))
            case 3 if table not in self.open:
                self.row(stream, "seating", b"", Posting(purse, wallet(person), cents))
            case 4 | 5 | 6:
                self.bet(
                    table, Posting(purse, stake, cents), Posting(stake, METER.format(table), 1)
                )
            case 7:
                self.settle(table, stake)
            case _:
                self.void(table)

    def reverse(self) -> None:
        """A payout was keyed in wrongly: it goes back."""
        last = self.store.last_row("cage", "payout")
        if last is None or last.seq in self.reversed:
            return
        back = [w.posting.reversed() for w in self.store.postings("cage", last.seq - 1, last.seq)]
        body = Reversed(
            row=last.seq, person=1, cents=back[0].cents, reason="a typing error", shift=1, day=1
        )
        if self.row("cage", "reversed", msgspec.msgpack.encode(body), *back) is None:
            self.reversed.add(last.seq)

    def bet(self, table: str, *postings: Posting) -> None:
        stream = f"table:{table}"
        if table in self.open:
            if self.row(stream, "step", step(self.rounds[table]), *postings) is None:
                self.open[table].append(self.seqs[stream])
            return
        no, seq = self.rounds[table] + 1, self.seqs[stream] + 1
        kept = RoundKept(stream, no, seq, None, "open", "rules", 1)
        if self.row(stream, "round", b"", *postings, changes=(kept,)) is None:
            self.rounds[table], self.open[table] = no, [seq]

    def settle(self, table: str, winner: str) -> None:
        """All stakes go to one seat, which gets something of the house and of the meter too."""
        if table not in self.open:
            return
        stream, purse = f"table:{table}", winner.replace("stake", "purse")
        lying = self.store.balances(f"{stream}:stake")
        postings = [Posting(stake, purse, cents) for stake, cents in lying.items() if cents]
        postings += [Posting(f"{stream}:house", purse, 7), Posting(METER.format(table), purse, 3)]
        no = self.rounds[table]
        kept = RoundKept(stream, no, 0, self.seqs[stream] + 1, "closed", "rules", 1)
        assert self.row(stream, "step", step(no, True), *postings, changes=(kept,)) is None
        del self.open[table]

    def void(self, table: str) -> None:
        if table not in self.open:
            return
        stream, own = f"table:{table}", tuple(self.open[table])
        back = [w.posting.reversed() for s in own for w in self.store.postings(stream, s - 1, s)]
        body = log.written(log.Voided(self.rounds[table], "a misdeal", own))
        kept = RoundKept(stream, self.rounds[table], 0, None, "voided", "rules", 1)
        assert self.row(stream, "voided", body, *reversed(back), changes=(kept,)) is None
        del self.open[table]


def an_evening(path: Path, steps: int = 120, seed: int = 1) -> Evening:
    """Return the books of some hours of the evening."""
    evening = Evening(path, seed)
    for person in (1, 2, 3):
        evening.row("cage", "deposit", b"", Posting(CASH, wallet(person), 5_000), key=f"d{person}")
    for _ in range(steps):
        evening.step()
    return evening


def broken(path: Path, *statements: str) -> SqliteBooks:
    """Return the books after a person with the file and a database shell changed them."""
    db = apsw.Connection(str(path))
    db.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    for (trigger,) in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall():
        db.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        db.execute(statement)
        assert db.changes(), f"nothing was broken by {statement}"
    db.close()
    return SqliteBooks(path)


def rehashed(path: Path, stream: str, seals: Seals | None = None) -> None:
    """Compute every hash of a stream again, and its head, as a forger would.

    With ``seals`` the head gets a seal, as a forger with the keys of the room would make it.
    """
    books = SqliteBooks(path)
    before, hashes = chain.BEGINNING, []
    for row, written in chain.with_postings(books, stream):
        before = chain.hash_of(before, row, [w.posting for w in written])
        hashes.append((row.seq, before))
    books.close()
    db = apsw.Connection(str(path))
    for seq, hash in hashes:
        db.execute(
            "UPDATE log SET hash = ? WHERE seq = ? AND stream ="
            " (SELECT id FROM stream WHERE name = ?)",
            (hash, seq, stream),
        )
    db.execute("UPDATE stream SET head = ?, seq = ? WHERE name = ?", (before, len(hashes), stream))
    if seals is not None:
        seal = seals.of_head(stream, len(hashes), before)
        db.execute("UPDATE stream SET seal = ? WHERE name = ?", (seal, stream))
    db.close()
