"""The public library: its names, its types, and the examples people copy."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path
from types import FunctionType

import pytest

import houseway

ROOT = Path(__file__).parents[2]


def test_all_names_exist_and_nothing_else_is_promised() -> None:
    assert houseway.__all__ == sorted(houseway.__all__)
    for name in houseway.__all__:
        value = getattr(houseway, name)
        assert value.__doc__, f"{name} has no words"
    assert dir(houseway) == houseway.__all__
    with pytest.raises(AttributeError):
        houseway.no_such_thing  # noqa: B018


def test_names_for_type_checkers_are_those_of_the_table() -> None:
    tree = ast.parse(Path(houseway.__file__).read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    typed = {alias.name: node.module for node in imports for alias in node.names}
    assert typed == {name: f"houseway.{home}" for name, home in houseway._HOME.items()}


def test_odds_is_a_plain_function() -> None:
    assert type(houseway.odds) is type(houseway.simulate) is FunctionType


def test_the_docstring_example_runs() -> None:
    assert doctest.testmod(houseway).failed == 0


def test_the_dispute_of_the_readme_settles_as_it_says() -> None:
    text = (ROOT / "README.md").read_text()
    record = houseway.load(re.findall(r"```toml\n(.*?)```", text, re.S)[0])
    settled = houseway.settle(record)
    assert [(w.wager, w.outcome, w.net) for w in settled.wagers] == [
        ("main", "push", 0),
        ("push_22", "other_22", 4000),
    ]
    assert "CO-2116-7G" in {c.clause for c in settled.wagers[0].clauses}
    assert "CO-2116-10" in {c.clause for c in settled.wagers[1].clauses}
