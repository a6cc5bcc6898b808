"""Text wrapped to a width, broken between words only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

WIDTH, NARROW = 80, 40
"""The greatest and the least width of lines."""
MORE = "…"
TIED = "\u00a0"
"""A blank that does not end a line unless the line is full."""
LEAST = 12
"""The least width of a table's second column while another column can be narrowed."""


def width_of(out: Console) -> int:
    """Return the width of lines: at most the planned one, and at least ``NARROW``."""
    return max(min(out.width, WIDTH), NARROW)


def flow(
    parts: Iterable[Text], width: int, indent: int = 0, first: int = 0, gap: int = 1
) -> list[Text]:
    """Return parts, separated by blanks, in as many lines as needed.

    ``indent`` is the indentation of lines after the first. ``first`` is the used width of the first
    line. ``gap`` is the number of blanks between two parts.
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
    """Return a text that is not broken, such as a name of several words."""
    return text.replace(" ", TIED)


def _words(parts: Iterable[Text]) -> list[Text]:
    """Return the words of all parts; square brackets, as of a tile, stay together."""
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
    """Return a line with text at the right edge."""
    gap = max(width - line.cell_len - end.cell_len, 1)
    return Text.assemble(line, " " * gap, end)


def short(text: str, width: int) -> str:
    """Return as much of a text as fits, with a sign if it was cut."""
    if cell_len(text) <= width:
        return text
    found = ""
    for char in text:
        if cell_len(found + char) > width - 1:
            break
        found += char
    return found.rstrip() + MORE


def padded(text: Text, width: int, to_the_right: bool = False) -> Text:
    """Return a cell of a column."""
    gap = " " * max(width - text.cell_len, 0)
    return Text.assemble(gap, text) if to_the_right else Text.assemble(text, gap)


def narrowed(rows: Sequence[Sequence[Text]], width: int, gap: int = 2) -> list[list[Text]]:
    """Return rows with cells shortened until they fit, the second column first."""
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
    """Return rows of cells in columns of their natural widths, the last one ragged."""
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
