"""Tables that never break inside a word or a number, whatever the width of the page.

If everything fits in one line, the table is laid out so. If not, columns of words are narrowed and
broken between words; columns of figures never are. A table that is still too wide is continued
below, with its first column repeated. If not even two columns fit, each row becomes a short list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Column, Table
from rich.text import Text

EDGES, GAP = 2, 3
"""Blanks at both sides of a table, and between two of its columns."""
WORDS = 16
"""The least width of a column of words while the table can be continued below."""
WHOLE = 24
"""The greatest width of a cell with a figure that stays in one line if possible."""


class Grid(Table):
    """A table that is laid out once the width of the page is known."""

    def __init__(self, title: str = "") -> None:
        super().__init__(
            title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
            header_style="bold", pad_edge=False,
        )  # fmt: skip

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.columns:
            return
        if self.title:
            yield Text(str(self.title), style="bold")
        yield from self._parts(options.max_width)

    def _parts(self, width: int) -> list[Table | Text]:
        """Return the table in one piece, in several, or row by row, whichever fits."""
        for whole, words in ((True, WORDS), (False, WORDS)):
            if widths := fitted(self.columns, width, whole, words):
                return [self._piece(self.columns, widths)]
        return self._split(width, WORDS) or self._split(width, 0) or [self._listed()]

    def _split(self, width: int, words: int) -> list[Table | Text]:
        """Return pieces that repeat the first column; empty if not even two columns fit."""
        pieces: list[Table | Text] = []
        first, left = self.columns[0], list(self.columns[1:])
        while left:
            for taken in range(len(left), 0, -1):
                widths = fitted([first, *left[:taken]], width, True, words)
                if widths is not None:
                    break
            else:
                return []
            pieces.append(self._piece([first, *left[:taken]], widths))
            left = left[taken:]
        return pieces

    def _piece(self, columns: Sequence[Column], widths: Sequence[int]) -> Table:
        """Return these columns at these widths."""
        piece = Table(box=self.box, header_style=self.header_style, pad_edge=False,
                      show_header=self.show_header)  # fmt: skip
        for column, wide in zip(columns, widths, strict=True):
            piece.add_column(column.header, justify=column.justify, style=column.style,
                             width=max(wide, 1), overflow="fold")  # fmt: skip
        cells = [list(column.cells) for column in columns]
        for i, row in enumerate(self.rows):
            piece.add_row(*(column[i] for column in cells), style=row.style)
        return piece

    def _listed(self) -> Text:
        """Return each row as a list, a line for each column."""
        lines = []
        for i, row in enumerate(self.rows):
            for column in self.columns:
                cell = list(column.cells)[i]
                if plain(cell).strip():
                    head = f"{column.header}: " if plain(column.header).strip() else ""
                    said = cell if isinstance(cell, Text) else plain(cell)
                    lines.append(Text.assemble((head, "bold"), said, style=str(row.style or "")))
            lines.append(Text(""))
        return Text("\n", overflow="fold").join(lines)


def fitted(columns: Sequence[Column], page: int, whole: bool, words: int) -> list[int] | None:
    """Return a width for every column, or None if a word or a figure would have to be broken.

    With ``whole``, short cells with figures are not broken even between words. Columns of ``words``
    keep at least this width if they need it.
    """
    room = page - EDGES - GAP * (len(columns) - 1)
    wanted = [natural(column) for column in columns]
    least = [narrowest(column, whole) for column in columns]
    for i, column in enumerate(columns):
        if column.justify == "left":
            least[i] = max(least[i], min(words, wanted[i]))
    if sum(least) > room:
        return None
    spare = room - sum(least)
    widths = list(least)
    hungry = [i for i in range(len(columns)) if wanted[i] > least[i]]
    while spare > 0 and hungry:  # the narrowest first, so that few columns are broken
        i = min(hungry, key=lambda i: (wanted[i] - widths[i], i))
        given = min(wanted[i] - widths[i], max(spare // len(hungry), 1))
        widths[i] += given
        spare -= given
        hungry = [i for i in hungry if wanted[i] > widths[i]]
    return widths


def natural(column: Column) -> int:
    """Return the width at which nothing in a column is broken."""
    return max((cell_len(line) for text in _texts(column) for line in text.split("\n")), default=1)


def narrowest(column: Column, whole: bool) -> int:
    """Return the least width at which no word or figure of a column is broken."""
    if column.no_wrap or column.justify == "right":
        cells = [line for text in _cells(column) for line in text.split("\n")]
    else:
        cells = [part for text in _cells(column) for part in _unbroken(text, whole)]
    return max(map(cell_len, (*cells, *str(column.header).split())), default=1)


def _unbroken(text: str, whole: bool) -> list[str]:
    """Return the parts of a cell that stay in one line."""
    if whole and cell_len(text) <= WHOLE and any(c.isdigit() for c in text):
        return text.split("\n")
    return text.split()


def _texts(column: Column) -> list[str]:
    """Return the plain texts of a column, its header first."""
    return [str(column.header), *_cells(column)]


def _cells(column: Column) -> list[str]:
    """Return the plain texts of a column's cells."""
    return [plain(cell) for cell in column.cells]


def plain(cell: Any) -> str:
    """Return the text of a cell."""
    return cell.plain if isinstance(cell, Text) else str(cell)
