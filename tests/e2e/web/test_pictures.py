"""The pictures of README.md can be taken again: ``make pictures``."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from scripts.take_pictures import take_pictures

from tests.e2e.web.stations import ROOT


@pytest.mark.slow
def test_every_picture_is_taken(built: None, browser: Browser, tmp_path: Path) -> None:
    take_pictures(browser, tmp_path)
    there = {path.name for path in (ROOT / "docs" / "pictures").glob("*.png")}
    assert {path.name for path in tmp_path.iterdir()} == there
