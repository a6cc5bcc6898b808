"""Plots as SVG text: horizontal bars, and a curve with marks.

The drawing is 460 units wide, near the width of a phone, so that text stays legible there. Colours
come from the style sheet by class. All numbers are rounded, so the same figures give the same
bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 460
BAR, GAP = 15, 7
LABEL_AT_MOST = 32
LETTER = 6.4
"""The average width of a letter in plots."""


@dataclass(frozen=True)
class Bar:
    """One bar: its label, its length, the words at its end; red if ``bad``."""

    label: str
    value: float
    words: str
    bad: bool = False


@dataclass(frozen=True)
class Mark:
    """A vertical line in a curve, with a label."""

    x: float
    words: str
    style: str = "mark"


@dataclass(frozen=True)
class Scale:
    """A linear scale from values to coordinates."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.end - self.start)


def bars(rows: Sequence[Bar], title: str, line: float | None = None) -> str:
    """Return horizontal bars on an axis that shows their differences, with a line at a reference
    value.

    The axis begins near the smallest bar (``axis_from``); a break mark shows if that is not 0.
    """
    longest = max(len(_short(row.label)) for row in rows)
    left = round(longest * LETTER) + 10
    top, height = 8, len(rows) * (BAR + GAP) + 34
    foot = height - 24
    ends = max(len(row.words) for row in rows) * LETTER + 10
    values = [row.value for row in rows] + ([line] if line is not None else [])
    low = axis_from(values)
    x = Scale(low, max(values), left, WIDTH - ends - 8)
    parts = []
    for value in ticks(low, x.high, 4):
        at = _n(x(value))
        parts += [
            f'<line class="grid" x1="{at}" y1="{top - 4}" x2="{at}" y2="{foot}"/>',
            f'<text class="tick" x="{at}" y="{foot + 14}" text-anchor="middle">'
            f"{number(100 * value)} %</text>",
        ]
    if line is not None:
        at = _n(x(line))
        parts.append(f'<line class="limit" x1="{at}" y1="{top - 4}" x2="{at}" y2="{foot}"/>')
    for i, row in enumerate(rows):
        y = top + i * (BAR + GAP)
        style = "bar bad" if row.bad else "bar"
        width = max(x(row.value) - left, 0.5)
        parts += [
            f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{escape(_short(row.label))}'
            "</text>",
            f'<rect class="{style}" x="{left}" y="{y}" width="{_n(width)}" height="{BAR}"/>',
            f'<text class="value" x="{WIDTH - 2}" y="{y + 12}" text-anchor="end">'
            f"{escape(row.words)}</text>",
        ]
        if low:
            parts.append(_torn(left, y))
    return _svg(height, title, parts)


def axis_from(values: Sequence[float]) -> float:
    """Return the start of the axis: 0, or a round number below the least bar.

    The least bar is then about a third as long as the bars differ, so that none vanishes.
    """
    least, most = min(values), max(values)
    start = least - max((most - least) / 3.0, most / 400.0)
    if start <= most / 5.0:
        return 0.0
    step = _nice((most - start) / 4.0)
    return round(math.floor(start / step) * step, 10)


def _torn(left: float, y: float) -> str:
    """Return the break mark of a bar that does not begin at zero: a white zigzag."""
    x, quarter = left + 7, BAR / 4
    points = " ".join(f"{_n(x + (3 if i % 2 else 0))},{_n(y + i * quarter)}" for i in range(5))
    return f'<polyline class="torn" points="{points}"/>'


def curve(
    points: Sequence[tuple[float, float]], title: str, x_words: str,
    marks: Sequence[Mark] = (), area: bool = False, y_words: str = "", from_zero: bool = True,
) -> str:  # fmt: skip
    """Return a curve over a labelled axis; ``area`` fills the area below, as for a distribution."""
    height, top, bottom, left, right = 196, 30, 44, 44 if y_words else 12, 14
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    low = 0.0 if from_zero else min(ys)
    x = Scale(min(xs), max(xs), left, WIDTH - right)
    y = Scale(low, max(ys) * 1.04 if from_zero else max(ys), height - bottom, top)
    parts = _x_axis(x, height - bottom, x_words, height)
    if y_words:
        parts += _y_axis(y, left, WIDTH - right, y_words)
    path = " ".join(f"{_n(x(a))},{_n(y(b))}" for a, b in points)
    if area:
        first, last, foot = _n(x(xs[0])), _n(x(xs[-1])), _n(height - bottom)
        parts.append(f'<polygon class="area" points="{first},{foot} {path} {last},{foot}"/>')
    parts.append(f'<polyline class="curve" points="{path}"/>')
    for i, mark in enumerate(m for m in marks if x.low <= m.x <= x.high):
        parts += _mark(mark, _n(x(mark.x)), 12 + 13 * (i % 2), height - bottom)
    return _svg(height, title, parts)


def _mark(mark: Mark, at: str, y: int, foot: int) -> list[str]:
    """Return a vertical line with a label at a value."""
    anchor = "start" if float(at) < 90 else "end" if float(at) > WIDTH - 90 else "middle"
    return [
        f'<line class="{mark.style}" x1="{at}" y1="{y + 4}" x2="{at}" y2="{foot}"/>',
        f'<text class="{mark.style}" x="{at}" y="{y}" text-anchor="{anchor}">{escape(mark.words)}'
        "</text>",
    ]


def _x_axis(x: Scale, foot: int, words: str, height: int) -> list[str]:
    """Return the horizontal axis with ticks and a label."""
    parts = [
        f'<line class="axis" x1="{_n(x.start)}" y1="{foot}" x2="{_n(x.end)}" y2="{foot}"/>',
        f'<text class="tick" x="{_n((x.start + x.end) / 2)}" y="{height - 6}" '
        f'text-anchor="middle">{escape(words)}</text>',
    ]
    for value in ticks(x.low, x.high, 6):
        at, said = _n(x(value)), number(value)
        half = len(said) * LETTER / 2
        anchor = "start" if x(value) < half else "end" if x(value) > WIDTH - half else "middle"
        parts += [
            f'<line class="axis" x1="{at}" y1="{foot}" x2="{at}" y2="{foot + 4}"/>',
            f'<text class="tick" x="{at}" y="{foot + 17}" text-anchor="{anchor}">{said}</text>',
        ]
    return parts


def _y_axis(y: Scale, left: float, right: float, words: str) -> list[str]:
    """Return the vertical axis with lines across and a label."""
    parts = [f'<text class="tick" x="2" y="12">{escape(words)}</text>']
    for value in ticks(y.low, y.high, 5):
        at = y(value)
        parts += [
            f'<line class="grid" x1="{_n(left)}" y1="{_n(at)}" x2="{_n(right)}" y2="{_n(at)}"/>',
            f'<text class="tick" x="{_n(left - 5)}" y="{_n(at + 4)}" text-anchor="end">'
            f"{number(value)}</text>",
        ]
    return parts


def ticks(low: float, high: float, about: int) -> list[float]:
    """Return about ``about`` round values in a range; the one value of an empty range."""
    if high <= low:
        return [low]
    step = _nice((high - low) / about)
    first = math.ceil(low / step - 1e-9)
    count = math.floor(high / step + 1e-9) - first + 1
    return [(first + i) * step + 0.0 for i in range(count)]


def _nice(rough: float) -> float:
    """Return a round step of about this size."""
    size = 10.0 ** math.floor(math.log10(rough))
    return next(size * m for m in (1, 2, 2.5, 5, 10) if size * m >= rough * 0.999)


def number(value: float) -> str:
    """Return the label of a tick, with a true minus sign."""
    text = f"{value:,.4f}".rstrip("0").rstrip(".") or "0"
    return "0" if text == "-0" else text.replace("-", "−")


def _short(label: str) -> str:
    """Return a label, cut with an ellipsis if it is too long."""
    return label if len(label) <= LABEL_AT_MOST else label[: LABEL_AT_MOST - 1] + "…"


def _n(value: float) -> str:
    """Return a coordinate, rounded to a tenth of a unit."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _svg(height: int, title: str, parts: Sequence[str]) -> str:
    """Return a drawing of these parts with a title for screen readers."""
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">\n<title>{escape(title)}</title>\n'
        + "\n".join(parts)
        + "\n</svg>"
    )
