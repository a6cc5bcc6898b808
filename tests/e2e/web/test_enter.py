"""Enter and the gold button add no money that the player did not choose, in any game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from houseway.engine.questions import Amount, Button, Place
from houseway.game.base import Game
from houseway.game.face.views import Offer, Own, Prompt, View
from tests.e2e.web.fake_table import FakeTable, encoded, result
from tests.e2e.web.stations import DESK, DOOR, Open
from tests.support.random_play import GAME_IDS, open_table, random_act

GOLD = """() => [...document.querySelectorAll('.bar .decision:not([aria-disabled])')]
  .filter((one) => getComputedStyle(one).backgroundColor === 'rgb(226, 184, 102)')
  .map((one) => one.innerText)"""
"""The words of the buttons in brass that may be pressed."""
FOCUS = "() => [...document.querySelectorAll('.bar-do :is(button, input)')].at(-1)?.focus()"
"""As if the last control of the bar had just been used."""
ANSWERED_MS = 40
"""Time for a page to send something."""
TABLES, ROUNDS = range(50, 54), 4
"""Random tables of every game, and the rounds played at each."""
Question = tuple[Game, int, View, Own, Prompt]


def kind(prompt: Prompt) -> tuple[object, ...]:
    """The names, the shapes and the costs of the actions."""
    return tuple(sorted((type(one).__name__, one.name, adds(one)) for one in prompt.actions))


def adds(action: object) -> bool:
    """Return whether this action adds money of the player."""
    return isinstance(action, Amount | Place) or (isinstance(action, Button) and action.cents > 0)


def questions(*, each_game: bool) -> Iterator[Question]:
    """Questions of random play: one of each kind, or one of each kind for every game."""
    seen = set()
    for game_id in GAME_IDS:
        for seed in TABLES:
            table, rng = open_table(game_id, seed)
            for _ in range(ROUNDS):
                if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
                    break
                round_ = table.start()
                while round_.question is not None:
                    public, owns = round_.views()
                    for seat, own in owns.items():
                        if own.prompt is None:
                            continue
                        what = (game_id if each_game else "", *kind(own.prompt))
                        if what not in seen:
                            seen.add(what)
                            yield table.game, seat, public, own, own.prompt
                    table.enter(random_act(round_, rng))


@pytest.mark.parametrize(
    "each_game", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["kinds", "games"]
)
def test_enter_and_gold_add_no_money(each_game: bool, open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "holdem")
    page, wrong, asked = fake.page, [], 0
    for asked, (game, seat, public, own, prompt) in enumerate(questions(each_game=each_game), 1):
        page.evaluate(FOCUS)  # where the question before has left it
        known = [one["key"] for one in fake.said if "key" in one]
        fake.seat = seat
        if encoded(game.layout()) != fake.layout:
            fake.layout = encoded(game.layout())
            fake.welcome()
        fake.show(public, own, round=100 + asked, acks=known)
        expect(page.locator(f".bar[data-round='{100 + asked}'][data-ready=yes]")).to_be_attached()
        gold = [words for words in page.evaluate(GOLD) if "$" in words]
        page.keyboard.press("Enter")
        page.wait_for_timeout(ANSWERED_MS)
        sent = [one["name"] for one in fake.acts() if one["key"] not in known]
        costly = [one.name for one in prompt.actions if one.name in sent and adds(one)]
        if costly or gold:
            wrong.append(f"{game.id}, {prompt.words!r}: Enter sends {costly}, gold says {gold}")
    assert asked > 50
    assert not wrong, "\n".join(wrong)


def test_what_takes_the_place_of_next_round_takes_no_money_at_once(open_page: Open) -> None:
    """A press that was meant for "Next round" does not take the bank that is offered there."""
    fake = FakeTable(open_page(DOOR, DESK), "funtazee-21")
    bank = (Amount("take_bank", 100, 50_000), Button("pass_bank"))
    fake.show(fake.view(closed=True, headline="Over", results=[result("main", 500)]))
    main = fake.page.locator(".decision.primary")
    expect(main).to_contain_text("Next round")
    box = main.bounding_box()
    assert box is not None
    fake.show(fake.view(waiting_for=[3]), fake.asks(*bank), round=8)
    expect(main).not_to_contain_text("Next round")
    expect(main).to_have_attribute("aria-disabled", "true")
    fake.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(fake.page.locator(".bar[data-ready=yes]")).to_be_attached()
    assert not fake.acts()
    main.click()
    fake.drawn(lambda: len(fake.acts()) == 1)


def test_who_asks_for_the_next_round_is_not_held_up(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "holdem", timed=True)
    fake.show(fake.view(closed=True, headline="Over", results=[result("bet", 500)]))
    fake.page.get_by_role("button", name="Next round").click()
    fake.stop()
    keys = [one["key"] for one in fake.said if "key" in one]
    ask = fake.asks(Button("fold"), Button("call", cents=200))
    fake.show(fake.view(waiting_for=[3]), ask, round=8, acks=keys)
    expect(fake.page.locator(".bar[data-ready=yes][data-round='8']")).to_be_attached()


def test_a_tip_is_opened_before_it_is_chosen(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, DESK), "3-card-shine")
    tip = Amount("play_and_tip", 100, 500, words="play and tip")
    offers = [Offer("play_and_tip", "Play and tip", means="by")]
    fake.show(
        fake.view(waiting_for=[3]),
        fake.asks(Button("fold"), Button("play", cents=500), tip, offers=offers),
    )
    page = fake.page
    expect(page.locator(".bar .decision")).to_have_count(3)
    expect(page.locator(".bar .amount")).to_have_count(0)
    page.get_by_role("button", name="Play and tip").click()
    page.get_by_role("textbox", name="Amount").fill("3")
    send = page.get_by_role("button", name="Play and tip $3")
    expect(send).to_contain_text("$8 in all")  # with the play wager of $5
    send.click()
    fake.drawn(lambda: len(fake.acts()) == 1)
    assert fake.acts()[0]["amount"] == 300
