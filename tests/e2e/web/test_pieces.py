"""Pieces: drawn to the measures of the set, named aloud, and a back for all that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from houseway.pieces.cards import CARDS
from houseway.pieces.tiles import MATCHED, PIPS, TILES
from tests.e2e.web.web_room import WebRoom

DRAW = """async ([kind, pieces]) => {
  const { render } = await import("lit");
  const { piece } = await import("/static/js/pieces/piece.js");
  const found = [];
  for (const name of pieces) {
    const at = document.createElement("div");
    at.className = "drawn";
    document.body.append(at);
    render(piece(name, kind), at);
    const svg = at.firstElementChild;
    const texts = [...svg.querySelectorAll("text")].map((one) => {
      const box = one.getBBox();
      return { says: one.textContent, x: box.x, right: box.x + box.width, y: one.getAttribute("y"),
               size: parseFloat(getComputedStyle(one).fontSize), at: one.getAttribute("x") };
    });
    const dots = [...svg.querySelectorAll("circle")].map((one) => {
      const m = one.parentElement.tagName === "g" ? -1 : 1;
      return { x: one.cx.baseVal.value, y: one.cy.baseVal.value, r: one.r.baseVal.value,
               lower: m < 0, red: one.classList.contains("pc-red") };
    });
    const suits = [...svg.querySelectorAll(".pc-suit")].map((one) => ({
      at: one.getAttribute("transform"), fill: getComputedStyle(one).fill,
      shown: getComputedStyle(one).display !== "none" && one.closest(".pc-court") === null,
    }));
    found.push({ says: svg.getAttribute("aria-label"), role: svg.getAttribute("role"),
      box: svg.getAttribute("viewBox"), kind: svg.getAttribute("class"), texts, dots, suits });
    at.remove();
  }
  return found;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, room: WebRoom) -> Iterator[Page]:
    """A page that has the pieces, without anybody at it."""
    context = browser.new_context()
    made = context.new_page()
    made.goto(f"{room.url}/table/omaha-8")
    made.locator("hw-table main").wait_for()
    made.evaluate("document.fonts.load('600 66px \"Barlow Condensed\"')")
    yield made
    context.close()


def drawn(page: Page, kind: str, *pieces: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(DRAW, [kind, list(pieces)])
    return found


def test_cards_tell_all_at_their_left(page: Page) -> None:
    """Rank and suit stand left of the middle, so that cards may lie over one another."""
    for name, found in zip(CARDS.names, drawn(page, "cards", *CARDS.names), strict=True):
        (rank,) = found["texts"]
        assert rank["says"] == ("10" if name[0] == "T" else name[0])
        assert (rank["at"], rank["y"]) == ("5" if name[0] == "T" else "9", "55")
        assert rank["size"] == (62 if name[0] == "T" else 66)
        assert rank["right"] <= 48, f"{name} reaches to {rank['right']}"
        assert found["box"] == "0 0 100 140" and found["role"] == "img"
        assert "translate(9 64) scale(0.31)" in [one["at"] for one in found["suits"]]


def test_cards_are_named(page: Page) -> None:
    found = drawn(page, "cards", "Ah", "Td", "2c", "Qs", "Jk", "??")
    assert [one["says"] for one in found] == [
        "ace of hearts", "ten of diamonds", "two of clubs", "queen of spades", "joker",
        "a covered card",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "nonsense", ["", "1h", "Ax", "<b>A</b>", "constructor", "__proto__", "AAh"]
)
def test_what_is_no_card_is_a_back(page: Page, nonsense: str) -> None:
    (found,) = drawn(page, "cards", nonsense)
    assert "pc-back" in found["kind"] and found["texts"] == []


def test_four_colours_and_a_large_index(page: Page) -> None:
    def colours() -> list[str]:
        return [one["suits"][-1]["fill"] for one in drawn(page, "cards", "5s", "5h", "5d", "5c")]

    assert len(set(colours())) == 2
    page.evaluate("document.documentElement.classList.add('four-colours', 'large-index')")
    try:
        assert len(set(colours())) == 4
        for found in drawn(page, "cards", "As", "Td", "Kh"):
            (rank,) = found["texts"]
            assert rank["size"] >= 92
            assert sum(one["shown"] for one in found["suits"]) == 1, "one suit stays: it is a shape"
    finally:
        page.evaluate("document.documentElement.classList.remove('four-colours', 'large-index')")


def test_tiles_are_those_of_a_chinese_set(page: Page) -> None:
    """Ones and fours are red, ones are large, of the teen one column of each half is red."""
    for tile, found in zip(range(len(PIPS)), drawn(page, "tiles", *TILES.names), strict=True):
        halves = [
            [dot for dot in found["dots"] if dot["lower"] is lower] for lower in (False, True)
        ]
        for n, dots in zip(PIPS[tile], halves, strict=True):
            assert len(dots) == n
            assert all(dot["r"] == pytest.approx(9.5 if n == 1 else 6.2) for dot in dots)
            red = sum(dot["red"] for dot in dots)
            assert red == (n if n in (1, 4) else 3 if PIPS[tile] == (6, 6) else 0), TILES.names[
                tile
            ]
            assert all(0 < dot["x"] < 60 and 0 < dot["y"] < 75 for dot in dots)
        assert found["box"] == "0 0 60 150"


def test_pips_lie_as_on_the_tiles(page: Page) -> None:
    """Two side by side at the end, three aslant, the four a square."""
    (two, three, four) = drawn(page, "tiles", "bon", "chong", "yun")

    def upper(found: dict[str, Any]) -> list[tuple[float, float]]:
        return [(dot["x"], dot["y"]) for dot in found["dots"] if not dot["lower"]]

    assert upper(two) == [(18, 16), (42, 16)]
    assert upper(three) == [(16, 15), (30, 37), (44, 59)]
    assert upper(four) == [(18, 20), (42, 20), (18, 52), (42, 52)]


def test_tiles_are_named(page: Page) -> None:
    names = [one["says"] for one in drawn(page, "tiles", *MATCHED, "3-6", "??", "7-1")]
    assert names[0] == "teen, six and six" and names[3] == "gor, one and three"
    assert names[11:] == ["three and six", "a covered tile", "a covered tile"]


def test_dice_and_their_cup(page: Page) -> None:
    found = drawn(page, "dice", *"123456", "??")
    assert [len(one["dots"]) for one in found] == [1, 2, 3, 4, 5, 6, 0]
    assert [all(dot["red"] for dot in one["dots"]) for one in found[:6]] == [
        True, False, False, True, False, False,
    ]  # fmt: skip
    assert found[6]["says"] == "a die in the cup"
    assert found[4]["says"] == "a die showing five"


def test_chips_make_their_amount(page: Page) -> None:
    """The largest first, five at most; a stack is never empty, a cent has a chip too."""
    discs = page.evaluate(
        """async (amounts) => {
          const { discs } = await import("/static/js/pieces/chip.js");
          return amounts.map((cents) => discs(cents));
        }""",
        [1, 25, 3000, 64_00, 9_999_999_00, 0],
    )
    assert discs == [[25], [25], [2500, 500], [2500, 2500, 500, 500, 100], [500_000] * 5, []]


def test_chips_say_what_they_are_worth(page: Page) -> None:
    printed = page.evaluate(
        """async (values) => {
          const { printed } = await import("/static/js/pieces/chip.js");
          return values.map(printed);
        }""",
        [25, 50, 100, 500, 2500, 10_000, 50_000, 100_000, 500_000, 2_500_000],
    )
    assert printed == ["¼", "½", "1", "5", "25", "100", "500", "1K", "5K", "25K"]


SAID = "([name, text]) => import('/static/js/kit/printed.js').then((m) => m[name](text))"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ranks", "king high, K-T-4", "king high, K-10-4"),
        ("ranks", "three of a kind, tens / T-7", "three of a kind, tens / 10-7"),
        ("ranks", "K-Q-J-T-9 low", "K-Q-J-10-9 low"),
        ("ranks", "T-shirts for To-day", "T-shirts for To-day"),
        ("withSuits", "13 / 21 · 3d Ts", "13 / 21 · 3♦ 10♠"),
        ("withSuits", "As you like it", "As you like it"),
        ("pays", "30:1", "30 to 1"),
        ("pays", "75 to 1 (reading G6)", "75 to 1"),
        ("pays", "1000 to 1", "1,000 to 1"),
        ("pays", "from $1 5000 for 1, from $5 5000 for 1", "5,000 for 1"),
        (
            "pays",
            "from $1 100 for 1, from $5 200 for 1",
            "100 for 1 from $1, 200 for 1 from $5",
        ),
        ("pays", "200 to 1 + 10% of the meter", "200 to 1 + 10% of the meter"),
    ],
)
def test_notation_is_printed_as_people_do(page: Page, name: str, text: str, said: str) -> None:
    assert page.evaluate(SAID, [name, text]) == said
