"""The pages in a browser: the size and time of a first view, and the delay until a message is
painted.

``houseway serve`` is a process of its own with every seat taken. Others play over sockets at a
given rate. One of them plays over the socket of a page in Chromium, without motion. Times are by
the browser's clock, so the machine must be idle otherwise.
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

from benchmarks._clock import HEADING, in_turns, sheet_console
from benchmarks.loading.house import Chair, Served, furnish
from benchmarks.loading.players import Crowd, Player
from houseway.room.http.static import FOLDER
from houseway.sheets.pdf import browser as chromium

GAMES = ("ride-free", "omaha-8")
"""A table with ten spots on an arc, and a ring."""
DESK = {"width": 1440, "height": 900}
OPENED = 7
"""The number of times that a browser with an empty cache opens a table."""
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
"""A view counts as painted at the end of the next frame; its time begins before the page reads
it.
"""
LOADED = """() => ["encodedBodySize", "decodedBodySize"].map((size) => [
  ...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")]
  .filter((one) => !one.name.includes("/api/"))
  .reduce((sum, one) => sum + one[size], 0))"""
"""The bytes of a page, as transferred and unpacked."""


class PageWire:
    """The socket of a page, for a player who decides here."""

    def __init__(self, page: Any) -> None:
        self._page, self._sent = page, set[asyncio.Future[Any]]()

    def send(self, text: bytes) -> None:
        """Send a message over the page's socket."""
        sent = asyncio.ensure_future(self._page.evaluate("text => line.send(text)", text.decode()))
        self._sent.add(sent)
        sent.add_done_callback(self._sent.discard)

    def close(self) -> None:
        """Do nothing: the socket closes with its page."""


class Looked:
    """The browser's measurements of a table."""

    def __init__(self) -> None:
        self.bytes: list[tuple[int, int]] = []
        """As they came, and unpacked."""
        self.drawn: list[float] = []
        self.painted: list[float] = []


async def first_view(browser: Any, at: str, player: Player) -> tuple[Any, tuple[int, int], float]:
    """Open a table with an empty cache; return its page, the bytes and the milliseconds."""
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    page = await context.new_page()
    receive, chair = player.through(PageWire(page)), player.chair  # type: ignore[arg-type]

    def framed(frame: str | bytes) -> None:
        if '"type":"view"' in (text := str(frame)):
            receive(text.encode())

    page.on("websocket", lambda socket: socket.on("framereceived", framed))
    await page.goto(f"{at}/healthz")
    await page.evaluate(ENTER, [chair.token, '{"still": true}'])
    await page.add_init_script(WATCH)
    await page.goto(f"{at}/table/{chair.table}")
    await page.locator("hw-felt .plate").first.wait_for()
    while not (drawn := await page.evaluate("drawn")):
        await asyncio.sleep(0.01)
    came, whole = await page.evaluate(LOADED)
    return page, (came, whole), drawn


async def looked_at(browser: Any, server: Served, chairs: list[Chair], tiny: bool) -> Looked:
    """Measure one table: open it some times, then watch it while it is played."""
    opened, seconds = (1, 1) if tiny else (OPENED, SECONDS)
    at, found = f"http://{server.host}:{server.port}", Looked()
    crowd = Crowd(chairs)
    crowd.hold()
    own, *others = crowd.players
    for left in reversed(range(opened)):
        page, size, drawn = await first_view(browser, at, own)
        found.bytes.append(size)
        found.drawn.append(drawn)
        if left:
            await page.context.close()
    try:
        await asyncio.gather(*(player.join(server.host, server.port) for player in others))
        await crowd.all_shown()
        await page.evaluate("painted.length = 0")
        await crowd.offer(RATE, seconds)
        found.painted = sorted(await page.evaluate("painted"))
    finally:
        crowd.leave()
        await page.context.close()
    return found


async def measured(program: str, tiny: bool = False) -> dict[str, Looked]:
    """Measure every game of the list at a server of its own; ``tiny``: one game, once."""
    from playwright.async_api import async_playwright

    found, games = {}, GAMES[: 1 if tiny else None]
    with tempfile.TemporaryDirectory(prefix="houseway-pages-") as folder:
        chairs = await furnish(Path(folder), len(games), games)
        server = Served(Path(folder))
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=program, args=list(QUIET)
                )
                for number, game in enumerate(games):
                    at_table = [chair for chair in chairs if chair.table == f"T{number}"]
                    found[game] = await looked_at(browser, server, at_table, tiny)
                await browser.close()
        finally:
            server.stop()
    return found


def part(times: list[float], percent: int) -> float:
    """Return the time within which this percentage of cases falls."""
    return times[min(len(times) - 1, len(times) * percent // 100)]


def printed(found: dict[str, Looked]) -> Sheet:
    """Print the figures with their goals."""
    sheet = Sheet(title="Pages in Chromium, 1440 x 900, motion off")
    for column in ("what", "figure", HEADING, "goal", ""):
        sheet.add_column(column, justify="left" if column in ("what", "") else "right")
    for game, seen in found.items():
        came, whole = max(seen.bytes)
        sheet.add_row(f"{game}: first view, compressed", f"{came / 1000:.0f} kB", "",
                      f"<= {BYTES_GOAL // 1000} kB",
                      f"{came / whole:.2f} of it unpacked")  # fmt: skip
        times = sorted(seen.drawn)
        drawn = median(times)
        sheet.add_row("  until the table is painted", f"{drawn:.0f} ms", in_turns(drawn / 1000),
                      f"<= {FIRST_GOAL_MS} ms", f"{times[0]:.0f} to {times[-1]:.0f}")  # fmt: skip
        if seen.painted:
            p50, p95 = part(seen.painted, 50), part(seen.painted, 95)
            sheet.add_row("  message to paint, p95", f"{p95:.0f} ms", in_turns(p95 / 1000),
                          f"<= {PAINT_GOAL_MS} ms",
                          f"p50 {p50:.0f} ms, {len(seen.painted)} messages")  # fmt: skip
    return sheet


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the figures, or why there are none; ``tiny`` looks at one game once."""
    out = console or sheet_console()
    os.environ["PATH"] += os.pathsep + str(Path(sys.executable).parent)
    program = chromium()
    if program is None or not FOLDER.exists():
        missing = "no Chromium here (make browser)" if program is None else "no pages (make web)"
        out.print(f"Pages in a browser: not measured, there is {missing}.")
        return
    out.print(printed(asyncio.run(measured(program, tiny))))


if __name__ == "__main__":
    run()
