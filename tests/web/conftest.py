"""Tests in a browser: pages built, a room served, a Chromium with nothing moving in it.

Without Node or without a Chromium they are skipped, and the summary of the run says so.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from stations import DESK, PATIENCE_S, ROOT, TOUCH, Axe, Open, Watched
from web_room import WebRoom

from houseway.sheets.pdf import browser as chromium

QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-extensions",
)  # fmt: skip
STILL = {"still": True}
expect.set_options(timeout=PATIENCE_S * 1000)


@pytest.fixture(scope="session")
def built() -> None:
    """The pages as the sources are now."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        module.main()
    except SystemExit as error:
        pytest.fail(str(error))


@pytest.fixture(scope="session")
def room(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebRoom]:
    """A table of every game, each named as its game."""
    with WebRoom(tmp_path_factory.mktemp("room")) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium; not for longer than a file, for its driver keeps an event loop running here."""
    program = chromium()
    if program is None:
        pytest.skip("NO BROWSER: install Chromium (make browser)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Browser, room: WebRoom) -> Iterator[Open]:
    """Open an address of the room in a station of its own; nothing moves there.

    ``expected`` are words of console errors that this test brings about by intent.
    """
    contexts: list[BrowserContext] = []
    watched: list[tuple[Watched, tuple[str, ...]]] = []

    def open_one(
        path: str = "/", size: tuple[int, int] = DESK, *, expected: tuple[str, ...] = (),
        scheme: str = "light", still: bool = True,
    ) -> Page:  # fmt: skip
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] <= TOUCH[0],
            color_scheme=scheme,  # type: ignore[arg-type]
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
        contexts.append(context)
        watched.append((Watched(page), expected))
        page.goto(room.url + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    wrong = [
        line
        for one, expected in watched
        for line in one.wrong
        if not any(words in line for words in expected)
    ]
    assert not wrong, f"the console says: {wrong}"


NAMELESS = '[tabindex="0"]:is(div, pre, section):not([aria-label], [aria-labelledby])'


@pytest.fixture
def axe() -> Axe:
    """What axe finds on a page, one line each, and what is stopped at by Tab and has no name."""
    source = (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text()

    def look(page: Page) -> list[str]:
        page.evaluate(source + "\n;undefined")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        nameless = page.locator(NAMELESS).evaluate_all("all => all.map((one) => one.outerHTML)")
        violations = [
            f"{one['id']}: {node['html'][:160]} ({node['failureSummary']})"
            for one in found["violations"]
            for node in one["nodes"]
        ]
        return violations + [f"Tab stops at what has no name: {one[:160]}" for one in nameless]

    return look
