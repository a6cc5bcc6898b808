"""Every game by real clicks: a phone and a desktop at one table, for a whole round and its result.

Clicks follow the page; no test here knows a game. A picture of every kind of question is kept.
Every second game is played with the keys alone. Everything sent to the two browsers is searched for
pieces that their players may not know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Page

from houseway.rulebook import games
from tests.e2e.web.keyboard_player import KeyboardPlayer
from tests.e2e.web.player import Player, play_round
from tests.e2e.web.secrecy import Secrets
from tests.e2e.web.stations import DESK, DOOR, PHONE, Open
from tests.e2e.web.web_room import WebRoom
from tests.support.random_play import LONG

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
    """The checks at every question: words, places, sizes, and messages."""

    def __init__(self, secrets: Secrets) -> None:
        self.secrets = secrets
        self.frames: dict[Page, list[str]] = {}

    def __call__(self, player: Player) -> None:
        """Nothing of the frame has moved, no name of a program is read, everything can be hit."""
        self.secrets.check()
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


@pytest.mark.parametrize(("game", "by"), [*zip(games(), cycle((Player, KeyboardPlayer)))])
def test_a_round_by_clicks_or_by_keys(
    game: str, by: type[Player], room: WebRoom, open_page: Open
) -> None:
    """In the short form games take turns; at length each is played by clicks, then by keys."""
    table = room.table(game)
    players = [
        (Player if LONG else by)(open_page(DOOR, size), room, table, name, seed)
        for seed, (name, size) in enumerate((("Ann", PHONE), ("Boris", DESK)))
    ]
    looked = Looked(Secrets(*players))
    for player in players:
        player.pictures = f"play/{game}"
        player.come()
    play_and_look(players, looked)
    if LONG:
        typists = [KeyboardPlayer.instead_of(player) for player in players]
        for typist in typists:
            typist.next_round()
        play_and_look(typists, looked)
    assert all(one.named for one in looked.secrets.received), "no piece at all came"


def play_and_look(players: Sequence[Player], looked: Looked) -> None:
    """Play a round and look at the page of each player when it is over."""
    play_round(players, looked)
    for player in players:
        looked(player)
        player.keep("over")
        stands_as_it_ended(player)


def stands_as_it_ended(player: Player) -> None:
    """The page's result of a finished round is the result in the books of the room."""
    brought = player.chips() - player.before
    assert player.result() == brought, f"{player.name}: the room has {brought}"
    assert player.purse() == player.chips()
