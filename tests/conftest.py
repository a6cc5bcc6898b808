"""Shared settings of the tests."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

settings.register_profile("houseway", deadline=None, max_examples=60)
settings.load_profile("houseway")

if "HOUSEWAY_LONG" not in os.environ:
    os.environ.setdefault("HOUSEWAY_COMPILE", "quick")  # make long compiles as everybody does


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: the garbage collector need not look at it again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
