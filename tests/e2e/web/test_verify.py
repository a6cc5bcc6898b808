"""The shuffle of a finished round checked in the browser, by clicks: red whatever was changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.room.client.client import RoomClient
from tests.e2e.web.stations import SIZES, Axe, Open, picture
from tests.e2e.web.test_lobby import sign_in
from tests.e2e.web.web_room import PIN, WebRoom
from tests.support.careful_player import play
from tests.support.damaged_records import changed, other

TABLE = "free-bet-blackjack"
STEPS = ("noted", "receipt", "roots", "draws", "openings", "events", "seed", "replay")


class Played:
    """A person who has played a round, its record, and the root that was shown before it."""

    def __init__(self, card: str, root: str, record: dict[str, Any]) -> None:
        self.card, self.root, self.record = card, root, record


@pytest.fixture(scope="module")
def played(room: WebRoom) -> Iterator[Played]:
    card = room.player("Vera")

    async def one_round() -> Played:
        client = RoomClient(room.url)
        await client.login(card, PIN, "a station for rounds")
        async with client.table(TABLE) as table:
            before = await table.sit(200_00)
            root = room.room.table(TABLE).live.shoe
            assert root is not None
            shown = root.root.hex()
            number = before.round
            await play(table, lambda seen: seen.round > number + 1)
            await table.leave()
        rounds = await client.own_rounds()
        record = await client.text("GET", f"/tables/{TABLE}/rounds/{rounds[-1].round}/proof")
        await client.close()
        return Played(card, shown, json.loads(record))

    yield room.run(one_round())


def states(page: Page) -> dict[str, str]:
    """Return the result of each step."""
    found = {}
    for step in page.locator(".check-step").all():
        name, words = step.get_attribute("data-step"), (step.get_attribute("class") or "").split()
        found[name or ""] = words[-1]
    return found


def paste(page: Page, record: object) -> None:
    page.get_by_label("Or paste it").fill(record if isinstance(record, str) else json.dumps(record))
    page.get_by_role("button", name="Check it").click()


@SIZES
def test_a_round_of_ones_own_is_checked(
    size: tuple[int, int], open_page: Open, played: Played, axe: Axe
) -> None:
    page = open_page("/verify", size)
    expect(page.get_by_text("Sign in to choose")).to_be_visible()
    expect(page.locator(".check-step h3")).to_have_count(len(STEPS))
    sign_in(page, played.card)
    page.locator(".rounds button").last.click()
    verdict = page.locator(".sum")
    expect(verdict).to_contain_text("All checks passed.")
    assert states(page) == {
        **dict.fromkeys(STEPS, "good"), "noted": "open", "seed": "open", "replay": "open",
    }  # fmt: skip
    expect(page.locator(".opened li")).to_have_count(len(played.record["openings"]))
    page.get_by_label("The root that you noted").fill(played.root.upper())
    expect(page.locator("[data-step=noted]")).to_have_class("check-step good")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    picture(page, f"verify-{size[0]}")
    page.get_by_label("The root that you noted").fill("ab" * 32)
    expect(page.locator("[data-step=noted]")).to_contain_text("another order was committed to")
    expect(verdict).to_contain_text("One check failed.")
    assert axe(page) == []
    picture(page, f"verify-wrong-{size[0]}")


def test_an_address_names_the_round(open_page: Open, played: Played) -> None:
    page = open_page(f"/verify?table={TABLE}&round={played.record['round']}")
    sign_in(page, played.card)
    expect(page.locator(".sum")).to_contain_text(f"Round {played.record['round']} of Free Bet")


def test_a_saved_record_can_be_opened_again(
    open_page: Open, played: Played, tmp_path: Path
) -> None:
    page = open_page(f"/verify?table={TABLE}&round={played.record['round']}")
    sign_in(page, played.card)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the record").click()
    path = tmp_path / "round.json"
    saving.value.save_as(path)
    assert json.loads(path.read_text()) == played.record
    page.reload()
    page.get_by_label("Open a record").set_input_files(path)
    expect(page.locator(".sum.good")).to_be_visible()


def flipped(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def of_the_first(field: str, change: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    """A change of one field of the first opened piece."""

    def work(data: dict[str, Any]) -> None:
        opening = data["openings"][0]
        opening[field] = change(opening[field])

    return work


DAMAGE: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "a card": ("openings", of_the_first("piece", other)),
    "a salt": ("openings", of_the_first("salt", flipped)),
    "a path": ("openings", of_the_first("path", lambda path: [flipped(path[0]), *path[1:]])),
    "the root": ("openings", lambda d: d["roots"][0].update(root=flipped(d["roots"][0]["root"]))),
    "the size of the shoe": ("roots", lambda d: d["roots"][0].update(size=300)),
    "a draw": ("draws", lambda d: d["draws"].append(dict(d["draws"][-1]))),  # there is always one
    "the story": ("events", lambda d: [told.pop("opened", 0) for told in d["events"]]),
    "the seed": ("seed", lambda d: d.update(seed="00" * 32)),
    "the shoe": ("openings", lambda d: d.update(shoe=d["shoe"] + 1)),
    "the table": ("openings", lambda d: d.update(table="elsewhere")),
}
"""Changed part -> the step that must fail."""


def test_whatever_is_changed_is_red_at_its_step(open_page: Open, played: Played) -> None:
    page = open_page("/verify")
    paste(page, played.record)
    expect(page.locator(".sum.good")).to_be_visible()
    for what, (step, change) in DAMAGE.items():
        paste(page, changed(played.record, change))
        expect(page.locator(".sum.wrong")).to_be_visible()
        failed = page.locator(f"[data-step={step}].wrong")
        expect(failed.locator(".faults li").first, what).to_be_visible()
        paste(page, played.record)
        expect(page.locator(".sum.good"), f"after {what}").to_be_visible()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "This is not JSON"),
        ('game = "holdem"\n[posted]\n', "This is a replay file"),
        ("[" * 200 + "]" * 200, "nested too deeply"),
        ("[1]", "no record of a round"),
        ("{}", "table is missing"),
        ('{"table": "a", "table": "b"}', "stands twice"),
        ('{"table": 7}', "table is not what it should be"),
    ],
)
def test_what_is_no_record_is_said(text: str, why: str, open_page: Open) -> None:
    page = open_page("/verify")
    paste(page, text)
    expect(page.get_by_role("alert")).to_contain_text(why)
    expect(page.locator(".sum")).to_have_count(0)


def test_a_record_with_markup_and_foreign_fields_breaks_nothing(
    open_page: Open, played: Played
) -> None:
    page = open_page("/verify", expected=("404",))
    markup = "<img src=x onerror=alert(1)>"
    paste(page, changed(played.record, lambda d: d["openings"][0].update(piece=markup)))
    expect(page.locator("[data-step=openings]")).to_contain_text("is not a card")
    assert page.locator(".outcome img").count() == 0
    paste(page, changed(played.record, lambda d: d.update(more=1)))
    expect(page.get_by_role("alert")).to_contain_text("more does not belong there")
    paste(page, changed(played.record, lambda d: d.update(game=markup)))
    expect(page.get_by_role("alert")).to_contain_text("There is no game")


def test_the_browser_notes_the_roots_that_a_table_shows(
    open_page: Open, room: WebRoom, played: Played
) -> None:
    page = open_page("/")
    sign_in(page, room.player("Nora"))
    page.goto(f"{room.url}/table/{TABLE}")
    expect(page.locator(".table-sealed")).to_be_visible()
    kept = json.loads(page.evaluate("localStorage.getItem('houseway.roots')"))
    shoe = room.room.table(TABLE).live.shoe
    assert shoe is not None and [one["root"] for one in kept] == [shoe.root.hex()]
    later = changed(played.record, lambda d: d.update(round=10_000))
    page.goto(f"{room.url}/verify")
    paste(page, later)
    expect(page.get_by_text("This browser saw this root")).to_be_visible()
    expect(page.locator("[data-step=noted]")).to_have_class("check-step good")


def test_the_replay_file_of_ones_own_round_leads_to_its_record(
    open_page: Open, room: WebRoom, tmp_path: Path
) -> None:
    """The file that History offers is found among the rounds of who opens it, and checked."""
    card = room.player("Tom")
    table = room.table("free-bet-blackjack")
    [number] = room.played(table, card)
    page = open_page("/")
    sign_in(page, card)
    page.goto(f"{room.url}/history?table={table}&round={number}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Replay file (TOML)").click()
    saved.value.save_as(tmp_path / "record.toml")
    page.goto(f"{room.url}/verify")
    expect(page.locator(".rounds li")).to_have_count(1)
    page.locator("input[type=file]").set_input_files(tmp_path / "record.toml")
    expect(page.locator(".sum.good")).to_be_visible()
    expect(page.get_by_role("button", name=f"round {number} at {table}")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.get_by_role("alert")).to_have_count(0)
    (tmp_path / "record.toml").write_text(
        (tmp_path / "record.toml").read_text().replace("seats.1", "seats.2")
    )
    page.locator("input[type=file]").set_input_files(tmp_path / "record.toml")
    expect(page.get_by_role("alert")).to_contain_text("This is a replay file of none of your")
    expect(page.locator(".sum")).to_have_count(0)
