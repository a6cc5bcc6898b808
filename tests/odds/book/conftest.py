"""The book of odds is open in these tests; everywhere else a test computes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.analysis.odds_book import reader


@pytest.fixture(autouse=True)
def book_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(reader.SWITCH, raising=False)
    yield
    reader.forget()
