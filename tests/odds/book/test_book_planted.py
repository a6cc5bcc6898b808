"""A row whose rules have changed is never shown from the book: tried on a copy of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import houseway

PACKAGE = Path(houseway.__file__).parent
GAME = "3-dice-baccarat"
FOLDER = "rulebook/colorado/three_dice_baccarat"
RULE = ("TIED if player_points == banker_points", "TIED if player_points == banker_points == 9")
"""In place of every tie, those of 9."""
PAY = ('["tie", "8 to 1"]', '["tie", "9 to 1"]')
SAID = "from the book of odds, computed by"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package in another place, without its pages."""
    place = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(PACKAGE, place / "houseway", ignore=ignored)
    return place


AT_ONCE = """
import sys
from houseway.analysis.odds_book.reader import table_in_book
from houseway.rulebook import find
print(table_in_book(find(sys.argv[1])(), at_once=True) is not None)
"""
COMMAND = "import sys; from houseway.__main__ import main; sys.exit(main())"


def odds(place: Path, wager: str = "tie") -> str:
    """Run ``odds`` in another process that has the copy; return its output."""
    return run(place, COMMAND, "odds", GAME, wager)


def run(place: Path, program: str, *given: str) -> str:
    """Run a program in another process that has the copy; return its output."""
    words = [sys.executable, "-P", "-c", program, *given]
    env = {**os.environ, "PYTHONPATH": str(place), "COLUMNS": "120"}
    env.pop("HOUSEWAY_BOOK", None)
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    return done.stdout


def edit(path: Path, old: str, new: str) -> str:
    """Edit a file of the copy; returns what it was."""
    text = path.read_text()
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1))
    return text


@pytest.mark.process
def test_a_changed_rule_is_computed_and_a_comment_is_not(copied: Path) -> None:
    before = odds(copied)
    assert SAID in before
    rules = copied / "houseway" / FOLDER / "game.py"
    was = edit(rules, "from __future__", "# A comment that changes no rule.\nfrom __future__")
    assert odds(copied) == before
    rules.write_text(was)

    changed = edit(rules, *RULE)
    after = odds(copied)
    assert SAID not in after and figures(after) != figures(before)
    rules.write_text(changed)
    assert odds(copied) == before


@pytest.mark.process
def test_another_pay_is_computed(copied: Path) -> None:
    before = odds(copied)
    pay = copied / "houseway" / FOLDER / "pay.toml"
    was = edit(pay, *PAY)
    after = odds(copied)
    assert SAID not in after and figures(after) != figures(before)
    pay.write_text(was)
    assert SAID in odds(copied)


@pytest.mark.process
def test_a_lobby_reads_a_page_unless_a_file_of_its_rules_has_changed(copied: Path) -> None:
    assert run(copied, AT_ONCE, GAME) == "True\n"
    shown = copied / "houseway/families/banked/presenter.py"
    was = edit(shown, "class BankedPresenter", "SHOWN = 'otherwise'\n\n\nclass BankedPresenter")
    assert run(copied, AT_ONCE, GAME) == "True\n", "what only shows a game changes no figure"
    shown.write_text(was)
    rules = copied / "houseway" / FOLDER / "game.py"
    was = edit(rules, *RULE)
    assert run(copied, AT_ONCE, GAME) == "False\n"
    rules.write_text(was)


def figures(printed: str) -> list[str]:
    """The lines with figures."""
    return [line for line in printed.splitlines() if "%" in line]
