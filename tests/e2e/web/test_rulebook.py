"""The rulebook in a browser, by clicks and by keys: a game, its clauses, its matrix, the search."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from houseway.rulebook import games
from houseway.sheets.rulebook_pages.book import book
from tests.e2e.web.stations import DESK, PHONE, SIZES, Axe, Open, by_turns, picture

GAME = "free-bet-blackjack"
READY = "hw-matrix button"
"""It stands at the end of the page of a game."""


def open_game(open_page: Open, game: str, size: tuple[int, int], place: str = "") -> Page:
    page = open_page(f"/rules/{game}{place}", size)
    expect(page.locator(READY)).to_be_attached()
    return page


@SIZES
def test_a_game_is_found_from_the_first_page(
    size: tuple[int, int], open_page: Open, axe: Axe
) -> None:
    page = open_page("/rules", size)
    expect(page.locator(".family li")).to_have_count(len(games()))
    picture(page, f"rulebook-{size[0]}")
    assert axe(page) == []
    page.get_by_role("button", name="California").click()
    california = [game for game in games().values() if game.jurisdiction == "California"]
    expect(page.locator(".family li")).to_have_count(len(california))
    assert page.url.endswith("?in=California")
    page.get_by_role("link", name=re.compile("^Omaha High-Low")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Omaha High-Low Split (8 or Better)")


@by_turns((GAME, "rocket-aces", "lightning-holdem", "pai-gow-tiles"))
def test_everything_of_a_game_is_on_its_page(
    game: str, size: tuple[int, int], open_page: Open, axe: Axe
) -> None:
    page = open_game(open_page, game, size)
    found = book(game)
    numbers = page.locator(".law:not(.reading) .number a").all_text_contents()
    assert numbers == [clause.id for part in found.parts for clause in part.clauses]
    assert page.locator(".reading").count() == len(found.readings)
    assert page.locator(".pay-table").count() == len(found.pay)
    assert page.locator("#postings .pairs > div").count() == len(found.postings)
    columns = page.locator(".pay-table thead th.figure")
    assert columns.count() == sum(len(pay.columns) for pay in found.pay)
    marked = page.locator(".pay-table thead th.posted").count()
    assert marked == sum(column.posted for pay in found.pay for column in pay.columns)
    assert page.locator("#words .pairs > div").count() == len(found.words)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids)), "an id stands twice"
    links = page.evaluate(
        "[...document.querySelectorAll('.text a[href^=\"#\"]')].map(e => e.hash.slice(1))"
    )
    assert set(links) <= set(ids), "a link leads nowhere"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(page) == []
    picture(page, f"rules-{game}-{size[0]}")


def test_the_page_shows_no_name_for_programs(open_page: Open) -> None:
    for game in ("ride-free", "3-dice-baccarat", "no-bust-blackjack-5", "razz"):
        page = open_game(open_page, game, DESK)
        text = page.locator("main").inner_text()
        assert not re.findall(r"\w+_\w+", text)


@SIZES
def test_an_address_leads_to_a_clause(size: tuple[int, int], open_page: Open) -> None:
    page = open_game(open_page, GAME, size, "#CO-2116-7G")
    clause = page.locator("[id='CO-2116-7G']")
    expect(clause).to_have_class(re.compile("arrived"))
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    clause.get_by_role("link", name="Reading F5").click()
    reading = page.locator("#reading-F5")
    expect(reading).to_have_class(re.compile("arrived"))
    expect(reading).to_be_in_viewport()
    expect(clause).not_to_have_class(re.compile("arrived"))
    reading.get_by_role("link", name="Clause CO-2116-7G").click()
    expect(clause).to_be_in_viewport()


@SIZES
def test_contents_lead_to_chapters(size: tuple[int, int], open_page: Open) -> None:
    page = open_game(open_page, GAME, size)
    contents = page.get_by_role("navigation", name="Contents")
    if size == PHONE:
        contents.locator("summary").click()
    contents.get_by_role("link", name="Pay tables").click()
    expect(page.get_by_role("heading", name="Pay tables", exact=True)).to_be_in_viewport()
    if size == DESK:
        current = contents.locator("[aria-current]")
        expect(current).to_have_text("Pay tables")
        expect(current).to_be_in_viewport()


@SIZES
def test_the_matrix_shows_code_and_cases(size: tuple[int, int], open_page: Open, axe: Axe) -> None:
    page = open_game(open_page, GAME, size)
    page.get_by_role("button", name="Show the matrix").click()
    lines = page.locator(".line")
    clauses = sum(len(part.clauses) for part in book(GAME).parts)
    expect(lines).to_have_count(clauses, timeout=60_000)  # its cases are run the first time
    page.get_by_role("checkbox", name="readings").check()
    left = page.locator(".filters [role=status]")
    expect(left).not_to_have_text(f"{clauses} of {clauses} clauses")
    page.get_by_role("checkbox", name="readings").uncheck()
    page.get_by_role("searchbox", name="Filter by clause, file or words").fill("7G")
    expect(lines).to_have_count(1)
    lines.locator("summary").first.click()
    code = lines.locator(".code").first
    expect(code.locator("pre")).to_be_visible()
    expect(code.locator("figcaption code")).to_have_text(re.compile(r"\.(py|toml):[0-9]+$"))
    case = lines.locator(".case").first
    case.locator("summary").click()
    expect(case.locator("pre")).to_contain_text("[[case]]")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    picture(page, f"rules-matrix-{size[0]}")
    page.get_by_role("searchbox", name="Filter by clause, file or words").fill("")
    page.get_by_label("Status").select_option("shown to people")
    expect(lines).to_have_count(
        sum(c.kind == "display" for part in book(GAME).parts for c in part.clauses)
    )


def test_the_rules_of_a_table_are_those_posted_there(open_page: Open) -> None:
    page = open_game(open_page, GAME, DESK)
    page.get_by_label("As posted").select_option(f"at table {GAME}")
    expect(page.get_by_role("link", name=f"Play at {GAME}")).to_be_visible()
    assert page.url.endswith(f"?table={GAME}")
    href = page.get_by_role("link", name="Table sign").get_attribute("href")
    assert href == f"/api/tables/{GAME}/sign"


def test_a_sign_is_shown_with_its_style(open_page: Open) -> None:
    page = open_game(open_page, GAME, DESK)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Table sign").click()
    sign = opened.value
    expect(sign.get_by_role("heading", level=1).first).to_have_text("Free Bet Blackjack")
    size = sign.locator("h1").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size > 36, "without its style it would be as small as any heading"


def test_on_paper_there_are_rules_and_nothing_to_press(open_page: Open) -> None:
    page = open_game(open_page, GAME, DESK)
    page.emulate_media(media="print")
    expect(page.get_by_role("banner").first).to_be_hidden()
    expect(page.get_by_role("navigation", name="Contents")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    number, words = (page.locator("[id='CO-2116-7G']").locator(x) for x in (".number", ".says"))
    left, right = number.bounding_box(), words.bounding_box()
    assert left and right and left["x"] + left["width"] <= right["x"], "it hangs in the margin"
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf())) > 3


def test_a_game_that_is_not_there_is_said(open_page: Open) -> None:
    page = open_page("/rules/omah", expected=("404",))
    expect(page.get_by_role("alert")).to_contain_text("did you mean omaha?")


@SIZES
def test_search_finds_and_forgives(size: tuple[int, int], open_page: Open, axe: Axe) -> None:
    page = open_page("/search?q=push%2022", size)
    first = page.locator(".results li").first
    expect(first.get_by_role("link")).to_have_text("Push 22")
    expect(first.locator("mark").first).to_have_text("Push")
    assert axe(page) == []
    picture(page, f"search-{size[0]}")
    page.get_by_role("searchbox", name="Games, wagers, clauses and words").fill("blakjack swich")
    expect(page.locator(".instead")).to_contain_text("“blackjack switch”")
    expect(first.get_by_role("link")).to_have_text("Blackjack Switch")
    page.get_by_role("button", name=re.compile("^Clauses")).click()
    expect(page.locator(".results .tag").first).to_have_text("clause")
    assert page.url.endswith("q=blakjack+swich&kind=clause")
    page.get_by_role("searchbox", name="Games, wagers, clauses and words").fill("zzzqq")
    expect(page.get_by_role("status")).to_contain_text("no match")


def test_the_top_bar_finds_by_keys_alone(open_page: Open, axe: Axe) -> None:
    page = open_page("/verify")
    page.keyboard.press("/")
    page.keyboard.type("7G")
    found = page.locator("hw-found a")
    expect(found.first).to_contain_text("CO-2116-7G")
    assert axe(page) == []
    page.keyboard.press("ArrowDown")
    expect(found.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    page.keyboard.press("Control+a")
    page.keyboard.type("push 22")
    expect(found.first).to_contain_text("Push 22")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wager = page.locator("#wager-push-22")
    expect(wager).to_have_class(re.compile("arrived"))
    page.keyboard.press("/")
    page.keyboard.type("soft 17")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Search")
    expect(page.locator(".results li").first).to_contain_text("Soft 17")
