"""The audit of a room: an evening is clean, and every kind of damage is found and said."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from msgspec.structs import replace

from houseway.cli.main import run
from houseway.engine.inputs import Act, Drawn
from houseway.room.api.audit_types import Heads, Report
from houseway.room.audit.audit import audit, replay_with
from houseway.room.audit.heads import read_heads, signed_heads, written
from houseway.room.audit.invariants.check import check
from houseway.room.keys import Keys, keys_at, read_keys
from houseway.room.opening import KEYS
from houseway.room.store.sqlite_reader import SqliteBooks
from houseway.room.tables import log
from tests.support.audited_evening import copied, every, first, made, rewritten
from tests.support.books_at_hand import broken, rehashed


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("evening"))


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    return copied(evening, tmp_path)


def look(folder: Path, *heads: Heads, sealed: bool = False) -> Report:
    books = SqliteBooks(folder / "books.db")
    try:
        return audit(books, None if sealed else read_keys(folder / KEYS), heads)
    finally:
        books.close()


def said(report: Report) -> str:
    return "\n".join(f"{found.invariant}: {found.what}" for found in report.findings)


def heads_of(folder: Path) -> Heads:
    books = SqliteBooks(folder / "books.db")
    try:
        return signed_heads(books, read_keys(folder / KEYS), 5)
    finally:
        books.close()


@pytest.mark.parametrize("sealed", [False, True])
def test_an_evening_is_clean(evening: Path, sealed: bool) -> None:
    report = look(evening, heads_of(evening), sealed=sealed)
    assert not report.findings, said(report)
    assert report.tables == 3 and report.rounds == report.replayed + 2 > 9, "a void, an open one"
    assert report.heads >= 5 and report.postings > 50
    assert report.seeds is not sealed
    assert any("not checked against the seeds" in note for note in report.notes) is sealed


def test_the_invariants_take_the_replay(evening: Path) -> None:
    books = SqliteBooks(evening / "books.db")
    assert check(books, replay_with(read_keys(evening / KEYS))) == []
    books.close()


T1 = "(SELECT id FROM stream WHERE name = 'table:T1')"
SQL: list[tuple[str, str, str]] = [
    ("a posting edited", "UPDATE posting SET cents = cents + 1 WHERE id = 9", "was changed"),
    ("a row deleted", f"DELETE FROM log WHERE seq = 8 AND stream = {T1}", "row 8 is missing"),
    ("a row edited", f"UPDATE log SET at_ms = 1 WHERE seq = 8 AND stream = {T1}", "was changed"),
    (
        "rows reordered",
        f"UPDATE log SET seq = CASE seq WHEN 8 THEN -9 ELSE -8 END"
        f" WHERE seq IN (8, 9) AND stream = {T1};"
        f" UPDATE log SET seq = -seq WHERE seq < 0 AND stream = {T1}",
        "was changed",
    ),
    ("the end cut off", f"DELETE FROM log WHERE seq > 20 AND stream = {T1}", "its last row is 20"),
    ("a balance set", "UPDATE account SET balance = balance + 5 WHERE id = 3", "come to"),
    (
        "another shoe",
        f"UPDATE shoe SET sealed = (SELECT sealed FROM shoe WHERE no = 2 LIMIT 1)"
        f" WHERE no = 1 AND stream = {T1}",
        "cannot be opened",
    ),
    ("another root", f"UPDATE shoe SET root = x'00' WHERE stream = {T1}", "by its root"),
    ("a round not listed", f"DELETE FROM round WHERE no = 2 AND stream = {T1}", "round 2"),
    (
        "a round listed otherwise",
        f"UPDATE round SET outcome = 'voided', closed = NULL WHERE no = 2 AND stream = {T1}",
        "is not listed so",
    ),
    ("a record gone", f"UPDATE round SET record = x'00' WHERE no = 2 AND stream = {T1}", "record"),
]


@pytest.mark.parametrize(("sql", "words"), [case[1:] for case in SQL], ids=[c[0] for c in SQL])
def test_damage_is_found(folder: Path, sql: str, words: str) -> None:
    broken(folder / "books.db", *sql.split(";")).close()
    assert words in said(look(folder))


def test_what_is_cut_off_with_its_head_is_found_by_an_exported_head_alone(folder: Path) -> None:
    kept, path = heads_of(folder), folder / "books.db"
    last = apsw.Connection(str(path))
    seq: Any = last.execute(f"SELECT max(seq) FROM log WHERE stream = {T1}").get
    last.close()
    notes = f"SELECT 1 FROM log WHERE seq = {seq}"
    broken(path, f"DELETE FROM log WHERE seq = {seq} AND stream = {T1} AND EXISTS ({notes})",
           f"DELETE FROM posting WHERE seq = {seq} AND stream = {T1}").close()  # fmt: skip
    rehashed(path, "table:T1")
    report = said(look(folder, kept))
    assert f"row {seq} was exported, and the last row is {seq - 1}" in report


def changed_bet(body: log.Stepped) -> log.Stepped:
    """The first bet a dollar higher."""
    inputs = list(body.inputs)
    for n, given in enumerate(inputs):
        if isinstance(given, Act) and given.places:
            (spot, cents), *rest = given.places
            inputs[n] = replace(given, places=((spot, cents + 100), *rest))
            return replace(body, inputs=tuple(inputs))
    raise AssertionError("no one bets in this row")


def other_cards(body: log.Stepped) -> log.Stepped:
    """Two cards that were dealt changed places."""
    inputs = list(body.inputs)
    for n, given in enumerate(inputs):
        if isinstance(given, Drawn) and len(set(given.pieces[:2])) == 2:
            one, two, *rest = given.pieces
            inputs[n] = replace(given, pieces=(two, one, *rest))
            return replace(body, inputs=tuple(inputs))
    raise AssertionError("nothing was dealt in this row")


def step_with(folder: Path, change: Callable[[log.Stepped], log.Stepped]) -> None:
    """Change the first step for which it is possible; every hash is computed again."""
    for n in range(40):
        seq, body = first(folder, "table:T1", "step", n)
        assert isinstance(body, log.Stepped)
        try:
            other = change(body)
        except AssertionError:
            continue
        rewritten(folder, "table:T1", {seq: other})
        return
    raise AssertionError("no step could be changed")


def forgeries() -> Iterator[tuple[str, Callable[[Path], None], str]]:
    """Yield changed bodies with every hash computed again: the chain is whole, the game is not."""
    yield "a bet", lambda f: step_with(f, changed_bet), "does not follow"
    yield "the cards", lambda f: step_with(f, other_cards), "what was dealt is not what the shoe"

    def richer(folder: Path) -> None:
        seq, body = first(folder, "table:T1", "round", 1)
        assert isinstance(body, log.RoundBegun)
        seats = body.standing.seating.seats
        rich = {**seats, 1: replace(seats[1], chips=seats[1].chips + 100_00)}
        seating = replace(body.standing.seating, seats=rich)
        standing = replace(body.standing, seating=seating)
        rewritten(folder, "table:T1", {seq: replace(body, standing=standing)})

    yield "chips before a round", richer, "seat 1 begins round 2 with"

    def another_root(folder: Path) -> None:
        seq, body = first(folder, "table:T1", "round", 1)
        assert isinstance(body, log.RoundBegun)
        rewritten(folder, "table:T1", {seq: replace(body, root=bytes(32))})

    yield "the root shown", another_root, "was shown another root"

    def meter(folder: Path) -> None:
        path = folder / "books.db"
        account = "SELECT id FROM account WHERE name LIKE 'table:T3:meter:%' LIMIT 1"
        broken(
            path,
            f"UPDATE posting SET cents = cents + 7 WHERE credit = ({account})"
            " AND seq < 9 AND stream = (SELECT id FROM stream WHERE name = 'table:T3')",
        ).close()
        rehashed(path, "table:T3")

    yield "a meter's seed", meter, "the books have"

    def cash(folder: Path) -> None:
        path = folder / "books.db"
        broken(path, "UPDATE posting SET cents = 100 WHERE cents = 900000 AND id < 4").close()
        rehashed(path, "cage")

    yield "cash", cash, "its body says 900000 from cage:cash to player:"


@pytest.mark.parametrize(
    ("forge", "words"), [f[1:] for f in forgeries()], ids=[f[0] for f in forgeries()]
)
def test_a_forgery_with_right_hashes_is_found_by_replay(
    folder: Path, forge: Callable[[Path], None], words: str
) -> None:
    forge(folder)
    report = look(folder)
    assert words in said(report)
    assert not any(found.invariant == 12 for found in report.findings), said(report)


def test_a_record_that_settles_otherwise(folder: Path) -> None:
    books = SqliteBooks(folder / "books.db")
    kept = books.round("table:T1", 2)
    books.close()
    assert kept is not None
    record = msgspec.json.decode(zlib.decompress(kept.record))
    record["nets"]["1"] = "+1000"
    text = zlib.compress(msgspec.json.encode(record)).hex()
    broken(
        folder / "books.db", f"UPDATE round SET record = x'{text}' WHERE no = 2 AND stream = {T1}"
    ).close()
    assert "the record of round 2 has other nets than the log" in said(look(folder))


def receipts_changed(
    folder: Path, no: int, change: Callable[[list[dict[str, Any]]], Any], table: str = "T1"
) -> None:
    """Change what is kept of a round; ``change`` gets the records of the round before and of it."""
    books = SqliteBooks(folder / "books.db")
    found = [books.round(f"table:{table}", n) for n in (no - 1, no)]
    books.close()
    if found[1] is None or not found[1].record:
        return
    kept = [msgspec.json.decode(zlib.decompress(x.record)) if x and x.record else {} for x in found]
    change(kept)
    text = zlib.compress(msgspec.json.encode(kept[1])).hex()
    stream = T1.replace("T1", table)
    broken(
        folder / "books.db",
        f"UPDATE round SET record = x'{text}' WHERE no = {no} AND stream = {stream}",
    ).close()


def other_body(records: list[dict[str, Any]]) -> None:
    """The receipt says something else than what was signed."""
    receipt = records[1]["receipt"]
    receipt["body"] = receipt["body"].replace('"bet":', '"bet": ')


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: x[1].pop("receipt"), "round 2 has no receipt"),
        (lambda x: x[1].update(receipt=x[0]["receipt"]), "was signed for another row"),
        (lambda x: x[1]["receipt"].update(body=7), "is damaged"),
        (other_body, "was not signed with this key"),
    ],
)
def test_a_receipt_that_was_changed_is_found(folder: Path, change: Any, words: str) -> None:
    receipts_changed(folder, 2, change)
    assert words in said(look(folder))


def test_without_keys_other_cards_are_still_found_by_what_follows(folder: Path) -> None:
    step_with(folder, other_cards)
    assert "does not follow" in said(look(folder, sealed=True))


def test_rules_that_changed_are_said_and_the_books_still_checked(folder: Path) -> None:
    path = folder / "books.db"
    others: dict[int, log.Body] = {}
    for seq, body in every(folder, "table:T2", "opened", "round").items():
        assert isinstance(body, log.TableOpened | log.RoundBegun)
        others[seq] = replace(body, rules="f" * 64)
    rewritten(folder, "table:T2", others)
    broken(path, f"UPDATE round SET rules = '{'f' * 64}' WHERE stream = {T1.replace('T1', 'T2')}")
    for no in range(1, 60):
        receipts_changed(folder, no, lambda records: records[1].pop("receipt", None), "T2")
    report = look(folder)
    assert not report.findings, said(report)
    assert any("T2: rounds 1 to " in n and "under other rules" in n for n in report.notes)
    broken(path, "UPDATE account SET balance = balance + 5 WHERE id = 3").close()
    assert "come to" in said(look(folder))


def test_heads_are_signed_by_the_room(folder: Path, tmp_path: Path) -> None:
    kept = heads_of(folder)
    file = tmp_path / "heads.json"
    file.write_bytes(written(kept))
    assert read_heads(file) == kept
    one, *rest = kept.heads
    forged = replace(kept, heads=(replace(one, head=replace(one.head, seq=1)), *rest))
    assert "was not signed so" in said(look(folder, forged))
    other: Keys = keys_at(tmp_path / "other.json")
    strange = replace(one, head=one.head)
    theirs = replace(kept, key=other.public, heads=(other.sign(strange.head),))
    assert "another key than the room's" in said(look(folder, theirs))


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, heads = ("--data", str(folder)), str(tmp_path / "heads.json")
    assert run(["export-heads", *data, "--out", heads]) == 0
    assert run(["export-heads", *data, "--out", heads]) == 2
    assert run(["audit", *data, "--heads", heads]) == 0
    assert "All checks passed." in capsys.readouterr().out
    broken(folder / "books.db", "UPDATE posting SET cents = cents + 1 WHERE id = 9").close()
    assert run(["audit", *data, "--json"]) == 1
    found = msgspec.json.decode(capsys.readouterr().out)
    assert not found["good"] and found["findings"] and found["rows_per_cpu_second"] > 0
    assert run(["audit", "--data", str(tmp_path / "none")]) == 2
    assert "there are no books at" in capsys.readouterr().err
