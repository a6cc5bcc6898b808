"""Import rules of the command line, besides its layers, which ``INSIDE`` of test_tidy has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "houseway"
CLI = SOURCE / "cli"
BELOW_TERMINAL = ("houseway.errors", "houseway.util", "houseway.cli.terminal")
"""All that ``cli.terminal`` may import of houseway."""


def imported(text: str) -> Iterator[str]:
    """Yield every module of houseway that a file imports, late imports included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("houseway."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def commands_imported(text: str) -> list[str]:
    """Return the commands that the file of a command imports; there must be none."""
    return [name for name in imported(text) if name.startswith("houseway.cli.commands")]


def above_terminal(text: str) -> list[str]:
    """Return the imports of a terminal module that reach above it; there must be none."""
    return [name for name in imported(text) if not name.startswith(BELOW_TERMINAL)]


def test_a_command_imports_no_command() -> None:
    files = sorted((CLI / "commands").glob("*.py"))
    assert len(files) > 20
    for path in files:
        assert not commands_imported(path.read_text()), path.name


def test_the_terminal_knows_no_game() -> None:
    files = sorted((CLI / "terminal").glob("*.py"))
    assert len(files) > 5
    for path in files:
        assert not above_terminal(path.read_text()), path.name


def test_a_wrong_import_is_found() -> None:
    assert commands_imported("def f():\n    from houseway.cli.commands import games\n")
    assert not commands_imported("from houseway.cli.terminal import console\n")
    assert above_terminal("from houseway.money import dollars\n")
    assert above_terminal("from houseway.cli import app\n")
    assert not above_terminal("from houseway.errors import Refused\n")
