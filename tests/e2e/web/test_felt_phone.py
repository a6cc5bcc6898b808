"""Felts on phones of usual sizes: nothing is cut off, no hand and no tag lies over another."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from houseway.engine.questions import Button, Place, Spot
from houseway.game.face.views import BankView, Chips, Puck, SeatView
from houseway.rulebook import games
from tests.e2e.web.fake_table import FakeTable, encoded, pile, result
from tests.e2e.web.stations import DESK, DOOR, PHONE, SIZES, Open
from tests.e2e.web.test_layout import crossing

PHONES = [(390, 844), (360, 740), (430, 932)]
PHONE_SIZES = pytest.mark.parametrize("size", PHONES, ids=lambda size: str(size[0]))
INSIDE = """all => all.every((one) => {
  const box = one.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth;
})"""
OVERFLOW = "felt => felt.scrollHeight - felt.clientHeight"


def inside(found: Locator) -> bool:
    """Return whether all of these lie between the left and the right edge of the screen."""
    return bool(found.evaluate_all(INSIDE))


@pytest.mark.parametrize("others", [3, 8])
def test_no_felt_is_longer_than_a_phone(others: int, open_page: Open) -> None:
    """All spots are seen without scrolling, at every game with spots."""
    fake = FakeTable(open_page(DOOR, (390, 844)), "holdem")
    found = []
    for game in games().values():
        fake.layout = encoded(game().layout())
        fake.welcome()
        seats = [n for n in range(1, fake.layout["seats"] + 1) if n != 3][:others]
        people = [SeatView(n, f"Player {n}", 1_234_00, did="Bet $25") for n in (*seats, 3)]
        zones = [one for one in fake.layout["zones"] if one.get("slots")]
        own = [one for one in zones if one["at"] == "seat" and not one.get("counted")][:1]
        held = [pile(one["name"], n, "?? ??", total="19") for one in own for n in (*seats, 3)]
        bank = BankView(seats[0], 100_00, 25_00, 75_00)
        shown = fake.view(seats=people, piles=held, bank=bank, waiting_for=[3], headline=game.id)
        fake.show(shown, fake.asks(Button("stand")))
        expect(fake.page.locator("h1")).to_have_text(game.name)
        more = fake.page.locator(".felt").evaluate(OVERFLOW)
        if more > 1:
            found.append(f"{game.id}: {more} px")
    assert found == []


@PHONE_SIZES
@pytest.mark.parametrize("game", ["blackjack", "pai-jack", "rocket-aces"])
def test_a_hand_of_many_cards_stays_on_the_felt(
    game: str, size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), game)
    zone = next(one["name"] for one in fake.layout["zones"] if one["at"] == "seat")
    cards = ["2c", "3d", "2h", "As", "4d", "Ah", "2s"]
    for n in range(2, len(cards) + 1):
        fake.show(fake.view(piles=[pile(zone, 3, " ".join(cards[:n]), total=str(n))]))
        expect(fake.page.locator(".own .slot[data-piece]")).to_have_count(n)
        assert inside(fake.page.locator(".own .slot[data-piece]")), f"{n} cards"


@PHONE_SIZES
def test_a_long_tag_stays_on_the_felt(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "3-card-shine")
    marks = ["folded", "under the wager"]
    hand = pile("hand", 3, "Ah Ad Qs", total="pair of aces, queen kicker", marks=marks)
    fake.show(fake.view(piles=[hand], closed=True))
    expect(fake.page.locator(".own .pile-tag")).to_contain_text("under the wager")
    assert inside(fake.page.locator(".own .pile-tag"))


@PHONE_SIZES
def test_tags_of_three_hands_keep_to_their_columns(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "3-card-21-n-done")
    hands = [
        pile("hand", 3, "Qh 3d", hand=0, total="13", marks=["split"], turn=True),
        pile("hand", 3, "3s", hand=1, total="3", marks=["split"]),
        pile("hand", 3, "Jh", hand=2, total="10", marks=["split"]),
    ]
    spot = next(one["name"] for one in fake.layout["spots"] if one["rank"] == "main")
    chips = [Chips(3, spot, 1000, hand=n) for n in range(3)]
    came = [result(spot, -1000, hand=n) for n in range(3)]
    fake.show(fake.view(piles=hands, chips=chips, results=came, waiting_for=[3]))
    expect(fake.page.locator(".own .pile-tag")).to_have_count(3)
    assert crossing(fake.page, ".own .pile-tag", ".own .pile-tag") == []
    assert inside(fake.page.locator(".own .pile-tag"))


@PHONE_SIZES
@pytest.mark.parametrize("game", ["holdem", "lowball"])
def test_the_own_button_keeps_clear_of_the_seats(
    game: str, size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), game)
    cards = "6s Ah 3d Th 2c" if game == "lowball" else "6s Ah"
    names = ("Bo Marsh", "Chen", "Ann", "Guest 8517", "Eva")
    people = [SeatView(n, name, 500_00, did="Call $4") for n, name in enumerate(names, 1)]
    held = [pile("hole", n, cards, total="K-10-5-4-2 low") for n in range(1, 6)]
    shown: dict[str, Any] = {"seats": people, "piles": held, "pucks": [Puck("button", 3)]}
    fake.show(fake.view(**shown, chips=[Chips(n, "bet", 120_00) for n in range(1, 6)]))
    page = fake.page
    expect(page.locator(".own-plate .plate-puck")).to_be_visible()
    pucks = ".seat .plate, .own-bet .bet, .seat .bet, .own .slot, .seat .said"
    assert crossing(page, ".own-plate .plate-puck", pucks) == []
    came = [result("bet", -120_00, seat=n, kind="pot") for n in range(1, 6)]
    people = [SeatView(n, name, 500_00, net=-120_00) for n, name in enumerate(names, 1)]
    fake.show(fake.view(**{**shown, "seats": people}, results=came, closed=True))
    expect(page.locator(".seat .net")).to_have_count(4)
    assert crossing(page, ".seat .net", ".seat .slot, .seat .pile-tag, .seat .plate") == []


def test_pucks_lie_beside_names_and_below_tags(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, (390, 844)), "pai-gow-poker")
    high, low = [zone["name"] for zone in fake.layout["zones"] if zone["at"] == "seat"][:2]
    lying = [
        part
        for n in (1, 2, 4)
        for part in (pile(high, n, "5h 5d Ac Kd 7c", total="pair of fives, ace kicker"),
                     pile(low, n, "Ts 9s", total="T-9"))
    ]  # fmt: skip
    names = ("Bo Marsh", "Chen", "Ann", "Di")
    people = [SeatView(n, name, 500_00) for n, name in enumerate(names, 1)]
    pucks = [Puck("bank", 1), Puck("action", 2)]
    fake.show(fake.view(seats=people, piles=lying, pucks=pucks, closed=True))
    page = fake.page
    expect(page.locator(".seat .plate-puck")).to_have_count(2)
    assert crossing(page, ".seat .plate-puck", ".seat-tag, .plate-name") == []
    lines = """all => all.map((one) => {
      const [start, end] = ["1", "9"].map((digit) => one.textContent.lastIndexOf(digit));
      const range = document.createRange();
      range.setStart(one.firstChild, start);
      range.setEnd(one.firstChild, end + 1);
      return range.getClientRects().length;
    })"""
    tags = page.locator(".seat-tag")
    expect(tags.first).to_contain_text("10")
    text = "all => all.forEach((one) => one.replaceChildren(one.textContent))"  # one node
    tags.evaluate_all(text)
    assert tags.evaluate_all(lines) == [1, 1, 1], "10-9 is broken over two lines"


@SIZES
def test_no_tag_of_another_is_an_empty_pill(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "lowball-27")
    fake.show(fake.view(piles=[pile("hole", 1, "?? ?? ?? ?? ??", total="", marks=["drew 3"])]))
    expect(fake.page.locator(".seat[data-seat='1']")).to_contain_text("drew 3")
    words = fake.page.locator(".seat .pile-tag:visible").all_inner_texts()
    assert all(one.strip() for one in words)


def test_four_hands_of_another_share_a_tag(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "blackjack-switch")
    totals = ("20", "19", "bust 22", "19")
    hands = [pile("hand", 4, "3h Ac 6d", hand=n, total=each) for n, each in enumerate(totals)]
    fake.show(fake.view(piles=hands, waiting_for=[3]))
    expect(fake.page.locator(".seat .seat-tag")).to_have_text("20 / 19 / bust 22 / 19")
    expect(fake.page.locator(".seat .pile-tag")).to_have_count(0)


@pytest.mark.parametrize("many", [3, 4])
def test_own_hands_leave_what_others_won_in_sight(many: int, open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "3-card-21-n-done")
    hands = [pile("hand", 3, "Th Js 6d", hand=n, total="26", lost=True) for n in range(many)]
    names = ("Bo", "Chen", "Ann", "Di", "Eva")
    people = [SeatView(n, name, 400_00, net=-750) for n, name in enumerate(names, 1)]
    came = [result("main", -750, seat=n) for n in (1, 2, 4, 5)]
    others = [pile("hand", n, "Th 9s Qd", total="29", marks=["surrendered"]) for n in (1, 2, 4, 5)]
    fake.show(fake.view(seats=people, piles=[*others, *hands], results=came, closed=True))
    expect(fake.page.locator(".seat .net")).to_have_count(4)
    assert crossing(fake.page, ".seat .net", ".own .slot, .own .pile-tag") == []


def test_what_a_seat_did_stands_beside_its_plate(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "blackjack")
    people = [SeatView(n, "Bo Marsh", 192_50, did="Insure $2.50") for n in range(1, 5)]
    fake.show(fake.view(seats=people, waiting_for=[3]))
    expect(fake.page.locator(".seat .said")).to_have_count(3)
    assert crossing(fake.page, ".seat .said", ".seat .plate") == []


@pytest.mark.parametrize("game", ["pai-gow-poker", "blackjack-x", "commission-free-baccarat"])
def test_a_bank_of_ones_own_lies_over_nothing(game: str, open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), game)
    names = ("Bo", "Chen", "Ann", "Di", "Eva")
    people = [SeatView(n, name, 9_998_50) for n, name in enumerate(names, 1)]
    people[2] = SeatView(3, "Ann", 9_998_50, status="player-dealer")
    bank, chips = BankView(3, 100, 0, 100), [Chips(3, "bank", 100, owner="player")]
    shown: dict[str, Any] = {"seats": people, "bank": bank, "pucks": [Puck("bank", 3)]}
    fake.show(fake.view(**shown, chips=chips, waiting_for=[3]))
    page = fake.page
    expect(page.locator(".own-plate .plate")).to_be_visible()
    assert inside(page.locator(".own-plate .plate, .own-plate .said"))
    others = ".bank, .spot, .seat .plate, .own .slot, .printed p, .zones .slot"
    assert crossing(page, ".own-plate .plate, .own-plate .said", others) == []
    expect(page.locator(".own-bet .bet")).to_be_visible()
    assert crossing(page, ".own-bet .bet", others) == []


@SIZES
def test_only_spots_that_take_chips_now_are_bright(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "free-bet-blackjack")
    spots = (Spot("main", 500, 50_000, wager="main", required=True),)
    fake.show(fake.view(waiting_for=[3]), fake.asks(Place("bet", spots=spots)))
    bright = "one => Number(getComputedStyle(one).opacity) === 1"
    main, late = (fake.page.locator(f"button.spot[data-name={n}]") for n in ("main", "insurance"))
    expect(fake.page.locator(".felt.placing")).to_be_attached()
    assert main.evaluate(bright) and not late.evaluate(bright)
    fake.show(fake.view(waiting_for=[3]), fake.asks(Button("stand")), round=8)
    expect(fake.page.locator(".felt.placing")).to_have_count(0)
    assert late.evaluate(bright)


def test_the_number_of_a_clause_is_not_broken(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, PHONE), "3-dice-baccarat")
    ids = ("CO-2899.09-12-06", "CO-2899.09-12b", "CO-2899.09-12a")
    spots = [one["name"] for one in fake.layout["spots"]][:6]
    came = [result(name, -500, outcome="no three 3s", clauses=ids) for name in spots]
    fake.show(fake.view(closed=True, results=came, headline="Player 8, Banker 7"))
    numbers = fake.page.locator(".strip-ids .unbroken")
    expect(numbers).to_have_count(len(ids) * len(spots))
    assert numbers.evaluate_all("all => all.every((one) => one.getClientRects().length === 1)")


SHOWDOWN = {
    "draw-jacks-or-better": ("6s Ah 3d Th 2c", "10-8-6-5-4 low"),
    "lowball-27": ("6s Ah 3d Th 2c", "10-8-6-5-4 low"),
    "seven-card-stud": ("9d 9h Jc Ts 3d 7d Ks", "two pair, jacks and nines"),
    "seven-card-stud-8": ("9d 9h Jc Ts 3d 7d Ks", "queen high; 8-5-4-3-2 low"),
}
TAG_OVER_CARDS = """all => Math.max(...all.map((tag) => {
  const cards = tag.closest(".pile").querySelector(".slot").getBoundingClientRect();
  return (cards.bottom - tag.getBoundingClientRect().top) / cards.height;
}))"""


@PHONE_SIZES
@pytest.mark.parametrize("game", SHOWDOWN)
def test_what_three_others_won_keeps_clear_of_their_hands(
    game: str, size: tuple[int, int], open_page: Open
) -> None:
    """A tag of two lines covers no more of the cards than a tag of one line."""
    fake = FakeTable(open_page(DOOR, size), game)
    cards, total = SHOWDOWN[game]
    names = ("Bo Marsh", "Chen", "Ann", "Guest 8517")
    people = [SeatView(n, name, 500_00, did="Check", net=120_50) for n, name in enumerate(names, 1)]
    held = [pile("hole", n, cards, total=total) for n in range(1, 5)]
    came = [result("bet", 120_50, seat=n, kind="pot") for n in range(1, 5)]
    fake.show(fake.view(seats=people, piles=held, results=came, closed=True))
    page = fake.page
    expect(page.locator(".seat .net")).to_have_count(3)
    hands = ".seat .slot, .seat .pile-tag, .seat .plate, .seat .said, .own .slot"
    assert crossing(page, ".seat .net", hands) == []
    assert crossing(page, ".seat .pile-tag", ".seat .plate, .seat .said") == []
    assert inside(page.locator(".seat .pile-tag, .seat .net"))
    assert page.locator(".seat .pile-tag").evaluate_all(TAG_OVER_CARDS) < 0.35


def test_a_long_name_of_a_game_is_read_whole(open_page: Open) -> None:
    """In the top bar of a phone, next to a purse of thousands of dollars with cents."""
    fake = FakeTable(open_page(DOOR, (390, 844)), "holdem")
    clipped = []
    for game in games().values():
        fake.layout = encoded(game().layout())
        fake.welcome()
        people = [SeatView(3, "Ann", 4_882_50)]
        fake.show(fake.view(seats=people))
        name = fake.page.locator("h1")
        expect(name).to_have_text(game.name)
        expect(name).to_have_attribute("title", game.name)
        expect(fake.page.locator(".table-purse b")).to_have_text("$4,882.50")
        if name.evaluate("one => one.scrollHeight > one.clientHeight + 1"):
            clipped.append(game.name)
    assert clipped == []
