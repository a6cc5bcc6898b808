"""A strict reader of the documents that sheets and signs are."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from houseway.sheets.pdf import QUIET, browser

VOID = {"meta", "br", "hr", "img", "link", "input", "wbr"}


class Page(HTMLParser):
    """A strict reader: every tag closed in order, every id once."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"
        assert len(self.ids) == len(set(self.ids)), "an id stands twice"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute of <{tag}> stands twice"
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        assert tag != "script" and "src" not in found, "a sheet needs nothing else"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def assert_alone(text: str) -> None:
    """Nothing is fetched from anywhere."""
    assert not re.search(r"https?:|url\(|@import|<(script|link|img|iframe|object)\b", text)


ON_PAPER = {"letter": 702, "a4": 680}
"""Pixels between the margins of a sheet's pages."""
PHONE = 390
_LOOK = """<script>
window.onload = () => {
  const wide = document.documentElement.clientWidth, found = [];
  for (const e of document.body.querySelectorAll("*")) {
    const box = e.getBoundingClientRect();
    if (!box.width || e.closest(".scroll, .commands") && SCROLLS) continue;
    if (box.right > wide + 1 || box.left < -1)
      found.push(e.tagName + "." + e.className + ": " + e.textContent.slice(0, 60));
  }
  const wider = e => e.scrollWidth > e.clientWidth + 1;
  const scrolls = [...document.querySelectorAll(".scroll")].filter(wider);
  const cues = scrolls.filter(e => getComputedStyle(e, "::before").content !== "none");
  document.title = JSON.stringify({found, scrolls: scrolls.length, cues: cues.length});
};
</script>"""


def pages_of(pdf: bytes) -> int:
    """Return the number of pages of a printed document."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


class Measured(NamedTuple):
    """Elements beyond the margins, and the number of tables that scroll, with a cue or without."""

    cut_off: list[str]
    scrolls: int
    cues: int


def measured(text: str, width: int, paper: bool, folder: Path) -> Measured:
    """The document laid out so wide, as on paper or on a screen."""
    program = browser()
    assert program is not None
    if paper:
        text = text.replace("@media print", "@media all").replace(
            "@media (max-width", "@media (max-height: 1px) and (max-width"
        )
    look = _LOOK.replace("SCROLLS", "false" if paper else "true")
    inner = text.replace("</head>", f"{look}</head>")
    (folder / "inner.html").write_text(inner, encoding="utf-8")
    (folder / "outer.html").write_text(
        f'<iframe src="inner.html" style="width:{width}px;height:9999px;border:0" '
        'onload="setTimeout(() => document.title = this.contentDocument.title, 0)"></iframe>'
    )
    page = (folder / "outer.html").as_uri()
    words = [program, *QUIET, "--allow-file-access-from-files", "--virtual-time-budget=3000",
             f"--user-data-dir={folder}/profile", "--dump-dom", page]  # fmt: skip
    ran = subprocess.run(words, capture_output=True, check=True, timeout=120)
    title = re.search(r"<title>(.*?)</title>", ran.stdout.decode(), re.S)
    assert title, "nothing was measured"
    said = json.loads(unescape(title[1]))
    return Measured(said["found"], said["scrolls"], said["cues"])
