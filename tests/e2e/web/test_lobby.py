"""The lobby by real clicks: two touches to a seat, filters, search, lists, what was played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.room.api.lab_types import TableEdge
from houseway.rulebook import games
from tests.e2e.web.stations import DESK, PHONE, SIZES, TOUCH, WALL, Axe, Open, picture
from tests.e2e.web.web_room import CASHIER, GUEST_CENTS, PIN, WebRoom

SWITCH = "blackjack-switch"


@pytest.fixture(scope="module")
def room(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebRoom]:
    """A room of its own: the lobby counts what is there, and other tests open tables."""
    with WebRoom(tmp_path_factory.mktemp("lobby")) as served:
        yield served


def offer(page: Page, table: str) -> Locator:
    """The card of a table."""
    return page.locator("article.offer", has=page.locator(f'[id="table-{table}"]'))


def sign_in(page: Page, card: str) -> None:
    """By card and PIN, over the top bar."""
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Card number").fill(card)
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def seated(room: WebRoom, table: str, name: str) -> bool:
    """Return whether a person of this name has a chair there."""
    seats = room.room.tables[table].live.seating.seats.values()
    return any(sitter.player.name == name for sitter in seats)


@SIZES
def test_every_table_is_there(open_page: Open, axe: Axe, size: tuple[int, int]) -> None:
    page = open_page("/", size)
    expect(page.locator("article.offer")).to_have_count(len(games()))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page) == []
    switch = offer(page, SWITCH)
    expect(switch).to_contain_text("Blackjack Switch")
    expect(switch).to_contain_text("$5 – $500")
    expect(switch.get_by_role("img", name="0 of 7 seats taken")).to_be_visible()
    picture(page, f"lobby-{size[0]}")


@pytest.mark.parametrize("size", [PHONE, TOUCH, DESK, WALL], ids=lambda size: str(size[0]))
def test_every_way_in_can_be_touched(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page("/", size)
    expect(page.locator("article.offer").first).to_be_visible()
    cut = page.evaluate(
        """[...document.querySelectorAll("article.offer")].filter((offer) => {
             const box = offer.getBoundingClientRect();
             const way = offer.querySelector(".way > *").getBoundingClientRect();
             const whole = [...offer.querySelectorAll(".fact, .way, h2")].every((part) => {
               const { left, right, bottom } = part.getBoundingClientRect();
               return left >= box.left && right <= box.right && bottom <= box.bottom;
             });
             return !whole || way.height < 44 || way.width < 44;
           }).map((offer) => offer.textContent.trim().replace(/\\s+/g, " "))"""
    )
    assert cut == []


@SIZES
def test_a_guest_has_a_seat_in_two_touches(
    open_page: Open, room: WebRoom, axe: Axe, size: tuple[int, int]
) -> None:
    table = {PHONE: "3-card-shine", DESK: SWITCH}[size]
    page = open_page("/", size)
    offer(page, table).get_by_role("button", name="Sit").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("$2,000 to play with")
    assert axe(page) == []
    picture(page, f"sit-{size[0]}")
    dialog.get_by_role("button", name="Take a guest card and sit down").click()
    page.wait_for_url(f"**/table/{table}")
    page.goto(f"{room.url}/")
    page.locator(".purse").click()
    expect(page.locator(".kept")).to_contain_text("its PIN")
    guests = [s.player for s in room.room.tables[table].live.seating.seats.values()]
    assert any(guest.name.startswith("Guest ") for guest in guests)


def test_someone_with_a_card_sits_down_with_what_they_choose(
    open_page: Open, room: WebRoom
) -> None:
    card = room.player("Berta", 700_00)
    page = open_page("/")
    sign_in(page, card)
    expect(page.locator(".purse")).to_have_text(re.compile(rf"card {card[-4:]}\s*\$700\.00"))
    offer(page, "omaha").get_by_role("button", name="Sit").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("$700 in your wallet")
    dialog.get_by_label("$200", exact=True).check()
    dialog.get_by_role("button", name="Sit down with $200").click()
    page.wait_for_url("**/table/omaha")
    assert seated(room, "omaha", "Berta")
    page.goto(f"{room.url}/")
    back = offer(page, "omaha").get_by_role("link", name="Return to your seat")
    expect(back).to_be_visible()
    expect(page.locator(".purse")).to_contain_text("$500.00")


def test_a_wrong_pin_is_said(open_page: Open, room: WebRoom) -> None:
    card = room.player("Cy")
    page = open_page("/", expected=("401",))
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Card number").fill(card)
    page.get_by_label("PIN", exact=True).fill("9999")
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("PIN")
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(page.locator(".purse")).to_be_visible()


def test_a_pin_is_masked_and_the_login_before_is_told(open_page: Open, room: WebRoom) -> None:
    card = room.player("Cora")
    page = open_page("/", expected=("401",))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("PIN", exact=True)).to_have_attribute("type", "password")
    page.get_by_role("button", name="Close").click()
    sign_in(page, card)
    page.locator(".purse").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("No one has signed in with this card before.")
    dialog.get_by_role("button", name="Sign out").click()
    for pin in ("9999", PIN):
        page.get_by_label("Card number").fill(card)
        page.get_by_label("PIN", exact=True).fill(pin)
        dialog.get_by_role("button", name="Sign in").click()
        expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.get_by_role("alert")).to_have_text("Wrong PINs tried since then: 1.")
    expect(dialog).to_contain_text(re.compile(r"Signed in before: .*, at browser \w+\."))


def test_who_has_too_little_is_told_before_sitting(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    sign_in(page, room.player("Dora", 5_00))
    offer(page, SWITCH).get_by_role("button", name="Sit").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_have_text(
        "Your wallet has $5; this table takes $50 or more."
    )
    expect(dialog.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_name_full_of_markup_is_a_name(open_page: Open, room: WebRoom) -> None:
    name = '<img src=x onerror="alert(1)">'
    page = open_page("/")
    sign_in(page, room.player(name))
    page.locator(".purse").click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text(name)
    expect(page.locator("img:not([role])")).to_have_count(0)


def test_a_full_table_has_a_list(open_page: Open, room: WebRoom) -> None:
    table = "pai-jack"
    room.bots(table, 7)
    page = open_page("/")
    sign_in(page, room.player("Emma"))
    full = offer(page, table)
    expect(full.get_by_role("img", name="7 of 7 seats taken")).to_be_visible()
    full.get_by_role("button", name="Wait").click()
    page.get_by_role("dialog").get_by_role("button", name="Wait with").click()
    expect(full).to_contain_text("1 waiting")
    expect(full).to_contain_text("On the list")
    expect(page.locator(".calls")).to_contain_text("Pai Jack: place 1 on the list")
    page.get_by_role("button", name="Leave the list").click()
    expect(full.get_by_role("button", name="Wait")).to_be_visible()
    assert not room.room.lobby.waiting.waits


@SIZES
def test_search_and_filters(open_page: Open, room: WebRoom, size: tuple[int, int]) -> None:
    page = open_page("/", size)
    offers = page.locator("article.offer")
    expect(offers).to_have_count(len(games()))
    page.keyboard.press("/")
    page.keyboard.type("pot gold")
    expect(offers.locator("h2")).to_have_text(["Free Bet Blackjack"])
    expect(page).to_have_url(re.compile(r"\?q=pot\+gold$"))
    page.keyboard.press("Enter")
    expect(offers.get_by_role("button", name="Sit")).to_be_focused()
    page.get_by_role("searchbox").fill("no such thing")
    expect(page.get_by_text("No table matches")).to_be_visible()
    page.get_by_role("button", name="Show all tables").click()
    expect(offers).to_have_count(len(games()))
    if size == PHONE:
        page.locator(".filters summary").click()
    page.get_by_label("a progressive").check()
    with_meters = [g for g in games().values() if g().layout().meters]
    expect(offers).to_have_count(len(with_meters))
    page.reload()
    expect(offers).to_have_count(len(with_meters))


def test_meters_are_plates(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    plates = page.locator(".plate")
    expect(plates).to_have_count(4)
    page.get_by_role("button", name=re.compile(r"All \d+ progressives")).click()
    wagers = [{m.spot for m in g().layout().meters} for g in games().values()]
    expect(plates).to_have_count(sum(map(len, wagers)))
    meters = sum(len(g().layout().meters) for g in games().values())
    expect(plates.locator("b, i")).to_have_count(meters)
    shown = [_cents(text) for text in plates.locator("b").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)


def _cents(text: str) -> int:
    return int(text.replace("$", "").replace(",", "").replace(".", ""))


def test_the_house_edge_is_shown_as_soon_as_it_is_known(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    dice = offer(page, "3-dice-baccarat")
    expect(dice).to_contain_text("1.27 %", timeout=60_000)
    expect(dice.get_by_title("Player: exact")).to_be_visible()
    expect(dice.locator(".fact", has_text="1.27 %")).to_contain_text("house edge")
    expect(offer(page, SWITCH).locator(".fact", has_text="edge to follow")).to_be_visible()
    page.get_by_label("house edge below 1 %").check()
    expect(page.locator("article.offer")).to_have_count(0)


def test_the_edge_is_that_of_what_has_to_be_bet(open_page: Open, room: WebRoom) -> None:
    def told(game: str, wager: str, edge: float, method: str, wagers: int, by: bool) -> TableEdge:
        return TableEdge(game, game, wager, edge, "", method, None, wagers, by)

    both = "Three Card 21 wager and Three Card Bonus wager"
    edges = [
        told("3-card-21-n-done", both, 0.0312, "best play, exact", 2, False),
        told("pai-gow-tiles", "Betting circle", 0.0092, "house way, exact", 1, True),
        told("free-bet-blackjack", "Initial bet", 0.0101, "best play, exact", 1, False),
    ]
    page = open_page("/lab")
    body = json.loads(msgspec.json.encode(edges))
    page.route("**/api/lab/tables", lambda route: route.fulfill(json=body))
    page.goto(room.url + "/")
    words = ("edge of both bets", "bank's edge, no fees", "edge, best play")
    for edge, said in zip(edges, words, strict=True):
        fact = offer(page, edge.table).locator(".fact", has_text=f"{edge.edge:.2%}"[:-1])
        expect(fact).to_contain_text(said)
    hover = offer(page, "3-card-21-n-done").get_by_title(both)
    expect(hover).to_have_attribute("title", re.compile("^All of these must be bet"))


def test_who_comes_from_a_table_is_asked_to_sit_there(open_page: Open, room: WebRoom) -> None:
    page = open_page("/?table=golden-21-poker")
    expect(page.get_by_role("dialog")).to_contain_text("Sit down at Golden 21 Poker")
    expect(page).to_have_url(f"{room.url}/")


def test_the_list_is_live(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    holdem = offer(page, "holdem")
    expect(holdem.get_by_role("img", name="0 of 10 seats taken")).to_be_visible()
    room.bots("holdem", 2)
    expect(holdem.get_by_role("img", name="2 of 10 seats taken")).to_be_visible()
    expect(holdem).to_contain_text("8 free")


def test_a_guest_card_is_told_and_settings_stay(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Take a guest card").click()
    dialog = page.get_by_role("dialog")
    kept = dialog.locator(".kept").inner_text()
    found = re.search(r"is (\d{16}), its PIN (\d+)", kept)
    assert found is not None
    page.get_by_label("four-colour deck").check()
    dialog.get_by_role("button", name="Sign out").click()
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.locator("html.four-colours")).to_have_count(1)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Card number").fill(found[1])
    page.get_by_label("PIN", exact=True).fill(found[2])
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(page.locator(".purse")).to_contain_text(f"${GUEST_CENTS // 100:,}.00")


def test_a_room_that_is_gone_is_said(open_page: Open) -> None:
    page = open_page("/", expected=("Failed to load resource", "ERR_"))
    expect(page.locator("article.offer").first).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("hw-top").get_by_role("alert")).to_contain_text("does not answer")
    expect(page.locator("main > .problem")).to_contain_text("does not answer")
    page.context.set_offline(False)
    expect(page.locator("main > .problem")).to_have_count(0)


def test_what_a_table_offers_stands_in_a_line(open_page: Open) -> None:
    page = open_page("/", DESK)
    for table in (SWITCH, "3-dice-baccarat", "holdem"):
        expect(offer(page, table)).to_be_visible()
        facts = offer(page, table).locator(".fact")
        tops = facts.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
        assert max(tops) - min(tops) < 4, table


def test_sit_is_quiet_and_every_table_can_be_watched(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator("article.offer").first).to_be_visible()
    assert page.locator("article.offer .button.main").count() == 0
    watch = offer(page, SWITCH).get_by_role("link", name=f"Watch Blackjack Switch, {SWITCH}")
    assert watch.get_attribute("href") == f"/table/{SWITCH}"


def test_staff_are_told_that_they_work_through_the_api(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    sign_in(page, CASHIER)
    note = page.locator(".staff-note")
    expect(note).to_contain_text("signed in as cashier: this role works through the API")
    docs = note.get_by_role("link", name="Documentation of the API")
    assert page.request.get(room.url + str(docs.get_attribute("href"))).ok
    expect(page.locator("article.offer").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Sit at"))).to_have_count(0)
    expect(page.locator(".purse b")).to_have_text("cashier")  # no wallet, and no $0
    boxes = [page.locator(one).bounding_box() for one in (".staff-note", ".side", ".tables")]
    above, left, right = ((box["x"], box["y"], box["width"], box["height"]) for box in boxes if box)
    assert above[1] + above[3] <= min(left[1], right[1])
    assert left[0] + left[2] <= right[0] and left[2] < right[2], "the lobby is as for everybody"


STAFF_PAGES = (
    "/cage", "/floor", "/dealer", "/audit", "/setup", "/reports", "/admin", "/surveillance",
)  # fmt: skip


def test_staff_addresses_are_no_dead_ends(open_page: Open, room: WebRoom, axe: Axe) -> None:
    page = open_page(STAFF_PAGES[0])
    for path in STAFF_PAGES:
        answer = page.goto(room.url + path)
        assert answer is not None and answer.ok, path
        expect(page.locator("main")).to_contain_text("through the API")
    assert axe(page) == []


def test_a_guest_without_money_takes_a_new_card(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    sign_in(page, room.player("Poor", 1_00))
    offer(page, SWITCH).get_by_role("button", name=re.compile("^Sit at")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Your wallet has $1")
    dialog.get_by_role("button", name="Take a new guest card with $2,000").click()
    dialog.get_by_role("button", name=re.compile("^Sit down with")).click()
    expect(page).to_have_url(re.compile(f"/table/{SWITCH}$"))
    expect(page.locator(".bar .rack")).to_be_visible()


def test_at_a_table_too(open_page: Open, room: WebRoom) -> None:
    page = open_page("/")
    sign_in(page, room.player("Poor", 1_00))
    page.goto(f"{room.url}/table/{SWITCH}")
    bar = page.locator(".bar")
    expect(bar).to_contain_text("Your wallet has $1; this table takes")
    bar.get_by_role("button", name="New guest card").click()
    expect(bar.get_by_role("button", name=re.compile("^Sit down with"))).to_be_visible()
