"""Parts that all pages share: money in words, keys, settings, calls that explain a fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.stations import Open


@pytest.fixture
def page(open_page: Open) -> Page:
    found = open_page("/")
    expect(found.locator("article.offer").first).to_be_visible()
    return found


def called(page: Page, module: str, name: str, *given: Any) -> Any:
    """Return the result of a function of a module, called in the page itself."""
    words = ", ".join(json.dumps(one) for one in given)
    return page.evaluate(f"import('/static/js/kit/{module}.js').then((m) => m.{name}({words}))")


def test_money_is_written_as_people_read_it(page: Page) -> None:
    for cents, said in {
        0: "$0", 5: "$0.05", 100: "$1", 128450: "$1,284.50", -500: "−\u2060$5",
        123456789: "$1,234,567.89",
    }.items():  # fmt: skip
        assert called(page, "money", "money", cents) == said
    assert called(page, "money", "exactly", 12_643_58) == "$12,643.58"
    assert called(page, "money", "exactly", -500) == "−\u2060$5.00"
    assert [called(page, "money", "signed", n) for n in (2400, 0, -500)] == [
        "+$24",
        "$0",
        "−\u2060$5",
    ]
    assert called(page, "money", "between", 500, 50_000) == "$5 – $500"
    assert called(page, "money", "between", 500, 500) == "$5"
    assert called(page, "money", "percent", 0.0101436) == "1.01 %"
    assert called(page, "money", "percent", -0.00001) == "0.00 %"
    assert called(page, "money", "percent", -0.0123, 1) == "−1.2 %"


def test_a_text_without_an_id_is_an_error(page: Page) -> None:
    assert called(page, "texts", "t", "top.card", {"card": "4417"}) == "card 4417"
    assert called(page, "texts", "count", "lobby.tables", 1) == "1 table"
    assert called(page, "texts", "count", "lobby.tables", 2) == "2 tables"
    with pytest.raises(Exception, match=r"there is no text no\.such"):
        called(page, "texts", "t", "no.such")
    with pytest.raises(Exception, match="two texts have the id"):
        called(page, "texts", "add", {"top.card": "another"})


def keep(page: Page, text: str) -> None:
    """As if something had written this where settings are kept."""
    page.evaluate(f"localStorage.setItem('houseway.settings', {json.dumps(text)})")
    page.reload()


def test_settings_that_cannot_be_read_are_the_usual_ones(open_page: Open) -> None:
    page = open_page("/")
    page.evaluate(
        "localStorage.setItem('houseway.settings', '{\"still\": 7, \"largeIndex\": true')"
    )
    page.reload()
    expect(page.locator("article.offer").first).to_be_visible()
    assert called(page, "settings", "settings")["largeIndex"] is False
    page.evaluate(
        "localStorage.setItem('houseway.settings', '{\"still\": 7, \"largeIndex\": true}')"
    )
    page.reload()
    expect(page.locator("html.large-index")).to_have_count(1)
    assert called(page, "settings", "settings")["still"] is False


def test_a_problem_is_a_sentence_with_its_code(open_page: Open) -> None:
    page = open_page("/", expected=("404", "401"))
    expect(page.locator("article.offer").first).to_be_visible()
    found = page.evaluate(
        """import('/static/js/kit/api.js').then(({ call }) =>
             call("GET /api/tables/{table}/layout", { table: "no such & table" }))
           .catch((error) => [error.status, error.code, error.message])"""
    )
    assert found == [404, "unknown", "There is no table 'no such & table' in this room."]
    denied = page.evaluate(
        """import('/static/js/kit/api.js').then(({ call }) => call("GET /api/me", {}))
           .catch((error) => error.code)"""
    )
    assert denied == "login"


def test_a_key_belongs_to_who_registered_it_last(page: Page) -> None:
    page.evaluate(
        """import('/static/js/kit/keys.js').then(({ shortcuts }) => {
             window.said = [];
             shortcuts({ key: "q", says: "first", run: () => said.push("first") });
             window.off = shortcuts({ key: "q", says: "second", run: () => said.push("second") });
           })"""
    )
    page.keyboard.press("q")
    page.evaluate("off()")
    page.keyboard.press("Q")
    page.get_by_role("searchbox").press("q")
    page.keyboard.press("Control+q")
    assert page.evaluate("said") == ["second", "first"], "not in fields, not with Control"


def test_steps_of_a_chart_are_round(open_page: Open) -> None:
    page = open_page("/lab/3-dice-baccarat")
    expect(page.locator("h1")).to_be_visible()
    assert called(page, "charts", "steps", 0, 1, 4) == [0, 0.5, 1]
    assert called(page, "charts", "steps", 3, 97, 5) == [20, 40, 60, 80]
    assert called(page, "charts", "steps", 5, 5, 5) == [5]


LINES = """(text) => {
  const made = document.createElement("p");
  Object.assign(made.style, { width: "3px", fontSize: "20px", lineHeight: "20px" });
  made.textContent = text;
  document.body.append(made);
  return made.offsetHeight / 20;
}"""
"""Returns the number of lines of a text that has no room."""


def test_a_minus_never_parts_from_its_amount(page: Page) -> None:
    assert page.evaluate(LINES, "−$5") == 2, "the fault that this is about"
    assert page.evaluate(LINES, called(page, "money", "signed", -500)) == 1


def test_a_call_that_is_not_answered_is_said_after_two_seconds(open_page: Open) -> None:
    page = open_page("/lab")
    page.route("**/api/tables", lambda _: None)  # it is never answered
    page.clock.install()
    page.goto(page.url.removesuffix("lab"))
    expect(page.locator("h1")).to_have_text("Find a seat")
    page.clock.run_for(1_500)
    expect(page.locator(".slow")).to_have_count(0)
    page.clock.run_for(1_000)
    expect(page.locator(".slow")).to_contain_text("does not answer")


@pytest.mark.parametrize("path", ["/", "/rules", "/lab", "/history", "/verify"])
def test_the_first_stop_of_tab_skips_to_the_content(path: str, open_page: Open) -> None:
    page = open_page(path, expected=("503",))
    expect(page.locator("main")).to_be_visible()
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    assert (skip.bounding_box() or {"y": -1})["y"] >= 0, "it is seen while it has the focus"
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
