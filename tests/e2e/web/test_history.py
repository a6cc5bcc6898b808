"""One's own rounds: listed, shown again with the table itself, explained wager by wager."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from houseway.room.fairness.verify import read_record, verify
from tests.e2e.web.stations import SIZES, Axe, Open, picture
from tests.e2e.web.web_room import PIN, WebRoom

GAMES = ("blackjack-switch", "pai-gow-tiles", "omaha")


def sign_in(page: Page, card: str) -> None:
    """On the page itself."""
    page.get_by_label("Card number").fill(card)
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.locator("main").get_by_role("button", name="Sign in").click()


@pytest.fixture(scope="module")
def card(room: WebRoom) -> str:
    """The card of a person who has played at three tables."""
    found = room.player("Hanna")
    for game in GAMES:
        room.bots(game, 2)
        room.played(game, found, 2)
    return found


@SIZES
def test_rounds_are_listed_and_shown_again(
    open_page: Open, axe: Axe, card: str, size: tuple[int, int]
) -> None:
    page = open_page("/history", size)
    sign_in(page, card)
    rows = page.locator(".past-list li")
    expect(rows.nth(2 * len(GAMES) - 1)).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Omaha, round"))).to_be_visible()
    expect(page.locator("hw-felt")).to_be_visible()
    steps = page.get_by_role("slider")
    last = int(steps.get_attribute("max") or 0)
    assert last > 3 and steps.input_value() == str(last), "it begins with how it ended"
    page.get_by_role("button", name="To the beginning").click()
    expect(page.get_by_text(f"Step 1 of {last + 1}", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"Step 2 of {last + 1}", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.get_by_role("button", name="To the end").click()
    assert axe(page) == []
    picture(page, f"history-{size[0]}")


def test_every_wager_says_what_it_brought(open_page: Open, room: WebRoom, card: str) -> None:
    page = open_page("/history")
    sign_in(page, card)
    page.get_by_role("combobox", name="Game").select_option(label="Blackjack Switch")
    rows = page.locator(".past-list li")
    expect(page.locator(".past-list li", has_text="Omaha")).to_have_count(0)
    page.get_by_role("combobox", name="Game").select_option(label="All games")
    chosen = rows.filter(has=page.locator(".won, .lost")).first
    chosen.get_by_role("button").click()
    expect(chosen.get_by_role("button")).to_have_attribute("aria-current", "true")
    lines = page.locator("section table").first.locator("tbody tr")
    expect(lines.first).to_be_visible()
    nets = [_cents(text) for text in lines.locator("td:nth-child(5)").all_inner_texts()]
    total = page.get_by_role("heading", name=re.compile("Results of the wagers")).locator("b")
    assert sum(nets) == _cents(total.inner_text())
    assert chosen.locator("b").inner_text() == total.inner_text()
    expect(lines.locator("hw-clause").first).to_be_visible()
    page.locator("summary").click()
    told = page.locator(".past-words li")
    expect(told.first).to_be_visible()
    said = told.all_inner_texts()
    assert any("$" in line for line in said), said
    assert not any(re.search(r"\w=", line) for line in said), "words, not records"


def _cents(text: str) -> int:
    said = (
        text.replace("\u2060", "")
        .replace("−", "-")
        .replace("$", "")
        .replace(",", "")
        .replace("+", "")
    )
    return round(float(said) * 100) if said.lower() != "push" else 0


def test_records_are_saved_and_addresses_kept(open_page: Open, card: str, tmp_path: Path) -> None:
    page = open_page("/history")
    sign_in(page, card)
    page.locator(".past-list button", has_text="Pai Gow Tiles").last.click()  # the first is over
    expect(page.get_by_role("heading", name=re.compile("Pai Gow Tiles, round"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"/history\?table=pai-gow-tiles&round=\d+"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Replay file (TOML)").click()
    saved.value.save_as(tmp_path / "record.toml")
    assert tomllib.loads((tmp_path / "record.toml").read_text())["game"] == "pai-gow-tiles"
    with page.expect_download() as proof:
        page.get_by_role("button", name="Public record (JSON)").click()
    proof.value.save_as(tmp_path / "proof.json")
    record = read_record((tmp_path / "proof.json").read_bytes(), "proof.json")
    assert verify(record).good, "what History offers is what verify takes"
    assert page.get_by_role("button", name="Hand history (PHH)").count() == 0
    page.reload()
    expect(page.get_by_role("heading", name=re.compile("Pai Gow Tiles, round"))).to_be_visible()


def test_a_round_that_is_still_played_is_seen_at_its_table(open_page: Open, room: WebRoom) -> None:
    card = room.player("Iris")
    room.bots("omaha-8", 2)
    room.played("omaha-8", card, 1)
    page = open_page("/history")
    listed: list[dict[str, Any]] = []

    def still(route: Route) -> None:
        (over, *_), more = (found := route.fetch().json()), found[1:]
        listed[:] = [{**over, "round": over["round"] + 1, "outcome": "open", "results": {}}, over]
        route.fulfill(json=[*listed, *more])

    page.route("**/api/me/rounds**", still)
    sign_in(page, card)
    over = page.get_by_role("heading", name=re.compile("^Omaha.*, round 1$"))
    expect(over, "what is over is shown first").to_be_visible()
    page.locator(".past-list button").first.click()
    expect(page.get_by_text("This round is still being played.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    back = page.get_by_role("link", name="Go to the table")
    expect(back).to_have_attribute("href", "/table/omaha-8")
    expect(page.get_by_role("link", name="Check the shuffle")).to_have_count(0)


def test_who_has_played_nothing_is_told_so(open_page: Open, room: WebRoom) -> None:
    page = open_page("/history")
    sign_in(page, room.player("Ivo"))
    expect(page.get_by_text("You have not played a round yet.")).to_be_visible()
