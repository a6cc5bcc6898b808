"""The commands odds, compare and strategy, driven in process."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from rich.console import Console

from houseway.analysis import report
from houseway.analysis.blackjack import report as report_blackjack
from houseway.cli.main import run
from houseway.cli.render.odds import said_once, warned_once
from houseway.rulebook import find

FREE_BET = "free-bet-blackjack"
KEYS = {
    "game", "wager", "table", "decks", "house_edge", "hit_frequency", "return", "variance",
    "outcomes", "method", "stderr", "posting", "assumptions", "warnings",
}  # fmt: skip


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def houseway(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, interpreted: None
) -> Iterator[Any]:
    monkeypatch.setattr(report_blackjack, "SIDE_ROUNDS", 2_000)
    report_blackjack._kept.cache_clear()

    def call(*words: str) -> Ran:
        code = run(list(words))
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    yield call
    report_blackjack._kept.cache_clear()


def test_odds_of_a_game_as_json(houseway: Any) -> None:
    ran = houseway("odds", FREE_BET, "--posting", "decks=6", "--json")
    found = json.loads(ran.out)
    assert ran.code == 0 and len(found) == 9
    for row in found:
        assert set(row) >= KEYS
        assert row["game"] == FREE_BET and row["decks"] == 6 and row["posting"]["decks"] == "6"
        assert (row["stderr"] is None) == (row["method"] == "exact")
    bounty, insurance = found[-2:]
    assert insurance["fractions"]["house_edge"] == "23/311"
    assert bounty["fractions"]["house_edge"] == "5980547/25818598"
    assert bounty["house_edge"] == pytest.approx(5980547 / 25818598)


def test_odds_of_the_rulebook(houseway: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a few games here; test_colorado_book asks for all of them."""
    few = {name: find(name) for name in ("blackjack", "pai-gow-tiles", "holdem")}
    monkeypatch.setattr(report, "games", lambda: few)
    ran = houseway("odds", "--all", "--json")
    found = json.loads(ran.out)
    assert ran.code == 0
    assert {row["game"] for row in found} == {"blackjack", "pai-gow-tiles"}
    assert len(found) == 16 + 8 + 1
    assert "Texas Hold'em" in ran.err and "Traceback" not in ran.err
    assert not any(row["warnings"] for row in found if row["method"] == "exact")


def test_odds_in_words(houseway: Any) -> None:
    ran = houseway("odds", FREE_BET, "kings_bounty", "-p", "decks=6")
    assert ran.code == 0
    kings = "two kings of spades"
    for part in ("23.1637%", "5980547/25818598", "3615/4043", kings, "1000"):
        assert part in ran.out
    many = houseway("odds", "blackjack", "main")
    assert "0.6154%" in many.out and "add --posting decks=8" in many.out
    assert "no wager is made against a bank" in houseway("odds", "holdem").out.replace("\n", " ")


def test_a_players_edge_is_red(houseway: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.cli.render import odds

    def colours() -> Console:
        return Console(force_terminal=True, color_system="standard", width=120, highlight=False)

    monkeypatch.setattr(odds, "console", colours)
    for command in (("odds", "blackjack"), ("compare", "blackjack"), ("strategy", "blackjack")):
        ran = houseway(*command, "-p", "decks=1", "soft_17=stand")
        assert re.search(r"\x1b\[1;31m(\s|house edge)*-0\.1819%", ran.out), command
        assert "the player has the edge, 0.182%" in ran.out, command
        plain = houseway(*command, "-p", "decks=6")
        assert "\x1b[1;31m" not in plain.out, command


def test_compare_puts_tables_side_by_side(houseway: Any) -> None:
    ran = houseway("compare", FREE_BET, "push_22")
    assert ran.code == 0
    head = next(line for line in ran.out.splitlines() if "decks" in line)
    assert head.split() == ["decks", "A", "B", "C"]
    for name in ("house edge", "wins", "variance"):
        assert ran.out.count(name) == 3
    found = json.loads(houseway("compare", FREE_BET, "kings_bounty", "--json").out)
    assert [row["decks"] for row in found] == [5, 6, 8]


def test_bankroll(houseway: Any) -> None:
    words = ("--bankroll", "500", "--unit", "10", "--hands-per-hour", "60", "--rounds", "1000")
    ran = houseway("odds", "pai-gow-tiles", "main", *words)
    assert ran.code == 0
    for part in ("10 a round, 60 rounds an hour", "N0", "after 1,000 rounds", "ruin with 500"):
        assert part in ran.out
    (row,) = json.loads(houseway("odds", "pai-gow-tiles", "main", *words, "--json").out)
    risk = row["bankroll"]
    assert risk["bankroll"] == 500 and risk["ruin_ever"] == {"chance": 1.0, "method": "exact"}
    assert risk["mean_per_hour"] == pytest.approx(-600 * row["house_edge"])
    assert 0 < risk["ruin_within"]["chance"] < 0.1
    assert risk["sd_per_hour"] == pytest.approx(10 * (60 * row["variance"]) ** 0.5)


def test_strategy(houseway: Any) -> None:
    found = json.loads(houseway("strategy", "blackjack", "-p", "decks=6", "--json").out)
    assert found["house_edge"] == pytest.approx(0.00615389, abs=1e-8)
    assert found["cost_of_totals"] > 0
    assert found["up_cards"] == ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"]
    chart = {(row["part"], row["hand"]): row["cells"] for row in found["chart"]}
    assert chart["hard", "16"] == ["S"] * 5 + ["H"] * 5
    assert chart["hard", "11"][0] == "Dh" and chart["pair", "88"] == ["P"] * 10
    assert chart["soft", "A7"][:8] == ["Ds"] * 5 + ["S", "S", "H"]
    words = houseway("strategy", FREE_BET, "--exceptions", "3")
    assert words.code == 0 and "split free" in words.out and "1.0144%" in words.out
    tiles = houseway("strategy", "pai-gow-tiles", "--exceptions", "2")
    assert "21719/2359875" in tiles.out and tiles.code == 0
    assert json.loads(houseway("strategy", "pai-gow-tiles", "--json").out)["better_in_all"] > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("odds", "blakjack"), "did you mean blackjack?"),
        (("odds", "blackjack", "push_22"), "there is main"),
        (("odds", "blackjack", "-p", "decks=9"), "it may be 1 to 8"),
        (("odds", FREE_BET, "-p", "decks=7"), "it may be 5, 6 or 8"),
        (("odds", FREE_BET, "-p", "push_22=Z"), "A, B, C or off"),
        (("odds", "blackjack", "-p", "deck=6"), "nothing called 'deck' to post"),
        (("odds", "blackjack", "-p", "decks"), "KEY=VALUE"),
        (("odds",), "name a game"),
        (("odds", "blackjack", "--all"), "name a game, or give --all"),
        (("odds", "--all", "-p", "decks=6"), "--posting is for one game"),
        (("odds", "blackjack", "--bankroll", "much"), "--bankroll is an amount"),
        (("odds", "blackjack", "--bankroll", "-5"), "bankroll"),
        (("odds", "blackjack", "--bankroll", "1e99999999"), "--bankroll is an amount"),
        (("odds", "blackjack", "--bankroll", "9" * 5000), "--bankroll is an amount"),
        (("odds", "blackjack", "--bankroll", "2000000000"), "--bankroll is at most 1,000,000,000"),
        (("odds", "blackjack", "--unit", "1e-99999999"), "--unit is an amount"),
        (("odds", "blackjack", "--rounds", "9" * 18), "a plan has at most 1,000,000,000,000,000"),
        (("odds", "blackjack", "--hands-per-hour", "1e400"), "at most 1,000,000 rounds in an hour"),
        (("odds", "blackjack", "--unit", "0"), "more than nothing"),
        (("odds", "blackjack", "--rounds", "0"), "at least one round"),
        (("odds", "blackjack", "--hands-per-hour", "-1"), "rounds in an hour"),
        (("compare", "nothing"), "there is no game 'nothing'"),
        (("compare", FREE_BET, "push22"), "did you mean push_22?"),
        (("strategy", "holdem"), "no strategy of Texas Hold'em"),
        (("strategy", "blackjack", "-p", "decks=0"), "it may be 1 to 8"),
        (("strategy", "blackjack", "--exceptions", "-1"), "--exceptions"),
    ],
)
def test_bad_input_is_one_sentence(houseway: Any, words: tuple[str, ...], says: str) -> None:
    ran = houseway(*words)
    assert ran.code == 2, ran
    assert ran.err.startswith("houseway: ") and ran.err.count("\n") == 1
    assert says in ran.err
    assert ran.out == "" and "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("21-hold-em", ("8-7-5, 8-7-6, 9-7-6, 9-8-6", "four cards of one suit")),
        ("ante-up-21", ("Equal wagers on 21 and ANTE", "9 high or lower", "ANTE alone")),
    ],
)
def test_strategy_of_what_is_played_beside_blackjack(
    houseway: Any, monkeypatch: pytest.MonkeyPatch, game: str, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    ran = houseway("strategy", game)
    assert ran.code == 0 and all(each in ran.out for each in words)
    found = json.loads(houseway("strategy", game, "--json").out)
    assert [set(each) for each in found["beside"]] == [
        {"title", "says", "columns", "rows", "legend"} for _ in found["beside"]
    ]
    assert all(len(row["cells"]) == len(c["columns"]) for c in found["beside"] for row in c["rows"])


def test_sentences_that_differ_by_a_share_are_said_once() -> None:
    said = said_once(
        ["in 0.128% of rounds x", "y", "in 0.21% of rounds x", "y", "in 0.2% of rounds x"]
    )
    assert said == ["in 0.128% to 0.21% of rounds x", "y"]


def test_a_warning_of_many_rows_is_said_once() -> None:
    """With the figures of the first row; the others are named, and keep theirs in ``--json``."""
    found = report.report("three-card-poker", "bonus").rows
    said = warned_once(found)
    edge = [words for words in said if "the player has the edge" in words]
    assert edge == [
        "Bonus, printed, 2 decks: the player has the edge, 4.999% of the wager. Likewise, with "
        "figures of their own: printed, 3, 4, 5 or 6 decks"
    ]
    (same,) = [words for words in said if "the bank keeps" in words]
    assert same.endswith(". Likewise: printed, 3, 4, 5 or 6 decks")
    assert len(said) == len({words.split(": ", 1)[1] for words in said}) == 3
    assert warned_once([row for row in found if row.decks == 1]) == []
