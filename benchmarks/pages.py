"""The pages in a browser: what a first view loads and takes, and how soon a message is painted.

``houseway serve`` is a process of its own with every chair taken; others play over sockets, so
many answers a second, and one of them over the socket of a page in Chromium, with motion off.  By
the browser's own clock, so on a machine that does nothing else.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks.loading.house import Chair, Served, furnish
from benchmarks.loading.players import Crowd, Player
from houseway.room.http.static import FOLDER
from houseway.sheets.pdf import browser as chromium

GAMES = ("ride-free", "omaha-8")
"""An arc with ten spots, and a ring."""
DESK = {"width": 1440, "height": 900}
OPENED = 7
"""So often a table is opened by a browser that has kept nothing."""
RATE, SECONDS = 20, 15
BYTES_GOAL, FIRST_GOAL_MS, PAINT_GOAL_MS = 150_000, 1000, 50
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
ENTER = """([token, still]) => {
  sessionStorage.setItem("houseway.token", token);
  localStorage.setItem("houseway.settings", still);
}"""
WATCH = """(() => {
  window.painted = [];
  window.drawn = 0;
  const afterPaint = (then) => requestAnimationFrame(() => {
    const line = new MessageChannel();
    line.port1.onmessage = then;
    line.port2.postMessage(0);
  });
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        window.line = this;
        if (!String(event.data).includes('"type":"view"')) return;
        const came = performance.now();
        afterPaint(() => window.painted.push(performance.now() - came));
      });
    }
  };
  new MutationObserver((_, looking) => {
    if (document.querySelector("hw-felt .plate") === null) return;
    looking.disconnect();
    afterPaint(() => (window.drawn = performance.now()));
  }).observe(document, { childList: true, subtree: true });
})()"""
"""A view is painted when the frame after it is done: its clock begins before the page reads it."""
LOADED = """() => [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")]
  .filter((one) => !one.name.includes("/api/"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


class PageWire:
    """The socket of a page, for a player who decides here."""

    def __init__(self, page: Any) -> None:
        self._page, self._sent = page, set[asyncio.Future[Any]]()

    def send(self, text: bytes) -> None:
        """Say something over the page's socket."""
        sent = asyncio.ensure_future(self._page.evaluate("text => line.send(text)", text.decode()))
        self._sent.add(sent)
        sent.add_done_callback(self._sent.discard)

    def close(self) -> None:
        """It is closed with its page."""


class Looked:
    """What a browser saw of a table."""

    def __init__(self) -> None:
        self.bytes: list[int] = []
        self.drawn: list[float] = []
        self.painted: list[float] = []


async def first_view(browser: Any, at: str, player: Player) -> tuple[Any, int, float]:
    """A table opened by a browser that has nothing of it: its page, the bytes, the milliseconds."""
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    page = await context.new_page()
    told, chair = player.through(PageWire(page)), player.chair  # type: ignore[arg-type]

    def framed(frame: str | bytes) -> None:
        if '"type":"view"' in (text := str(frame)):
            told(text.encode())

    page.on("websocket", lambda socket: socket.on("framereceived", framed))
    await page.goto(f"{at}/healthz")
    await page.evaluate(ENTER, [chair.token, '{"still": true}'])
    await page.add_init_script(WATCH)
    await page.goto(f"{at}/table/{chair.table}")
    await page.locator("hw-felt .plate").first.wait_for()
    while not (drawn := await page.evaluate("drawn")):
        await asyncio.sleep(0.01)
    return page, await page.evaluate(LOADED), drawn


async def looked_at(browser: Any, server: Served, chairs: list[Chair]) -> Looked:
    """One table: opened some times, then looked at while it is played."""
    at, found = f"http://{server.host}:{server.port}", Looked()
    crowd = Crowd(chairs)
    crowd.hold()
    own, *others = crowd.players
    for left in reversed(range(OPENED)):
        page, size, drawn = await first_view(browser, at, own)
        found.bytes.append(size)
        found.drawn.append(drawn)
        if left:
            await page.context.close()
    try:
        await asyncio.gather(*(player.join(server.host, server.port) for player in others))
        await crowd.all_shown()
        await page.evaluate("painted.length = 0")
        await crowd.offer(RATE, SECONDS)
        found.painted = sorted(await page.evaluate("painted"))
    finally:
        crowd.leave()
        await page.context.close()
    return found


async def measured(program: str) -> dict[str, Looked]:
    """Every game of the list at a server of its own."""
    from playwright.async_api import async_playwright

    found = {}
    with tempfile.TemporaryDirectory(prefix="houseway-pages-") as folder:
        chairs = await furnish(Path(folder), len(GAMES), GAMES)
        server = Served(Path(folder))
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=program, args=list(QUIET)
                )
                for number, game in enumerate(GAMES):
                    at_table = [chair for chair in chairs if chair.table == f"T{number}"]
                    found[game] = await looked_at(browser, server, at_table)
                await browser.close()
        finally:
            server.stop()
    return found


def part(times: list[float], percent: int) -> float:
    """The time that so many per cent take at most."""
    return times[min(len(times) - 1, len(times) * percent // 100)]


def printed(found: dict[str, Looked]) -> Sheet:
    """The figures beside their goals."""
    sheet = Sheet(title="Pages in Chromium, 1440 x 900, motion off")
    for column in ("what", "figure", "goal", ""):
        sheet.add_column(column, justify="left" if column in ("what", "") else "right")
    for game, seen in found.items():
        sheet.add_row(f"{game}: first view, compressed", f"{max(seen.bytes) / 1000:.0f} kB",
                      f"<= {BYTES_GOAL // 1000} kB", "")  # fmt: skip
        times = sorted(seen.drawn)
        sheet.add_row("  until the table is painted", f"{median(times):.0f} ms",
                      f"<= {FIRST_GOAL_MS} ms", f"{times[0]:.0f} to {times[-1]:.0f}")  # fmt: skip
        p50, p95 = part(seen.painted, 50), part(seen.painted, 95)
        sheet.add_row("  message to paint, p95", f"{p95:.0f} ms", f"<= {PAINT_GOAL_MS} ms",
                      f"p50 {p50:.0f} ms, {len(seen.painted)} messages")  # fmt: skip
    return sheet


def run() -> None:
    """Print the figures, or why there are none."""
    os.environ["PATH"] += os.pathsep + str(Path(sys.executable).parent)
    program = chromium()
    if program is None or not FOLDER.exists():
        missing = "no Chromium here (make browser)" if program is None else "no pages (make web)"
        Console().print(f"Pages in a browser: not measured, there is {missing}.")
        return
    Console().print(printed(asyncio.run(measured(program))))


if __name__ == "__main__":
    run()
