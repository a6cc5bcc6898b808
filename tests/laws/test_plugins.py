"""Side bets from outside: offered like any other, and what is wrong with one is a sentence."""

from __future__ import annotations

import importlib.metadata
import pickle
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.rulebook import find, plugins
from houseway.sheets.conformance.matrix import matrix
from houseway.sheets.par.manifest import rules_manifest
from tests.support.own_rulebook import changed, written

GAMES = '\nGAMES = ("blackjack",)\n'
LUCKY = written("docs/tutorials/side_bet.md", "lucky_pair.py`:").replace(GAMES, "")
"""The example without the games that offer it."""


@pytest.fixture(autouse=True)
def rulebook() -> Iterator[None]:
    with changed():
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lucky_pair.py"
    path.write_text(LUCKY + GAMES)
    return path


def test_the_example_of_contributing_kept_outside(file: Path, capsys: Any) -> None:
    plain = find("blackjack")
    before = plain().fingerprint()
    assert run(["odds", "blackjack", "lucky_pair", "-p", "decks=6", "--plugin", str(file)]) == 0
    out = capsys.readouterr().out
    assert "55/311" in out and "44/311" in out and "Lucky Pair" in out
    game = find("blackjack")
    assert [w.name for w in game.wagers] == ["main", "lucky_pair"] and game is not plain
    assert [w.name for w in plain.wagers] == ["main"]
    assert game().fingerprint() != before == plain().fingerprint()
    assert "lucky_pair.py" in {name for _, name in rules_manifest(game).files}
    assert pickle.loads(pickle.dumps(game)) is game
    rows = {row.clause: row for row in matrix("blackjack") if row.clause.startswith("LP-")}
    assert {row.status for row in rows.values()} == {"covered"} and len(rows) == 2
    assert any("lucky_pair.py:" in place for row in rows.values() for place in row.cited_by)


def test_an_edited_rule_is_noticed(file: Path) -> None:
    prints = set()
    for name, edited in (("one", "== first_two[1]"), ("two", "!= first_two[1]")):
        other = file.with_name(f"{name}.py")
        other.write_text(LUCKY.replace("== first_two[1]", edited) + GAMES)
        with changed():
            plugins.load(other)
            prints.add(find("blackjack")().fingerprint())
    assert len(prints) == 2


def test_a_file_without_games_is_offered_where_the_command_is(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "lucky.py"
    path.write_text(LUCKY)
    assert run(["check", "--plugin", str(path)]) == 2
    assert "does not say which games offer its wagers" in capsys.readouterr().err
    assert run(["rules", "blackjack", f"--plugin={path}"]) == 0
    assert "Lucky Pair" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("SUITED_PAIR, PAIR", "SUITED_PAIR PAIR", "line {SUITED_PAIR PAIR}: is not Python"),
        ("LUCKY_PAIR = ", "1 / 0\nLUCKY_PAIR = ", "line {1 / 0}: cannot be run: ZeroDivision"),
        ("first_two: Seq", "first_too: Seq", "line {LUCKY_PAIR = }: blackjack cannot offer it"),
        ('columns = ["A", "B"]', 'columns = ["A"]', "needs 1 payout"),
        ('["pair",        "6', '["pear",        "6', "are not the rule's outcomes"),
        ('"6 to 1"', '"6 zu 1"', "'6 zu 1' is not a payout"),
        ('clause  = "LP-2"', 'clause  = "LP-2', 'line {clause  = "LP-2} of the file'),
        ('id   = "LP-1"', 'id   = "CO-2116-7A"', "CO-2116-7A stands in the rulebook already"),
        ("    book=BOOK,\n", "", "has no pay table: write book=BOOK"),
        ('needs="main"', 'needs="ante"', "needs ante, which blackjack does not have; it has main"),
        ('    "lucky_pair",', '    "decks",', "blackjack has a decks already"),
        ('("blackjack",)', '("blackjak",)', "there is no game 'blackjak'; did you mean blackjack"),
        ("LUCKY_PAIR = side(", "LUCKY_PAIR = print(", "cannot be run: TypeError"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_side_bet_is_a_sentence(
    old: str, new: str, said: str, file: Path
) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    said = re.sub("{(.*)}", lambda found: str(_line(file, found[1])), said)
    with pytest.raises(HousewayError) as refused:
        plugins.load(file)
    assert "lucky_pair.py" in str(refused.value) and said in str(refused.value)
    assert [w.name for w in find("blackjack").wagers] == ["main"]


def _line(file: Path, words: str) -> int:
    lines = file.read_text().splitlines()
    return next(i for i, text in enumerate(lines, 1) if words in text)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text(GAMES)
    for name, said in (("nowhere.py", "no such file"), ("empty.py", "has no wager")):
        with pytest.raises(HousewayError, match=said):
            plugins.load(tmp_path / name)


def test_an_installed_side_bet(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("my_lucky_pair")
    module.__file__ = str(file)
    exec(compile(file.read_text(), str(file), "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, "my_lucky_pair", module)
    point = importlib.metadata.EntryPoint("lucky", "my_lucky_pair", "houseway.side_bets")
    plugins.offer_installed([point])
    assert "lucky_pair" in [w.name for w in find("blackjack").wagers]
    broken = importlib.metadata.EntryPoint("lost", "no_such_module", "houseway.side_bets")
    with pytest.warns(plugins.LeftOut, match="side bet lost is left out: cannot be run"):
        plugins.offer_installed([broken])
