"""The side panel: results by wager, signs, the last rounds shown again; settings and hints."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from houseway.odds_service.rows import groups, rows_for
from houseway.rulebook import find
from tests.e2e.web.fake_table import FakeTable, encoded, result
from tests.e2e.web.player import Player, cents_in, play_round
from tests.e2e.web.stations import DESK, DOOR, PHONE, TOUCH, Open
from tests.e2e.web.web_room import WebRoom


def seated(room: WebRoom, page: Page, game: str, seed: int = 5) -> Player:
    """Ann, alone at a table of her own."""
    ann = Player(page, room, room.table(game), "Ann", seed)
    ann.come()
    return ann


def test_every_wager_is_told_with_its_clause(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "3-dice-baccarat")
    play_round([ann])
    strips = ann.page.locator(".panel .strip")
    nets = [text for text in strips.locator(".strip-net").all_inner_texts() if "$" in text]
    total = sum((-1 if "−" in net else 1) * cents_in(net) for net in nets)
    assert total == ann.chips() - ann.before
    for strip in strips.all():
        expect(strip.locator(".strip-why")).not_to_be_empty()
        expect(strip.locator("hw-clause").first).to_be_visible()
    assert ann.page.locator(".result-sum").inner_text().startswith(("+$", "−\u2060$", "$0"))


def test_a_tip_is_no_wager_of_ones_own(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "3-card-shine")
    tip = result("play", -100, stake=100, back=0, owner="dealer")
    fake.show(fake.view(closed=True, headline="Over", results=[result("ante", -500), tip]))
    expect(fake.page.locator(".panel .caption").first).to_have_text(
        "$5 at risk · $1 tipped · 1 wager settled"
    )


def test_the_result_of_the_last_round_stays(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "3-dice-baccarat")
    play_round([ann])
    told = ann.page.locator(".panel .strips").first.inner_text()
    ann.main.click()
    expect(ann.bar.locator(".rack")).to_be_visible()
    expect(ann.page.locator(".panel")).to_contain_text("Round 1")
    assert ann.page.locator(".panel .strips").first.inner_text() == told


def test_a_round_is_shown_again_on_the_felt(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "blackjack")
    play_round([ann])
    cards = ann.page.locator("hw-felt .pc-card").count()
    ann.page.get_by_role("tab", name="History").click()
    ann.page.get_by_role("button", name="Replay").first.click()
    steps = ann.page.locator(".bar.replaying")
    expect(steps).to_contain_text("Round 1")
    ann.page.keyboard.press("Home")
    expect(steps).to_contain_text("Step 1 of ")
    assert ann.page.locator("hw-felt .pc-card").count() < cards
    ann.page.keyboard.press("End")
    expect(ann.page.locator("hw-felt .pc-card")).to_have_count(cards)
    ann.page.get_by_role("button", name="Back to the table").click()
    expect(ann.main).to_contain_text("Next round")


def test_what_is_posted_is_said_in_words(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "free-bet-blackjack")
    ann.page.get_by_role("tab", name="Posted").click()
    signs = ann.page.locator(".sign")
    expect(signs.first).to_be_visible()
    assert signs.count() > 5
    assert not re.search(r"[a-z]_[a-z]", ann.page.locator(".signs").inner_text())


def test_the_odds_of_the_spot_that_is_touched(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "3-dice-baccarat")
    ann.page.locator("button.spot[data-name=tie]").click()
    panel = ann.page.locator(".panel-body")
    expect(panel.locator("h2").last).to_have_text("Tie")
    expect(panel.locator(".pay tr").first).to_be_visible()
    expect(panel.locator(".pay .often").first).to_contain_text(" %")
    ann.page.locator(".wagers .row-button").first.click()
    expect(panel.locator("h2").last).not_to_have_text("Tie")


def test_a_wager_without_a_pay_table_says_what_its_rounds_bring(open_page: Open) -> None:
    game: Any = find("blackjack")({})
    rows, _ = rows_for(game, groups(game)[0])
    odds = {"found": {"rows": encoded(rows)}, "pending": None}
    fake = FakeTable(open_page(DOOR, DESK), "blackjack", answers={"tables/FAKE/odds": odds})
    fake.show(fake.view())
    fake.page.get_by_role("tab", name="Odds").click()
    pays = fake.page.locator(".panel-body .pay")
    often = [
        (line.words, line.pays, f"{line.chance:.3%}".replace("%", " %"))
        for line in rows[0].lines
        if line.chance >= 0.001
    ]
    expect(pays.first.locator("tr")).to_have_count(len(often))
    told = [tuple(row.locator("td").all_inner_texts()) for row in pays.first.locator("tr").all()]
    assert told == often and told[0][:2] == ("Blackjack", "3 to 2")
    assert [words for words, _, _ in told[1:]] == [
        "+3 units", "+2 units", "+1 unit", "Even", "−1 unit", "−2 units", "−3 units",
    ]  # fmt: skip
    fake.page.locator(".seldom summary").click()
    expect(pays.last).to_contain_text("+8 units")


def test_where_there_is_no_room_the_panel_is_a_drawer(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, TOUCH), "blackjack")
    panel = ann.page.locator(".panel")
    expect(panel).not_to_be_visible()
    opener = ann.page.get_by_role("button", name="Result, odds, posted rules, history")
    opener.click()
    expect(panel).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(panel).not_to_be_visible()


def test_on_a_phone_the_result_comes_as_a_sheet(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, PHONE), "3-dice-baccarat")
    play_round([ann])
    sheet = ann.page.locator(".panel.brief")
    expect(sheet).to_be_visible()
    strips = [strip.bounding_box() for strip in sheet.locator(".strip").all()]
    assert strips and all(box is not None and box["height"] < 48 for box in strips)
    ann.main.click()
    expect(ann.bar.locator(".rack")).to_be_visible()
    expect(sheet).not_to_be_visible()


def test_looks_are_chosen_in_the_menu_and_kept(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "blackjack")
    ann.page.get_by_role("button", name="Settings and seat").click()
    for label, name in (("Four-colour deck", "four-colours"), ("Large index", "large-index")):
        ann.page.get_by_label(label).check()
        expect(ann.page.locator("html")).to_have_class(re.compile(name))
    expect(ann.page.locator(".menu-root")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_class(re.compile("four-colours"))


def test_away_and_back(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "blackjack")
    ann.page.get_by_role("button", name="Settings and seat").click()
    ann.page.get_by_role("button", name="Go away for a while").click()
    expect(ann.bar).to_contain_text("You are away")
    ann.page.keyboard.press("Escape")
    ann.bar.get_by_role("button", name="Come back").click()
    expect(ann.bar.locator(".rack")).to_be_visible()


def test_a_hint_at_a_practice_table(room: WebRoom, open_page: Open) -> None:
    ann = seated(room, open_page(DOOR, DESK), "pai-jack")
    ann.play_until("hw-arrange .way")
    ann.bar.get_by_role("button", name="Hint").click()
    expect(ann.page.locator(".bar-over .hint-says")).not_to_be_empty(timeout=15_000)
