"""The book of odds: it is up to date, whole, and read only for the tables it has."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway
from houseway.analysis.odds_book import known, reader
from houseway.analysis.odds_book.comparison import BookDiffers, compared_with_book
from houseway.analysis.odds_book.entries import (
    BookWager,
    GameBook,
    book_wager,
    decode_book,
    encode_book,
    odds_in_book,
    plain,
    without_times,
)
from houseway.analysis.odds_book.reader import is_current
from houseway.analysis.odds_row import OddsRow
from houseway.analysis.odds_run.book_maker import (
    games_in_book,
    games_to_renew,
    games_to_stamp,
    make_page,
    posted_tables,
    stamp_page,
    write_page,
)
from houseway.analysis.odds_run.expected_time import rounded
from houseway.analysis.report import report, report_all, rows_of
from houseway.analysis.wager_odds import SIMULATED, by_pay_table
from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.rulebook import GAMES, find
from houseway.sheets.par.sheet import par_html, par_sheet

DICE, FREE_BET = "3-dice-baccarat", "free-bet-blackjack"
RENEW = "the rules have changed since the book of odds was made, run `make odds-book`"
STAMP = "files of the rules have other bytes, run `make odds-book` (some seconds)"
AT_LEAST = 780
"""Rows that ``odds --all`` prints, at the very least."""


def refuse(*args: Any) -> Any:
    raise AssertionError("this is computed, and stands in the book")


@pytest.fixture
def book_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be computed."""
    for name in ("odds_of", "math_of"):
        monkeypatch.setattr(known, name, refuse)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a book of these tests."""
    monkeypatch.setattr(reader, "FOLDER", tmp_path)
    reader.forget()
    return tmp_path


def page(game_id: str = DICE) -> GameBook:
    """The page of a game as it is in the package."""
    found = reader.book_of(game_id)
    assert found is not None
    return found


# It is up to date, and whole.


def test_the_book_is_up_to_date() -> None:
    assert not games_to_renew(), f"{RENEW}: {', '.join(games_to_renew())}"
    assert not games_to_stamp(), f"{STAMP}: {', '.join(games_to_stamp())}"
    changed = [
        page(name).game for name in games_in_book() if not is_current(find(name), page(name))
    ]
    assert not changed, f"{RENEW}: {', '.join(changed)} (a stamp overlooks it)"
    files = {path.name.removesuffix(reader.SUFFIX) for path in reader.FOLDER.iterdir()}
    assert files == set(games_in_book())


def test_every_row_of_odds_all_is_from_the_book(book_alone: None) -> None:
    found = report_all()
    assert len(found.rows) >= AT_LEAST and all(row.computed_by for row in found.rows)
    assert found.from_book == f"from the book of odds, computed by {page().computed_by}"
    assert {row.game for row in found.rows} == set(games_in_book())


def test_every_default_table_and_its_best_play_is_in_the_book() -> None:
    with_strategy = 0
    for game_id in games_in_book():
        tables = [reader.table_in_book(table) for table in posted_tables(find(game_id))]
        assert all(tables), game_id
        default = reader.table_in_book(find(game_id)())
        assert default is not None
        with_strategy += bool(default.table.strategy)
        assert set(default.table.strategy) in ({"12", "0"}, set())
    assert with_strategy >= 25


def test_compare_and_a_number_of_decks_are_from_the_book(book_alone: None) -> None:
    compared = houseway.compare("golden-21-poker")
    assert len(compared.rows) > len(houseway.odds("golden-21-poker").rows) > 10
    assert all(row.computed_by for row in compared.rows)
    for game_id in (FREE_BET, "golden-21-poker", "ride-free"):
        found = houseway.odds(game_id, posting={"decks": 6})
        assert found.rows and all(row.computed_by for row in found.rows)
    assert houseway.strategy("blackjack", exceptions=12).computed_by


def test_a_row_from_the_book_is_the_row_that_is_computed() -> None:
    in_book = report(DICE)
    with reader.closed():
        computed = report(DICE)
    assert not computed.from_book and in_book.from_book
    assert in_book.notes == computed.notes and in_book.alarms == computed.alarms
    assert list(map(as_json, in_book.rows)) == list(map(as_json, computed.rows))
    assert isinstance(in_book.rows[0].house_edge, Fraction)


def as_json(row: OddsRow) -> OddsRow:
    """The row with lists for the tuples of its details, as JSON has them."""
    return replace(row, details=plain(row.details))


# The tables that it has.


def test_another_posting_is_not_in_the_book() -> None:
    default = find(FREE_BET)()
    assert reader.table_in_book(default) is not None
    for key, value in (("soft_17", "stand"), ("main_limits", "5..1000"), ("push_22", "off")):
        assert reader.posting_of(default)[key] != value
        assert reader.table_in_book(find(FREE_BET)({key: value})) is None, key


def test_a_game_with_anything_added_is_not_in_the_book() -> None:
    heir = type("Heir", (find(DICE),), {})
    assert reader.table_in_book(heir()) is None
    outcomes = dict.fromkeys(find(FREE_BET).pay_tables()["kings_bounty"].outcomes, "2 to 1")
    paid = houseway.with_pay(FREE_BET, "kings_bounty", outcomes)
    assert paid.id == FREE_BET and reader.table_in_book(paid()) is None
    assert reader.table_in_book(paid({"kings_bounty": "KB01"})) is None


def test_the_book_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(DICE)()
    with reader.closed():
        assert reader.table_in_book(game) is None
    assert reader.table_in_book(game) is not None
    monkeypatch.setenv(reader.SWITCH, "off")
    assert reader.table_in_book(game) is None


def test_games_among_players_have_no_page() -> None:
    assert set(GAMES) - set(games_in_book()) == {
        game_id for game_id in GAMES if not find(game_id).wagers
    }
    assert reader.table_in_book(find("holdem")()) is None


# Rules that have changed.


@pytest.mark.parametrize("field", ["code", "pay"])
def test_a_page_of_other_rules_is_not_read(field: str, folder: Path) -> None:
    written = msgspec.structs.replace(source_page(), stamp="", **{field: "0" * 64})
    reader.path_of(DICE).write_bytes(encode_book(written))
    assert reader.book_of(DICE) is not None and reader.current_book(DICE) is None
    assert reader.table_in_book(find(DICE)()) is None
    assert not report(DICE, "tie").from_book
    assert DICE in games_to_renew()


def test_other_bytes_of_the_same_rules_change_nothing(folder: Path) -> None:
    written = msgspec.structs.replace(source_page(), stamp="0" * 64)
    reader.path_of(DICE).write_bytes(encode_book(written))
    assert reader.table_in_book(find(DICE)(), at_once=True) is None
    assert reader.table_in_book(find(DICE)()) is not None
    assert DICE in games_to_stamp() and DICE not in games_to_renew()
    stamp_page(DICE)
    assert DICE not in games_to_stamp()
    assert reader.table_in_book(find(DICE)(), at_once=True) is not None
    assert page().tables == source_page().tables


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"no gzip",
        lambda data: gzip.compress(b"{}"),
        lambda data: gzip.compress(gzip.decompress(data).replace(b'"format": 1', b'"format": 2')),
    ],
)
def test_a_damaged_page_counts_as_none(damage: Any, folder: Path) -> None:
    reader.path_of(DICE).write_bytes(damage(encode_book(source_page())))
    assert reader.book_of(DICE) is None and not report(DICE, "tie").from_book


def source_page() -> GameBook:
    """The page of the package, whatever folder is set."""
    found = decode_book((Path(reader.__file__).parent / "games" / f"{DICE}.json.gz").read_bytes())
    assert found is not None
    return found


# Making it again.


def test_a_page_is_made_again_as_it_was(folder: Path) -> None:
    told: list[tuple[str, float]] = []
    made = make_page(DICE, lambda words, part: told.append((words, part)))
    assert told[0] == ("3 Dice Baccarat: Player", 0.0) and len(told) > 10
    assert write_page(made) and (folder / f"{DICE}.json.gz").exists()
    first = reader.path_of(DICE).read_bytes()
    assert not write_page(make_page(DICE, lambda words, part: None))
    assert reader.path_of(DICE).read_bytes() == first, "figures that are the same stay as they are"
    assert tables_of(made) == tables_of(source_page())
    assert json.loads(gzip.decompress(first))["computed_by"] == f"houseway {houseway.__version__}"


def tables_of(found: GameBook) -> list[Any]:
    """The tables of a page without the times they took."""
    return [without_times(table) for table in found.tables]


def test_a_time_has_rounded() -> None:
    assert [rounded(n) for n in (0.0, 0.01234, 1.26, 26.18, 163.2)] == [
        0.0, 0.012, 1.3, 26.0, 160.0
    ]  # fmt: skip


def test_simulated_odds_are_kept_as_counts() -> None:
    game = find(FREE_BET)({"decks": 6})
    wager = game.wager_named["kings_bounty"]
    counts = tuple(3**i for i in range(len(wager.rule.outcomes)))
    rounds = sum(counts)
    chances = [n / rounds for n in counts]
    worth = by_pay_table(game, wager, chances, SIMULATED, ("simulated rounds",), rounds, seed=7)
    written = book_wager(worth)
    assert (written.counts, written.rounds, written.seed) == (counts, rounds, 7)
    assert not written.chances
    (row,) = [row for row in rows_of(game, wager.name, worth, {}) if row.table == "KB01"]
    assert written.columns["KB01"].stderr == row.stderr and row.stderr
    read = odds_in_book(msgspec.json.decode(msgspec.json.encode(written), type=BookWager), "it")
    assert read.chances == worth.chances and read.seed == 7 and read.computed_by == "it"
    (again,) = [row for row in rows_of(game, wager.name, read, {}) if row.table == "KB01"]
    assert as_json(again) == as_json(row)


# Comparing it with what is computed.


def test_the_same_figures_are_told_apart_from_others(folder: Path) -> None:
    found = source_page()
    wager = found.tables[0].wagers["tie"]
    assert isinstance(wager, BookWager)
    reader.path_of(DICE).write_bytes(encode_book(found))
    with compared_with_book() as comparison:
        report(DICE, "tie")
    assert comparison.compared and not comparison.differences and not comparison.other_words

    written = with_wager(found, msgspec.structs.replace(wager, assumptions=("said otherwise",)))
    reader.path_of(DICE).write_bytes(encode_book(written))
    reader.forget()
    with compared_with_book() as comparison:
        report(DICE, "tie")
    assert not comparison.differences
    assert comparison.other_words == ["3 Dice Baccarat: Tie"]

    chances = ("1/8", *wager.chances[1:])
    written = with_wager(found, msgspec.structs.replace(wager, chances=chances))
    reader.path_of(DICE).write_bytes(encode_book(written))
    reader.forget()
    with pytest.raises(BookDiffers, match="3 Dice Baccarat: Tie: chances 1 is '1/8' in the book"):
        houseway.odds(DICE, "tie", recompute=True)
    assert houseway.odds(DICE, "player", recompute=True).rows


def with_wager(found: GameBook, wager: BookWager) -> GameBook:
    """The page with another wager for the tie, at every table."""
    tables = tuple(
        msgspec.structs.replace(table, wagers={**table.wagers, "tie": wager})
        for table in found.tables
    )
    return msgspec.structs.replace(found, tables=tables)


def test_a_strategy_that_differs_is_told(folder: Path) -> None:
    game = find("3-card-shine")()
    whole = decode_book(
        (Path(reader.__file__).parent / "games" / "3-card-shine.json.gz").read_bytes()
    )
    assert whole is not None
    table = whole.tables[0]
    sheet = table.strategy["0"]
    other = msgspec.structs.replace(sheet, found={**sheet.found, "house_edge": 0.5})
    tables = (msgspec.structs.replace(table, strategy={"0": other}), *whole.tables[1:])
    reader.path_of(game.id).write_bytes(encode_book(msgspec.structs.replace(whole, tables=tables)))
    with pytest.raises(BookDiffers, match=r"best play: house edge is 0\.5 in the book"):
        houseway.strategy(game.id, recompute=True)
    with pytest.raises(HousewayError, match="exceptions cannot be -1"):
        houseway.strategy(game.id, exceptions=-1)


def test_a_table_that_the_book_does_not_have_compares_nothing() -> None:
    class Heir(find(DICE)):  # type: ignore[misc]
        pass

    kind: type[Game] = Heir
    with compared_with_book() as comparison:
        assert report(kind, "tie").rows
    assert comparison.compared == 0


# The command line.


def test_the_commands_say_that_figures_are_from_the_book(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    found = source_page()
    reader.path_of(DICE).write_bytes(encode_book(found))
    said = f"from the book of odds, computed by {found.computed_by}; --recompute computes it again"
    for command in ("odds", "compare"):
        assert run([command, DICE, "tie"]) == 0
        assert said in capsys.readouterr().out.replace("\n", " ")
        assert run([command, DICE, "tie", "--json"]) == 0
        shown = capsys.readouterr()
        assert json.loads(shown.out)[0]["wager"] == "tie"
        assert shown.err == f"houseway: {said}\n"
    with reader.closed():
        assert run(["odds", DICE, "tie"]) == 0
        assert "book of odds" not in capsys.readouterr().out


def test_a_wrong_row_of_the_book_is_an_error_that_names_it(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    found = source_page()
    wager = found.tables[0].wagers["tie"]
    assert isinstance(wager, BookWager)
    reader.path_of(DICE).write_bytes(encode_book(found))
    assert run(["odds", DICE, "tie", "--recompute"]) == 0
    assert "1 row computed again, as in the book of odds" in capsys.readouterr().err
    columns = {
        name: msgspec.structs.replace(column, house_edge="1/7")
        for name, column in wager.columns.items()
    }
    wrong = with_wager(found, msgspec.structs.replace(wager, columns=columns))
    reader.path_of(DICE).write_bytes(encode_book(wrong))
    for command in ("odds", "compare"):
        reader.forget()
        assert run([command, DICE, "tie", "--recompute"]) == 1
        err = capsys.readouterr().err
        assert "the book of odds differs: 3 Dice Baccarat: Tie, table base: house edge is" in err
    assert run(["odds", DICE, "player", "--recompute"]) == 0
    assert run(["odds", DICE, "tie", "-p", "tie_limits=5..50", "--recompute"]) == 0
    assert "the book of odds has nothing of this" in capsys.readouterr().err


def test_a_par_sheet_says_that_its_odds_are_from_the_book(tmp_path: Path) -> None:
    sheet = par_html(par_sheet(DICE))
    assert "from the book of odds, computed by houseway" in sheet
    with reader.closed():
        assert "from the book of odds" not in par_html(par_sheet(DICE))
