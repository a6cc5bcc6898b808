"""Every page and what can be opened on it, on a phone and at a desk: axe finds nothing, and letters
twice as large lose nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.fake_table import FakeTable
from tests.e2e.web.large_text import lost_when_large
from tests.e2e.web.player import Player, play_round
from tests.e2e.web.stations import DOOR, PHONE, PHONE_FIRST, STARTS, Axe, Open
from tests.e2e.web.web_room import PIN, WebRoom

Fine = Callable[[Page, str], None]
LONG = 90_000


PAGES = {
    "/": "article.offer", "/lab": ".lab-card", "/rules": ".family li",
    "/rules/omaha-8": "hw-matrix button", "/search?q=push%2022": ".results li",
    "/verify": "h1", "/history": "main form",
}  # fmt: skip
"""Every page, and what is there when all of it is."""


@pytest.fixture
def fine(axe: Axe) -> Iterator[Fine]:
    """Look at a page as it stands now; what was found everywhere is told at the end."""
    found: list[str] = []

    def look(page: Page, where: str) -> None:
        found.extend(f"{where}: {line}" for line in axe(page))
        found.extend(f"{where}, letters twice as large: {line}" for line in lost_when_large(page))

    yield look
    assert not found, "\n".join(found)


@PHONE_FIRST
@pytest.mark.parametrize("path", PAGES)
def test_pages_as_they_come(path: str, size: tuple[int, int], open_page: Open, fine: Fine) -> None:
    page = open_page(path, size)
    expect(page.locator(PAGES[path]).first).to_be_visible()
    fine(page, path)


@PHONE_FIRST
def test_the_lobby_and_its_dialogs(
    size: tuple[int, int], room: WebRoom, open_page: Open, fine: Fine
) -> None:
    page = open_page("/", size)
    dialog = page.get_by_role("dialog")
    expect(page.locator("article.offer").first).to_be_visible()
    if size == PHONE:
        page.locator(".filters summary").click()
        fine(page, "filters")
    page.get_by_role("button", name="Sign in").click()
    fine(page, "signing in")
    page.get_by_label("Card number").fill(room.player("Ada"))
    page.get_by_label("PIN", exact=True).fill(PIN)
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_have_count(0)
    fine(page, "signed in")
    page.locator(".purse").click()
    fine(page, "the account")
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Sit").first.click()
    expect(dialog).to_be_visible()
    fine(page, "sitting down")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(dialog).to_contain_text("search")
    fine(page, "keys")


@PHONE_FIRST
def test_a_table_from_the_chair_to_the_menu(
    size: tuple[int, int], room: WebRoom, open_page: Open, fine: Fine
) -> None:
    page = open_page(DOOR, size)
    ann = Player(page, room, room.table("free-bet-blackjack"), "Ann", 1)
    ann.log_in()
    expect(ann.main).to_contain_text("Sit down")
    fine(page, "a chair is offered")
    ann.sit()
    expect(ann.bar.locator(".rack")).to_be_visible()
    fine(page, "bets")
    ann.play_until(".decision.closed")
    fine(page, "a decision")
    ann.bar.locator(".decision.closed").first.click(force=True)
    ann.bar.get_by_role("alert").get_by_role("button", name=re.compile("^clause ")).first.click()
    expect(page.locator(".clause-words p").nth(1)).not_to_be_empty()
    fine(page, "the words of a clause")
    page.keyboard.press("Escape")
    play_round([ann])
    fine(page, "the result")
    opener = page.get_by_role("button", name="Result, odds, posted rules, history")
    for name in ("Odds", "Posted", "History"):
        tab = page.get_by_role("tab", name=name)
        if page.locator(".panel.open.brief").count():
            opener.click()  # away with the sheet that came by itself
            expect(page.locator(".panel.open")).to_have_count(0)
        if opener.is_visible() and not tab.is_visible():
            opener.click()
        tab.click()
        fine(page, f"the panel: {name}")
    page.get_by_role("button", name="Replay").first.click()
    expect(page.locator(".bar.replaying")).to_contain_text("Round")
    fine(page, "a round shown again")
    page.get_by_role("button", name="Back to the table").click()
    page.get_by_role("button", name="Settings and seat").click()
    expect(page.get_by_label("Four-colour deck")).to_be_visible()
    fine(page, "the menu")


@PHONE_FIRST
@pytest.mark.parametrize("game", ["pai-gow-tiles", "lowball-27"])
def test_a_round_with_hands_to_set_amounts_and_draws(
    game: str, size: tuple[int, int], room: WebRoom, open_page: Open, fine: Fine
) -> None:
    table = room.table(game)
    players = [
        Player(open_page(DOOR, size), room, table, name, seed)
        for seed, name in enumerate(("Ann", "Boris"))
    ]
    for player in players:
        player.come()
    seen: set[str] = set()

    def look(player: Player) -> None:
        shape = player.page.evaluate(
            "['.tray', '.rack', '.amount', '.slot-pick'].find(n => document.querySelector(n)) ?? ''"
        )
        if shape not in seen:
            seen.add(shape)
            fine(player.page, f"asked for {shape or 'a decision'}")

    play_round(players, look)
    fine(players[0].page, "the result")
    assert len(seen) > 1


@PHONE_FIRST
def test_a_table_that_cannot_be_played(size: tuple[int, int], open_page: Open, fine: Fine) -> None:
    fine(open_page("/table/omaha-8", size), "no one is signed in")
    fake = FakeTable(open_page(DOOR, size), "omaha-8", timed=True)
    fake.show(fake.view(waiting_for=[1]))
    expect(fake.page.locator(".plate").first).to_be_visible()
    fake.stop()
    fake.cut()
    expect(fake.page.get_by_text("Coming back")).to_be_visible()
    fake.page.clock.resume()
    fake.drawn(lambda: fake.joined == 2)
    fake.send({"type": "bye", "why": "this account has logged in elsewhere", "again": False})
    expect(fake.page.get_by_text("this account has logged in elsewhere")).to_be_visible()
    fine(fake.page, "the room has said goodbye")


@PHONE_FIRST
def test_the_lab_and_a_pay_table_of_ones_own(
    size: tuple[int, int], open_page: Open, fine: Fine
) -> None:
    page = open_page("/lab/3-dice-baccarat#golden_talons_player", size, expected=(STARTS,))
    expect(page.locator(".lab-row[data-wager]").first).to_be_visible(timeout=LONG)
    expect(page.locator(".lab-pending, [data-asks]")).to_have_count(0, timeout=LONG)
    fine(page, "a game")
    page.get_by_role("button", name="Edit the pays").click()
    page.get_by_label("House edge, in percent").fill("5")
    page.get_by_role("button", name="Find pays").click()
    expect(page.get_by_role("button", name="Take these").first).to_be_visible(timeout=LONG)
    fine(page, "pays for an edge")


@PHONE_FIRST
def test_the_community_screen(
    size: tuple[int, int], room: WebRoom, open_page: Open, fine: Fine
) -> None:
    table = room.table("crazy-pineapple")
    page = open_page(f"/screen/{table}", size)
    page.get_by_label("Card number").fill(room.screen())
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.get_by_role("button", name="Sign in").click()
    room.bots(table, 2)
    room.dealt(table, room.player("Jana"))
    expect(page.locator("hw-felt .pc-back").first).to_be_visible()
    fine(page, "a round")


def test_what_is_lost_is_found(open_page: Open) -> None:
    """The guard itself: words in a box that does not grow, words over others, a page too wide."""
    page = open_page("/verify", PHONE)
    expect(page.locator("h1")).to_be_visible()
    assert lost_when_large(page) == []
    page.evaluate(
        """() => {
          const made = (words, style) => {
            const one = document.createElement("div");
            one.textContent = words;
            one.style.cssText = `font-size: 1rem; line-height: 1.5; ${style}`;
            document.querySelector("main").prepend(one);
          };
          made("lower words", "height: 24px");
          made("upper words", "height: 24px");
          made("words in a box", "height: 24px; width: 170px; overflow: hidden");
          made("", "height: 1px; width: 20rem");
        }"""
    )
    found = lost_when_large(page)
    assert "cut: words in a box" in found
    assert "over one another: upper words / lower words" in found
    assert any(line.startswith("the page is ") for line in found)
