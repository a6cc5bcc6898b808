"""The pictures of README.md: scenes of real rounds, taken by a player of these tests.

``make pictures`` writes them into docs/pictures; make long tries them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from player import Player, play_round
from playwright.sync_api import Browser, Page, expect
from small_png import small
from stations import DOOR, PHONE, PICTURES, ROOT, STARTS, Open
from web_room import WebRoom

WRITES = "HOUSEWAY_PICTURES" in os.environ
FOLDER = ROOT / "docs" / "pictures" if WRITES else PICTURES / "readme"
SIZE = (1280, 800)
MOST = 150_000
LONG = 600_000
FIRST = ("blackjack", "blackjack-burnout", "rocket-aces", "3-card-shine")
"""The tables at the top of the lobby."""
NAMES = ("Boris", "Chen", "Dora", "Emil", "Fay")
SIDES = 3
"""So many wagers are made beside the first."""
ROUNDS = 12
"""In so many rounds a side bet is won once, or the picture is of the last."""
Take = Callable[[Page, str], None]

pytestmark = pytest.mark.skipif(
    not WRITES and "HOUSEWAY_LONG" not in os.environ, reason="pictures: make pictures"
)


@pytest.fixture(scope="module")
def room(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebRoom]:
    """A room where the house edges are worked out that a picture shows."""
    with WebRoom(tmp_path_factory.mktemp("pictures"), FIRST) as served:
        yield served


@pytest.fixture
def take(browser: Browser) -> Take:
    """Keep a picture under a name, with few colours."""

    def taken(page: Page, name: str) -> None:
        context = browser.new_context()
        made = small(context.new_page(), page.screenshot())
        context.close()
        FOLDER.mkdir(parents=True, exist_ok=True)
        Path(FOLDER, f"{name}.png").write_bytes(made)
        assert len(made) < MOST, f"{name} has {len(made)} bytes"

    return taken


class Guest(Player):
    """Somebody who bets on a few spots and stays in hands."""

    def _place(self) -> None:
        self.page.locator("button.spot.open:not(.wants)").first.click()
        side = self.page.locator("button.spot.open:not(.wants, .chipped, .rank-main)")
        for _ in range(min(SIDES, side.count())):
            side.first.click()
        self.main.click()

    def _decide(self) -> None:
        stays = self.open_choices().filter(has_text=re.compile("^(Call|Check)"))
        if stays.count():
            stays.first.click()
        else:
            super()._decide()


def guest(room: WebRoom, page: Page, game: str, others: int, seed: int = 4) -> Guest:
    """Ann, and others who play for the house."""
    table = room.table(game)
    room.bots(table, others, NAMES)
    ann = Guest(page, room, table, "Ann", seed)
    ann.come()
    return ann


def test_the_lobby(room: WebRoom, open_page: Open, take: Take) -> None:
    for game, others in zip(FIRST, (3, 0, 2, 1), strict=True):
        room.bots(game, others, NAMES)
    page = open_page("/", SIZE)
    for game in FIRST:
        expect(page.locator(f"[id='table-{game}']")).to_be_visible()
    for offer in page.locator("article.offer").all()[: len(FIRST)]:
        expect(offer.locator(".facts")).to_contain_text("%", timeout=LONG)
    take(page, "lobby")


def test_a_blackjack_table_with_its_result(room: WebRoom, open_page: Open, take: Take) -> None:
    ann = guest(room, open_page(DOOR, SIZE), "free-bet-blackjack", 3)
    for _ in range(ROUNDS):
        play_round([ann])
        if ann.page.locator(".panel .strip.won").count() and ann.result() > 0:
            break
        number = ann.bar.get_attribute("data-round") or ""
        ann.main.click()
        expect(ann.bar).not_to_have_attribute("data-round", number)
    take(ann.page, "blackjack")


def test_a_ring_of_poker(room: WebRoom, open_page: Open, take: Take) -> None:
    ann = guest(room, open_page(DOOR, SIZE), "omaha-8", 5)
    ann.play_until("hw-table:has(.bar[data-ready=yes]) .zones .pc-card:not(.pc-back) >> nth=3")
    take(ann.page, "poker")


def test_tiles_to_be_set(room: WebRoom, open_page: Open, take: Take) -> None:
    ann = guest(room, open_page(DOOR, SIZE), "pai-gow-tiles", 4)
    ann.play_until("hw-arrange .tray")
    take(ann.page, "tiles")


def test_a_phone(room: WebRoom, open_page: Open, take: Take) -> None:
    ann = guest(room, open_page(DOOR, PHONE), "free-bet-blackjack", 3)
    ann.play_until(".decisions .decision >> nth=2")
    take(ann.page, "phone")


def test_the_odds_lab(open_page: Open, take: Take) -> None:
    page = open_page("/lab/3-dice-baccarat#golden_talons_player", SIZE, expected=(STARTS,))
    expect(page.locator(".lab-row[data-wager]").first).to_be_visible(timeout=LONG)
    expect(page.locator(".lab-pending")).to_have_count(0, timeout=LONG)
    take(page, "lab")
