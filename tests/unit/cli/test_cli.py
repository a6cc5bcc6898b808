"""The command line, driven in process; a few commands as a real process."""

from __future__ import annotations

import io
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.cli.main import run
from houseway.cli.render import settlement
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.posting import Fact, OneOf
from houseway.records.record import FORMAT
from houseway.rulebook import games
from houseway.rulebook.clauses import clauses_of, readings_of
from houseway.sheets.conformance.matrix import matrix
from tests.support.random_play import EACH_SHAPE, LONG

GAME_IDS = list(games())
BLACKJACK = "blackjack"
FREE_BET = "free-bet-blackjack"
DOCS = Path(__file__).parents[3] / "docs"
SETTLED = """
game = "free-bet-blackjack"
bets = { main = 10, push_22 = 5 }
deal = "Ts 6h 9d 6s | Tc"
play = "stand"
pays = { main = "push", push_22 = "other_22 +40" }
nets = { 1 = "+40", house = -40 }
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def houseway(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def call(*words: str, stdin: str = "", columns: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        monkeypatch.setenv("COLUMNS", columns)
        code = run(list(words))
        found = capsys.readouterr()
        return Ran(code, found.out, found.err)

    return call


@pytest.fixture
def record(tmp_path: Path) -> Any:
    def write(text: str, name: str = "round.toml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def process(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    program = "from houseway.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        input=stdin, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def assert_refused(ran: Ran, *parts: str) -> None:
    """One sentence on stderr, exit code 2, no traceback."""
    assert ran.code == 2, ran
    assert "Traceback" not in ran.err
    assert ran.err.startswith("houseway: ")
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err


@pytest.mark.process
def test_help_names_every_command_and_answers_at_once() -> None:
    process("--help")
    began = time.perf_counter()
    ran = process("--help")
    took = time.perf_counter() - began
    assert ran.returncode == 0
    for command in ("games", "rules", "play", "settle", "replay", "check"):
        assert command in ran.stdout
    assert took < 2.0  # 0.3 s on an idle machine; tests share theirs


@pytest.mark.process
@pytest.mark.parametrize("words", [("--help",), ("games", "--json"), ("settle", "FILE")])
def test_no_mathematics_is_imported(words: tuple[str, ...], record: Any) -> None:
    file = record(SETTLED)
    argv = [file if word == "FILE" else word for word in words]
    program = (
        "import sys; from houseway.cli.main import run; code = run(sys.argv[1:]); "
        "loaded = {'numba', 'numpy', 'llvmlite'} & set(sys.modules); sys.exit(f'{code} {loaded}' "
        "if code or loaded else 0)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, *argv], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.process
def test_help_imports_no_game() -> None:
    program = (
        "import sys; from houseway.cli.main import run; run(['--help']); "
        "sys.exit(any(m.startswith('houseway.rulebook') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


@pytest.mark.process
def test_play_as_a_process() -> None:
    ran = process("play", BLACKJACK, "--seed", "1", "--rounds", "1", stdin="sit_out\n")
    assert ran.returncode == 0, ran.stderr
    assert "You leave the table with $500" in ran.stdout
    assert process("settle", "nowhere.toml").returncode == 2


def test_games(houseway: Any) -> None:
    listed = json.loads(houseway("games", "--json").out)
    assert [game["id"] for game in listed] == GAME_IDS
    for game in listed:
        assert {"id", "name", "jurisdiction", "section", "shape", "wagers"} <= set(game)
        assert game["name"] and game["jurisdiction"] and game["shape"]
    plain = houseway("games").out
    assert all(game_id in plain for game_id in GAME_IDS)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_rules_show_everything(game_id: str, houseway: Any) -> None:
    ran = houseway("rules", game_id)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    game: type[Game] = games()[game_id]
    flat = " ".join(ran.out.split())
    assert "not an official publication" in flat
    assert game.owner in flat
    for clause in clauses_of(game_id):
        assert f"{clause.id} " in flat
    words = game.words()
    for key, choice in game.declared().items():
        assert isinstance(choice, Fact) or f" {key}: " in flat
        assert words.posting(key).split()[0] in flat
    for reading in readings_of(game_id):
        assert f"{reading.id} (" in flat
    for ruling in game.rulings:
        assert ruling.name in flat
    for table in game.pay_tables().values():
        assert f"{words.wager(table.name)}, pay table ({table.clause})" in flat


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_rules_as_json(game_id: str, houseway: Any) -> None:
    sheet = json.loads(houseway("rules", game_id, "--json").out)
    game = games()[game_id]
    keys = [row["key"] for row in sheet["posting"] + sheet["facts"]]
    assert sorted(keys) == sorted(game.declared())
    assert [wager["name"] for wager in sheet["wagers"]] == [w.name for w in game.wagers]
    assert [c["id"] for part in sheet["parts"] for c in part["clauses"]]
    assert len(sheet["readings"]) == len(readings_of(game_id))


def test_rules_of_a_posting(houseway: Any) -> None:
    ran = houseway("rules", FREE_BET, "--posting", "push_22=B", "decks=8", "--json")
    sheet = json.loads(ran.out)
    values = {row["key"]: row["value"] for row in sheet["posting"]}
    assert values["decks"] == "8"
    assert {grid["wager"]: grid["posted"] for grid in sheet["pay"]}["push_22"] == "B"
    plain = houseway("rules", FREE_BET, "-p", "push_22=off", "-p", "pot_of_gold=POG 02").out
    assert "not offered" in plain
    assert "POG 02 *" in plain


def test_unknown_games_and_postings_are_refused(houseway: Any) -> None:
    assert_refused(houseway("rules", "blackjak"), "no game 'blackjak'", "did you mean blackjack?")
    assert_refused(houseway("check", "chess"), "no game 'chess'")
    assert_refused(houseway("play", "chess"), "no game 'chess'")
    assert_refused(houseway("rules", BLACKJACK, "--posting", "deck=6"), "'deck'", "decks")
    assert_refused(houseway("rules", BLACKJACK, "--posting", "decks=9"), "1 to 8", "BJ-12")
    assert_refused(houseway("rules", BLACKJACK, "--posting", "decks"), "KEY=VALUE")
    assert_refused(houseway("rules", FREE_BET, "-p", "hands_max=9"), "fixed at 4", "CO-2116-7D")


def test_a_bad_command_line_is_one_sentence(houseway: Any) -> None:
    for words in (("rules",), ("games", "--jsn"), ("settel", "x"), ("play", BLACKJACK, "--seat=x")):
        ran = houseway(*words)
        assert ran.code == 2, words
        assert "houseway: " in ran.err + ran.out
        assert "Traceback" not in ran.err


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_posting_alone_can_be_typed(game_id: str) -> None:
    """Every option of a rule sheet can be posted in its own words."""
    game = games()[game_id]
    for key, choice in game.declared().items():
        if isinstance(choice, OneOf):
            for value in choice.values:
                try:
                    found = game({key: choice.show(value)}).posting[key]
                except Refused as refused:
                    assert f"{key} cannot be" not in str(refused)
                    continue
                assert found == value


def test_settle_explains_each_wager(houseway: Any, record: Any) -> None:
    ran = houseway("settle", record(SETTLED))
    assert ran.code == 0
    assert "other 22" in ran.out and "8 to 1" in ran.out and "CO-2116-10" in ran.out
    assert "result: seat 1 +40; the house -40" in ran.out
    found = json.loads(houseway("settle", record(SETTLED), "--json").out)
    assert found["nets"]["1"] == 4000
    assert found["differences"] == []
    lines = {wager["wager"]: wager for wager in found["wagers"]}
    assert lines["push_22"]["outcome"] == "other_22"
    assert lines["push_22"]["odds"] == "8 to 1"
    assert lines["push_22"]["net"] == 4000
    assert all(cited["says"] for cited in lines["push_22"]["clauses"])


def test_the_example_of_the_document_settles(houseway: Any, record: Any) -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    assert FORMAT in text
    ran = houseway("settle", record(text.split("```toml\n")[1].split("```")[0]))
    assert ran.code == 0, ran


def test_settle_points_at_differences(houseway: Any, record: Any) -> None:
    wrong = SETTLED.replace("other_22 +40", "suited_22 +250").replace('1 = "+40"', '1 = "+250"')
    ran = houseway("settle", record(wrong))
    assert ran.code == 1
    assert "push_22: +40 (any other 22), not suited_22 +250" in ran.out
    assert "1 nets +40, not +250" in ran.out
    found = json.loads(houseway("settle", record(wrong), "--json").out)
    assert len(found["differences"]) == 2


def test_settle_accepts_cases(houseway: Any, record: Any) -> None:
    text = f'[[case]]\nclause = "CO-2116-3a"\ntitle = "one"\n{SETTLED}'
    refused = (
        '[[case]]\nclause = "BJ-14"\nsays = "two"\ngame = "blackjack"\nbets = { main = 1 }\n'
        'refused = "from $5"\n'
    )
    assert houseway("settle", record(text + refused)).code == 0
    found = json.loads(houseway("settle", record(text + refused), "--json").out)
    assert [result["says"] for result in found] == ["one", "two"]
    assert "from $5" in found[1]["refused"]
    unexpected = refused.replace('refused = "from $5"\n', "")
    ran = houseway("settle", record(text + unexpected))
    assert ran.code == 1
    assert "takes from $5 to $500, not $1" in ran.out
    nameless = refused.replace('game = "blackjack"\n', "")
    assert_refused(houseway("settle", record(nameless)), "case 1 (two)", "names no game")


@pytest.mark.parametrize("game_id", EACH_SHAPE)
def test_the_cases_of_every_game_settle(
    game_id: str, houseway: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are settled; in the short form every fifth is printed, which takes most of the time."""
    printed, number = settlement.print_settled, itertools.count()
    if not LONG:
        some = lambda *of: printed(*of) if next(number) % 5 == 0 else None  # noqa: E731
        monkeypatch.setattr(settlement, "print_settled", some)
    path = games()[game_id].folder() / "cases.toml"
    assert not path.exists() or houseway("settle", str(path)).code == 0


REFUSALS = [
    ('bets = { main = 10 }\ndeal = "Ts Ts Ts Ts"', ("Ts cannot come again", "only one Ts")),
    ('bets = { main = 1 }', ("takes from $5 to $500, not $1", "BJ-14")),
    ('seats = { 1 = 50, 2 = 50 }\nplay = ["1 bet main=10", "2 bet main=10", "2 hit"]\n'
     'deal = "9s 5h 6d 4c 3c 7d"', ("play line 3 '2 hit'", "not seat 2's turn")),
    ('bets = { main = 10 }\ndeal = "Ts 9x"', ("deal: '9x' is not a card", "Ts, 9d or Ah")),
    ('bets = { main = 10 }\ndice = "7"', ("dice: '7' is not a die",)),
    ('bets = { main = 10 }', ("ends too early", "waits for the first two cards")),
    ('bets = { main = 10 }\ndeal = "9s 5h 9d Kc | Tc Td"\nplay = "stand"', ("Td is left over",)),
    ('card = "Ts"', ("round.toml", "`card`")),
    ('seats = { one = 5 }', ("round.toml", "seats.one", "a seat is a number")),
    ('seats = { 9 = 5 }', ("seats 1 to 7, not 9",)),
    ('seats = { 1 = "much" }', ("round.toml", "'much' is not money")),
    ('bets = { main = "ten" }', ("bets", "'ten' is not money")),
    ('posted = { decks = 9 }', ("decks cannot be 9", "BJ-12")),
    ('format = "other"', ("format 'other' is unknown", FORMAT)),
    ('between = { moon = 1 }', ("round.toml", "between", "`moon`")),
    ('play = ["time_up"]', ("play line 1 'time_up'", "time_up 2")),
    ('play = ["floor"]', ("play line 1 'floor'", "say which ruling")),
    ('play = ["floor moon"]', ("no ruling 'moon'", "void_round")),
    ('play = ["@x floor void_round"]', ("play line 1", "after 7 pieces")),
    ('play = [1 2]', ("round.toml", "not TOML", "line")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "parts"), REFUSALS)
def test_what_is_wrong_is_said_in_a_sentence(
    text: str, parts: tuple[str, ...], houseway: Any, record: Any
) -> None:
    posted = "" if text.startswith("posted") else "posted.decks = 1\n"
    file = record(f'game = "{BLACKJACK}"\n{posted}{text}\n')
    assert_refused(houseway("settle", file), file, *parts)


def test_wrong_pieces_of_any_kind_are_refused(houseway: Any, record: Any) -> None:
    for game_id in GAME_IDS:
        file = record(f'game = "{game_id}"\ndeal = "nonsense"\n')
        noun = games()[game_id].kind.noun
        assert_refused(houseway("settle", file), f"deal: 'nonsense' is not a {noun}")


def test_missing_and_unreadable_files(houseway: Any, tmp_path: Path, record: Any) -> None:
    for command in ("settle", "replay"):
        assert_refused(houseway(command, "nowhere.toml"), "nowhere.toml", "no such file")
        assert_refused(houseway(command, "nowhere.json"), "nowhere.json", "no such file")
    assert_refused(houseway("settle", str(tmp_path)), "cannot be read")
    assert_refused(houseway("replay", str(tmp_path)), "no .phh or .phhs file in it")
    assert_refused(houseway("settle", record("{", "round.json")), "round.json", "not JSON")
    assert_refused(houseway("replay", record(SETTLED)), "events", "none to compare")


@pytest.mark.parametrize("game_id", EACH_SHAPE)
def test_check_prints_the_matrix(game_id: str, houseway: Any) -> None:
    ran = houseway("check", game_id)
    rows = matrix(game_id)
    assert ran.code == (1 if any(row.missing for row in rows) else 0)
    assert f"{len(rows)} clauses" in ran.out
    for row in rows:
        assert row.clause in ran.out
    found = json.loads(houseway("check", game_id, "--json").out)
    assert [sheet["game"] for sheet in found] == [game_id]
    assert {"clause", "says", "kind", "status", "cited_by", "passing", "missing"} <= set(
        found[0]["rows"][0]
    )


@pytest.mark.parametrize("width", [60, 80, 100, 130])
def test_a_pipe_is_as_wide_as_columns_says(width: int, houseway: Any) -> None:
    out = houseway("check", "holdem", columns=str(width)).out
    assert max(map(len, out.splitlines())) <= width
    assert "Blinds are posted left of" in out and "AMB-22" in out  # readable at any width
    listed = houseway("games", columns=str(width)).out
    assert all(game_id in listed for game_id in GAME_IDS)
    assert houseway("games", columns="wide").out == houseway("games", columns="100").out


def test_nothing_in_a_file_steers_the_terminal(houseway: Any, record: Any) -> None:
    named = SETTLED + '[seats.1]\nchips = 500\nname = "Ann\\u202e"\n'
    ran = houseway("settle", record(named))
    assert ran.code == 0 and "Seat 1, Ann" in ran.out and "\u202e" not in ran.out
    steering = record(named.replace("\\u202e", "\\u001b[2J"))
    assert_refused(houseway("settle", steering), "one line of plain text")
    assert "\x1b" not in houseway("settle", steering).err
    wrong = SETTLED.replace('"stand"', '"st\\u001b[31mand"')
    assert "\x1b" not in houseway("settle", record(wrong)).err


def test_check_without_a_game_takes_all(houseway: Any) -> None:
    found = json.loads(houseway("check", "--json").out)
    assert [sheet["game"] for sheet in found] == GAME_IDS
