"""Tests in a browser: pages built, a room served, a Chromium with nothing moving in it.

Without Node or without a Chromium they are skipped, and the summary of the run says so.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from houseway.sheets.pdf import browser as chromium
from tests.e2e.web.stations import PATIENCE_S, QUIET, ROOT, Axe, Open, Stations
from tests.e2e.web.web_room import WebRoom

HERE = Path(__file__).parent
expect.set_options(timeout=PATIENCE_S * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


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
    """``Stations.open`` of a room; the consoles are read when the test is over."""
    stations = Stations(browser, room.url)
    yield stations.open
    stations.close()


NAMELESS = '[tabindex="0"]:is(div, pre, section):not([aria-label], [aria-labelledby])'


@pytest.fixture
def axe() -> Axe:
    """Return the findings of axe on a page, one line each, and tab stops without a name."""
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
