"""The community screen: what everybody may see, large, and no card of a seat face up."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.web.stations import WALL, Axe, Open, picture
from tests.e2e.web.web_room import PIN, WebRoom

TABLE = "crazy-pineapple"


def sign_in(page: Page, card: str) -> None:
    page.get_by_label("Card number").fill(card)
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.get_by_role("button", name="Sign in").click()


def test_a_screen_shows_the_table_and_no_hole_card(
    open_page: Open, room: WebRoom, axe: Axe
) -> None:
    page = open_page(f"/screen/{TABLE}", WALL)
    expect(page.get_by_role("button", name="Take a guest card")).to_have_count(0)
    sign_in(page, room.screen())
    expect(page.get_by_role("heading", name="Crazy Pineapple")).to_be_visible()
    expect(page.locator(".screen-said")).to_contain_text("The next round begins")
    room.bots(TABLE, 3)
    room.dealt(TABLE, room.player("Jana"))
    expect(page.locator("hw-felt .pc-back").first).to_be_visible()
    felt = page.locator("hw-felt")
    expect(page.locator(".screen-said")).to_contain_text("waiting for Jana")
    assert felt.locator(".pc-card:not(.pc-back)").count() == 0, "no one's cards are face up"
    assert axe(page) == []
    picture(page, "screen-1920")


def test_anybody_else_sees_the_round_before(open_page: Open, room: WebRoom) -> None:
    page = open_page(f"/screen/{TABLE}", WALL)
    sign_in(page, room.player("Karl"))
    expect(page.get_by_text("the round before")).to_be_visible()


def test_a_table_that_is_not_there_is_said(open_page: Open, room: WebRoom) -> None:
    page = open_page("/screen/nowhere", WALL)
    sign_in(page, room.screen())
    expect(page.get_by_text("There is no table 'nowhere' in this room")).to_be_visible()
