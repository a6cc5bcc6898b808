"""Every page stands: no error in the console, nothing for axe to find, nothing too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from stations import PHONE, SIZES, Axe, Open

from houseway.room.web.built import read_built

PAGES = ("/", "/table/blackjack-switch", "/screen/omaha-8", "/lab", "/lab/omaha-8", "/rules",
         "/rules/omaha-8", "/verify", "/history")  # fmt: skip
MOST = 150_000


@SIZES
@pytest.mark.parametrize("path", PAGES)
def test_a_page_stands(path: str, size: tuple[int, int], open_page: Open, axe: Axe) -> None:
    page = open_page(path, size)
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page) == []


@pytest.mark.parametrize("path", ["/lab", "/rules", "/verify", "/history"])
def test_paper_is_dark_for_who_wants_it_so(path: str, open_page: Open, axe: Axe) -> None:
    page = open_page(path, scheme="dark")
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(12, 15, 19)"
    assert axe(page) == []


def test_the_first_view_of_a_table_is_small(built: None) -> None:
    found = read_built()
    assert found is not None
    for name, page in found.listed.pages.items():
        assert page.first_view <= MOST, f"{name} loads {page.first_view} bytes"


def test_keys_are_listed(open_page: Open) -> None:
    page = open_page("/")
    expect(page.get_by_role("search")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("search")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_nothing_is_fetched_from_elsewhere(open_page: Open) -> None:
    page = open_page("/", PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.locator("h1").first).to_be_visible()
    here = page.url.split("/")[2]
    assert asked and all(url.split("/")[2] == here for url in asked)


@SIZES
def test_an_address_that_is_none_shows_ways_on(
    size: tuple[int, int], open_page: Open, axe: Axe
) -> None:
    page = open_page("/nowhere/at/all", size, expected=("404",))
    expect(page.locator("h1")).to_have_text("There is nothing at this address")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page) == []
    page.get_by_role("link", name="Find a seat").click()
    expect(page.locator("article.offer").first).to_be_visible()
