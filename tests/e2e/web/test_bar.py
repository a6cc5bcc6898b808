"""The action bar: chips that stay, amounts, reasons with clauses, what comes after a round."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.web.player import Player, play_round
from tests.e2e.web.stations import DESK, DOOR, PHONE, Axe, Open, by_turns
from tests.e2e.web.web_room import WebRoom


def two_players(room: WebRoom, open_page: Open, game: str) -> list[Player]:
    """Ann and Boris at a table of their own."""
    table = room.table(game)
    found = [
        Player(open_page(DOOR, DESK), room, table, name, seed)
        for seed, name in enumerate(("Ann", "Boris"))
    ]
    for player in found:
        player.come()
    return found


def test_chips_put_down_stay_when_others_bet(room: WebRoom, open_page: Open) -> None:
    ann, boris = two_players(room, open_page, "free-bet-blackjack")
    spot = ann.page.locator("button.spot[data-name=main]")
    spot.click()
    spot.click()
    expect(ann.main).to_contain_text("Bet $10")
    boris.answer()
    expect(boris.bar).to_contain_text("Waiting for Ann")
    expect(ann.main).to_contain_text("Bet $10")
    ann.bar.get_by_role("button", name="Double").click()
    expect(ann.main).to_contain_text("Bet $20")
    ann.bar.get_by_role("button", name="Undo").click()
    expect(ann.main).to_contain_text("Bet $10")
    ann.bar.get_by_role("button", name="Clear").click()
    expect(ann.main).to_contain_text("Touch initial bet first")
    assert ann.main.get_attribute("aria-disabled") == "true"


def test_equal_spots_fill_together(room: WebRoom, open_page: Open) -> None:
    ann, _ = two_players(room, open_page, "blackjack-switch")
    ann.page.locator("button.spot.open.rank-main").first.click()
    expect(ann.page.locator("button.spot.rank-main.chipped")).to_have_count(2)
    expect(ann.main).to_contain_text("Bet $10")


def test_what_is_not_allowed_says_why_and_by_which_clause(room: WebRoom, open_page: Open) -> None:
    ann = Player(open_page(DOOR, DESK), room, room.table("free-bet-blackjack"), "Ann", 1)
    ann.come()
    ann.play_until(".decision.closed")
    closed = ann.bar.locator(".decision.closed").first
    reason = closed.locator(".decision-says").inner_text()
    closed.click(force=True)  # it says that it is not allowed, and why when it is pressed
    said = ann.bar.get_by_role("alert")
    expect(said).to_contain_text(reason)
    clause = said.get_by_role("button", name=re.compile("^clause ")).first
    clause.click()
    words = ann.page.locator(".clause-words")
    expect(words).to_contain_text(clause.get_attribute("aria-label").removeprefix("clause "))
    expect(words.locator("p").nth(1)).not_to_be_empty()
    ann.page.keyboard.press("Escape")
    expect(words).to_have_count(0)
    clause.click()
    expect(words).to_have_count(1)
    words.evaluate(CLOSED_AS_WORDS_COME)
    expect(words).to_have_count(0)


CLOSED_AS_WORDS_COME = """async (words) => {
  const clause = words.parentElement;
  words.hidePopover();
  clause.requestUpdate();
  await clause.updateComplete;
}"""
"""It is drawn again after it was closed and before it is told that it was."""


def test_the_same_chips_again_in_the_next_round(room: WebRoom, open_page: Open) -> None:
    ann = Player(open_page(DOOR, DESK), room, room.table("3-dice-baccarat"), "Ann", 3)
    ann.come()
    play_round([ann])
    first, chips = ann.bar.get_attribute("data-round"), ann.chips()
    again = ann.bar.get_by_role("button", name=re.compile("Repeat and bet"))
    cost = again.locator(".decision-cost").inner_text()
    again.click()
    expect(ann.bar).not_to_have_attribute("data-round", first or "")
    expect(ann.main).to_contain_text("Next round")
    strips = ann.page.locator(".strip").count()
    assert strips > 0
    assert ann.result() == ann.chips() - chips
    assert cost.startswith("$")


def test_an_amount_by_preset_slider_and_field(room: WebRoom, open_page: Open) -> None:
    ann, boris = two_players(room, open_page, "pai-gow-tiles")
    asked = next(player for player in (ann, boris) if player.bar.locator(".amount").count())
    bar = asked.bar
    field = bar.get_by_role("textbox", name="Amount")
    bar.get_by_role("button", name="All").click()
    everything = field.input_value()
    expect(asked.main).to_contain_text(f"${int(everything):,}")
    bar.get_by_role("slider").press("Home")
    expect(field).not_to_have_value(everything)
    field.fill("12.345")
    assert asked.main.get_attribute("aria-disabled") == "true"
    expect(asked.main).to_contain_text("from $")
    field.fill("250")
    expect(asked.main).to_contain_text("$250")


@by_turns(("ride-free", "pai-jack", "omaha-8", "lowball-27"))
def test_axe_finds_nothing_while_a_hand_is_played(
    game: str, size: tuple[int, int], room: WebRoom, open_page: Open, axe: Axe
) -> None:
    table = room.table(game)
    players = [
        Player(open_page(DOOR, where), room, table, name, seed)
        for seed, (name, where) in enumerate((("Ann", size), ("Boris", DESK)))
    ]
    for player in players:
        player.come()
    ann, looked = players[0], set()

    def look(player: Player) -> None:
        shapes = re.sub(r"[$\d,.]+", "", ann.page.locator(".bar-do").inner_text())
        if player is ann and shapes not in looked:
            looked.add(shapes)
            assert axe(ann.page) == []

    play_round(players, look)
    assert axe(ann.page) == []


def test_who_has_no_seat_is_offered_one(room: WebRoom, open_page: Open) -> None:
    ann = Player(open_page(DOOR, PHONE), room, room.table("blackjack"), "Ann", 1)
    ann.come()
    menu = ann.page.get_by_role("button", name="Settings and seat")
    menu.click()
    ann.page.get_by_role("button", name="Leave the table").click()
    expect(ann.main).to_contain_text("Sit down")


def test_a_decision_with_an_amount_is_taken_by_its_second_press(
    room: WebRoom, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tip opens the amounts first; the player who presses it gets on with the round."""
    ann = Player(open_page(DOOR, PHONE), room, room.table("3-card-shine"), "Ann", 7)
    ann.come()
    ann.play_until(".decision:has-text('Play and tip')")
    monkeypatch.setattr(ann.rng, "randrange", lambda choices: choices - 1)
    ann.page.set_default_timeout(10_000)
    ann.answer()
    play_round([ann])
    expect(ann.main).to_contain_text("Next round")
