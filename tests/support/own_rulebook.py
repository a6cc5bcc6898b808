"""A rulebook that side bets and pays of one's own may change: afterwards it is as before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from houseway.cite import CITED, PROCEDURES, RULES
from houseway.rulebook import games, plugins, register

ROOT = Path(__file__).parents[2]


@contextmanager
def changed() -> Iterator[None]:
    """Remove everything that is loaded within."""
    before = dict(games())
    cited = {clause: list(places) for clause, places in CITED.items()}
    kept = [(table, dict(table)) for table in (RULES, PROCEDURES, plugins._loaded)]
    try:
        yield
    finally:
        for game in before.values():
            register(game)
        CITED.clear()
        CITED.update(cited)
        for table, was in kept:
            table.clear()
            table.update(was)  # type: ignore[arg-type]


def written(page: str, after: str, kind: str = "python") -> str:
    """The first block of code behind some words of a page."""
    text = (ROOT / page).read_text()
    found = re.search(rf"```{kind}\n(.*?)```", text[text.index(after) :], re.S)
    assert found is not None, (page, after)
    return found[1]
