"""The generated pages of the documentation are those of the program, however it is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scripts import write_references

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"


@pytest.mark.parametrize("name", write_references.GENERATED)
def test_a_generated_page_is_as_it_stands_in_the_repository(name: str) -> None:
    assert write_references.page(name) == (FOLDER / name).read_text(encoding="utf-8"), (
        "run python scripts/write_references.py"
    )


@pytest.mark.process
def test_pages_depend_on_no_hash_seed_terminal_or_folder(tmp_path: Path) -> None:
    other = {"PYTHONHASHSEED": "7", "COLUMNS": "50", "HOME": str(tmp_path), "NO_COLOR": "1"}
    (written := tmp_path / "pages").mkdir()
    subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "write_references.py"), str(written)],
        cwd=tmp_path, env={**os.environ, **other}, check=True,
    )  # fmt: skip
    assert {path.name for path in written.iterdir()} == set(write_references.GENERATED)
    for path in written.iterdir():
        assert path.read_bytes() == (FOLDER / path.name).read_bytes(), "run make docs"


def test_global_options_are_listed_once() -> None:
    text = (FOLDER / "cli.md").read_text(encoding="utf-8")
    assert text.count("`--plugin PATH") == 1


def test_types_on_the_command_line_say_what_is_typed() -> None:
    """A name of Python, such as STR, tells a reader nothing."""
    text = (FOLDER / "cli.md").read_text(encoding="utf-8")
    assert re.findall(r"^\* `[^`]* (?:STR|INT|FLOAT)\b.*", text, re.M) == []


def test_a_usage_names_the_arguments() -> None:
    text = (FOLDER / "cli.md").read_text(encoding="utf-8")
    assert "[ARGS" not in text
    assert "\nhouseway odds [OPTIONS] [GAME [WAGER]]\n" in text
