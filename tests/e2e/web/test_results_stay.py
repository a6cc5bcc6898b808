"""A result stays until the player acts; Enter and the main button send only what was chosen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.engine.questions import Amount, Button, Place, Spot
from houseway.game.face.views import Own, SeatView, View
from tests.e2e.web.fake_table import FakeTable, pile, result
from tests.e2e.web.player import Player
from tests.e2e.web.stations import DESK, DOOR, PHONE, SIZES, TOUCH, Open
from tests.e2e.web.web_room import WebRoom

NET = 1200
CLAUSE = "CO-2116-5"
CALLS_AGAIN_MS = 1_500
"""By then a page that comes back by itself has done so."""
GOLD = "rgb(226, 184, 102)"
"""The brass of the one main action."""


def over(fake: FakeTable) -> View:
    """A round that seat 3 has won."""
    seats = [SeatView(3, "Ann", 512_00, net=NET), SeatView(1, "Bo", 500_00)]
    won = result("main", NET, outcome="blackjack", odds="6 to 5", clauses=(CLAUSE,))
    return fake.view(
        seats=seats, closed=True, results=[won], headline="Dealer busts with 22",
        piles=[pile("hand", 3, "Ah Ks", total="blackjack"), pile("dealer", 0, "Th 6s 6d")],
    )  # fmt: skip


def betting(fake: FakeTable) -> tuple[View, Own]:
    """The next round takes wagers; nothing is dealt."""
    spot = Spot("main", 500, 50_000, wager="main", required=True)
    return fake.view(waiting_for=[3]), fake.asks(
        Place("bet", spots=(spot,)), words="wagers, please"
    )


def next_round(fake: FakeTable) -> None:
    """The result, then the betting of the round after it."""
    fake.show(over(fake))
    expect(fake.page.locator(".own .pile-tag")).to_have_text("blackjack")
    view, own = betting(fake)
    fake.show(view, own, round=8)


@SIZES
def test_a_result_stays_while_the_next_round_takes_wagers(
    size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), "free-bet-blackjack")
    page = fake.page
    next_round(fake)
    expect(page.locator(".bar h2")).to_have_text("Wagers, please")
    expect(page.locator(".bar-line")).to_contain_text("You win $12 · Dealer busts with 22")
    expect(page.locator(".own .pile-tag")).to_have_text("blackjack")
    expect(page.locator(".spot-holder[data-spot=main] .net")).to_have_text("+$12")
    strip = page.locator(".strip")
    expect(strip).to_be_visible()
    expect(strip).to_contain_text(CLAUSE.removeprefix("CO-"))
    page.locator(".rack-chip").first.click()
    expect(page.locator(".own .pile-tag")).to_have_count(0)
    expect(page.locator(".spot-holder[data-spot=main] .net")).to_have_count(0)
    if size == PHONE:
        expect(strip).to_be_hidden()


READ = {
    "the cross": ".brief-close",
    "the bet that needs a spot": ".bar .decision.primary",
    "the chips": ".rack-chip >> nth=0",
}
"""Touches after which the last result has been read."""


@pytest.mark.parametrize("touched", READ)
def test_a_result_on_a_phone_makes_way_for_the_spots(touched: str, open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, PHONE), "free-bet-blackjack")
    next_round(fake)
    page = fake.page
    expect(page.locator(".panel.brief .strip-ids")).to_be_visible()
    expect(page.locator(".panel.brief .strip-ids")).to_have_text(CLAUSE.removeprefix("CO-"))
    page.locator(READ[touched]).click(force=True)  # the bet is not ready, and says what it needs
    expect(page.locator(".strip")).to_be_hidden()
    page.locator("button.spot[data-name=main]").click()
    expect(page.locator(".decision.primary")).to_contain_text("$5")


@pytest.mark.parametrize("many", [1, 4], ids=["one-hand", "four-hands"])
def test_a_result_is_read_beside_the_own_cards_on_a_tablet(many: int, open_page: Open) -> None:
    """The drawer opens by itself where it covers none of them, and goes when the player acts."""
    fake = FakeTable(open_page(DOOR, TOUCH), "free-bet-blackjack")
    page = fake.page
    hands = [pile("hand", 3, "Ah Ks 2d", hand=n, total="13") for n in range(many)]
    won = result("main", NET, outcome="blackjack", odds="6 to 5", clauses=(CLAUSE,))
    fake.show(fake.view(piles=hands, waiting_for=[3]))
    expect(page.locator(".own .pile-tag")).to_have_count(many)
    fake.show(fake.view(piles=hands, closed=True, results=[won], headline="Dealer busts with 22"))
    expect(page.locator(".bar-line")).to_contain_text("Dealer busts with 22")
    if many > 1:
        expect(page.locator(".strip")).to_be_hidden()
        return
    expect(page.locator(".strip")).to_contain_text(CLAUSE.removeprefix("CO-"))
    expect(page.locator(".strip")).to_be_visible()
    view, own = betting(fake)
    fake.show(view, own, round=8)
    expect(page.locator(".strip")).to_be_visible()
    page.locator(".rack-chip").first.click()
    expect(page.locator(".strip")).to_be_hidden()


def test_a_result_goes_when_cards_are_dealt(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "free-bet-blackjack")
    next_round(fake)
    expect(fake.page.locator(".own .pile-tag")).to_have_text("blackjack")
    fake.show(fake.view(piles=[pile("hand", 3, "8h 3s", total="11")]), round=8)
    expect(fake.page.locator(".own .pile-tag")).to_have_text("11")
    expect(fake.page.locator(".net")).to_have_count(0)
    assert "Last round" not in fake.page.locator(".bar").inner_text()


ASKED: dict[str, tuple[Any, ...]] = {
    "3-card-shine": (
        Button("fold"), Button("play", cents=500), Amount("tip", 100, 500, words="play and tip"),
    ),
    "blackjack-x": (Button("stand"), Button("hit"), Amount("double", 500, 500)),
    "free-bet-blackjack": (Button("decline"), Amount("insurance", 250, 250)),
    "funtazee-21": (Amount("take_bank", 100, 50_000), Button("pass_bank")),
}  # fmt: skip
"""Questions in which money can be added, by game."""


def background(button: Locator) -> str:
    return str(button.evaluate("one => getComputedStyle(one).backgroundColor"))


def pressed_enter(page: Page) -> None:
    """Enter, and time for a page to send something."""
    page.keyboard.press("Enter")
    page.wait_for_timeout(150)


@pytest.mark.parametrize("game", ASKED)
def test_enter_and_gold_cost_nothing_that_was_not_chosen(game: str, open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), game)
    fake.show(fake.view(waiting_for=[3]), fake.asks(*ASKED[game]))
    buttons = fake.page.locator(".bar .decision")
    expect(buttons).to_have_count(len(ASKED[game]))
    pressed_enter(fake.page)
    assert not fake.acts(), "Enter has sent what no one chose"
    assert GOLD not in [background(one) for one in buttons.all()]


def test_an_amount_that_was_chosen_is_gold_and_sent_by_enter(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "funtazee-21")
    fake.show(fake.view(waiting_for=[3]), fake.asks(*ASKED["funtazee-21"]))
    page = fake.page
    page.get_by_role("textbox", name="Amount").fill("250")
    main = page.locator(".decision.primary")
    expect(main).to_contain_text("$250")
    assert background(main) == GOLD
    page.locator("body").click(position={"x": 700, "y": 20})
    page.keyboard.press("Enter")
    fake.drawn(lambda: len(fake.acts()) == 1)
    assert fake.acts()[0]["amount"] == 25_000


def test_one_action_that_costs_is_not_taken_by_enter(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "holdem")
    fake.show(fake.view(waiting_for=[3]), fake.asks(Button("call", cents=400)))
    expect(fake.page.locator(".bar .decision")).to_have_count(1)
    pressed_enter(fake.page)
    assert not fake.acts()
    fake.show(fake.view(waiting_for=[3]), fake.asks(Button("check")))
    expect(fake.page.locator(".bar .decision")).to_contain_text("Check")
    pressed_enter(fake.page)
    fake.drawn(lambda: len(fake.acts()) == 1)


TAKES = {
    "table": "FAKE", "game": "", "name": "", "status": "open", "why": "", "seats": 7, "taken": 1,
    "waiting": 0, "buy_in_least": 5000, "buy_in_most": 20_000, "rules": "", "practice": False,
}  # fmt: skip


@SIZES
@pytest.mark.parametrize("game", ["blackjack-x", "3-dice-baccarat"])
def test_chips_that_are_too_few_for_a_wager_can_be_topped_up(
    game: str, size: tuple[int, int], open_page: Open
) -> None:
    fake = FakeTable(open_page(DOOR, size), game, answers={"tables/FAKE": {"line": TAKES}})
    chair = {"seat": 3, "name": "Ann", "chips": 150, "state": "here"}
    table = {"status": "open", "closed": False, "chairs": [chair]}
    fake.show(over(fake), table=table)
    bar = fake.page.locator(".bar")
    expect(bar).to_contain_text("$1.50 is in front of you; a wager takes $5 or more")
    expect(bar).to_contain_text("You win $12")
    bar.get_by_role("button", name="Max").click()
    bar.get_by_role("button", name="Top up with $198").click()
    fake.drawn(lambda: {"type": "seat", "do": "top_up"}.items() <= fake.said[-1].items())
    assert fake.said[-1]["cents"] == 198_00
    bar.get_by_role("button", name="Next round").click()
    fake.drawn(lambda: fake.said[-1].get("do") == "ready")


def test_a_second_window_takes_over_once_and_the_first_can_take_it_back(
    room: WebRoom, open_page: Open
) -> None:
    first = Player(open_page(DOOR, DESK), room, room.table("free-bet-blackjack"), "Ann", 1)
    first.come()
    second = first.page.context.new_page()
    token = first.page.evaluate("sessionStorage.getItem('houseway.token')")
    second.goto(room.url + DOOR)
    second.evaluate("token => sessionStorage.setItem('houseway.token', token)", token)
    second.goto(first.page.url)
    expect(first.page.get_by_text("in another window")).to_be_visible()
    expect(second.locator(".bar .rack")).to_be_visible()
    second.wait_for_timeout(CALLS_AGAIN_MS)
    expect(second.locator(".bar .rack")).to_be_visible()
    expect(first.page.get_by_text("in another window")).to_be_visible()
    first.page.get_by_role("link", name="Play here instead").click()
    expect(first.bar.locator(".rack")).to_be_visible()
    expect(second.get_by_text("in another window")).to_be_visible()
