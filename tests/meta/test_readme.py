"""README.md promises numbers, an output and pictures: each is compared with reality."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.conformance.matrix import all_cases, matrix
from tests.meta.test_commands_in_documents import fault_of

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
GAMES = (ROOT / "docs" / "games" / "README.md").read_text()
MOST = 150_000
"""Bytes of a picture at most: a clone stays small."""


def _number_before(words: str) -> int:
    found = re.search(rf"([\d,]+){words}", README)
    assert found, words
    return int(found[1].replace(",", ""))


def test_the_numbers_are_those_of_the_rulebook() -> None:
    rows = [row for game in houseway.games() for row in matrix(game)]
    assert _number_before(" clauses of Colorado's") == len({row.clause for row in rows})
    assert _number_before(" times in the games") == len(rows)
    assert _number_before(" public names") == len(houseway.__all__)
    assert f"worked cases ({len(all_cases()):,}, all passing)" in " ".join(README.split())
    assert _number_before(r" games in your terminal") == len(houseway.games())
    assert {row.clause for row in rows} <= set(all_clauses())


def test_the_counts_of_games_are_those_of_their_page() -> None:
    colorado, banked, poker = (
        len(re.findall(r"^\| \[", part, re.M)) for part in re.split(r"^## ", GAMES, flags=re.M)[1:4]
    )
    assert colorado + banked + poker == len(houseway.games())
    assert f"{colorado} of Colorado's" in README
    assert f"{banked} player-dealer games and {poker} poker games" in README


def test_every_game_has_a_row_on_the_page_of_games() -> None:
    assert set(re.findall(r"^\| \[[^]]*\]\(([\w-]+)\.md\)", GAMES, re.M)) == set(houseway.games())


@pytest.mark.process
def test_the_printed_settlement_is_what_the_command_prints(tmp_path: Path) -> None:
    record = re.findall(r"```toml\n(.*?)```", README, re.S)[0]
    (tmp_path / "dispute.toml").write_text(record)
    shown = re.findall(r"```console\n\$ houseway settle dispute.toml\n(.*?)```", README, re.S)[0]
    printed = subprocess.run(
        [sys.executable, "-m", "houseway", "settle", "dispute.toml"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    lines = [line.rstrip() for line in printed.splitlines()]
    assert not [line for line in shown.splitlines() if line.rstrip() not in lines]


def test_the_example_is_short_and_prints_the_edge_that_is_promised() -> None:
    """tests/e2e/test_documents.py runs it and compares its whole output."""
    [code] = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len(code.splitlines()) <= 12
    edge = Fraction(re.findall(r"^(\d+/\d+)$", README, re.M)[0])
    assert f"{edge}, or {float(edge):.2%}".replace("%", " %") in README


def test_the_commands_of_the_table_are_taken() -> None:
    rows = re.findall(r"^\| \w[^|]*: [^|]* \| `houseway ([^`]+)` \| \[", README, re.M)
    assert len(rows) == 6
    assert {row: fault for row in rows if (fault := fault_of(row))} == {}
    games = {word for row in rows for word in row.split()} & set(houseway.games())
    assert len(games) >= 4, "rows name games that there are"


def test_the_changelog_is_short() -> None:
    """At most 60 lines for the version that is made: for users, not for those who built it."""
    newest = re.findall(r"^## .*?(?=^## |\Z)", (ROOT / "CHANGELOG.md").read_text(), re.S | re.M)[0]
    assert newest.startswith(f"## {houseway.__version__}\n")
    assert len(newest.splitlines()) <= 60


def test_every_picture_is_shown_and_small() -> None:
    pages = [README, *(page.read_text() for page in (ROOT / "docs").rglob("*.md"))]
    shown = {name for page in pages for name in re.findall(r"pictures/([\w-]+\.png)\)", page)}
    assert shown == {path.name for path in ROOT.glob("docs/pictures/*.png")}
    assert len(re.findall(r"docs/pictures/[\w-]+\.png", README)) >= 3
    for name in sorted(shown):
        content = (ROOT / "docs" / "pictures" / name).read_bytes()
        assert content.startswith(b"\x89PNG") and len(content) < MOST, name
