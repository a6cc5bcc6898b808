"""The notebook runs from its first cell to its last, and equals the page of the same name."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import houseway

DOCS = Path(__file__).parents[2] / "docs"


def cells() -> list[str]:
    notebook = json.loads((DOCS / "notebook.ipynb").read_text(encoding="utf-8"))
    return ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]


def test_the_notebook_is_the_page() -> None:
    page = (DOCS / "notebook.md").read_text(encoding="utf-8")
    assert [code.strip() for code in re.findall(r"```python\n(.*?)```", page, re.S)] == cells()


def shown_by(cell: str, names: dict[str, Any]) -> Any:
    """Return the value of the last line of a cell, as a notebook shows it."""
    tree = ast.parse(cell)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr), "every cell shows something"
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {}
    found = [shown_by(cell, names) for cell in cells()]
    tables = [value for value in found if hasattr(value, "_repr_html_")]
    assert len(tables) >= 7
    for table in tables:
        assert "<t" in table._repr_html_()
    assert len(names["mine"]) and names["tuned"].proposals
    assert names["settled"].records()[1]["outcome_words"] == "any other 22"
    assert isinstance(found[-1], houseway.Round)
