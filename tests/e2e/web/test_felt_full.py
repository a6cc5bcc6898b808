"""A full table: what lies there keeps clear of all else; on a phone one's own hand is seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.engine.questions import Button
from houseway.game.face.views import Chips, Own, OwnPile, Pile, SeatView
from tests.e2e.web.fake_table import FakeTable, pile
from tests.e2e.web.stations import DESK, PHONE, TOUCH, Open

GAMES = (
    "ride-free", "blackjack-switch", "3-dice-baccarat", "three-card-poker", "pai-gow-tiles",
    "commission-free-baccarat", "omaha-8", "seven-card-stud",
)  # fmt: skip
MIXED = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const some = (name, selector) => [...document.querySelectorAll('.felt ' + selector)]
    .filter(one => one.checkVisibility({ visibilityProperty: true }))
    .map(one => [`${name} ${one.innerText.replace(/\\s+/g, ' ')}`, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height > 0);
  const lies = {
    plate: some('plate', '.seat .plate'), bet: some('bet', '.seat .bet'),
    spot: some('spot', '.spot'),
    hand: some('hand', '.own-hands .slot[data-piece]'), tag: some('tag', '.own .pile-tag'),
    name: some('name', '.printed-name'), middle: some('middle', '.zones .slot'),
  };
  const apart = [['plate', 'plate'], ['plate', 'bet'], ['plate', 'spot'], ['plate', 'hand'],
    ['bet', 'bet'], ['bet', 'spot'], ['bet', 'name'], ['bet', 'middle'], ['spot', 'hand'],
    ['name', 'middle'], ['name', 'hand'], ['tag', 'spot'], ['plate', 'middle']];
  const found = [];
  for (const [one, other] of apart) {
    lies[one].forEach(([a, here], i) => lies[other].forEach(([b, there], j) => {
      if (one === other && j <= i) return;
      const wide = Math.min(here.right, there.right) - Math.max(here.left, there.left);
      const high = Math.min(here.bottom, there.bottom) - Math.max(here.top, there.top);
      if (wide > 2 && high > 2) found.push(`${a} lies over ${b}`);
    }));
  }
  for (const [name, box] of Object.values(lies).flat()) {
    if (box.left < felt.left - 1 || box.right > felt.right + 1 ||
        box.top < felt.top - 1 || box.bottom > felt.bottom + 1)
      found.push(`${name} is cut off`);
  }
  return found;
}"""


def lying(fake: FakeTable, zone: dict[str, Any], seat: int, seen: bool) -> Pile:
    """As many pieces as come there, seen or covered."""
    kind = fake.game.kind if not zone.get("kind") or zone["kind"] == "cards" else None
    names = [str(name) for name in kind.names] if kind is not None else ["1", "4", "6"]
    pieces = names[: zone["slots"]] if seen else ["??"] * zone["slots"]
    return pile(zone["name"], seat, " ".join(pieces))


def fill(fake: FakeTable) -> None:
    """Everybody sits there, has chips in play and pieces, and did something; the page is asked."""
    layout = fake.layout
    spots = [one["name"] for one in layout["spots"]]
    zones = [one for one in layout["zones"] if one.get("slots") and not one.get("counted")]
    own = next((one for one in zones if one["at"] == "seat"), None)
    everybody = range(1, layout["seats"] + 1)
    seats = [SeatView(seat, f"Player {seat}", 1_234_00, did="Stand") for seat in everybody]
    chips = [Chips(seat, spot, 2500) for seat in everybody for spot in spots[:2]]
    wholes = [one for one in zones if one["at"] != "seat" and " " not in one["name"]]
    piles = [lying(fake, one, 0, seen=True) for one in wholes]
    hands = [] if own is None else [lying(fake, own, seat, seen=False) for seat in everybody]
    asked = fake.asks(Button("stand")).prompt
    mine = [] if own is None else [lying(fake, own, fake.seat, seen=True)]
    at = len(piles) + fake.seat - 1
    fake.show(
        fake.view(seats=seats, chips=chips, piles=[*piles, *hands], waiting_for=[fake.seat]),
        Own([OwnPile(at, one) for one in mine], asked),
    )


def mixed(page: Page) -> list[str]:
    found: list[str] = page.evaluate(MIXED)
    return found


@pytest.mark.parametrize(
    "size",
    [PHONE, pytest.param(TOUCH, marks=pytest.mark.slow), DESK],
    ids=["360", "1024", "1440"],
)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything(game: str, size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page("/verify", size), game)
    fill(fake)
    expect(fake.page.locator(".seat .plate")).to_have_count(fake.layout["seats"] - 1)
    assert mixed(fake.page) == []


LONG_HAND = 6
"""The most cards of a dealer's hand, more than there are places for."""
ENDS = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const ends = [...document.querySelectorAll('.zones .pile')].flatMap(pile => {
    const boxes = [...pile.querySelectorAll('.slot')].map(one => one.getBoundingClientRect());
    return [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right))];
  });
  return [...ends, felt.right];
}"""
"""Returns the ends of each hand of the middle, and at last of the felt."""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["360", "1440"])
@pytest.mark.parametrize("game", ["golden-21-poker", "ante-up-21", "blackjack-7"])
def test_a_long_hand_keeps_to_its_place(game: str, size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page("/verify", size), game)
    names = " ".join(fake.game.kind.names[:LONG_HAND])
    zones = [one for one in fake.layout["zones"] if one["at"] != "seat" and not one.get("counted")]
    fake.show(fake.view(piles=[pile(one["name"], 0, names) for one in zones]))
    expect(fake.page.locator(".zones .slot[data-piece]")).to_have_count(len(zones) * LONG_HAND)
    ends = fake.page.evaluate(ENDS)
    assert ends == sorted(ends)


def test_the_measure_sees_what_is_covered(open_page: Open) -> None:
    """The guard itself: chips pushed over a plate are found, and a hand that is cut off."""
    fake = FakeTable(open_page("/verify"), "ride-free")
    fill(fake)
    expect(fake.page.locator(".seat .plate")).to_have_count(6)
    fake.page.evaluate(
        "document.querySelector('.seat-bet').style.transform = 'translate(-90px, 20px)'"
    )
    assert any(said.startswith("plate") for said in mixed(fake.page))
    fake.page.evaluate("document.querySelector('.own').style.bottom = '-160px'")
    assert any("cut off" in said for said in mixed(fake.page))
