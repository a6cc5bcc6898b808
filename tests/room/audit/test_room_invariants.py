"""The fourteen invariants: they hold of every evening, and each is red when its law is broken."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.room.audit.invariants.check import LAWS, SAYS, Watch, Wrong, check, wrong
from houseway.room.ledger import CASH, wallet
from houseway.room.store.interface import Books
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support.books_at_hand import METER, Evening, an_evening, broken, rehashed

ANN, HOUSE = wallet(1), "table:north:house"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("evening") / "books.db"
    made = an_evening(path, 200, seed=3)
    while "north" in made.open or "south" in made.open:
        made.step()
    made.store.close()
    yield path


@pytest.fixture
def path(evening: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(evening, tmp_path / "books.db"))


def test_there_are_fourteen() -> None:
    assert [law.number for law in LAWS] == list(range(1, 15)) == list(SAYS)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 1 << 32))
def test_they_hold_of_every_evening_after_every_step(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    made: Evening = an_evening(tmp_path_factory.mktemp("any") / "books.db", 0, seed)
    watch = Watch()
    for _ in range(40):
        made.step()
        assert watch.look(made.store) == []
    assert check(made.store) == []
    made.store.close()


def test_the_evening_has_what_the_invariants_speak_of(evening: Path) -> None:
    books = SqliteBooks(evening)
    kinds = {row.kind for head in books.streams() for row in books.rows(head.stream)}
    assert {
        "deposit",
        "payout",
        "seating",
        "round",
        "step",
        "voided",
        "carried",
        "reversed",
    } <= kinds
    assert books.balance(METER.format("north")) > 0 and list(books.commands())
    assert check(books) == []
    books.close()


def account(name: str) -> str:
    return f"(SELECT id FROM account WHERE name = '{name}')"


def of(stream: str) -> str:
    return f"(SELECT id FROM stream WHERE name = '{stream}')"


def credit(name: str, cents: int) -> str:
    return f"UPDATE account SET balance = balance + {cents} WHERE name = '{name}'"


def move(debit: str, credit_: str, cents: int, stream: str, row: str = "max(seq)") -> list[str]:
    """A posting slipped into the last row of a stream, and the balances to go with it."""
    return [
        f"INSERT INTO posting SELECT (SELECT max(id) + 1 FROM posting), {of(stream)},"
        f" (SELECT {row} FROM log WHERE stream = {of(stream)}), 90,"
        f" {account(debit)}, {account(credit_)}, {cents}",
        credit(debit, -cents),
        credit(credit_, cents),
    ]


VOID = f"seq = (SELECT max(seq) FROM log WHERE kind = 'voided' AND stream = {of('table:north')})"
REVERSED = "seq = (SELECT max(seq) FROM log WHERE kind = 'reversed')"
BREAKS: list[tuple[int, list[str], str]] = [
    (1, ["UPDATE posting SET cents = -cents WHERE id = 5"], "an amount is above 0"),
    (1, ["UPDATE posting SET credit = debit WHERE id = 5"], "to itself"),
    (1, [f"UPDATE account SET unit = 'chips' WHERE name = '{ANN}'"], "not count in the same unit"),
    (2, [credit(ANN, 100)], "all balances together are 100 cents"),
    (3, [credit(ANN, 100), credit(CASH, -100)], f"{ANN} stands at"),
    (3, ["UPDATE posting SET cents = cents + 1 WHERE id = 9"], "its postings come to"),
    (3, [f"DELETE FROM account WHERE name = '{ANN}'"], ""),
    (4, [credit(ANN, -90_000), credit(CASH, 90_000)], f"{ANN} stands at -"),
    (4, [f"UPDATE posting SET cents = 90000 WHERE debit = {account(ANN)}"], "after row"),
    (4, [f"UPDATE account SET kind = 'house' WHERE name = '{ANN}'"], "is kept as house"),
    (5, ["DELETE FROM posting WHERE id = 20"], "something is missing"),
    (5, ["UPDATE posting SET n = 50 WHERE id = 20"], "not numbered from 0 on"),
    (
        5,
        [f"UPDATE posting SET cents = cents + 1 WHERE {VOID} AND stream = {of('table:north')}"],
        "does not take back what the rows it names moved",
    ),
    (
        5,
        [f"UPDATE posting SET cents = cents + 1 WHERE {REVERSED} AND stream = {of('cage')}"],
        "does not take back what the rows it names moved",
    ),
    (6, ["UPDATE command SET digest = x'00'"], "has no digest"),
    (6, ["UPDATE command SET seq = 9999"], "which is not there"),
    (6, ["UPDATE command SET by_who = 8"], "by another person"),
    (7, move(ANN, "table:north:purse:1", 5, "cage"), "which only its table moves"),
    (
        7,
        move(HOUSE, ANN, 5, "table:north", "max(iif(kind IN ('round', 'step'), seq, NULL))"),
        "in a round",
    ),
    (
        8,
        move(
            HOUSE,
            "table:north:stake:1",
            5,
            "table:north",
            "min(CASE WHEN kind='round' THEN seq END)",
        ),
        "table:north:stake:1 holds 5 when a round ends",
    ),
    (8, ["UPDATE log SET body = x'00' WHERE kind = 'step'"], "is a step that cannot be read"),
    (5, ["UPDATE log SET body = x'00' WHERE kind = 'voided'"], "does not say what it takes back"),
    (9, [credit(METER.format("north"), 10), credit(HOUSE, -10)], "seed and play made"),
    (9, ["UPDATE posting SET debit = credit, credit = debit WHERE id = 1"], "was never opened"),
    (10, [credit(ANN, 100)], "wallets and tables hold"),
    (10, [credit(ANN, 100), credit(CASH, -100)], "was paid in"),
    (11, ["UPDATE posting SET seq = 9999 WHERE id = 20"], "belong to no row"),
    (12, ["UPDATE log SET body = x'00' WHERE seq = 3"], "row 3"),
    (
        14,
        move(METER.format("north"), HOUSE, 5, "cage"),
        "no payout",
    ),
]


@pytest.mark.parametrize(("number", "statements", "words"), BREAKS)
def test_each_is_red_when_its_law_is_broken(
    path: Path, number: int, statements: list[str], words: str
) -> None:
    books = broken(path, *statements)
    said = wrong(books, number)
    assert any(words in one for one in said), said
    assert {one.number for one in check(books)} >= {number}
    books.close()


def test_a_break_of_each_is_shown() -> None:
    assert {number for number, _, _ in BREAKS} | {13} == set(SAYS)


def test_a_replay_says_more(evening: Path) -> None:
    """The hook by which the games are played again speaks for 7, 8, 9, 13 and 14."""
    books = SqliteBooks(evening)
    asked: list[str] = []

    def replay(still: Books, stream: str) -> Iterable[Wrong]:
        asked.append(stream)
        assert still.balance(CASH) == books.balance(CASH)
        if stream == "table:south":
            yield Wrong(13, "south: seat 2 has another stack")

    found = check(books, replay)
    assert asked == ["table:north", "table:south"]
    assert [str(one) for one in found] == [
        "invariant 13 (a replay from an empty database gives the same ledger): "
        "south: seat 2 has another stack"
    ]
    books.close()


def test_a_watch_notices_what_changes_behind_it(path: Path) -> None:
    watch = Watch()
    books = SqliteBooks(path)
    assert watch.look(books) == []
    books.close()
    books = broken(path, "UPDATE command SET answer = x'01' WHERE key = 'd1'")
    assert [one.number for one in watch.look(books, dear=False)] == []
    assert ["another answer" in one.what for one in watch.look(books)] == [True]
    books.close()
    books = broken(path, "DELETE FROM command WHERE key = 'd2'")
    assert any("is gone" in one.what for one in watch.look(books))
    books.close()


def test_a_forger_who_works_out_all_hashes_is_found_by_an_exported_head(path: Path) -> None:
    books = SqliteBooks(path)
    exported = books.streams()
    books.close()
    broken(path, "UPDATE log SET at_ms = at_ms + 1 WHERE kind = 'payout'").close()
    rehashed(path, "cage")
    books = SqliteBooks(path)
    assert wrong(books, 12) == []
    assert any("not the one that was exported" in one for one in wrong(books, 12, exported))
    books.close()
