"""ARCHITECTURE.md keeps its promises: ten minutes, and a picture that follows the imports."""

from __future__ import annotations

import re
from pathlib import Path

from scripts import draw_packages

from tests.meta.test_tidy import LAYERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
WORDS = 1_900
"""Ten minutes at 190 words a minute, code and tables included."""


def part(title: str) -> str:
    """Return the text of a section."""
    return str(re.findall(rf"(?ms)^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE)[0])


def test_it_is_read_in_ten_minutes() -> None:
    assert len(PAGE.split()) <= WORDS


def test_the_picture_shows_the_imports() -> None:
    assert draw_packages.drawing() == draw_packages.PICTURE.read_text(encoding="utf-8"), (
        "run python scripts/draw_packages.py"
    )


def test_every_package_is_in_the_picture_and_in_the_table() -> None:
    packages = {name for layer in LAYERS for name in layer} - {"__init__", "__main__", "version"}
    assert packages == set(draw_packages.PLACES)
    rows = "".join(re.findall(r"^\| (`.*?) \|", part("Packages"), re.M))
    assert packages == set(re.findall(r"`(\w+)`", rows))


def test_arrows_that_follow_from_others_are_left_out() -> None:
    graph = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert list(draw_packages.arrows(graph)) == [("a", "b"), ("b", "c")]


def test_a_round_has_eight_steps_with_their_files() -> None:
    steps = re.findall(r"(?ms)^\d\. (.*?)(?=^\d\. |\Z)", part("A round in eight steps"))
    assert len(steps) == 8
    assert [step for step in steps if not re.search(r"`[\w/]+\.py`", step)] == []


def test_five_ideas_and_seventeen_places_to_change() -> None:
    assert len(re.findall(r"(?m)^### ", part("Five ideas"))) == 5
    assert len(re.findall(r"(?m)^\| \w.*`", part("To change … look in …"))) == 17
