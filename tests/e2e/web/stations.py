"""Parts that tests in a browser share: sizes of screens, pictures, a console that is read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "build" / "pictures"
PHONE, TOUCH, DESK, WALL = (360, 740), (1024, 768), (1440, 900), (1920, 1080)
HERE = "127.0.0.1"
STARTS = "503"
"""The answer of a lab that is still starting on a busy machine; its page asks again."""
DOOR = "/healthz"
"""An address of the room that is no page: there a station logs in, and nothing is loaded."""
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["360", "1440"])
"""For tests that are to hold on a phone and at a desk."""
PHONE_FIRST = pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESK, marks=pytest.mark.slow)], ids=["360", "1440"]
)
"""The same for long walks: at a desk in the long form."""


PATIENCE_S = 60
"""Seconds to wait for an expected change; on a quiet machine it comes at once."""
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-extensions",
)  # fmt: skip
"""Options for starting a Chromium."""
STILL = {"still": True}
PAUSE_MS = 10
"""The pause of a test that polls, so that the browser gets the processor."""
Open = Callable[..., Page]
"""``open_page("/lab", PHONE)``: a page in a station of its own."""
Axe = Callable[[Page], list[str]]
"""``axe(page)``: what it finds there."""


def by_turns(games: Iterable[str]) -> pytest.MarkDecorator:
    """Games by turns on a phone and at a desk; in the long form each on both."""
    places = [(n, game, size) for n, game in enumerate(games) for size in (PHONE, DESK)]
    return pytest.mark.parametrize(
        ("game", "size"),
        [
            pytest.param(game, size, marks=[pytest.mark.slow] * (size != (PHONE, DESK)[n % 2]))
            for n, game, size in places
        ],
        ids=[f"{game}-{size[0]}" for _, game, size in places],
    )


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


class Stations:
    """Opens addresses of a room, each in a station of its own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._contexts: list[BrowserContext] = []
        self._watched: list[tuple[Watched, tuple[str, ...]]] = []

    def open(
        self, path: str = "/", size: tuple[int, int] = DESK, *, expected: tuple[str, ...] = (),
        scheme: Literal["light", "dark"] = "light", still: bool = True,
    ) -> Page:  # fmt: skip
        """Open an address; nothing moves there unless ``still`` is False.

        ``expected`` are words of console errors that the caller brings about by intent.
        """
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] <= TOUCH[0],
            color_scheme=scheme,
            reduced_motion="reduce" if still else "no-preference",
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        if still:
            kept = json.dumps(json.dumps(STILL))
            context.add_init_script(
                f"localStorage.getItem('houseway.settings') ?? "
                f"localStorage.setItem('houseway.settings', {kept})"
            )
        page = context.new_page()
        self._contexts.append(context)
        self._watched.append((Watched(page), expected))
        page.goto(self._url + path)
        return page

    def close(self) -> None:
        """Close all pages; fail if a console said something that was not expected."""
        for context in self._contexts:
            context.close()
        wrong = [
            line
            for one, expected in self._watched
            for line in one.wrong
            if not any(words in line for words in expected)
        ]
        assert not wrong, f"the console says: {wrong}"
