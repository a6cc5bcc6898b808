"""Nothing jumps: while pieces come, everything that lay on the table stays where it was."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.engine.questions import Button, Place, Spot
from houseway.game.face.views import Chips, PotView
from tests.e2e.web.fake_table import FakeTable, pile
from tests.e2e.web.stations import DESK, DOOR, PHONE, TOUCH, WALL, Open

BOXES = """() => {
  const found = {};
  const note = (name, one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    found[name] = [x, y, width, height].map((n) => Math.round(n * 2) / 2).join(" ");
  };
  for (const name of [".bar", ".printed-name", ".own-base", ".shoe", ".table-top", ".felt"]) {
    document.querySelectorAll("hw-table " + name).forEach((one, i) => note(name + i, one));
  }
  document.querySelectorAll(".spot").forEach((one) => note("spot " + one.dataset.name, one));
  document.querySelectorAll("[data-seat]").forEach((seat) => {
    const plate = seat.querySelector(".plate");
    if (plate) note("plate " + seat.dataset.seat, plate);
  });
  for (const place of [".own-hands", ".zones"]) {
    document.querySelectorAll(place + " .pile").forEach((one, i) => {
      const slots = one.querySelectorAll(".slot:not(.whole)");
      slots.forEach((slot) => note(`${place} ${i} ${slot.style.getPropertyValue("--i")}`, slot));
    });
  }
  return found;
}"""
Stage = tuple[str, dict[str, Any]]
BLACKJACK: list[Stage] = [
    ("bets", {"chips": [Chips(3, "main", 2500), Chips(1, "main", 500), Chips(3, "push_22", 500)]}),
    (
        "first cards",
        {"piles": [pile("hand", 1, "8h"), pile("hand", 3, "9c"), pile("dealer", 0, "Td")]},
    ),
    (
        "all cards",
        {"piles": [pile("hand", 1, "8h 3s"), pile("hand", 3, "9c 2d", total="11", turn=True),
                   pile("dealer", 0, "Td ??", total="10")]},
    ),
    (
        "a hit",
        {"piles": [pile("hand", 1, "8h 3s", total="11"), pile("hand", 3, "9c 2d 5s", total="16"),
                   pile("dealer", 0, "Td ??", total="10")]},
    ),
    (
        "the dealer draws",
        {"piles": [pile("hand", 1, "8h 3s", total="11"), pile("hand", 3, "9c 2d 5s", total="16"),
                   pile("dealer", 0, "Td 2s 9c", total="21")]},
    ),
]  # fmt: skip
POT = PotView("pot", 600, [1, 3])
HOLES = [pile("hole", seat, "?? ?? ?? ??") for seat in (1, 3)]
BOARDS = {"flop": "6s Ah 3d", "turn": "6s Ah 3d Th", "river": "6s Ah 3d Th 2c"}
OMAHA: list[Stage] = [
    ("blinds", {"chips": [Chips(1, "bet", 100)]}),
    ("hole cards", {"piles": HOLES}),
    *(
        (street, {"piles": [*HOLES, pile("board", 0, cards)], "pots": [POT]})
        for street, cards in BOARDS.items()
    ),
]  # fmt: skip


def moved(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return the parts that were there before and have moved."""
    return [
        f"{name}: {box} -> {after[name]}"
        for name, box in before.items()
        if after.get(name, box) != box
    ]


def boxes(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(BOXES)
    return found


SCREENS = [
    PHONE, pytest.param(TOUCH, marks=pytest.mark.slow), DESK,
    pytest.param(WALL, marks=pytest.mark.slow),
]  # fmt: skip


@pytest.mark.parametrize("size", SCREENS, ids=["360", "1024", "1440", "1920"])
@pytest.mark.parametrize(
    ("game", "stages"),
    [("free-bet-blackjack", BLACKJACK), ("omaha-8", OMAHA)],
    ids=["arc", "ring"],
)
def test_nothing_moves_while_pieces_come(
    game: str, stages: list[Stage], size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), game)
    spot = Spot("main", 500, 50_000, required=True, wager="main")
    fake.show(fake.view(waiting_for=[3]), fake.asks(Place("bet", (spot,))))
    expect(fake.page.locator(".plate").first).to_be_visible()
    known = boxes(fake.page)
    for n, (name, parts) in enumerate(stages):
        headline = f"stage {n}"
        fake.show(
            fake.view(**parts, closed=True, headline=headline),
            fake.asks(Button("hit"), Button("stand")),
        )
        fake.show(fake.view(**parts, closed=True, headline=headline))
        expect(fake.page.locator("hw-felt [role=status]")).to_contain_text(headline)
        now = boxes(fake.page)
        assert not moved(known, now), f"{name} moves {moved(known, now)}"
        known |= now


def test_the_measure_sees_a_jump(open_page: Open) -> None:
    """The guard itself: a plate that is pushed aside is found."""
    fake = FakeTable(open_page(DOOR), "free-bet-blackjack")
    fake.show(fake.view())
    expect(fake.page.locator(".plate").first).to_be_visible()
    before = boxes(fake.page)
    fake.page.evaluate("document.querySelector('.plate').style.marginTop = '40px'")
    assert moved(before, boxes(fake.page))
