"""Text at twice its size: texts that are then cut off, covered or too wide, and were not before.

Twice the size is the browser's own setting, so style sheets see it as they do for a person who has
chosen large letters.
"""

from __future__ import annotations

from playwright.sync_api import Page

NORMAL, LARGE = 16, 32
LOST = """() => {
  const over = [...document.querySelectorAll("dialog[open], :popover-open")];
  const inside = over.at(-1) ?? document.body;
  const CUT = "cut", texts = [], lost = new Set();
  const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT);
  const scrolls = (how) => how === "auto" || how === "scroll";
  const seen = (rect, from) => {
    const box = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
    const slack = 3 + 0.25 * (rect.bottom - rect.top);
    let across = true, down = true, held = "";
    for (let at = from; at !== null && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at), frame = at.getBoundingClientRect();
      if (style.position === "fixed" || style.position === "sticky") held = at.outerHTML;
      if (style.display === "inline" || style.display === "contents") continue;
      if (style.overflowX !== "visible") {
        if (scrolls(style.overflowX)) across = false;
        else if (frame.width <= 2) return null;
        else if (across && (rect.right > frame.right + 3 || rect.left < frame.left - 3)) return CUT;
        box.left = Math.max(box.left, frame.left);
        box.right = Math.min(box.right, frame.right);
      }
      if (style.overflowY !== "visible") {
        if (scrolls(style.overflowY)) down = false;
        else if (frame.height <= 2) return null;
        else if (down && (rect.bottom > frame.bottom + slack || rect.top < frame.top - slack))
          return CUT;
        box.top = Math.max(box.top, frame.top);
        box.bottom = Math.min(box.bottom, frame.bottom);
      }
    }
    return box.right - box.left > 1 && box.bottom - box.top > 1 ? { ...box, held } : null;
  };
  while (walker.nextNode()) {
    const node = walker.currentNode, owner = node.parentElement, says = node.data.trim();
    if (says === "" || owner.closest("svg, select") !== null) continue;
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width <= 1 || rect.height <= 1) continue;
      const found = seen(rect, owner);
      if (found === CUT) lost.add(`cut: ${says}`);
      else if (found !== null) texts.push({ ...found, says, node });
    }
  }
  texts.sort((a, b) => a.top - b.top);
  texts.forEach((one, n) => {
    for (let m = n + 1; m < texts.length && texts[m].top < one.bottom; m++) {
      const other = texts[m];
      if (other.node === one.node || other.held !== one.held) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (wide <= 3 || high <= 0.33 * least) continue;
      lost.add(`over one another: ${one.says} / ${other.says}`);
    }
  });
  return [...lost];
}"""
"""Texts that are cut off by what holds them, or lie over another; what scrolls is not cut off."""


def letters(page: Page, size: int) -> None:
    """The browser's letters at another size, as its settings have it."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    session.detach()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def lost_when_large(page: Page) -> list[str]:
    """Return texts that cannot be read when letters are twice as large."""
    before = set(page.evaluate(LOST))
    letters(page, LARGE)
    try:
        found = sorted(set(page.evaluate(LOST)) - before)
        wide, most = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    finally:
        letters(page, NORMAL)
    return found + ([f"the page is {wide} wide and has {most}"] if wide > most else [])
