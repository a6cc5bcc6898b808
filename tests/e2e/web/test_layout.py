"""Nothing on a felt covers what a player has to read, on a desktop and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.engine.questions import Arrange, Button, Place, Spot
from houseway.game.face.views import (
    BankView,
    Chips,
    Offer,
    Own,
    OwnPile,
    Pile,
    PotView,
    SeatView,
    View,
    Way,
)
from houseway.rulebook import find, games
from tests.e2e.web.fake_table import FakeTable, encoded, pile, result
from tests.e2e.web.player import Player
from tests.e2e.web.stations import DESK, DOOR, PAUSE_MS, PHONE, PHONE_FIRST, SIZES, TOUCH, Open
from tests.e2e.web.web_room import WebRoom

CROSSING = """([ones, others]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes(ones)) for (const [other, b] of boxes(others)) {
    if (one === other || one.contains(other) || other.contains(one)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push(`${one.className} "${one.textContent.trim()}" over ${other.className}`);
  }
  return found;
}"""  # noqa: E501
"""Elements of one kind that lie over elements of another."""


def crossing(page: Page, ones: str, others: str) -> list[str]:
    """Return the elements that overlap."""
    found: list[str] = page.evaluate(CROSSING, [ones, others])
    return found


def seats(*names: str) -> list[SeatView]:
    return [SeatView(n, name, 500_00, did="Stand") for n, name in enumerate(names, 1)]


def test_seats_do_not_overlap_for_who_looks_on(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "free-bet-blackjack", seat=0)
    hands = [pile("hand", n, "4h 2s 8d Ac 8s", total="bust 23", lost=True) for n in range(1, 8)]
    names = ("Bo", "Chen", "Ann", "Di", "Eva", "Finn", "Gus")
    fake.show(fake.view(seats=seats(*names), piles=hands, closed=True))
    expect(fake.page.locator(".seat-block")).to_have_count(7)
    assert crossing(fake.page, ".seat-block", ".seat-block") == []
    assert crossing(fake.page, ".seat-block", ".zones .pile, .printed p") == []


@SIZES
def test_four_hands_of_switch_have_a_column_each(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "blackjack-switch")
    marks = ["spot 1", "split"]
    hands = [
        pile("hand", 3, "Ts 5s", total="15", hand=0, marks=marks),
        pile("hand", 3, "Js Ad", total="soft 21", hand=1, marks=["spot 2", "switched"]),
        pile("hand", 3, "Tc Ac", total="soft 21", hand=2, marks=marks),
        pile("hand", 3, "Qd 7h", total="17", hand=3, marks=marks, turn=True),
    ]
    fake.show(fake.view(piles=hands, waiting_for=[3]), fake.asks(Button("hit"), Button("stand")))
    expect(fake.page.locator(".own .pile-tag")).to_have_count(4)
    assert crossing(fake.page, ".own .pile-tag", ".own .pile-tag, .own .slot, .spot") == []
    assert crossing(fake.page, ".own .pile-pieces", ".own .pile-pieces") == []


@SIZES
def test_marks_of_two_hands_stand_apart(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "blackjack-switch")
    hands = [
        pile("hand", 3, "9c Qh Th", total="bust 29", marks=["spot 1", "switched", "doubled"]),
        pile("hand", 3, "As Jh", total="soft 21", hand=1, marks=["spot 2", "switched"], turn=True),
    ]
    fake.show(fake.view(piles=hands, waiting_for=[3]), fake.asks(Button("hit"), Button("stand")))
    tags = fake.page.locator(".own .pile-tag")
    expect(tags).to_have_count(2)
    assert tags.first.inner_text().split() == ["bust", "29", "spot", "1", "switched", "doubled"]
    assert crossing(fake.page, ".own .pile-tag", ".own .pile-tag, .spot") == []
    inside = "all => all.every((one) => one.getBoundingClientRect().left >= 0)"
    assert tags.evaluate_all(inside)


@pytest.mark.parametrize("many", [2, 3, 4])
def test_hands_that_were_split_leave_room_for_all_spots_on_a_phone(
    many: int, open_page: Open
) -> None:
    """The circle gives its room to the hands, each of which shows its own chips."""
    fake = FakeTable(open_page(DOOR, (390, 844)), "ride-free")
    hands = [
        pile("hand", 3, "Tc 4d 3s", hand=n, total="17", marks=["split"], turn=n == 1)
        for n in range(many)
    ]
    chips = [Chips(3, "main", 500, hand=n) for n in range(many)]
    dealer = pile("dealer", 0, "2c ??")
    others = [pile("hand", seat, "9d 8h", total="17") for seat in (1, 2, 4)]
    fake.show(
        fake.view(piles=[*others, dealer, *hands], chips=chips, waiting_for=[3]),
        fake.asks(Button("hit"), Button("stand")),
    )
    tags = fake.page.locator(".own .pile-tag")
    expect(tags).to_have_count(many)
    assert all("$5" in words for words in tags.all_inner_texts())
    felt = fake.page.locator(".felt")
    assert felt.evaluate("felt => felt.scrollHeight <= felt.clientHeight + 1")
    assert crossing(fake.page, ".own .pile-tag", ".own .pile-tag, .spot") == []


def test_a_result_names_its_hand_once(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "blackjack-switch")
    third = result("main", -500, hand=2, label="initial bet, third hand")
    fake.show(fake.view(closed=True, results=[third]))
    expect(fake.page.locator(".strip-name")).to_have_text("Initial bet, third hand")


LEFT_PART = 0.4 - 0.001
"""The left 40 % of a card tell everything."""


def shares_seen(page: Page) -> list[float]:
    """Return the visible share of each own card that lies under another."""
    found: list[float] = page.locator(".own .pile").evaluate_all(
        """piles => piles.flatMap((pile) => {
          const slots = [...pile.querySelectorAll(".slot[data-piece]")];
          const boxes = slots.map((one) => one.getBoundingClientRect());
          return boxes.slice(1).map((one, i) => (one.left - boxes[i].left) / one.width);
        })"""
    )
    return found


def test_a_bank_of_ones_own_is_called_yours(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "pai-gow-tiles")
    fake.show(fake.view(bank=BankView(3, 100_00, 25_00, 75_00)))
    expect(fake.page.locator(".bank")).to_contain_text("Your bank")
    fake.show(fake.view(bank=BankView(1, 100_00, 25_00, 75_00)))
    expect(fake.page.locator(".bank")).to_contain_text("Bank of Bo")


@pytest.mark.parametrize("size", [PHONE, (390, 844)], ids=lambda size: str(size[0]))
def test_every_card_of_five_is_read_on_a_phone(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "pai-gow-poker")
    hands = [
        pile("high", 3, "Kh Qc Ad Kd 7c", total="pair of kings"),
        pile("low", 3, "Ts 9s", total="10-9"),
    ]
    zones = [zone["name"] for zone in fake.layout["zones"] if zone["at"] == "seat"]
    for one, zone in zip(hands, sorted(zones, key=lambda name: name != "high")[:2], strict=False):
        one.zone = zone
    fake.show(fake.view(piles=hands, closed=True, results=[result("main", -500)]))
    expect(fake.page.locator(".own .slot[data-piece]")).to_have_count(7)
    assert min(shares_seen(fake.page)) >= LEFT_PART
    others = [
        pile(zone, seat, "Kh Qc Ad Kd 7c" if zone == "high" else "Ts 9s", total="pair of kings")
        for seat in (1, 2, 4)
        for zone in ("high", "low")
    ]
    bank = BankView(1, 175_00, 15_00, 160_00)
    fake.show(fake.view(piles=[*others, *hands, pile("dice", 0, "1 3 5")], bank=bank))
    expect(fake.page.locator(".bank-used")).to_be_visible()
    assert crossing(fake.page, ".own .pile-name", ".bank") == []


@SIZES
def test_the_name_of_a_game_is_not_printed_over_the_names_of_hands(
    size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), "pai-jack")
    lying = [
        pile("high", 3, "7c Th 2d", total="19"), pile("low", 3, "Qs 2h", total="12"),
        pile("dealer high", 0, "5d 6d Js", total="21"), pile("dealer low", 0, "9d Ad", total="20"),
    ]  # fmt: skip
    fake.show(fake.view(piles=lying, closed=True, results=[result("main", -500)]))
    expect(fake.page.locator(".own .pile-name")).to_have_count(2)
    assert crossing(fake.page, ".printed-name", ".pile-name, .slot") == []


def hands_of(game: str) -> list[Pile]:
    """Own hands as they lie at the end of a round."""
    if game == "3-card-shine":
        marks = ["played"]
        return [
            pile("hand", 3, "6h 6d Jh", hand=0, total="pair of sixes, jack kicker", marks=marks),
            pile("hand", 3, "7h 7c As", hand=1, total="pair of sevens, ace kicker", marks=marks),
        ]
    return [pile("hand", 3, "5s 3c", total="8", lost=True)]


COVERED_BY = ".own .slot[data-piece], .own .pile-tag"


@pytest.mark.parametrize(
    "size", [(360, 740), (390, 844), (414, 896)], ids=lambda size: str(size[0])
)
@pytest.mark.parametrize("game", ["ride-free", "3-card-shine", "blackjack", "blackjack-switch"])
def test_the_sheet_of_a_result_covers_no_card(
    game: str, size: tuple[int, int], open_page: Open
) -> None:
    """Neither at the end of a round nor above the wagers of the next one."""
    fake = FakeTable(open_page(DOOR, size), game)
    spots = [spot["name"] for spot in fake.layout["spots"] if spot["rank"] != "follows"][:9]
    came = [result(name, -500, outcome="no lammer") for name in (spots * 9)[:9]]
    fake.show(
        fake.view(piles=hands_of(game), closed=True, results=came, headline="Dealer 20"),
        table={"status": "open", "closed": False, "chairs": []},
    )
    sheet = fake.page.locator(".panel.brief")
    expect(sheet.locator(".strip")).to_have_count(len(came))
    assert crossing(fake.page, ".panel.brief", COVERED_BY) == []
    bet = Place("bet", spots=(Spot("main", 500, 50_000, wager="main"),))
    fake.show(fake.view(waiting_for=[3]), fake.asks(bet, words="wagers, please"), round=8)
    expect(fake.page.locator(".panel.brief.raised .strip")).to_have_count(len(came))
    assert crossing(fake.page, ".panel.brief", COVERED_BY) == []


FIVE = ("Bo", "Chen", "Ann", "Di", "Guest 8517", "Finn")
ROUND_THE_BOARD = {"holdem": ("hole", "8s 7c"), "omaha-8": ("hole", "8s 7c 6d 5h")}


@SIZES
@pytest.mark.parametrize("game", ROUND_THE_BOARD)
def test_five_others_keep_clear_of_the_board(
    game: str, size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), game)
    zone, cards = ROUND_THE_BOARD[game]
    people = [
        SeatView(n, name, 500_00, did="Raise to $60", net=-600) for n, name in enumerate(FIVE, 1)
    ]
    held = [pile(zone, n, cards, total="two pair, tens and eights") for n in range(1, 7)]
    board = pile("board", 0, "6s Ah 3d Th 2c")
    pots = [PotView("main pot", 3600, [1, 2, 3]), PotView("side pot 1", 2400, [1, 2])]
    came = [result("bet", -600, seat=n, kind="pot") for n in range(1, 7)]
    parts: dict[str, Any] = {"seats": people, "piles": [*held, board], "pots": pots}
    fake.show(fake.view(**parts, chips=[Chips(n, "bet", 6000) for n in range(1, 7)]))
    page = fake.page
    expect(page.locator(".seat .bet")).to_have_count(5)
    seen = ".zones .slot, .own .slot, .pot, .seat-piles .slot, .seat .plate, .seat .said"
    assert crossing(page, ".seat .bet, .own-bet .bet", seen) == []
    fake.show(fake.view(**parts, results=came, closed=True))
    expect(page.locator(".seat .net")).to_have_count(5)
    assert crossing(page, ".seat .net, .own-bet .net", seen) == []
    others = ".seat-piles .slot, .seat .plate, .seat .said"
    assert crossing(page, others, ".zones .slot, .own .slot") == []


def test_what_came_of_a_seat_at_the_top_stands_below_its_tag(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "pai-gow-tiles")
    high, low = [zone["name"] for zone in fake.layout["zones"] if zone["at"] == "seat"][:2]
    lying = [
        each
        for seat in (1, 2, 4)
        for each in (
            pile(high, seat, "1-2 3-6", total="pair of chong"),
            pile(low, seat, "6-6 4-6", total="pair of ping"),
        )
    ]
    came = [result("main", 900, seat=seat) for seat in (1, 2, 4)]
    people = [SeatView(n, name, 500_00, net=900) for n, name in enumerate(FIVE[:4], 1)]
    fake.show(fake.view(seats=people, piles=lying, results=came, closed=True))
    expect(fake.page.locator(".seat .net")).to_have_count(3)
    assert crossing(fake.page, ".seat .net", ".seat-tag, .seat .plate, .seat .slot") == []


def test_two_hands_of_another_share_a_tag_on_a_phone(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, PHONE), "blackjack-switch")
    hands = [
        pile("hand", 1, "9d 3h 5s 2s", hand=0, total="19"),
        pile("hand", 1, "Kh Ad", hand=1, total="blackjack"),
        pile("hand", 2, "Jh 2d Ts", hand=0, total="bust 22", lost=True),
        pile("hand", 2, "4h 8d 9s", hand=1, total="soft 21"),
    ]
    fake.show(fake.view(piles=hands, waiting_for=[3]))
    tags = fake.page.locator(".seat-tag")
    expect(tags).to_have_text(["19 / blackjack", "bust 22 / soft 21"])
    expect(fake.page.locator(".seat .pile-tag")).to_have_count(0)
    assert crossing(fake.page, ".seat-tag", ".seat-tag, .plate") == []
    assert tags.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_no_tag_of_another_is_empty(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "3-card-shine")
    hands = [
        pile("hand", 1, "?? ?? ??", hand=0, total="", marks=["lost"]),
        pile("hand", 1, "?? ?? ??", hand=1, total="", marks=["folded"]),
    ]
    fake.show(fake.view(piles=hands))
    expect(fake.page.locator(".seat .pile")).to_have_count(2)
    words = fake.page.locator(".seat .pile-tag:visible").all_inner_texts()
    assert all(one.strip() for one in words)


def test_circles_stay_while_a_hand_of_two_grows(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, PHONE), "blackjack-switch")

    def lie(first: str, total: str) -> list[dict[str, float]]:
        hands = [pile("hand", 3, first, hand=0, total=total), pile("hand", 3, "Th 2d", hand=1)]
        fake.show(fake.view(piles=hands, waiting_for=[3]), fake.asks(Button("hit")))
        expect(fake.page.locator(".own .pile-tag b")).to_have_text(total)
        boxes = [one.bounding_box() for one in fake.page.locator(".spot, .own .pile").all()]
        return [{"x": box["x"], "y": box["y"]} for box in boxes if box is not None]

    assert lie("5h 2s", "7") == lie("5h 2s 9c", "16") == lie("5h 2s 9c 3d", "19")


def test_three_hands_of_three_are_read_on_a_phone(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, PHONE), "free-bet-blackjack")
    hands = [pile("hand", 3, "3h 2s 3d", hand=n, total="8", marks=["split"]) for n in range(3)]
    fake.show(fake.view(piles=hands, waiting_for=[3]), fake.asks(Button("hit")))
    expect(fake.page.locator(".own .slot[data-piece]")).to_have_count(9)
    assert min(shares_seen(fake.page)) >= LEFT_PART


WITH_EDGES = """() => {
  const { play } = document.querySelector("hw-felt");
  const about = { method: "exact", error: 0, lines: [], source: "" };
  const known = { edge: 0.1234, wins: 0.4, swing: 1, ...about };
  play.odds = new Map(play.layout.spots.map((spot) => [spot.name, known]));
  play.changed();
  return new Promise((done) => setTimeout(done));
}"""
"""Every spot says its edge, too."""


@PHONE_FIRST
def test_no_name_of_a_spot_is_cut(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "holdem")
    cut = []
    for game in games().values():
        fake.layout = encoded(game().layout())
        fake.welcome()
        fake.show(fake.view(headline=game.id))
        expect(fake.page.locator("h1")).to_have_text(game.name)
        fake.page.evaluate(WITH_EDGES)
        cut += fake.page.locator(".spot").evaluate_all(
            """(all, game) => all.filter((one) => {
              const box = one.getBoundingClientRect(), words = one.querySelector(".spot-words");
              const inner = words.getBoundingClientRect();
              return inner.top < box.top - 1 || inner.bottom > box.bottom + 1;
            }).map((one) => `${game}: ${one.innerText}`)""",
            game.id,
        )
    assert cut == []


@PHONE_FIRST
def test_places_kept_for_pieces_lie_on_the_felt(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "holdem")
    out = []
    for game in games().values():
        fake.layout = encoded(game().layout())
        fake.welcome()
        fake.show(fake.view(headline=game.id, waiting_for=[3]))
        expect(fake.page.locator("h1")).to_have_text(game.name)
        out += fake.page.locator(".slot.vacant").evaluate_all(
            """(all, game) => {
              const felt = document.querySelector(".felt").getBoundingClientRect();
              const boxes = all.map((one) => one.getBoundingClientRect());
              const off = boxes.filter((box) => box.left < felt.left || box.right > felt.right);
              return off.map((box) => `${game}: ${box.left} to ${box.right}`);
            }""",
            game.id,
        )
    assert out == []


@pytest.mark.parametrize("size", [PHONE, TOUCH, DESK], ids=["360", "1024", "1440"])
def test_what_a_bank_did_lies_over_no_dice(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "pai-gow-tiles")
    high, low = [zone["name"] for zone in fake.layout["zones"] if zone["at"] == "seat"][:2]
    lying = [
        piece
        for seat in (1, 2, 3, 4)
        for piece in (
            pile(high, seat, "6-6 4-6", total="mixed nines"),
            pile(low, seat, "1-2 3-6", total="6, mooy high"),
        )
    ]
    lying.append(pile("dice", 0, "4 1 6"))
    people = seats("Bo", "Chen", "Ann", "Di")
    for bank in (1, 2, 4):
        who = [SeatView(n, one.name, 500_00, status="player-dealer" if n == bank else "",
                        did="House way") for n, one in enumerate(people, 1)]  # fmt: skip
        held = BankView(bank, 375_00, 25_00, 350_00)
        fake.show(fake.view(seats=who, piles=lying, bank=held, closed=True, headline=str(bank)))
        expect(fake.page.locator(".bar-line")).to_have_text(str(bank))
        assert crossing(fake.page, ".said", ".zones .slot, .bank, .printed p") == []


@pytest.mark.parametrize("size", [PHONE, TOUCH, DESK], ids=["360", "1024", "1440"])
@pytest.mark.parametrize("game", ["21st-century-baccarat", "blackjack-x"])
def test_other_circles_lie_over_nothing(game: str, size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), game)
    spots = [Spot(f"main.{n}", 1000, 20_000, circle=n) for n in (1, 2, 4)]
    asked = fake.asks(Place("bet", spots=(Spot("main", 1000, 20_000, wager="main"), *spots)))
    people = [SeatView(n, name, 500_00, did="Bet $10") for n, name in enumerate(FIVE[:4], 1)]
    fake.show(fake.view(seats=people, waiting_for=[3]), asked)
    buttons = fake.page.locator(".circle-button")
    expect(buttons).to_have_count(3)
    others = ".zones .slot, .zones .pile-name, .printed p, .circle-button"
    assert crossing(fake.page, ".circle-button", others) == []
    if size != PHONE:  # there the whole seat is touched
        assert crossing(fake.page, ".circle-button", ".seat .plate, .said, .bet") == []
    for button in buttons.all():
        button.click(trial=True)


@SIZES
def test_no_one_bets_over_the_pieces_of_the_last_round(
    size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), "pai-gow-tiles")
    high, low = [zone["name"] for zone in fake.layout["zones"] if zone["at"] == "seat"][:2]
    lay = [pile(high, 1, "6-6 4-6", total="nine"), pile(low, 1, "1-2 3-6", total="2, gor high")]
    fake.show(fake.view(piles=lay, closed=True, results=[result("main", -500)]))
    spots = (Spot("main", 1000, 20_000, wager="main"), Spot("main.1", 1000, 20_000, circle=1))
    asked = fake.asks(Place("bet", spots=spots), words="wagers, please")
    fake.show(fake.view(waiting_for=[3], chips=[Chips(1, "main", 1000)]), asked, round=8)
    expect(fake.page.locator(".bar h2")).to_have_text("Wagers, please")
    expect(fake.page.locator(".seat[data-seat='1'] .slot[data-piece]")).to_have_count(4)
    expect(fake.page.locator(".circle-button")).to_have_count(0)
    assert crossing(fake.page, ".seat .bet", ".seat .slot[data-piece]") == []
    fake.page.locator(".rack-chip").first.click()
    expect(fake.page.locator(".circle-button")).to_have_count(1)


@SIZES
def test_a_tag_never_hides_the_pips_of_tiles(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "pai-gow-tiles")
    high, low = [zone["name"] for zone in fake.layout["zones"] if zone["at"] == "seat"][:2]
    lying = [
        piece
        for seat in (1, 3)
        for piece in (
            pile(high, seat, "6-6 4-6", total="nine with teen"),
            pile(low, seat, "1-2 3-6", total="2, gor high"),
        )
    ]
    fake.show(fake.view(piles=lying, closed=True, results=[result("main", 500)]))
    expect(fake.page.locator(".own .pile-tag")).to_have_count(2)
    assert crossing(fake.page, ".pile-tag, .seat-tag", ".slot[data-piece]") == []
    assert crossing(fake.page, ".seat-tag", ".plate") == []


def test_no_column_of_the_odds_is_cut(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "3-dice-baccarat", answers={"tables/FAKE/odds": odds()})
    fake.show(fake.view(waiting_for=[3]))
    spot = fake.page.locator("button.spot[data-name=triple_progressive]")
    spot.click(force=True)  # it takes no chips now, and can be looked at
    expect(fake.page.locator(".panel .often").first).to_be_visible()
    body = fake.page.locator(".panel-body")
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth")


def test_the_edge_of_every_wager_is_seen_beside_its_best_pay(open_page: Open) -> None:
    """No best pay, as "200 to 1 + 100% of the meter", pushes the edge off the panel."""
    fake = FakeTable(open_page(DOOR, DESK), "holdem")
    body = fake.page.locator(".panel-body")
    cut = []
    for game in games().values():
        if not game.opens_by_betting:
            continue
        fake.layout = encoded(game().layout())
        fake.welcome()
        fake.show(fake.view(headline=game.id, waiting_for=[3]))
        expect(fake.page.locator("h1")).to_have_text(game.name)
        fake.page.get_by_role("tab", name="Odds").click()
        fake.page.evaluate(WITH_EDGES)
        expect(fake.page.locator(".wagers tbody td b").first).to_have_text("12.34 %")
        if body.evaluate("body => body.scrollWidth > body.clientWidth"):
            cut.append(game.id)
    assert cut == []


def odds() -> dict[str, Any]:
    """The odds of the progressive: rare results, and pays in many words."""
    layout = find("3-dice-baccarat")({}).layout()
    wager = next(spot.pay for spot in layout.spots if spot.name == "triple_progressive")
    sheet = next(sheet for sheet in layout.pay if sheet.wager == wager)
    lines = [
        {
            "outcome": row.outcome, "words": row.words, "pays": row.pays, "chance": 0.0000214,
            "share": 0.1, "own": False,
        }
        for row in sheet.rows
    ]  # fmt: skip
    row = {
        "wager": "triple_progressive", "words": "Triple Progressive", "edge": 0.4, "wins": 0.05,
        "sd": 11.9, "method": "exact", "method_words": "exact", "stderr": None, "lines": lines,
    }  # fmt: skip
    return {"found": {"rows": [row]}, "pending": None}


def test_the_hint_box_is_never_empty(open_page: Open) -> None:
    nothing = {"round": 7, "ask": 12, "says": "", "choices": [], "how": "", "notes": []}
    line = {"table": "FAKE", "practice": True, "status": "open", "buy_in_least": 2000}
    line |= {"buy_in_most": 50_000, "game": "", "name": "", "why": "", "seats": 7, "taken": 1}
    answers = {"tables/FAKE/hint": nothing, "tables/FAKE": {"line": line}}
    fake = FakeTable(open_page(DOOR, DESK), "free-bet-blackjack", answers=answers)
    fake.show(fake.view(waiting_for=[3]), fake.asks(Button("hit"), Button("stand")))
    fake.page.get_by_role("button", name="Hint").click()
    expect(fake.page.locator(".bar-over")).to_contain_text("There is no hint here")


def test_a_player_reads_you_instead_of_a_name(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "holdem")
    won = fake.view(closed=True, headline="Ann wins $40 with two pair and Bo wins $5")
    fake.show(won)
    line = fake.page.locator(".bar-line")
    expect(line).to_have_text("You take $40 with two pair and Bo wins $5")
    fake.show(fake.view(closed=True, headline="Bo wins $20 and Ann wins $5"))
    expect(line).to_have_text("Bo wins $20 and you take $5")
    lost = result("bet", -500, seat=1, kind="pot", outcome="lost to Ann with two pair, tens")
    fake.show(fake.view(closed=True, headline="Ann wins $20", results=[lost]))
    expect(fake.page.locator(".strip-why")).to_have_text("Lost to you with two pair, tens")


def test_how_many_cards_each_drew_stays_until_the_player_acts(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "lowball-27")

    def view(*marks: str, **more: Any) -> View:
        held = pile("hole", 1, "?? ?? ?? ?? ??", marks=list(marks))
        return fake.view(piles=[held], waiting_for=[3], **more)

    fake.show(view("drew 2"))
    bo = fake.page.locator(".seat[data-seat='1']")
    expect(bo).to_contain_text("drew 2")
    fake.show(view(), fake.asks(Button("check"), Button("fold")))
    expect(bo).to_contain_text("drew 2")
    fake.page.get_by_role("button", name="Check").click()
    expect(bo).not_to_contain_text("drew 2")


RED = "rgb(255, 123, 114)"


def setting(fake: FakeTable, ways: tuple[Way, ...]) -> Own:
    """The question how to set five cards."""
    ((_, front), (_, back)) = ways[0].parts
    choice = Arrange("set", (*front, *back), (("front", 2), ("back", 3)), suggestion=ways[0].parts)
    own = fake.asks(choice, offers=[Offer("set", "Set", ways=ways)])
    return Own([OwnPile(0, Pile("hole", 3, []))], own.prompt)


def test_a_foul_that_may_be_set_is_red_before_it_is_sent(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "funtazee-21")
    good = Way("15 / 19", (("front", (0, 1)), ("back", (2, 3, 4))), ("15", "19"), house=True)
    foul = Way("20 / 14, a foul", (("front", (2, 3)), ("back", (0, 1, 4))), ("20", "14"), foul=True)
    fake.show(fake.view(waiting_for=[3]), setting(fake, (good, foul)))
    page = fake.page
    colour = "one => getComputedStyle(one).color"
    expect(page.locator(".way")).to_have_count(2)
    assert page.locator(".way.loses").evaluate(colour) == RED
    assert page.locator(".way.house").evaluate(colour) != RED
    expect(page.locator(".setting-fault")).to_have_count(0)
    page.locator(".way.loses").click()
    expect(page.locator(".setting-fault")).to_contain_text("A foul")
    assert page.locator(".decision.primary").evaluate(colour) == RED
    page.locator("body").click(position={"x": 700, "y": 20})
    page.keyboard.press("Enter")
    page.wait_for_timeout(150)
    assert not fake.acts(), "Enter does not send what is sure to lose"
    page.locator(".decision.primary").click()
    fake.drawn(lambda: len(fake.acts()) == 1)


@pytest.mark.parametrize("words", ["top", "bottom", "square"])
def test_funtazee_calls_its_hands_front_and_back(words: str, open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "funtazee-21")
    game: Any = fake.game
    assert words not in f"{game.asks} {game.helps}"


@pytest.mark.parametrize("size", [DESK, (1280, 800)], ids=lambda size: str(size[0]))
@pytest.mark.parametrize("others", [3, 5])
def test_what_a_bank_did_stays_on_the_felt(
    others: int, size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), "pai-gow-tiles")
    names = [name for n, name in enumerate(FIVE, 1) if n <= others + 1]
    felt = fake.page.locator(".felt")
    for bank in range(1, others + 2):
        people = [
            SeatView(n, name, 40_000_00, status="player-dealer" * (n == bank), did="Bank $2,000")
            for n, name in enumerate(names, 1)
        ]
        people[bank - 1].did = "Take the bank $2,000"
        fake.show(fake.view(seats=people, bank=BankView(bank, 2_000_00, 0, 2_000_00)))
        expect(fake.page.locator(".said.bank")).to_contain_text("player-dealer")
        box = felt.bounding_box()
        assert box is not None
        for said in fake.page.locator(".felt .said:visible").all():
            lies = said.bounding_box()
            assert lies is not None
            assert box["x"] <= lies["x"], (bank, said.inner_text())
            assert lies["x"] + lies["width"] <= box["x"] + box["width"], (bank, said.inner_text())
        assert crossing(fake.page, ".seat .said", ".plate, .spot, .bank, .printed p, .zones") == []


WORDS_UNDER_KEY = """all => all.flatMap((button) => {
  const key = button.querySelector("kbd")?.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(button.querySelector(".decision-label"));
  const under = (one) => one.right > key.left - 1 && one.top < key.bottom + 1;
  return key?.width && [...words.getClientRects()].some(under) ? [button.innerText] : [];
})"""


@pytest.mark.parametrize("size", [DESK, (1280, 800)], ids=lambda size: str(size[0]))
def test_the_key_of_a_button_keeps_clear_of_its_words(
    size: tuple[int, int], room: WebRoom, open_page: Open
) -> None:
    ann = Player(open_page(DOOR, size), room, room.table("free-bet-blackjack"), "Ann", 3)
    ann.come()
    while not ann.over():
        if ann.asked():
            assert ann.bar.locator(".decision").evaluate_all(WORDS_UNDER_KEY) == []
            ann.answer()
        else:
            ann.page.wait_for_timeout(PAUSE_MS)
    expect(ann.bar.get_by_role("button", name="Repeat and bet")).to_be_visible()
    assert ann.bar.locator(".decision").evaluate_all(WORDS_UNDER_KEY) == []
