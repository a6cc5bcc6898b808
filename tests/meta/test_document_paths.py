"""Paths that documents name exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "games"),
]
SPAN = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"(?:[\w.]+/)+|(?:[\w.]+/)*\w+\.py")
"""A folder with its slash, or a Python file."""
TO_BE_WRITTEN = ("lucky_pair.py", "my_bot.py", "players_blackjack/game.py", "rainbow.py")
"""Files that a tutorial tells its reader to write."""


def paths_in(text: str) -> Iterator[str]:
    """Yield each path named between backticks: a folder with its slash, or a source file."""
    for span in SPAN.findall(text):
        if PATH.fullmatch(span) and not span.endswith(TO_BE_WRITTEN):
            yield span


def is_there(path: str) -> bool:
    """A path counts from the root, from the package, or by a file name that is unique."""
    if (ROOT / path).exists() or (SOURCE / path).exists() or (ROOT / "web" / "src" / path).exists():
        return True
    if "/" in path:
        return False
    return any(
        True for folder in (SOURCE, ROOT / "tests", ROOT / "web") for _ in folder.rglob(path)
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_paths_in_a_document_exist(document: Path) -> None:
    if document.name == "CHANGELOG.md":
        pytest.skip("it speaks of earlier versions")
    missing = [path for path in paths_in(document.read_text()) if not is_there(path)]
    assert not missing


def test_a_path_that_is_gone_is_found() -> None:
    text = "See `engine/driver.py`, `engine/no_such.py`, `tomlfile.py`, `tests/no/`; not `a | b`."
    named = list(paths_in(text))
    assert named == ["engine/driver.py", "engine/no_such.py", "tomlfile.py", "tests/no/"]
    assert [path for path in named if not is_there(path)] == named[1:]
