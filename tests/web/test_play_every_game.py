"""Every game by real clicks: a phone and a desk at one table, a whole round, and what it brought.

What is clicked is what the page shows; no test here knows a game.  A picture of every kind of
question is kept.
"""

from __future__ import annotations

import re

import pytest
from player import Player, play_round
from playwright.sync_api import Page
from stations import DESK, DOOR, PHONE, Open
from web_room import WebRoom

from houseway.rulebook import games

MACHINE = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z_]+\.[2-9]\b|\bundefined\b|\bNaN\b|\[object")
"""Names of programs: `no_bet`, `main.2`."""
TARGET = 44
FRAME = (".bar", "hw-felt", ".table-top")
BOXES = """names => names.map(name => {
  const box = document.querySelector(name)?.getBoundingClientRect();
  return box ? [box.x, box.y, box.width, box.height].map(Math.round).join(' ') : '';
})"""
TOLD = """() => {
  const said = [document.body.innerText];
  for (const one of document.querySelectorAll('[aria-label], [title], [alt]'))
    said.push(one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '');
  return said.join('\\n');
}"""
SMALL = """least => [...document.querySelectorAll('.bar button, .bar a, .top-button')]
  .filter(one => one.checkVisibility())
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([one, box]) => `${one.innerText || one.ariaLabel} ${box.width} x ${box.height}`)"""


class Looked:
    """What is looked at whenever somebody is asked: words, places, sizes."""

    def __init__(self) -> None:
        self.frames: dict[Page, list[str]] = {}

    def __call__(self, player: Player) -> None:
        """Nothing of the frame has moved, no name of a program is read, everything can be hit."""
        page = player.page
        frame = page.evaluate(BOXES, list(FRAME))
        assert frame == self.frames.setdefault(page, frame), "the frame of the table has moved"
        words = page.evaluate(TOLD)
        found = sorted(set(MACHINE.findall(words)))
        assert not found, f"the page says {found}"
        width = page.evaluate("innerWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width <= PHONE[0]:
            assert page.evaluate(SMALL, TARGET) == [], "too small for a finger"


@pytest.mark.parametrize("game", list(games()))
def test_a_round_by_clicks(game: str, room: WebRoom, open_page: Open) -> None:
    table = room.table(game)
    players = [
        Player(open_page(DOOR, size), room, table, name, seed)
        for seed, (name, size) in enumerate((("Ann", PHONE), ("Boris", DESK)))
    ]
    looked = Looked()
    for player in players:
        player.pictures = f"play/{game}"
        player.come()
    play_round(players, looked)
    for player in players:
        looked(player)
        player.keep("over")
        brought = player.chips() - player.before
        assert player.result() == brought, f"{player.name}: the room has {brought}"
        assert player.purse() == player.chips()
