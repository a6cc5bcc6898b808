"""The public library: its names, its types, and the examples people copy."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

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


def test_the_docstring_example_runs() -> None:
    assert doctest.testmod(houseway).failed == 0


@pytest.mark.parametrize(
    ("file", "least"),
    [
        ("README.md", 2),
        ("docs/odds.md", 2),
        ("docs/records.md", 1),
        ("docs/equity.md", 2),
        ("docs/words.md", 3),
        ("docs/layouts.md", 1),
        ("docs/terminal.md", 2),
        ("docs/bots.md", 2),
    ],
)
def test_python_examples_run(file: str, least: int) -> None:
    """Every example that imports what it uses; fragments of a longer text do not."""
    examples = re.findall(r"```python\n(.*?)```", (ROOT / file).read_text(), re.S)
    whole = [code for code in examples if "import " in code]
    assert len(whole) >= least
    for code in whole:
        exec(compile(code, file, "exec"), {})


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


def test_the_games_of_the_readme_are_the_rulebook() -> None:
    text = (ROOT / "README.md").read_text()
    assert set(re.findall(r"^\| `([\w-]+)` \|", text, re.M)) == set(houseway.games())
