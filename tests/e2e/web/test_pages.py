"""Every page stands: no error in the console, nothing for axe to find, nothing too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from houseway.room.http.static import read_built
from tests.e2e.web.stations import PHONE, SIZES, Axe, Open, Watched, come_true

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


def test_nothing_foreign_runs_and_nothing_is_fetched_from_elsewhere(open_page: Open) -> None:
    """An injected script could not run in a page, nor send anything away."""
    page = open_page("/", PHONE, expected=("Content Security Policy", "Trusted", "example.invalid"))
    expect(page.locator("h1").first).to_be_visible()
    tried = page.evaluate(
        """async () => {
          const script = document.createElement("script");
          const ways = {
            script: () => (script.textContent = "window.taken = 1", document.body.append(script)),
            markup: () => document.body.insertAdjacentHTML("beforeend", "<b class=foreign></b>"),
            eval: () => (0, eval)("window.taken = 1"),
            fetch: () => fetch("https://example.invalid/"),
            picture: () => new Promise((good, bad) => Object.assign(new Image(), {
              onload: good, onerror: bad, src: "https://example.invalid/x.png" })),
          };
          const done = [];  // what a test evaluates itself may do more: so each comes later
          for (const [name, way] of Object.entries(ways))
            await new Promise((over) => setTimeout(async () => {
              try { await way(); done.push(name); } catch { /* as it should be */ }
              over();
            }));
          return [done, window.taken ?? null, document.querySelectorAll(".foreign").length];
        }"""
    )
    assert tried == [[], None, 0]


def test_what_is_fetched_from_elsewhere_is_told(open_page: Open) -> None:
    """The guard itself: a page of another machine in a window of this one."""
    page = open_page("/verify", expected=("is fetched from elsewhere", "ERR_", "localStorage"))
    watched = Watched(page)
    page.evaluate("location.href = 'http://localhost:1/'")
    come_true(page, lambda: any("from elsewhere" in line for line in watched.wrong))


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
