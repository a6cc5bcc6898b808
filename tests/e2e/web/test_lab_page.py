"""The odds lab by real clicks: what it shows is what the library says."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import houseway
from houseway.rulebook import games
from tests.e2e.web.stations import DESK, PHONE, SIZES, STARTS, Axe, Open, picture

DICE = "3-dice-baccarat"
ASKED = ".lab-pending, [data-asks]"
"""Marks of rows that are computed, and of cards that have nothing to show yet."""
LONG = 90_000
"""Milliseconds for what is worked out; the machine may have other things to do."""


def row(page: Page, wager: str) -> str:
    """The edge of a wager as the page shows it."""
    return page.locator(f".lab-row[data-wager={wager}] [data-edge]").inner_text()


def shown(edge: Fraction | float) -> str:
    """An edge as the page writes it."""
    return f"{float(edge) * 100:.3f} %".replace("-", "−")


def opened(
    open_page: Open, path: str, size: tuple[int, int] = DESK, *, expected: tuple[str, ...] = (),
    **more: object,
) -> Page:  # fmt: skip
    """A page of the lab whose rows are all there."""
    page = open_page(path, size, expected=(*expected, STARTS), **more)
    page.set_default_timeout(LONG)
    expect(page.locator(".lab-row[data-wager]").first).to_be_visible(timeout=LONG)
    expect(page.locator("hw-lab-wagers .lab-pending")).to_have_count(0, timeout=LONG)
    return page


def talons(column: str, **changed: str) -> Fraction:
    """The library's edge of Golden Talons under a column, with some pays of one's own."""
    wager = "golden_talons_player"
    if not changed:
        (found,) = houseway.odds(DICE, wager, {"golden_talons": column}).rows
    else:
        table = houseway.rulebook.find(DICE).pay_tables()["golden_talons"]
        printed = zip(table.outcomes, table.columns[column], strict=True)
        pays = {outcome: payout.text for outcome, payout in printed} | changed
        (found,) = houseway.odds(DICE, wager, pay=pays).rows
    assert isinstance(found.house_edge, Fraction)
    return found.house_edge


@SIZES
def test_a_game_is_shown_and_axe_finds_nothing(
    size: tuple[int, int], open_page: Open, axe: Axe
) -> None:
    page = opened(open_page, f"/lab/{DICE}#golden_talons_player", size)
    assert row(page, "player") == shown(Fraction(11, 864))
    expect(page.locator("#lab-outcomes")).to_contain_text("Golden Talons on the Player hand")
    expect(page.locator("hw-lab-bankroll dd").first).to_be_visible(timeout=LONG)
    expect(page.locator(".lab-grid td.posted")).to_be_visible(timeout=LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page) == []
    picture(page, f"lab-{size[0]}")
    words = page.locator("main").inner_text()
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", words), "a name for programs is shown to people"


def test_in_the_dark_too(open_page: Open, axe: Axe) -> None:
    page = opened(open_page, f"/lab/{DICE}", PHONE, scheme="dark")
    expect(page.locator(ASKED)).to_have_count(0, timeout=LONG)
    assert axe(page) == []


def test_a_posting_is_changed_and_the_address_carries_it(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}#golden_talons_player")
    before = row(page, "golden_talons_player")
    assert before == shown(talons("PT-FLT-3DB-GT-01"))
    page.get_by_text("Pay tables", exact=True).click()
    page.locator("[data-key=golden_talons]").get_by_role("radio", name="GT-02").check()
    after = shown(talons("PT-FLT-3DB-GT-02"))
    expect(page.locator(".lab-row[data-wager=golden_talons_player] [data-edge]")).to_have_text(
        after, timeout=LONG
    )
    assert "golden_talons=PT-FLT-3DB-GT-02" in page.url and after != before
    again = opened(open_page, page.url.partition("/lab")[1] + page.url.partition("/lab")[2])
    assert row(again, "golden_talons_player") == after, "the link says it all"
    checked = again.locator("[data-key=golden_talons] input:checked")
    expect(checked).to_have_attribute("data-value", "golden_talons PT-FLT-3DB-GT-02")
    page.go_back()
    expect(page.locator(".lab-row[data-wager=golden_talons_player] [data-edge]")).to_have_text(
        before, timeout=LONG
    )


def test_a_row_of_ones_own_has_the_librarys_edge_at_once(open_page: Open) -> None:
    page = opened(
        open_page, f"/lab/{DICE}#golden_talons_player", expected=("409", "Failed to load resource")
    )
    page.get_by_role("button", name="Edit the pays").click()
    field = page.locator("[data-outcome=wins_by_9]")
    field.fill("77 to 1")
    edge = talons("PT-FLT-3DB-GT-01", wins_by_9="77 to 1")
    expect(page.locator("[data-own-edge]")).to_contain_text(shown(edge), timeout=LONG)
    expect(page.locator(".lab-own-edge")).to_contain_text(f"{edge}".replace("-", "−"))
    assert row(page, "golden_talons_player") == shown(edge)
    assert row(page, "golden_talons_banker") == shown(edge), "both are paid by one table"
    assert "golden_talons_player.wins_by_9=77+to+1" in page.url
    field.fill("a lot")
    expect(page.get_by_role("alert")).to_contain_text("a lot")
    expect(page.locator("hw-lab-outcomes .problem")).to_contain_text("a lot")
    field.fill("5 to 1")
    other = talons("PT-FLT-3DB-GT-01", wins_by_9="5 to 1")
    expect(page.locator("[data-own-edge]")).to_contain_text(shown(other), timeout=LONG)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="As printed").click()
    expect(page.locator(".lab-row[data-wager=golden_talons_player] [data-edge]")).to_have_text(
        shown(talons("PT-FLT-3DB-GT-01")), timeout=LONG
    )
    assert "wins_by_9" not in page.url


def test_pays_are_found_for_an_edge(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}#golden_talons_player")
    page.get_by_role("button", name="Edit the pays").click()
    page.get_by_label("House edge, in percent").fill("5")
    page.get_by_role("button", name="Find pays").click()
    take = page.get_by_role("button", name="Take these").first
    expect(take).to_be_visible(timeout=LONG)
    edge = float(take.get_attribute("data-edge") or "nan")
    assert abs(edge - 0.05) <= 0.0025
    take.click()
    expect(page.locator("[data-own-edge]")).to_contain_text(shown(edge), timeout=LONG)
    assert row(page, "golden_talons_player") == shown(edge)


def test_a_simulation_starts_and_stops(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}#player")
    card = page.locator("hw-lab-simulation section")
    card.get_by_label("Rounds").select_option("100000000")
    card.get_by_role("button", name="Start").click()
    expect(card.locator(".chart")).to_be_visible(timeout=LONG)
    expect(card.locator(".chart .said")).to_have_text(f"exact {shown(Fraction(11, 864))}")
    card.get_by_role("button", name="Stop").click()
    expect(card).to_have_attribute("data-state", "stopped")
    assert 0 < int(card.locator("[data-rounds]").get_attribute("data-rounds") or 0) < 100_000_000
    expect(card.get_by_role("button", name="Start")).to_be_visible()


def test_files_are_taken_along(open_page: Open, tmp_path: Path) -> None:
    page = opened(open_page, f"/lab/{DICE}?sun_7.sun_7=15+to+1")
    with page.expect_download() as got:
        page.get_by_role("link", name="CSV").click()
    lines = list(csv.DictReader(io.StringIO(Path(got.value.path()).read_text())))
    assert [line["exactly"] for line in lines if line["wager"] == "Player"] == ["11/864"]
    with page.expect_download() as got:
        page.get_by_role("link", name="JSON").click()
    told = json.loads(Path(got.value.path()).read_text())
    assert told["pay"] == {"sun_7": {"sun_7": "15 to 1"}}
    page.get_by_role("button", name="PAR sheet").click()
    expect(page.get_by_role("link", name="Open PAR sheet")).to_be_visible(timeout=LONG)
    with page.context.expect_page() as sheet:
        page.get_by_role("link", name="Open PAR sheet").click()
    expect(sheet.value.locator("h1").first).to_contain_text("3 Dice Baccarat")


def test_what_cannot_be_posted_says_why_with_its_clause(open_page: Open) -> None:
    page = open_page("/lab/free-bet-blackjack?decks=7", expected=("409", "Failed to load resource"))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Decks cannot be '7'; it may be 5, 6 or 8", timeout=LONG)
    expect(alert.get_by_role("button", name="clause CO-2116-1")).to_be_visible()
    page.goto(page.url.replace("decks=7", "nothing=7"))
    expect(alert).to_have_text(re.compile(r"^\s*There is nothing called 'nothing'[^_]*$"))
    page.get_by_role("link", name="This game as usual").click()
    expect(page.locator("h1")).to_have_text("Free Bet Blackjack", timeout=LONG)


def test_usual_bets_in_dollars(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}")
    page.get_by_label("Player, $", exact=True).fill("864")
    page.get_by_label("Player, $", exact=True).press("Tab")
    expect(page.locator("[data-round]")).to_have_text("$11.00")
    page.reload()
    expect(page.locator("[data-round]")).to_have_text("$11.00", timeout=LONG)


def test_by_keyboard_alone(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}")
    page.locator(".lab-row[data-wager=tie] button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lab-outcomes")).to_contain_text("Tie")
    assert page.url.endswith("#tie")
    page.locator("hw-lab-posting details.lab-more > summary").first.focus()
    page.keyboard.press("Enter")
    first = page.locator("hw-lab-posting input[type=radio]:checked").first
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(r"\?"), timeout=LONG)


@SIZES
def test_poker_has_what_the_room_takes_and_what_hands_expect(
    size: tuple[int, int], open_page: Open, axe: Axe
) -> None:
    page = open_page("/lab/lightning-holdem", size)
    expect(page.locator("hw-lab-grids table").first).to_be_visible(timeout=LONG)
    expect(page.locator(".lab-found")).to_contain_text("no house edge")
    page.get_by_label("Hand 1").fill("AhAs")
    page.get_by_label("Hand 2").fill("KhKs")
    page.get_by_label("Board").fill("Qd Jd 2c 3c 4s")
    page.get_by_role("button", name="Count").click()
    expect(page.locator("hw-lab-equity tbody tr").first).to_contain_text("100.000 %", timeout=LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page) == []


def test_what_is_not_known_yet_has_its_place_and_says_how_far_it_is(open_page: Open) -> None:
    page = open_page("/lab")
    waits = {"found": None, "pending": {"words": "Golden 3", "done": 3, "of": 19, "ahead": 0}}
    page.route("**/odds?**", lambda route: route.fulfill(json=waits))
    page.goto(page.url + f"/{DICE}")
    unknown = page.locator(".lab-row[data-unknown]")
    expect(unknown).to_have_count(len(games()[DICE]().offered), timeout=LONG)
    expect(unknown.first).to_contain_text("being worked out")
    expect(page.get_by_role("status").filter(has_text="Golden 3 (3 of 19)")).to_be_visible()
    assert page.get_by_role("progressbar").evaluate("bar => bar.value / bar.max") == 3 / 19
    expect(page.locator(".lab-pending")).to_contain_text(re.compile(r"for \d+ s now"))
    expect(page.get_by_role("button", name="CSV")).to_be_disabled()
    page.unroute("**/odds?**")
    expect(page.locator(".lab-row[data-wager]").first).to_be_visible(timeout=LONG)
    expect(unknown).to_have_count(0, timeout=LONG)
    expect(page.get_by_role("link", name="CSV")).to_be_visible()


def test_a_lab_that_has_much_to_do_is_asked_again(open_page: Open) -> None:
    page = open_page("/lab", expected=("503",))
    busy = {"code": "busy", "detail": "the odds lab has much to do just now; ask again"}
    asked: list[str] = []

    def once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, json=busy)

    page.route("**/posting?**", once)
    page.goto(page.url + f"/{DICE}")
    expect(page.locator("h1")).to_have_text("3 Dice Baccarat", timeout=LONG)
    assert len(asked) == 2
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_has_no_title_is_not_folded_and_has_no_empty_head(open_page: Open, axe: Axe) -> None:
    cell = {"edge": 0.03, "exactly": "", "method": "exact", "posted": False, "barred": ""}
    decks = {"wager": "", "words": "", "decks": ["6 decks", "8 decks"], "tables": [""]}
    by_decks = {"found": decks | {"cells": [[cell, cell]]}, "pending": None}
    rows = [[f"{n}", "Q64"] for n in range(13)]
    table = {"type": "figures", "head": ["card", "from"], "rows": rows, "note": "", "words": 2}
    parts = [table | {"title": ""}, table | {"title": "Under each reading"}]
    answer = {"found": {"heading": "", "parts": parts}, "pending": None}
    page = open_page("/lab", expected=(STARTS,))
    page.route("**/tables?**", lambda route: route.fulfill(json=by_decks))
    page.route("**/play?**", lambda route: route.fulfill(json=answer))
    page.goto(page.url + "/3-card-shine")
    play = page.locator("hw-lab-play")
    expect(play.locator("table")).to_have_count(2, timeout=LONG)
    expect(page.locator(".lab-grid td")).to_have_text(["3.00 %", "3.00 %"])
    expect(page.locator(ASKED)).to_have_count(0, timeout=LONG)
    assert axe(page) == []
    expect(play.locator("summary")).to_have_text(["Under each reading"])
    expect(play.locator("table").first).to_be_visible()
    expect(play.locator("table").last).to_be_hidden()


def test_bets_that_must_be_made_together_have_one_edge(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}")
    found = page.evaluate(
        "async ([at]) => (await fetch(at)).json()",
        [f"/api/lab/games/{DICE}/odds?wait=9000"],
    )
    first, second = (row["wager"] for row in found["found"]["rows"][:2])
    found["found"]["must"] |= {"wagers": [first, second], "edge": 0.0312, "exactly": "39/1250"}
    page.route("**/odds?**", lambda route: route.fulfill(json=found))
    page.reload()
    together = page.locator(".lab-together")
    expect(together).to_contain_text("House edge of what must be bet: 3.120 %", timeout=LONG)
    expect(together).to_contain_text("Player + Banker")
    tied = page.locator(f".lab-row[data-wager={first}]")
    expect(tied).to_contain_text("must be bet together with the other")


def test_a_game_is_found_in_the_list(open_page: Open) -> None:
    page = open_page("/lab")
    expect(page.locator(".lab-card")).to_have_count(len(games()), timeout=LONG)
    page.get_by_role("searchbox").fill("moon 8")
    expect(page.locator(".lab-card")).to_have_count(1)
    page.locator(".lab-card").click()
    expect(page.locator("h1")).to_have_text("3 Dice Baccarat", timeout=LONG)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(games()))
def test_every_game_has_its_page(game: str, open_page: Open, axe: Axe) -> None:
    page = open_page(f"/lab/{game}", DESK)
    expect(page.locator("h1")).to_have_text(games()[game].name, timeout=LONG)
    known = page.locator(".lab-row[data-wager], hw-lab-grids table")
    expect(known.first).to_be_visible(timeout=600_000)
    expect(page.locator(ASKED)).to_have_count(0, timeout=600_000)
    assert axe(page) == []


def test_the_chart_of_best_play_stays_while_a_pay_is_edited(open_page: Open) -> None:
    """The chart stays, and says that it is of the earlier posting."""
    chart = {
        "type": "chart", "title": "Hard", "says": [], "columns": ["2"], "keys": [],
        "rows": [{"part": "hard", "hand": "16", "cells": ["S"]}],
    }  # fmt: skip
    play = {"found": {"parts": [chart]}, "pending": None}
    waits = {"found": None, "pending": {"words": "again", "done": 1, "of": 9, "ahead": 0}}
    page = open_page("/lab", expected=(STARTS,))

    def posting(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"play": "now"})

    page.route("**/posting?**", posting)
    page.route("**/play?**", lambda route: route.fulfill(json=play))
    page.goto(page.url + f"/{DICE}#golden_talons_player")
    drawn = page.locator("hw-lab-play .lab-chart")
    expect(drawn).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Edit the pays").click()
    page.unroute("**/play?**")
    page.route("**/play?**", lambda route: route.fulfill(json=waits))
    page.route("**/odds?**", lambda route: route.fulfill(json=waits))
    page.locator("[data-outcome=wins_by_9]").fill("77 to 1")
    expect(page.locator("hw-lab-wagers .lab-pending")).to_be_visible(timeout=LONG)
    expect(drawn).to_be_visible()
    page.unroute("**/odds?**")
    expect(page.locator("hw-lab-play")).to_contain_text("of the earlier posting", timeout=LONG)
    expect(drawn).to_be_visible()


def test_the_chart_stays_while_rows_of_another_posting_come_one_by_one(open_page: Open) -> None:
    """A first answer without a row yet takes neither the chart nor the outcomes away."""
    chart = {
        "type": "chart", "title": "Hard", "says": [], "columns": ["2"], "keys": [],
        "rows": [{"part": "hard", "hand": "16", "cells": ["S"]}],
    }  # fmt: skip
    play = {"found": {"parts": [chart]}, "pending": None}
    kept: list[dict[str, Any]] = []
    rows = 0
    pending = {"words": "again", "done": 1, "of": 9, "ahead": 0}

    def posting(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"play": "now"})

    def heard(route: Route) -> None:
        answer = route.fetch()
        if answer.ok and answer.json()["pending"] is None:
            kept.append(answer.json()["found"])
        route.fulfill(response=answer)

    def odds(route: Route) -> None:
        found = kept[0] | {"rows": kept[0]["rows"][:rows]}
        route.fulfill(json={"found": found, "pending": pending})

    page = open_page("/lab", expected=(STARTS,))
    page.route("**/odds?**", heard)
    page.route("**/posting?**", posting)
    page.route("**/play?**", lambda route: route.fulfill(json=play))
    page.goto(page.url + f"/{DICE}#tie")
    drawn = page.locator("hw-lab-play .lab-chart")
    expect(drawn).to_be_visible(timeout=LONG)
    outcomes = page.locator("hw-lab-outcomes h2")
    expect(outcomes).to_contain_text("Tie")
    kept[:] = [kept[-1]]
    page.route("**/odds?**", odds)
    page.get_by_role("radio", name="yes").first.check(force=True)
    stale = page.locator(".lab-found > p[role=status]")
    expect(stale).to_contain_text("of the earlier posting", timeout=LONG)
    expect(drawn).to_be_visible()
    expect(outcomes).to_contain_text("Tie")
    rows = 2  # the wager that is looked at is not among the first ones
    expect(page.locator("hw-lab-wagers .lab-row")).to_have_count(2 + 1 + 17, timeout=LONG)
    expect(outcomes).to_contain_text("Tie")
    rows = 3
    expect(stale).to_have_count(0, timeout=LONG)
    expect(drawn).to_be_visible()


def test_a_simulation_says_at_once_that_it_is_prepared(open_page: Open) -> None:
    page = opened(open_page, f"/lab/{DICE}#player")
    page.route("**/api/lab/simulations", lambda _: None)  # compiling takes a while
    card = page.locator("hw-lab-simulation section")
    card.get_by_role("button", name="Start").click()
    expect(card.get_by_role("status")).to_contain_text("is being prepared", timeout=500)
    expect(card).to_have_attribute("data-state", "starts")
