"""Command lines in documents have options and arguments that the commands take."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from houseway.cli.app import app

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "docs" / "reference" / "cli.md"
DOCUMENTS = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {GENERATED})
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.S | re.M)
LINE = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?houseway (.+)$", re.M)
CONTINUED = re.compile(r" \\\n\s*")
EXPLAINED = re.compile(r"(?:  +|\s#\s).*$")
"""The words behind a command that say what it does."""


def commands(text: str) -> Iterator[str]:
    """Yield the command lines of a document's blocks, without what explains them."""
    for language, block in FENCED.findall(text):
        if language not in ("", "console"):
            continue
        for line in LINE.findall(CONTINUED.sub(" ", block)):
            for part in re.split(r"\s[|>&]+\s?", line)[:1]:
                yield EXPLAINED.sub("", part).strip()


def fault_of(line: str) -> str:
    """Return why a command line is not taken; empty where it is."""
    words = shlex.split(line)
    try:
        _, _, unused, _ = app.meta.parse_known_args(words)
        assert not unused
        _, bound, _ = app.meta.parse_args(words, exit_on_error=False, print_error=False)
        app.parse_args(list(bound.args), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_command_line_is_taken(document: Path) -> None:
    faults = {line: fault for line in commands(document.read_text()) if (fault := fault_of(line))}
    assert not faults, faults


def test_faults_are_found() -> None:
    assert "--room" in fault_of("audit --room room.toml")
    assert fault_of("frobnicate")
    assert not fault_of("settle FILE --plugin side_bet.py")
    text = "```\n$ houseway odds blackjack -p decks=6   the edge\nhouseway games | head\n```\n"
    assert list(commands(text)) == ["odds blackjack -p decks=6", "games"]
