"""What tests in a browser share: sizes of screens, pictures, a console that is read."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ConsoleMessage, Page, Request

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "pictures"
PHONE, TOUCH, DESK, WALL = (360, 740), (1024, 768), (1440, 900), (1920, 1080)
HERE = "127.0.0.1"
STARTS = "503"
"""What a lab answers that is still starting on a busy machine; its page asks again."""
DOOR = "/healthz"
"""An address of the room that is no page: there a station logs in, and nothing is loaded."""
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["360", "1440"])
"""For tests that are to hold on a phone and at a desk."""
PATIENCE_S = 60
"""So long is waited for what is to come; on a quiet machine it is there in a moment."""
PAUSE_MS = 10
"""So long a test that asks again and again leaves the processor to the browser."""
Open = Callable[..., Page]
"""``open_page("/lab", PHONE)``: a page in a station of its own."""
Axe = Callable[[Page], list[str]]
"""``axe(page)``: what it finds there."""


class Watched:
    """A page whose console is read: an error there is an error of the test.

    So is whatever is fetched from another machine.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.wrong = page, list[str]()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.wrong.append(f"{message.text} ({message.location.get('url')})")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in (HERE, None):
            self.wrong.append(f"{request.url} is fetched from elsewhere")


def picture(page: Page, name: str) -> Path:
    """Keep a picture of the page as an artefact; where it lies."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    return path


def come_true(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for something that the test itself is told while pages go on."""
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, f"{page.url} has not become what it should be"
        page.wait_for_timeout(PAUSE_MS)
