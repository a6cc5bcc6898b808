"""Each shape of choice in the bar, against a table that says what the test wants."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from houseway.engine.questions import Amount, Arrange, Button, Pick, Place, Spot
from houseway.game.face.views import Forbidden, Offer, Own, Preset, Prompt, SeatView, Way
from tests.e2e.web.fake_table import FakeTable, pile
from tests.e2e.web.stations import DESK, DOOR, PHONE, Open

NOW = 1_790_000_000_000
HIT, STAND = Button("hit", "take a card"), Button("stand", "take no more cards")


@pytest.fixture
def blackjack(open_page: Open) -> FakeTable:
    """A page at a blackjack table."""
    return FakeTable(open_page(DOOR, DESK), "free-bet-blackjack")


def decisions(fake: FakeTable) -> Locator:
    """The decisions in their places."""
    return fake.page.locator(".bar .decisions .decision")


def labels(fake: FakeTable) -> list[str]:
    """Return the labels of the buttons."""
    return fake.page.locator(".bar .decision-label").all_inner_texts()


def ask(fake: FakeTable, *choices: object, **more: object) -> None:
    """A question to the seat of the page."""
    prompt = Prompt(12, fake.seat, "", "stand", list(choices), [], **more)  # type: ignore[arg-type]
    fake.show(fake.view(waiting_for=[fake.seat]), Own([], prompt))


def test_decisions_keep_their_places(blackjack: FakeTable) -> None:
    double = Button("double", "double the wager for one card", 500)
    ask(blackjack, STAND, double, HIT)
    expect(decisions(blackjack)).to_have_count(3)
    assert labels(blackjack) == ["Hit", "Stand", "Double $5"]
    with_free = [Forbidden("double", "it needs $5", ("CO-2116-8A",), "double", here=True)]
    blackjack.show(
        blackjack.view(waiting_for=[3]),
        Own([], Prompt(13, 3, "", "stand", [STAND, HIT], with_free)),
    )
    expect(decisions(blackjack).nth(2)).to_have_class("decision closed")
    assert labels(blackjack) == ["Hit", "Stand", "Double"]


def test_the_letter_on_a_button_presses_it(blackjack: FakeTable) -> None:
    ask(blackjack, HIT, STAND)
    key = decisions(blackjack).nth(1).locator("kbd")
    blackjack.page.keyboard.press(key.inner_text().lower())
    blackjack.drawn(lambda: len(blackjack.acts()) == 1)
    assert blackjack.acts()[0]["name"] == "stand"
    assert blackjack.acts()[0]["ask"] == 12


def test_a_decision_is_sent_once(blackjack: FakeTable) -> None:
    ask(blackjack, HIT, STAND)
    decisions(blackjack).first.dblclick()
    blackjack.page.keyboard.press("h")
    blackjack.page.evaluate("() => new Promise(done => requestAnimationFrame(done))")
    assert [one["name"] for one in blackjack.acts()] == ["hit"]


def test_the_clock_is_the_rooms_and_red_at_the_end_only(blackjack: FakeTable) -> None:
    own = Own([], Prompt(12, 3, "your turn", "stand", [HIT, STAND], []))
    blackjack.show(blackjack.view(waiting_for=[3]), own, due={"3": NOW + 20_400})
    clock = blackjack.page.locator(".clock")
    expect(clock).to_have_text("20")
    assert "urgent" not in (clock.get_attribute("class") or "")
    blackjack.show(blackjack.view(waiting_for=[3]), own, due={"3": NOW + 3_400})
    expect(clock).to_contain_class("urgent")


def test_who_is_waited_for(blackjack: FakeTable) -> None:
    blackjack.show(blackjack.view(waiting_for=[1], phase_words="players play their hands"))
    bar = blackjack.page.locator(".bar")
    expect(bar).to_contain_text("Waiting for Bo")
    expect(bar).to_contain_text("players play their hands")
    assert bar.bounding_box() is not None
    blackjack.show(blackjack.view(waiting_for=[1, 2, 4]))
    expect(bar).to_contain_text("Waiting for Bo, Chen and 1 other")


def test_the_bar_keeps_its_height(open_page: Open) -> None:
    for size in (PHONE, DESK):
        fake = FakeTable(open_page(DOOR, size), "free-bet-blackjack")
        heights = set()
        spot = Spot("main", 500, 50_000, required=True, words="initial bet", wager="main")
        buttons = [Button(f"b{n}", f"decision number {n} with many words") for n in range(9)]
        offers: tuple[list[Any], ...] = (
            [HIT], [HIT, STAND], buttons, [Place("bet", (spot,))], [Amount("insure", 100, 5_000)]
        )  # fmt: skip
        for at, choices in enumerate(offers):
            prompt = Prompt(20 + at, 3, f"question {at}", "hit", choices, [])
            fake.show(fake.view(waiting_for=[3]), Own([], prompt))
            expect(fake.page.locator(".bar h2")).to_have_text(f"Question {at}")
            box = fake.page.locator(".bar").bounding_box()
            inner = fake.page.evaluate(
                "() => Math.max(...[...document.querySelectorAll('.bar-do > *')]"
                ".map(one => one.getBoundingClientRect().bottom))"
            )
            assert box is not None and inner <= box["y"] + box["height"]
            heights.add((box["y"], box["height"]))
        assert len(heights) == 1


def test_the_button_carries_the_amount(blackjack: FakeTable) -> None:
    raise_ = Amount("raise", 400, 40_000, words="raise")
    offer = Offer("raise", "Raise", means="to", presets=(Preset("Min", 400), Preset("Pot", 1_250)))
    ask(blackjack, Button("fold", ""), raise_, offers=[offer])
    page = blackjack.page
    main = page.locator(".decision.primary")
    expect(main).to_contain_text("Raise to $4")
    page.get_by_role("button", name="Pot", exact=True).click()
    expect(main).to_contain_text("Raise to $12.50")
    page.get_by_role("slider").fill("3")
    expect(main).not_to_contain_text("$12.50")
    page.get_by_role("textbox", name="Amount").fill("888.8")
    expect(main).to_have_attribute("aria-disabled", "true")
    page.get_by_role("textbox", name="Amount").fill("88.80")
    page.keyboard.press("Enter")
    blackjack.drawn(lambda: len(blackjack.acts()) == 1)
    assert blackjack.acts()[0]["amount"] == 8_880


def test_pieces_are_picked_and_counted(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "lowball-27")
    names = fake.layout["pieces"]
    pieces = tuple(names.index(name) for name in ("2c", "9d", "9s", "Kh", "3c"))
    held = pile("hole", 3, "2c 9d 9s Kh 3c")
    discard = Pick("discard", pieces, 1, 5)
    own = Own([], Prompt(12, 3, "draw", "pat", [Button("pat", "keep every card"), discard], []))
    fake.show(fake.view(piles=[held], waiting_for=[3]), own)
    main = fake.page.locator(".decision.primary")
    expect(main).to_have_attribute("aria-disabled", "true")
    fake.page.keyboard.press("3")
    fake.page.locator(".slot-pick").nth(3).click()
    expect(main).to_contain_text("2")
    fake.page.keyboard.press("Enter")
    fake.drawn(lambda: len(fake.acts()) == 1)
    assert sorted(fake.acts()[0]["pieces"]) == sorted(names.index(name) for name in ("9s", "Kh"))


def tiles(fake: FakeTable) -> tuple[tuple[int, ...], Own]:
    """Four tiles to set: two ways that may be, and one that may not."""
    names = fake.layout["pieces"]
    four = tuple(names.index(name) for name in ("teen", "dey", "gor", "look"))
    a, b, c, d = four

    def way(words: str, high: tuple[int, int], low: tuple[int, int], **more: object) -> Way:
        totals = tuple(words.split(" / "))
        return Way(words, (("high", high), ("low", low)), totals, **more)  # type: ignore[arg-type]

    ways = (
        way("nine / six", (a, b), (c, d)),
        way("eight / seven", (a, c), (b, d), house=True),
        way("one / two", (a, d), (b, c), fault="the low hand is higher", clauses=("CA-TILE-07",)),
    )
    arrange = Arrange("set", four, (("high", 2), ("low", 2)))
    offer = Offer("set", "Set", ways=ways)
    return four, Own([], Prompt(12, 3, "set your hands", "", [arrange], [], offers=[offer]))


def test_hands_are_set_by_dragging_by_pressing_and_by_number(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "pai-gow-tiles")
    (a, b, c, d), own = tiles(fake)
    fake.show(fake.view(waiting_for=[3]), own)
    page = fake.page
    main = page.locator(".decision.primary")
    expect(main).to_contain_text("nine / six")
    second = page.locator(".tray").nth(0).locator(".tray-piece").nth(1)
    third = page.locator(".tray").nth(1).locator(".tray-piece").nth(0)
    second.drag_to(third)
    expect(main).to_contain_text("eight / seven")
    expect(page.locator(".way[aria-checked=true]")).to_contain_text("house way")
    page.keyboard.press("1")
    expect(main).to_contain_text("nine / six")
    page.locator(".tray").nth(0).locator(".tray-piece").nth(1).click()
    page.locator(".tray").nth(1).locator(".tray-piece").nth(1).click()
    expect(page.locator(".setting-fault")).to_have_text("the low hand is higher")
    expect(main).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("the low hand is higher")
    assert fake.acts() == []
    page.get_by_role("button", name="Show the house way").click()
    main.click()
    fake.drawn(lambda: len(fake.acts()) == 1)
    assert fake.acts()[0]["parts"] == [["high", [a, c]], ["low", [b, d]]]


def test_parts_that_the_rules_exchange_are_exchanged_visibly(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "pai-gow-tiles")
    _, own = tiles(fake)
    fake.show(fake.view(waiting_for=[3]), own)
    trays = fake.page.locator(".tray")

    def exchange(high: int, low: int) -> None:
        trays.nth(0).locator(".tray-piece").nth(high).click()
        trays.nth(1).locator(".tray-piece").nth(low).click()

    expect(trays.nth(0)).to_contain_text("nine")
    first = trays.nth(0).locator(".tray-grip").first.get_attribute("aria-label") or ""
    exchange(0, 0)  # the first of each: the table would lay these hands the other way round
    expect(fake.page.locator(".way[aria-checked=true]")).to_contain_text("one / two")
    expect(trays.nth(0).get_by_role("button", name=first)).to_be_visible()


def test_a_loser_is_told_what_was_lost(blackjack: FakeTable) -> None:
    seats = [SeatView(1, "Bo", 600_00, net=100_00), SeatView(3, "Ann", 400_00, net=-100_00)]
    blackjack.show(blackjack.view(seats=seats, closed=True, headline="Bo wins $100"))
    bar = blackjack.page.locator(".bar")
    expect(bar.locator("h2")).to_have_text("You lose $100")
    expect(bar).to_contain_text("Bo wins $100")
    expect(bar.get_by_role("button", name="Next round")).to_be_visible()
