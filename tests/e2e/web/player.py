"""A player who plays by what the page shows: buttons, spots, pieces and their names."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from tests.e2e.web.stations import PATIENCE_S, PAUSE_MS, picture
from tests.e2e.web.web_room import PIN, WebRoom

MONEY = re.compile(r"\$([\d,]+)(?:\.(\d\d))?")
FIRST = re.compile(r"Touch (.+) first|(.+) is missing")
OVER = re.compile("Next round|Top up")
"""The main action when a round is over; a player who says ready then is asked again at once."""
RAISES = 2
"""So often a player puts in more than is asked; then the hand is played to its end."""
STATE = """() => {
  const bar = document.querySelector('.bar'), main = bar?.querySelectorAll('.decision.primary');
  const ready = bar?.dataset.ready === 'yes';
  return { asked: ready ? `${bar.dataset.round}:${bar.dataset.ask}` : '',
           main: main?.length === 1 ? main[0].innerText : '' };
}"""
"""The question that stands and the main action, both of one moment."""
TAKEN = """asked => { const bar = document.querySelector('.bar');
  return bar.dataset.ready !== 'yes' || `${bar.dataset.round}:${bar.dataset.ask}` !== asked; }"""


def cents_in(text: str) -> int:
    """The first amount in a text."""
    found = MONEY.search(text)
    assert found is not None, f"no amount stands in {text!r}"
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def log_in(page: Page, room: WebRoom, name: str) -> None:
    """A card and its PIN, as a station asks for them; the token is kept as pages keep it."""
    body = {"card": room.player(name), "pin": PIN, "station": f"station of {name}"}
    answer = page.request.post(f"{room.url}/api/login", data=body)
    assert answer.ok, answer.text()
    page.evaluate(
        "token => sessionStorage.setItem('houseway.token', token)", answer.json()["token"]
    )


ROUNDS_S = 4 * PATIENCE_S
"""Seconds of play for something that happens only in some rounds."""


class Player:
    """A person at a table, who clicks; what is chosen is drawn from a seed."""

    def __init__(self, page: Page, room: WebRoom, table: str, name: str, seed: int) -> None:
        self.page, self.room, self.table, self.name = page, room, table, name
        self.rng = random.Random(seed)
        self.raised = 0
        self.before = 0
        """The chips that were brought to the table."""
        self.seen: set[str] = set()
        self.pictures = ""
        """The name under which a picture of each kind of question is kept; empty: none are."""

    @property
    def bar(self) -> Locator:
        """The action bar."""
        return self.page.locator(".bar")

    @property
    def main(self) -> Locator:
        """The one main action."""
        return self.bar.locator(".decision.primary")

    def open_choices(self) -> Locator:
        """The plain decisions that may be taken now."""
        return self.bar.locator(".decisions .decision:not([aria-disabled])")

    def asked(self) -> str:
        """The question that may be answered now, as round and number; empty if there is none."""
        return str(self.page.evaluate(STATE)["asked"])

    def over(self) -> bool:
        """Return whether the round is over and its result stands in the bar."""
        return OVER.search(self.page.evaluate(STATE)["main"]) is not None

    def result(self) -> int:
        """Return the result of the round in the bar."""
        said = self.bar.locator("h2").inner_text()
        if said.startswith("You win"):
            return cents_in(said)
        if said.startswith("You lose"):
            return -cents_in(said)
        assert said.startswith(("Even", "The round is over")), said
        return 0

    def purse(self) -> int:
        """The chips in front of this player, as the top bar says."""
        return cents_in(self.page.locator(".table-purse b").inner_text())

    def chips(self) -> int:
        """The same by the books of the room."""
        seats = self.room.room.table(self.table).live.seating.seats
        return next(one.chips for one in seats.values() if one.player.name == self.name)

    def seat(self) -> int:
        """Return the seat of this player."""
        seats = self.room.room.table(self.table).live.seating.seats
        return next(seat for seat, one in seats.items() if one.player.name == self.name)

    def keep(self, what: str) -> None:
        """A picture of the page, once for each kind of question."""
        if self.pictures and what not in self.seen:
            width = self.page.viewport_size["width"] if self.page.viewport_size else 0
            picture(self.page, f"{self.pictures}-{width}-{what}")
        self.seen.add(what)

    def come(self) -> None:
        """To the table, and down on a chair."""
        self.log_in()
        self.sit()

    def log_in(self) -> None:
        """To the table, where a chair is offered."""
        log_in(self.page, self.room, self.name)
        self.page.goto(f"{self.room.url}/table/{self.table}")

    def sit(self) -> None:
        """Down on it, with as much as may be brought."""
        self.bar.get_by_role("button", name="Max").click()
        self.main.click()
        expect(self.main.get_by_text("Sit down")).to_have_count(0)
        self.before = self.chips()

    def answer(self) -> None:
        """Answer the question that stands, and wait until it is taken."""
        asked = self.asked()
        self.choose()
        self.page.wait_for_function(TAKEN, arg=asked)

    def choose(self) -> None:
        """Some answer, by the shape of the question."""
        if self.page.locator("hw-arrange .tray").count():
            self._arrange()
        elif self.bar.locator(".rack").count():
            self._place()
        elif self.page.locator(".slot-pick").count():
            self._pick()
        else:
            self._decide()

    def play_until(self, selector: str) -> None:
        """Alone, question by question and round by round, until a question shows something.

        What still stands there of one that has just been answered is not meant.
        """
        until = time.monotonic() + ROUNDS_S
        while not (self.asked() and self.page.locator(selector).count()):
            if self.over():
                now = self.bar.get_attribute("data-round") or ""
                self.main.click()
                expect(self.bar).not_to_have_attribute("data-round", now)
            elif self.asked():
                self.answer()
            else:
                self.page.wait_for_timeout(PAUSE_MS)
            assert time.monotonic() < until, f"{selector} does not come"

    def _place(self) -> None:
        """Chips where they must lie, and on one more spot."""
        for _ in range(12):
            first = FIRST.search(self.main.inner_text())
            if first is None:
                break
            label = next(words for words in first.groups() if words)
            self.page.get_by_role("button", name=re.compile(re.escape(label), re.I)).first.click()
        open_spots = self.page.locator("button.spot.open:not(.wants)")
        if "$" not in self.main.inner_text():
            open_spots.first.click()
        open_spots.nth(self.rng.randrange(open_spots.count())).click()
        self.keep("place")
        self.main.click()

    def _arrange(self) -> None:
        """Some way to set that is not foul."""
        ways = self.page.locator("hw-arrange .way:not(.foul)")
        ways.nth(self.rng.randrange(ways.count())).click()
        self.keep("arrange")
        self.main.click()

    def _pick(self) -> None:
        """A piece given up, or none where all may be kept."""
        kept = self.open_choices()
        if kept.count() and self.rng.random() < 0.3:
            kept.first.click()
            return
        pieces = self.page.locator(".slot-pick")
        pieces.nth(self.rng.randrange(pieces.count())).click()
        self.keep("pick")
        self.main.click()

    def _decide(self) -> None:
        """Take one of the decisions; amounts only now and then, so that a hand ends."""
        self.keep("amount" if self.bar.locator(".amount").count() else "decide")
        choices = self.open_choices()
        if self.main.count() and (self.raised < RAISES or not choices.count()):
            self.raised += 1
            presets = self.bar.locator(".preset")
            if presets.count():
                presets.first.click()
            self.main.click()
        else:
            choices.nth(self.rng.randrange(choices.count())).click()
            if self.bar.locator(".amount").count() and self.main.count():
                self.main.click()  # a decision with an amount opens its editor first


def play_round(
    players: Sequence[Player], looked: Callable[[Player], None] = lambda _: None
) -> None:
    """One round by all of them, until its result stands in every bar."""
    until = time.monotonic() + PATIENCE_S
    while not all(player.over() for player in players):
        asked = next((player for player in players if player.asked()), None)
        if asked is not None:
            looked(asked)
            asked.answer()
            until = time.monotonic() + PATIENCE_S
        else:
            players[0].page.wait_for_timeout(PAUSE_MS)
        said = [player.bar.inner_text() for player in players] if time.monotonic() > until else []
        assert not said, f"nothing happens any more: {said}"
