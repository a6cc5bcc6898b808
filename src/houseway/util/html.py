"""HTML tables for notebooks, made from text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    caption: str = "",
    right: Iterable[str] = (),
) -> str:
    """Return a table; the columns named in ``right`` hold numbers and are aligned right."""
    ends = {column for column in columns if column in set(right)}
    styles = ["text-align:right" if column in ends else "text-align:left" for column in columns]
    head = "".join(
        f'<th style="{s}">{escape(c)}</th>' for c, s in zip(columns, styles, strict=True)
    )
    body = "".join(f"<tr>{_cells(row, styles)}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Sequence[object], styles: Sequence[str]) -> str:
    """Return a row of cells, each with the style of its column."""
    return "".join(
        f'<td style="{style}">{escape(str(cell))}</td>'
        for cell, style in zip(row, styles, strict=True)
    )


def paragraphs(lines: Iterable[str]) -> str:
    """Return sentences as paragraphs."""
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
