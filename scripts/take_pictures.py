"""Take the pictures of README.md and docs: real rounds in a browser, a sheet, a terminal.

python -m scripts.take_pictures [FOLDER]     # default: docs/pictures
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright
from tests.e2e.web.player import Player, play_round
from tests.e2e.web.small_png import small
from tests.e2e.web.stations import DOOR, PATIENCE_S, PHONE, QUIET, ROOT, STARTS, Stations
from tests.e2e.web.web_room import WebRoom
from tests.support.terminal import Terminal

from houseway.cli.main import run
from houseway.sheets.pdf import browser as chromium

SIZE = (1280, 800)
MOST = 150_000
"""Bytes that a picture may have."""
LONG_MS = 600_000
FIRST = ("blackjack", "blackjack-burnout", "rocket-aces", "3-card-shine")
"""The tables at the top of the lobby, whose house edges are computed for the picture."""
NAMES = ("Boris", "Chen", "Dora", "Emil", "Fay")
SIDES = 3
"""Side wagers, made with the first."""
SHEET = ViewportSize(width=900, height=1000)
COLOURS = {
    "default": "#d8dee4", "black": "#57606a", "red": "#ff7b72", "green": "#7ee787",
    "brown": "#e3b341", "blue": "#79c0ff", "magenta": "#d2a8ff", "cyan": "#76e3ea",
    "white": "#f0f6fc",
}  # fmt: skip
TERMINAL = """<body style="margin:0;background:#0d1117"><pre style="margin:16px;
font:15px/19px 'DejaVu Sans Mono',monospace">{lines}</pre>"""
ROUNDS = 30
"""Rounds in which a side bet is usually won once; else the picture shows the last."""


class Guest(Player):
    """A player who bets on a few spots and stays in hands."""

    def _place(self) -> None:
        self.page.locator("button.spot.open:not(.wants)").first.click()
        side = self.page.locator("button.spot.open:not(.wants, .chipped, .rank-main)")
        for _ in range(min(SIDES, side.count())):
            side.first.click()
        self.main.click()

    def _decide(self) -> None:
        stays = self.open_choices().filter(has_text=re.compile("^(Call|Check)"))
        if stays.count():
            stays.first.click()
        else:
            super()._decide()


class Photographer:
    """Takes the scenes of one room into a folder."""

    def __init__(self, browser: Browser, room: WebRoom, folder: Path) -> None:
        self.room, self.folder, self._browser = room, folder, browser
        self.stations = Stations(browser, room.url)

    def take(self, page: Page, name: str) -> None:
        """Store a picture under a name, with few colours."""
        context = self._browser.new_context()
        made = small(context.new_page(), page.screenshot())
        context.close()
        (self.folder / f"{name}.png").write_bytes(made)
        assert len(made) < MOST, f"{name} has {len(made)} bytes"

    def guest(self, size: tuple[int, int], game: str, others: int) -> Guest:
        """Return Ann, seated among others who play for the house."""
        table = self.room.table(game)
        self.room.bots(table, others, NAMES)
        ann = Guest(self.stations.open(DOOR, size), self.room, table, "Ann", 4)
        ann.come()
        return ann

    def lobby(self) -> None:
        """Take the open tables, with their house edges."""
        for game, others in zip(FIRST, (3, 0, 2, 1), strict=True):
            self.room.bots(game, others, NAMES)
        page = self.stations.open("/", SIZE)
        for game in FIRST:
            expect(page.locator(f"[id='table-{game}']")).to_be_visible()
        for offer in page.locator("article.offer").all()[: len(FIRST)]:
            expect(offer.locator(".facts")).to_contain_text("%", timeout=LONG_MS)
        self.take(page, "lobby")

    def blackjack(self) -> None:
        """Take a table after a round, with a side bet won."""
        ann = self.guest(SIZE, "free-bet-blackjack", 3)
        for left in reversed(range(ROUNDS)):
            play_round([ann])
            won = ann.page.locator(".panel .strip.won").count() and ann.result() > 0
            if won or not left:
                break
            number = ann.bar.get_attribute("data-round") or ""
            ann.main.click()
            expect(ann.bar).not_to_have_attribute("data-round", number)
        self.take(ann.page, "blackjack")

    def poker(self) -> None:
        """Take a full ring."""
        ann = self.guest(SIZE, "omaha-8", 5)
        ann.play_until("hw-table:has(.bar[data-ready=yes]) .zones .pc-card:not(.pc-back) >> nth=3")
        self.take(ann.page, "poker")

    def tiles(self) -> None:
        """Take four tiles that are to be set."""
        ann = self.guest(SIZE, "pai-gow-tiles", 4)
        ann.play_until("hw-arrange .tray")
        self.take(ann.page, "tiles")

    def phone(self) -> None:
        """Take a decision on a phone."""
        ann = self.guest(PHONE, "free-bet-blackjack", 3)
        ann.play_until(".decisions .decision >> nth=2")
        self.take(ann.page, "phone")

    def lab(self) -> None:
        """Take the odds lab with all its rows."""
        page = self.stations.open(
            "/lab/3-dice-baccarat#golden_talons_player", SIZE, expected=(STARTS,)
        )
        expect(page.locator(".lab-row[data-wager]").first).to_be_visible(timeout=LONG_MS)
        expect(page.locator(".lab-pending")).to_have_count(0, timeout=LONG_MS)
        self.take(page, "lab")

    def sheet(self) -> None:
        """Take the first page of a PAR sheet, and its chart of best play."""
        with TemporaryDirectory() as made:
            file = Path(made) / "par.html"
            assert run(["par", "blackjack", "--out", str(file)]) == 0
            page = self._browser.new_context(viewport=SHEET).new_page()
            page.goto(file.as_uri())
            self.take(page, "par")
            page.evaluate("document.getElementById('strategy').scrollIntoView()")
            self.take(page, "strategy")
            page.context.close()

    def terminal(self) -> None:
        """Take a decision at the terminal table."""
        words = ("play", "free-bet-blackjack", "--seed", "8", "--bots", "1")
        with Terminal(*words) as at:
            at.until("seat 1>")
            at.type("bet main=10 push_22=5", "seat 1>")
            lines = [_spans(at, row) for row in range(at.screen.lines)]
        page = self._browser.new_context(viewport=ViewportSize(width=800, height=500)).new_page()
        page.set_content(TERMINAL.format(lines="\n".join(lines)))
        self.take(page, "terminal")
        page.context.close()


def _spans(at: Terminal, row: int) -> str:
    """Return a row of a terminal as HTML, with its colours and bold letters."""
    parts = []
    for column in range(at.screen.columns):
        cell = at.screen.buffer[row][column]
        colour = COLOURS.get(cell.fg, f"#{cell.fg}" if len(cell.fg) == 6 else COLOURS["default"])
        weight = "bold" if cell.bold else "normal"
        parts.append(
            f'<span style="color:{colour};font-weight:{weight}">{escape(cell.data)}</span>'
        )
    return "".join(parts)


def take_pictures(browser: Browser, folder: Path) -> None:
    """Take all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as books, WebRoom(Path(books), FIRST) as room:
        at = Photographer(browser, room, folder)
        for scene in (at.lobby, at.blackjack, at.poker, at.tiles, at.phone, at.lab,
                      at.sheet, at.terminal):  # fmt: skip
            scene()
        at.stations.close()


def main() -> None:
    """Take them into the folder that is named, with the Chromium of the tests."""
    program = chromium()
    if program is None:
        sys.exit("there is no Chromium; make browser installs one")
    expect.set_options(timeout=PATIENCE_S * 1000)
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs" / "pictures"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        take_pictures(found, folder)
        found.close()


if __name__ == "__main__":
    main()
