"""The felt shows what the engine says: hands, chips, pots, banks, pucks, results, in words too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from houseway.engine.questions import Button, Pick, Place, Spot
from houseway.game.face.views import (
    BankView,
    Chips,
    MeterView,
    Own,
    OwnPile,
    PotView,
    Puck,
    SeatView,
)
from tests.e2e.web.fake_table import FakeTable, pile, result
from tests.e2e.web.stations import DESK, DOOR, PHONE, PHONE_FIRST, Axe, Open

MAIN = Spot("main", 500, 50_000, required=True, wager="main")
PUSH = Spot("push_22", 200, 5000, beside=("main",), wager="push_22")
TIP = Spot("tip_main", 100, 50_000, beside=("main",), wager="main", whom="dealer")


@pytest.fixture
def fake(open_page: Open) -> FakeTable:
    return FakeTable(open_page(DOOR), "free-bet-blackjack")


def test_hands_and_what_they_make(fake: FakeTable) -> None:
    hands = [
        pile("dealer", 0, "Tc ??", total="10"),
        pile("hand", 3, "8h 3s", total="11", turn=True, marks=["split free"]),
        pile("hand", 3, "8d Kc 7s", hand=1, total="bust 25", lost=True),
        pile("hand", 1, "As 6d", total="soft 17"),
    ]
    fake.show(fake.view(piles=hands))
    own = fake.page.get_by_role("region").locator("section")
    expect(own.locator(".pile-tag.turn")).to_have_text("11 split free")
    expect(own.locator(".pile-tag.lost")).to_contain_text("bust 25")
    expect(fake.page.locator(".pile-tag.turn")).to_have_count(1)
    expect(fake.page.get_by_label("a covered card")).to_have_count(1)
    expect(own.get_by_label("eight of hearts")).to_be_visible()
    expect(fake.page.get_by_role("group", name="Bo").locator(".pile-tag")).to_have_text("soft 17")


def test_chips_lammers_and_tips_lie_on_their_spots(fake: FakeTable) -> None:
    chips = [
        Chips(3, "main", 2500), Chips(3, "main", 500, owner="dealer"), Chips(3, "push_22", 500),
        Chips(3, "main", 0, lammers=1, hand=1), Chips(1, "main", 3000),
        Chips(1, "pot_of_gold", 500),
    ]  # fmt: skip
    hands = [pile("hand", 3, "8h 3s"), pile("hand", 3, "8d Kc", hand=1)]
    fake.show(fake.view(chips=chips, piles=hands))
    spots = fake.page.get_by_role("group", name="Betting spots")
    expect(spots.get_by_role("button", name="initial bet, $25")).to_be_visible()
    expect(spots.get_by_role("button", name="Push 22, $5")).to_contain_class("chipped")
    expect(fake.page.locator(".tip")).to_have_text("T $5")
    expect(fake.page.locator("[data-hand='1'] .hand-chips")).to_have_count(1)
    expect(fake.page.get_by_role("group", name="Bo").locator(".bet-sum")).to_contain_text("$35")
    expect(fake.page.get_by_role("group", name="Bo").locator(".bet-sum")).to_contain_text(
        "1 side bet"
    )


def test_every_spot_says_what_it_brought(fake: FakeTable) -> None:
    results = [
        result("main", 0), result("push_22", 10_000), result("kings_bounty", -500),
        result("main", -700, seat=1), result("main", 900, owner="dealer"),
    ]  # fmt: skip
    seats = [SeatView(1, "Bo", 493_00, net=-700), SeatView(3, "Ann", 595_00, net=95_00)]
    fake.show(fake.view(results=results, seats=seats, closed=True, headline="Dealer 22: all push"))
    page = fake.page

    def spot(name: str) -> Locator:
        return page.locator(f"[data-spot='{name}']")

    expect(spot("main").locator(".net")).to_have_text("push")
    expect(spot("push_22").locator(".net")).to_have_text("+$100")
    expect(spot("push_22").locator(".spot")).to_contain_class("won")
    expect(spot("kings_bounty").locator(".net")).to_have_text("−\u2060$5")
    expect(page.get_by_role("button", name="King's Bounty")).to_have_accessible_name(
        "King's Bounty, lost $5"
    )
    expect(page.get_by_role("group", name="Bo").locator(".net")).to_have_text("−\u2060$7")
    expect(page.locator("hw-felt [role=status]")).to_have_text("You win $95. Dealer 22: all push")


def test_chips_are_put_down_and_taken_back(fake: FakeTable) -> None:
    fake.show(fake.view(waiting_for=[3]), fake.asks(Place("bet", (MAIN, PUSH, TIP))))
    page = fake.page
    push = page.locator("[data-name='push_22']")
    main = page.locator("[data-name='main']")
    push.click()
    expect(page.locator(".bar")).to_contain_text("Push 22 needs initial bet too")
    main.click()
    expect(main).to_have_accessible_name("initial bet, $5")
    main.click()
    expect(main).to_have_accessible_name("initial bet, $10")
    push.click()
    expect(push).to_have_accessible_name("Push 22, $5")
    main.click(button="right")
    expect(main).to_have_accessible_name("initial bet, $5")
    main.click(delay=600)  # a finger that rests takes back, and adds none when it is lifted
    expect(main).to_have_accessible_name("initial bet, $5 to $500")
    expect(push).to_have_accessible_name("Push 22, $2 to $50, Push 22 needs initial bet too")


def test_spots_by_keyboard(fake: FakeTable) -> None:
    fake.show(fake.view(waiting_for=[3]), fake.asks(Place("bet", (MAIN, PUSH, TIP))))
    page = fake.page
    main = page.locator("[data-name='main']")
    expect(main).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.locator("[data-name]:focus").wait_for()
    while not main.evaluate("one => one === document.activeElement"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(main).to_have_accessible_name("initial bet, $10")
    page.keyboard.press("-")
    expect(main).to_have_accessible_name("initial bet, $5")
    page.keyboard.press("ArrowLeft")
    expect(main).not_to_be_focused()
    assert page.locator("[data-name]:focus").count() == 1


def test_the_middle_of_a_poker_table(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "omaha-8")
    board = pile("board", 0, "6s Ah 3d Th", lit=[True, True, False, False])
    pots = [PotView("main pot", 25_400, [1, 2, 3]), PotView("side pot 1", 44_800, [1, 3], won=[3])]
    fake.show(
        fake.view(
            piles=[board, pile("hole", 1, "?? ?? ?? ??"), pile("muck", 0, "", count=2)], pots=pots,
            chips=[Chips(1, "bet", 14_400)], pucks=[Puck("dealer", 1, "D")], waiting_for=[1],
        )
    )  # fmt: skip
    page = fake.page
    expect(page.locator(".pot")).to_have_count(2)
    first, second = page.locator(".pot").all()
    expect(first).to_have_accessible_name("main pot, $254, played for by Bo, Chen, You")
    expect(second).to_have_accessible_name("side pot 1, $448, won by You")
    expect(page.locator(".zones .slot.unlit")).to_have_count(2)
    expect(page.locator(".counted")).to_contain_text("muck 2")
    bo = page.get_by_role("group", name="Bo")
    expect(bo.get_by_label("dealer button")).to_be_visible()
    expect(bo.locator(".plate")).to_contain_class("turn")
    expect(bo.locator(".bet")).to_contain_text("$144")


def test_a_players_bank_and_bets_in_other_circles(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "blackjack-7")
    behind = Spot("1:main", 200, 1000, wager="main", circle=1)
    fake.show(
        fake.view(
            bank=BankView(2, 30_000, 12_000, 30_000), pucks=[Puck("bank", 2), Puck("action", 1)],
            chips=[Chips(4, "main", 500, circle=1)], waiting_for=[3],
        ),
        fake.asks(Place("bet", (MAIN, behind))),
    )  # fmt: skip
    page = fake.page
    expect(page.locator(".bank")).to_contain_text("Bank of Chen")
    expect(page.locator(".bank")).to_contain_text("$120 of $300 in play")
    expect(page.get_by_role("group", name="Bo").locator(".behind")).to_have_text("Di $5")
    page.get_by_role("button", name="Bet in the circle of Bo").click()
    expect(page.locator(".circle-head")).to_contain_text("The circle of Bo")
    page.locator("[data-name='1:main']").click()
    expect(page.get_by_role("button", name="Bet in the circle of Bo")).to_have_text("$2")
    page.get_by_role("button", name="back to your own").click()
    expect(page.locator("[data-name='main']")).to_be_visible()


def test_what_goes_into_a_meter_is_no_result_of_who_looks_on(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "ride-free", seat=0)
    into_the_meter = result("progressive_21_3", 60, seat=0)
    lost = result("progressive_21_3", -500)
    ann = SeatView(3, "Ann", 495_00, net=-500)
    told = {"closed": True, "headline": "Dealer 19"}
    fake.show(fake.view(seats=[ann], results=[lost, into_the_meter], **told))
    expect(fake.page.locator(".seat .net")).to_have_text("−\u2060$5")
    expect(fake.page.locator(".net")).to_have_count(1)
    expect(fake.page.locator(".felt .spoken")).to_have_text("Dealer 19")


def test_meters_stand_on_plates(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "ride-free")
    spot = "lucky_ladies_progressive"
    meters = [
        MeterView(spot, n, f"meter {n}", cents) for n, cents in ((1, 500_021), (2, 12_643_58))
    ]
    fake.show(fake.view(meters=meters))
    plate = fake.page.locator(".meter-plate")
    expect(plate).to_contain_text("Lucky Ladies Progressive")
    expect(plate.locator("b")).to_have_text("$12,643.58")
    expect(plate.locator(".meter-rest")).to_have_text("$5,000.21")


def test_pieces_are_picked_on_the_felt(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "draw-jacks-or-better")
    hand = pile("hole", 3, "Ah 3d 9s 9h 4c", up=[False] * 5)
    numbers = tuple(fake.game.kind.parse("4c 9h Ah 3d 9s"))
    asked = fake.asks(Pick("discard", numbers, 0, 3), Button("pat"))
    fake.show(
        fake.view(piles=[pile("hole", 3, "?? ?? ?? ?? ??")]), Own([OwnPile(0, hand)], asked.prompt)
    )
    page = fake.page
    page.get_by_role("button", name="three of diamonds").click()
    page.get_by_role("button", name="four of clubs").click()
    expect(page.get_by_role("button", name="three of diamonds")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Discard 2").click()
    fake.drawn(lambda: bool(fake.acts()))
    (act,) = fake.acts()
    assert sorted(act["pieces"]) == sorted(fake.game.kind.parse("3d 4c"))
    assert (act["round"], act["ask"], act["name"]) == (7, 12, "discard")


def test_own_cards_are_kept_covered(open_page: Open) -> None:
    """A player with this setting sees backs, and the cards while the button or the key is held."""
    page = open_page(DOOR)
    page.evaluate(
        "localStorage.setItem('houseway.settings', JSON.stringify({still: true, covered: true}))"
    )
    fake = FakeTable(page, "omaha-8")
    hand = pile("hole", 3, "5c 8c 3h Ac", up=[False] * 4, total="pair of threes")
    fake.show(fake.view(piles=[pile("hole", 3, "?? ?? ?? ??")]), Own([OwnPile(0, hand)]))
    expect(page.get_by_label("a covered card")).to_have_count(4)
    expect(page.locator(".own .pile-tag")).to_have_count(0)
    page.keyboard.down("v")
    expect(page.get_by_label("ace of clubs")).to_be_visible()
    page.keyboard.up("v")
    expect(page.get_by_label("a covered card")).to_have_count(4)
    page.locator(".own-hands").hover()
    page.mouse.down()
    expect(page.get_by_label("ace of clubs")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_label("a covered card")).to_have_count(4)
    look = page.get_by_role("button", name="Hold to look")
    look.hover()
    page.mouse.down()
    expect(page.get_by_label("ace of clubs")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_label("ace of clubs")).to_have_count(0)


def test_down_cards_lie_lower_than_up_cards(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR), "seven-card-stud")
    hand = pile("hole", 3, "5c 8c 3h", up=[False, False, True])
    fake.show(fake.view(piles=[pile("hole", 3, "?? ?? 3h")]), Own([OwnPile(0, hand)]))
    page = fake.page
    expect(page.get_by_label("three of hearts")).to_be_visible()
    down, up = (
        page.get_by_label(name).bounding_box() for name in ("five of clubs", "three of hearts")
    )
    assert down is not None and up is not None and down["y"] > up["y"] + 5


@PHONE_FIRST
@pytest.mark.parametrize(
    "game", ["free-bet-blackjack", "omaha-8", "pai-gow-tiles", "3-dice-baccarat"]
)
def test_nothing_for_axe_to_find(
    game: str, size: tuple[int, int], open_page: Open, axe: Axe
) -> None:
    fake = FakeTable(open_page(DOOR, size), game)
    spots = tuple(
        Spot(plan["name"], plan["least"], plan["most"], wager=plan["name"])
        for plan in fake.layout["spots"]
        if plan["rank"] in ("main", "side")
    )
    chips = [Chips(1, spot.name, 500) for spot in spots[:2]]
    fake.show(
        fake.view(chips=chips, waiting_for=[3]), fake.asks(Place("bet", spots)) if spots else None
    )
    expect(fake.page.locator(".plate").first).to_be_visible()
    assert axe(fake.page) == []
    assert fake.page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["360", "1440"])
def test_spots_are_large_enough_to_touch(size: tuple[int, int], open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, size), "ride-free")
    fake.show(fake.view(waiting_for=[3]), fake.asks(Place("bet", (MAIN,))))
    expect(fake.page.locator(".spot").first).to_be_visible()
    for box in (one.bounding_box() for one in fake.page.locator(".spot").all()):
        assert box is not None and box["width"] >= 44 and box["height"] >= 43.9
