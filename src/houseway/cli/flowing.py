"""Text in lines of a given width, broken between words and never inside one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

MORE = "…"


def flow(parts: Iterable[Text], width: int, indent: int = 0, first: int = 0) -> list[Text]:
    """Parts one after the other, a blank between them, in as many lines as it takes.

    ``indent`` is how far the second line and those after it stand in; ``first`` how much of the
    first line is taken already.
    """
    lines, used = [Text()], first
    for word in _words(parts):
        size = word.cell_len
        gap = 1 if used > (indent if len(lines) > 1 else first) else 0
        if used + gap + size > width and (lines[-1].plain.strip() or used > indent):
            lines.append(Text(" " * indent))
            used, gap = indent, 0
        lines[-1].append(" " * gap)
        lines[-1].append_text(word)
        used += gap + size
    return lines


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


def columns(
    rows: Sequence[Sequence[Text]], gap: int = 2, right_at: Iterable[int] = ()
) -> list[Text]:
    """Rows of cells in columns as wide as they need, the last one ragged."""
    if not rows:
        return []
    widths = [max(row[i].cell_len for row in rows) for i in range(len(rows[0]))]
    to_right = set(right_at)
    return [
        Text((" " * gap)).join(
            padded(cell, width, i in to_right)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
