"""Fixtures of the tests of the room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.store_kinds import KINDS, kind_is


@pytest.fixture(params=KINDS)
def store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """A kind of store, for as long as a test runs."""
    with kind_is(request.param):
        yield request.param
