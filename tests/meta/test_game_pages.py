"""Every game has a page, and its worked rounds are what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.records.cases import failures, read_cases
from houseway.rulebook import games
from houseway.util.toml import read_toml

PAGES = Path(__file__).parents[2] / "docs" / "games"
PAGED = tuple(games())


def blocks(game_id: str) -> list[str]:
    text = (PAGES / f"{game_id}.md").read_text()
    return re.findall(r"```toml\n(.*?)```", text, re.S)


@pytest.mark.parametrize("game_id", PAGED)
def test_worked_rounds_of_the_page_settle_as_written(game_id: str) -> None:
    found = blocks(game_id)
    assert found, f"docs/games/{game_id}.md has no worked round"
    for text in found:
        record = read_toml(text, game_id)
        assert record.get("game") == game_id
        assert "pays" in record or "net" in record, "a worked round says what it pays"
        data = {"clause": "", "says": "the worked round of the page", **record}
        (case,) = read_cases({"case": [data]}, game_id, f"docs/games/{game_id}.md")
        assert failures(case) == []


@pytest.mark.parametrize("game_id", PAGED)
def test_the_index_of_pages_names_the_game(game_id: str) -> None:
    assert f"({game_id}.md)" in (PAGES / "README.md").read_text()
    assert games()[game_id].section in (PAGES / f"{game_id}.md").read_text()


def test_no_page_is_left_over() -> None:
    pages = {path.stem for path in PAGES.glob("*.md")} - {"README"}
    assert pages == set(PAGED)
