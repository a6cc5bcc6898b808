"""The export of all gaming data: it adds up, days part it, and no secret is in it."""

from __future__ import annotations

import asyncio
import csv
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.export.export import Manifest, export, lines
from houseway.room.export.span import Span, of_day
from houseway.room.export.tables import TABLES
from houseway.room.gaming_day import Calendar
from houseway.room.keys import read_keys
from houseway.room.opening import KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from tests.support.audited_evening import ADMIN, AUDITOR, copied, made
from tests.support.books_at_hand import broken
from tests.support.local_room import EASY, make_room

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="module")
def written(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("export") / "all"
    assert run(["export", "--data", str(evening), "--out", str(out)]) == 0
    assert run(["export", "--data", str(evening), "--out", str(out)]) == 2
    return out


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    text = (folder / f"{name}.jsonl").read_bytes()
    return [msgspec.json.decode(line) for line in text.splitlines()]


def test_both_forms_say_the_same_and_the_list_is_right(written: Path) -> None:
    manifest = msgspec.json.decode((written / "manifest.json").read_bytes(), type=Manifest)
    assert {made.file for made in manifest.files} == {
        f"{name}.{form}" for name in TABLES for form in ("csv", "jsonl")
    }
    for made_ in manifest.files:
        assert sha256((written / made_.file).read_bytes()).hexdigest() == made_.sha256
    for name, known in TABLES.items():
        with (written / f"{name}.csv").open(newline="") as file:
            columns, *cells = csv.reader(file)
        assert tuple(columns) == known.columns and len(set(columns)) == len(columns)
        data = table(written, name)
        assert data, f"{name} is empty: the test shows nothing"
        assert [list(row) for row in data] == [columns] * len(cells)
        said = [["" if v is None else str(int(v) if v is True or v is False else v)
                 for v in row.values()] for row in data]  # fmt: skip
        assert [[c.removeprefix("'") for c in row] for row in cells] == said


def test_postings_make_the_balances_and_rounds_the_results(written: Path) -> None:
    sums: Counter[str] = Counter()
    for row in table(written, "postings"):
        sums[row["debit"]] -= row["cents"]
        sums[row["credit"]] += row["cents"]
    balances = {row["account"]: row["balance"] for row in table(written, "accounts")}
    assert {name: cents for name, cents in balances.items() if cents} == {
        name: cents for name, cents in sums.items() if cents
    }
    for row in table(written, "meters")[-1:]:
        assert row["stands"] == balances[row["account"]]
    results = {(r["table"], r["round"], r["seat"]): r["result"] for r in table(written, "seats")}
    nets: Counter[tuple[str, int, int]] = Counter()
    for row in table(written, "hands"):
        assert row["net"] == row["back"] - row["stake"] and row["clauses"]
        nets[row["table"], row["round"], row["seat"]] += row["net"] * (".tip" not in row["wager"])
    assert any(result for (where, *_), result in results.items() if where == "T1")
    outcomes = Counter(row["outcome"] for row in table(written, "rounds"))
    assert outcomes["voided"] == outcomes["open"] == 1 and outcomes["closed"] > 9
    assert [row["ruling"] for row in table(written, "rulings")] == ["void_round"]
    kinds = {row["kind"] for row in table(written, "cash")}
    assert {"deposit", "payout", "adjusted", "shift_opened", "shift_closed"} <= kinds
    assert [row["person"] for row in table(written, "sessions") if row["kind"] == "logged_in"]


def test_no_secret_is_exported(evening: Path, written: Path) -> None:
    books = SqliteBooks(evening / "books.db")
    people, [still] = books.people(), books.open_rounds()
    books.close()
    text = b"".join(path.read_bytes() for path in sorted(written.iterdir()))
    assert b"argon2" not in text
    for person in people:
        assert person.card.encode() not in text
    rows = [r["row"] for r in table(written, "log") if r["stream"] == still.stream]
    assert max(rows) == still.opened - 1, "rows of an open round tell covered cards"


def test_days_part_the_whole(evening: Path, written: Path) -> None:
    books, calendar = SqliteBooks(evening / "books.db"), Calendar(0, 22 * 60 + 15)
    first = calendar.day(1_700_000_000_000)
    spans = [of_day(calendar, calendar.named(first + n)) for n in (-1, 0, 1)]
    for name in ("postings", "rounds", "seats", "hands", "cash", "events", "meters", "log"):
        parts = [list(lines(books, name, span, "jsonl")) for span in spans]
        whole = list(lines(books, name, Span(), "jsonl"))
        assert Counter(line for part in parts for line in part) == Counter(whole)
        assert parts[0] == []
        if name in ("postings", "log"):
            assert parts[1] and parts[2], "the evening lies in one day: the test shows nothing"
    with pytest.raises(HousewayError, match="a gaming day is a date"):
        of_day(calendar, "yesterday")
    with pytest.raises(HousewayError, match="an export has accounts"):
        list(lines(books, "secrets", Span()))
    books.close()


def test_of_a_room_that_runs(evening: Path, tmp_path: Path) -> None:
    folder = copied(evening, tmp_path)
    room = make_room(folder, SimulatedClock(), read_keys(folder / KEYS), people=EASY)
    found = b"".join(asyncio.run(room.exports.lines(AUDITOR, "hands")))
    assert found.startswith(b"table,round,seat,person,wager")
    with pytest.raises(Denied, match="only an auditor may export the books"):
        asyncio.run(room.exports.lines(ADMIN, "hands"))
    row = room.store.last_row("room", "exported")
    assert row is not None and row.by == AUDITOR.person
    room.store.close()


def test_a_name_is_no_formula(evening: Path, tmp_path: Path) -> None:
    folder = copied(evening, tmp_path)
    books = broken(folder / "books.db", "UPDATE person SET name = '=1+1' WHERE id = 3")
    export(books, tmp_path / "out", Span(), 5)
    books.close()
    assert "'=1+1" in (tmp_path / "out" / "people.csv").read_text()
    assert table(tmp_path / "out", "people")[2]["name"] == "=1+1"


def test_the_page_lists_every_column() -> None:
    page = (ROOT / "docs" / "audit.md").read_text()
    for known in TABLES.values():
        columns = ", ".join(f"`{column}`" for column in known.columns)
        assert f"| `{known.name}` |" in page and columns in page, known.name
