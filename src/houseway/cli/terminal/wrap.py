"""Text in lines of a given width, broken between words and never inside one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

WIDTH, NARROW = 80, 40
"""Lines are no wider than this and not planned narrower."""
MORE = "…"
TIED = "\u00a0"
"""A blank at which no line ends; when a line is full it is a blank like others."""
LEAST = 12
"""The second column of a table is not made narrower than this, if another can be."""


def width_of(out: Console) -> int:
    """How wide lines are: at most as planned, and not so narrow that nothing has a place."""
    return max(min(out.width, WIDTH), NARROW)


def flow(
    parts: Iterable[Text], width: int, indent: int = 0, first: int = 0, gap: int = 1
) -> list[Text]:
    """Parts one after the other in as many lines as it takes, blanks between them.

    ``indent`` is how far the second line and those after it stand in, ``first`` how much of the
    first line is taken already; ``gap`` is how many blanks stand between two parts.
    """
    lines, used, start = [Text()], first, True
    for part in parts:
        for number, word in enumerate(_words([part])):
            blanks = 0 if start else 1 if number else gap
            size = word.cell_len
            if not start and used + blanks + size > width:
                lines.append(Text(" " * indent))
                used, blanks = indent, 0
            lines[-1].append(" " * blanks)
            lines[-1].append_text(word)
            used, start = used + blanks + size, False
    for line in lines:
        line.plain = line.plain.replace(TIED, " ")
    return lines


def tied(text: str) -> str:
    """A text that is not broken: a name of several words."""
    return text.replace(" ", TIED)


def _words(parts: Iterable[Text]) -> list[Text]:
    """The words of all parts; what is in square brackets, as a tile, stays together."""
    found: list[Text] = []
    for part in parts:
        start, depth = 0, 0
        plain = part.plain
        for at, char in enumerate(plain):
            depth += (char == "[") - (char == "]")
            if char == " " and depth <= 0:
                if at > start:
                    found.append(part[start:at])
                start = at + 1
        if start < len(plain):
            found.append(part[start:])
    return found


def right(line: Text, end: Text, width: int) -> Text:
    """A line with something at the right edge."""
    gap = max(width - line.cell_len - end.cell_len, 1)
    return Text.assemble(line, " " * gap, end)


def short(text: str, width: int) -> str:
    """As much of a text as fits, with a sign that there was more."""
    if cell_len(text) <= width:
        return text
    found = ""
    for char in text:
        if cell_len(found + char) > width - 1:
            break
        found += char
    return found.rstrip() + MORE


def padded(text: Text, width: int, to_the_right: bool = False) -> Text:
    """A cell of a column."""
    gap = " " * max(width - text.cell_len, 0)
    return Text.assemble(gap, text) if to_the_right else Text.assemble(text, gap)


def narrowed(rows: Sequence[Sequence[Text]], width: int, gap: int = 2) -> list[list[Text]]:
    """Rows whose cells are shortened as far as it takes to fit, the second column first."""
    found = [list(row) for row in rows]
    while found:
        widths = [max(row[i].cell_len for row in found) for i in range(len(found[0]))]
        if sum(widths) + gap * (len(widths) - 1) <= width or max(widths[1:]) < LEAST // 2:
            break
        at = 1 if widths[1] > LEAST else max(range(1, len(widths)), key=lambda i: widths[i])
        for row in found:
            if row[at].cell_len == widths[at]:
                row[at] = Text(short(row[at].plain, widths[at] - 1), style=row[at].style)
    return found


def columns(
    rows: Sequence[Sequence[Text]], gap: int = 2, right_at: Iterable[int] = ()
) -> list[Text]:
    """Rows of cells in columns as wide as they need, the last one ragged."""
    if not rows:
        return []
    widths = [max(row[i].cell_len for row in rows) for i in range(len(rows[0]))]
    to_right = set(right_at)
    return [
        Text(" " * gap).join(
            padded(cell, width, i in to_right)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
