"""The socket of a table comes back by itself, and nothing that it says breaks the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from houseway.engine.questions import Button, Place, Spot
from houseway.game.face.views import Chips, Own, OwnPile, Prompt
from tests.e2e.web.fake_table import FakeTable, encoded, pile
from tests.e2e.web.stations import DOOR, Open, Watched, come_true
from tests.e2e.web.web_room import PIN, WebRoom

MARKUP = "<img src=x onerror=\"document.title='taken'\"><b>Bo</b>"
NONSENSE: list[Any] = [
    "no message", "[]", "null", "{}", '{"type":"view"}', '{"type":"<b>"}',
    {"type": "view", "seq": "x", "round": None, "public": [], "own": 7, "steps": 3, "acks": {}},
    {"type": "view", "public": {"piles": 5, "seats": {"a": 1}, "chips": [None, 1, []]}},
    {"type": "view", "public": {"piles": [{"pieces": [1, None, {}], "up": "yes", "seat": "3"}]}},
    {"type": "view", "public": {"chips": [{"seat": 3, "spot": "main", "cents": -1e300}]}},
    {"type": "view", "public": {"meters": [{"cents": None}], "pots": [{"seats": 3}], "bank": {}}},
    {"type": "view", "public": {}, "own": {"prompt": {"actions": [{"shape": "spin"}, {}, 4]}}},
    {"type": "view", "public": {}, "own": {"prompt": {"actions": [{"shape": "place"}]}}},
    {"type": "view", "public": {}, "own": {"piles": [{"at": 9, "pile": {}}, {"at": -1}]}},
    {"type": "view", "public": {}, "steps": [{"public": 4, "piles": "x"}, None, {}]},
    {"type": "view", "table": 3, "due": [1], "public": {"results": [{"net": "all"}, 3]}},
    {"type": "view", "due": {"__proto__": 5, "x": "y"}, "public": {"waiting_for": ["x", None]}},
    {"type": "no"}, {"type": "no", "why": {"a": 1}, "clauses": 4, "key": []},
    {"type": "pong", "now": "later"}, {"type": "welcome"}, {"type": "welcome", "v": 9, "layout": 4},
]  # fmt: skip
"""Messages that no room sends."""


AGAIN_S = 2
"""By then a page has called again for the first time."""


@pytest.fixture
def fake(open_page: Open) -> FakeTable:
    return FakeTable(open_page(DOOR), "free-bet-blackjack")


@pytest.fixture
def timed(open_page: Open) -> FakeTable:
    """One where time goes by as the test wants it."""
    return FakeTable(open_page(DOOR), "free-bet-blackjack", timed=True)


def test_nonsense_breaks_nothing(fake: FakeTable) -> None:
    """After each the next view is drawn as if nothing had been, and the console says nothing."""
    tag, said = fake.page.locator(".own .pile-tag"), Watched(fake.page)
    for n, message in enumerate(NONSENSE):
        fake.show(fake.view(piles=[pile("hand", 3, "8h 3s", total=f"before {n}")]))
        expect(tag).to_have_text(f"before {n}")
        fake.send(message)
        fake.show(fake.view(piles=[pile("hand", 3, "8h 4s", total=f"after {n}")]))
        expect(tag, f"after {message}").to_have_text(f"after {n}")
        assert not said.wrong, f"{message} says {said.wrong}"


def test_markup_in_names_stays_text(fake: FakeTable) -> None:
    """Wherever words of others are drawn: names, totals, marks, phases, questions, refusals."""
    view = encoded(fake.view(piles=[pile("hand", 1, "8h 3s", total=MARKUP, marks=[MARKUP])]))
    view["seats"][0] |= {"name": MARKUP, "status": MARKUP, "did": MARKUP}
    view |= {"headline": MARKUP, "phase_words": MARKUP, "waiting_for": [3]}
    view["pots"] = [{"name": MARKUP, "cents": 5, "seats": [1], "won": [], "words": MARKUP}]
    fake.show(view, fake.asks(Button("hit", MARKUP), words=MARKUP))
    fake.send({"type": "no", "key": "", "code": "refused", "why": MARKUP, "clauses": [MARKUP]})
    page = fake.page
    expect(page.locator(".plate-name").get_by_text(MARKUP)).to_be_visible()
    assert page.locator("hw-table img, hw-table b b").count() == 0
    assert page.title() != "taken"


def test_a_lost_connection_comes_back_with_what_was_under_way(timed: FakeTable) -> None:
    """An unanswered message is sent again under its key; the hand stays where it was."""
    fake = timed
    hand = pile("hand", 3, "8h 3s", total="11", turn=True)
    view, asked = (
        fake.view(piles=[hand], waiting_for=[3]),
        fake.asks(Button("hit"), Button("stand")),
    )
    fake.show(view, asked)
    page = fake.page
    page.get_by_role("button", name="Hit").click()
    fake.drawn(lambda: len(fake.acts()) == 1)
    seen = fake.seq
    fake.stop()
    fake.cut()
    expect(page.get_by_text("Coming back")).to_be_visible()
    expect(page.locator(".own .pile-tag")).to_have_text("11")
    fake.passes(AGAIN_S)
    fake.drawn(lambda: len(fake.acts()) == 2)
    first, again = fake.acts()
    assert first == again
    hellos = [one for one in fake.said if one["type"] == "hello"]
    assert [one["seen"] for one in hellos] == [0, seen]
    after = fake.view(piles=[pile("hand", 3, "8h 3s 5d", total="16")])
    fake.show(after, None, acks=[first["key"]])
    expect(page.locator(".own .pile-tag")).to_have_text("16")
    expect(page.get_by_text("Coming back")).to_have_count(0)
    fake.cut()
    expect(page.get_by_text("Coming back")).to_be_visible()
    fake.passes(AGAIN_S)
    fake.drawn(lambda: fake.joined == 3)
    fake.show(after)
    assert len(fake.acts()) == 2, "what is answered is not sent again"


def test_a_room_that_says_goodbye_is_not_called_again(timed: FakeTable) -> None:
    fake = timed
    fake.show(fake.view())
    fake.send({"type": "bye", "why": "this account has logged in elsewhere", "again": False})
    expect(fake.page.get_by_text("this account has logged in elsewhere")).to_be_visible()
    fake.stop()
    fake.cut()
    fake.passes(AGAIN_S)
    assert fake.joined == 1


def stepping(fake: FakeTable) -> bool:
    """Return whether steps are still to be shown."""
    return bool(fake.page.evaluate("document.querySelector('hw-felt').play.stepping"))


def test_steps_are_shown_one_after_the_other(open_page: Open) -> None:
    """A covered card is shown before it is turned, and Space goes to the end at once."""
    fake = FakeTable(open_page(DOOR, still=False), "free-bet-blackjack", timed=True)
    before = encoded(fake.view(piles=[pile("dealer", 0, "Tc ??", total="10")]))
    turned = encoded(fake.view(piles=[pile("dealer", 0, "Tc 6d", total="16")]))
    drawn = fake.view(piles=[pile("dealer", 0, "Tc 6d 5h", total="21")])
    now = {"piles": turned["piles"]}
    steps = [
        {"cue": "deal", "at": 1, "results": 0, "public": before},
        *({"cue": "turn", "at": n, "results": 0, "public": now} for n in range(2, 9)),
        {"cue": "draw", "at": 9, "results": 0},
    ]  # fmt: skip
    fake.show(before)
    tag = fake.page.locator(".zones .pile-tag")
    expect(tag).to_have_text("10")
    fake.stop()
    fake.show(drawn, fake.asks(Button("hit")), steps=steps)
    fake.drawn(lambda: stepping(fake))
    expect(tag).to_have_text("10")
    fake.passes(0.5)
    expect(tag).to_have_text("16")
    expect(fake.page.locator("hw-felt [role=status]")).not_to_contain_text("Your turn")
    fake.page.keyboard.press(" ")
    expect(tag).to_have_text("21")
    expect(fake.page.locator("hw-felt [role=status]")).to_contain_text("Your turn")
    assert not stepping(fake)


def test_a_question_that_is_answered_gives_way_to_what_happens(open_page: Open) -> None:
    fake = FakeTable(open_page(DOOR, still=False), "free-bet-blackjack", timed=True)
    spot = Spot("main", 500, 50_000, required=True, wager="main")
    bet = fake.asks(Place("bet", (spot,)), words="place your wagers", default_words="sit out")
    fake.show(fake.view(waiting_for=[3], phase_words="wagers are placed"), bet)
    title, line = fake.page.locator(".bar h2"), fake.page.locator(".bar-line")
    expect(title).to_have_text("Place your wagers")
    fake.stop()
    piles = [pile("dealer", 0, "Tc ??")]
    deal = fake.view(piles=piles, phase_words="the cards are dealt")
    steps = [{"cue": "deal", "at": n, "results": 0, "public": encoded(deal)} for n in (1, 2, 3)]
    hit = Prompt(13, 3, "your turn", "", [Button("hit")], [])
    fake.show(fake.view(piles=piles, waiting_for=[3]), Own([], hit), steps=steps)
    expect(title).to_have_text("The cards are dealt")
    expect(line).to_have_text("")
    fake.page.keyboard.press(" ")
    expect(title).to_have_text("Your turn")


def test_chips_are_counted_once_while_steps_are_shown(open_page: Open) -> None:
    """Chips that were put down and chips that lie there by now are the same chips."""
    fake = FakeTable(open_page(DOOR, still=False), "free-bet-blackjack", timed=True)
    spot = Spot("main", 500, 50_000, required=True, wager="main")
    fake.show(fake.view(waiting_for=[3]), fake.asks(Place("bet", (spot,))))
    main = fake.page.locator("[data-name='main']")
    main.click()
    fake.page.get_by_role("button", name="Bet $5").click()
    fake.drawn(lambda: bool(fake.acts()))
    chips = [Chips(3, "main", 500)]
    lies = encoded(fake.view(chips=chips))
    steps = [{"cue": "roll", "at": n, "results": 0, "public": lies} for n in range(4)]
    dealt = fake.view(chips=chips, piles=[pile("hand", 3, "8h 3s")])
    fake.stop()
    fake.show(dealt, None, steps=steps, acks=[fake.acts()[0]["key"]])
    fake.drawn(lambda: stepping(fake))
    expect(fake.page.locator(".spot-sum").first).to_have_text("$5")
    expect(main).to_have_accessible_name("initial bet, $5")
    fake.passes(5)
    expect(fake.page.locator(".own .slot[data-piece]")).to_have_count(2)
    expect(main).to_have_accessible_name("initial bet, $5")


def test_nothing_moves_where_nothing_may(timed: FakeTable) -> None:
    """With motion off the last step is shown though no time goes by, and no animation runs."""
    fake = timed
    fake.show(fake.view())
    fake.stop()
    before = encoded(fake.view(piles=[pile("dealer", 0, "Tc ??", total="10")]))
    steps = [{"cue": "turn", "at": n, "results": 0, "public": before} for n in range(9)]
    fake.show(fake.view(piles=[pile("dealer", 0, "Tc 6d 5h", total="21")]), steps=steps)
    expect(fake.page.locator(".zones .pile-tag")).to_have_text("21")
    assert fake.page.evaluate("document.getAnimations().length") == 0


def test_a_seat_sees_its_own_piles_in_their_places(fake: FakeTable) -> None:
    public = fake.view(piles=[pile("dealer", 0, "Tc ??"), pile("hand", 3, "?? ??")])
    fake.show(public, Own([OwnPile(1, pile("hand", 3, "Ah Kd", total="blackjack"))]))
    expect(fake.page.locator(".own").get_by_label("ace of hearts")).to_be_visible()
    expect(fake.page.locator(".zones").get_by_label("a covered card")).to_have_count(1)


def logged_in(page: Page, room: WebRoom, name: str) -> str:
    body = {"card": room.player(name), "pin": PIN, "station": name}
    token: str = page.request.post(f"{room.url}/api/login", data=body).json()["token"]
    page.evaluate("token => sessionStorage.setItem('houseway.token', token)", token)
    return token


def test_a_real_hand_goes_on_after_the_connection_was_cut(open_page: Open, room: WebRoom) -> None:
    page = open_page(DOOR)
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    page.route_web_socket("**/api/socket", through)
    token = logged_in(page, room, "Cut Off")
    table = room.table("blackjack-burnout")
    sat = page.request.post(
        f"{room.url}/api/tables/{table}/seat",
        headers={"authorization": f"Bearer {token}", "idempotency-key": "cut-off"},
        data={"do": "sit", "seat": 2, "cents": 20_000},
    )
    assert sat.ok, sat.text()
    page.goto(f"{room.url}/table/{table}")
    page.locator("[data-name='main'].open").click()
    page.get_by_role("button", name="Bet $").click()
    cards = page.locator(".own .slot[data-piece]")
    expect(cards).to_have_count(2)
    before = [one.get_attribute("data-piece") for one in cards.all()]
    routes[-1].close(code=1011)
    come_true(page, lambda: len(routes) == 2)
    expect(page.get_by_text("Coming back")).to_have_count(0)
    expect(cards.first).to_be_visible()
    assert [one.get_attribute("data-piece") for one in cards.all()][:2] == before


def test_a_watcher_sees_the_round_before(open_page: Open, room: WebRoom) -> None:
    """A person without a seat sees no card of the round in play, and may choose a chair."""
    page = open_page(DOOR)
    logged_in(page, room, "Onlooker")
    page.goto(f"{room.url}/table/three-card-poker")
    page.get_by_role("button", name="Seat 3, sit down").click()
    expect(page.get_by_role("button", name="Seat 3, sit down")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Sit down with").click()
    expect(page.locator(".own-plate .plate")).to_contain_text("You")
    assert room.room.table("three-card-poker").live.seating.seats[3].player.name == "Onlooker"


def test_a_room_that_does_not_answer_is_said_within_two_seconds(timed: FakeTable) -> None:
    fake = timed
    fake.show(fake.view(waiting_for=[3]), fake.asks(Button("hit"), Button("stand")))
    page = fake.page
    page.get_by_role("button", name="Hit").click()
    fake.drawn(lambda: len(fake.acts()) == 1)
    fake.stop()
    assert page.get_by_text("does not answer").count() == 0
    fake.passes(2.1)
    expect(page.get_by_text("The room does not answer")).to_be_visible()
    fake.show(fake.view(), None, acks=[fake.acts()[0]["key"]])
    expect(page.get_by_text("does not answer")).to_have_count(0)


def test_who_is_idle_is_told_as_well(timed: FakeTable) -> None:
    """A ping finds out that the connection is dead."""
    fake = timed
    fake.show(fake.view(waiting_for=[1]))
    expect(fake.page.locator(".bar")).to_contain_text("Waiting for Bo")
    fake.stop()
    fake.passes(8)
    expect(fake.page.get_by_text("The room does not answer")).to_be_visible()
