"""Shared settings of the tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("houseway", deadline=None, max_examples=60)
settings.load_profile("houseway")
