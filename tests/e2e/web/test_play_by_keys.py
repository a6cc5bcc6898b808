"""The keyboard alone plays: a table of each family, from the chair to the next round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.web.keyboard_player import KeyboardPlayer
from tests.e2e.web.player import play_round
from tests.e2e.web.stations import DESK, DOOR, Open
from tests.e2e.web.web_room import WebRoom

FAMILIES = (
    "free-bet-blackjack", "3-card-shine", "3-dice-baccarat", "pai-gow-tiles", "omaha-8",
    "draw-jacks-or-better",
)  # fmt: skip


@pytest.mark.parametrize("game", FAMILIES)
def test_a_round_by_keys(game: str, room: WebRoom, open_page: Open) -> None:
    table = room.table(game)
    players = [
        KeyboardPlayer(open_page(DOOR, DESK), room, table, name, seed)
        for seed, name in enumerate(("Ann", "Boris"))
    ]
    for player in players:
        player.come()
    play_round(players)
    for player in players:
        assert player.result() == player.chips() - player.before
        player.next_round()
    first = players[0]
    expect(first.bar).to_have_attribute("data-round", "2")


def test_the_keys_of_the_moment_are_listed(room: WebRoom, open_page: Open) -> None:
    player = KeyboardPlayer(open_page(DOOR, DESK), room, room.table("blackjack"), "Ann", 1)
    player.come()
    expect(player.bar.locator(".rack")).to_be_visible()
    player.press("?")
    listed = player.page.get_by_role("dialog", name="Keys")
    expect(listed).to_contain_text("Sit out")
    expect(listed).to_contain_text("the main action")
    player.press("Escape")
    expect(listed).not_to_be_visible()
