"""The examples of docs/tables.md run as they stand there; in the short form with fewer hands."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.poker import tables
from tests.support.random_play import LONG

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"


def test_the_examples_of_the_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL))
    assert code.count("1_000_000") == 1 and code.count("100_000") == 1
    if not LONG:
        quick = partial(tables.FastTable, interpreted=True)
        monkeypatch.setattr(tables, "FastTable", quick)
        code = code.replace("1_000_000", "400").replace("100_000", "40").replace("1024", "16")
    names: dict[str, Any] = {"__name__": "page"}
    exec(code, names)
    found = names["per_hundred"]
    assert found[0] > 0 > found[1:].sum()  # who is tight wins from those who play at random
    assert names["won"].sum() == 0 and names["hands"] >= 40
    assert names["live"].closed
