"""What the lab has to say to players, before it is printed: words, tables of figures, charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from houseway.analysis.charts import Chart
from houseway.analysis.row import Chance
from houseway.game.base import Game
from houseway.util.html import html_table, paragraphs


@dataclass(frozen=True)
class Words:
    """A sentence; with ``alarm`` one that nobody must miss."""

    text: str
    alarm: bool = False


@dataclass(frozen=True)
class Figures:
    """A table; the columns named in ``right`` are numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: tuple[str, ...] = ()


Part: TypeAlias = Words | Figures | Chart


@dataclass(frozen=True)
class Paper:
    """How a posted game is played best: everything for machines, and its parts for people."""

    heading: str
    found: Mapping[str, Any]
    parts: tuple[Part, ...] = field(default=())

    def __repr__(self) -> str:
        return f"<{self.heading}>"

    def _repr_html_(self) -> str:
        return paragraphs([self.heading]) + "".join(map(_part_html, self.parts))


def _part_html(part: Part) -> str:
    if isinstance(part, Words):
        return paragraphs([part.text])
    if isinstance(part, Figures):
        return html_table(part.columns, part.rows, part.title, part.right)
    rows = ((row.hand, *row.cells) for row in part.rows)
    legend = "; ".join(f"{cell}: {words}" for cell, words in part.legend.items())
    return html_table(("", *part.columns), rows, part.title) + paragraphs([*part.says, legend])


def percent(chance: Chance, digits: int = 4) -> str:
    """A chance or an edge in percent."""
    return f"{float(chance):,.{digits}%}"


def shown_posting(game: Game) -> dict[str, str]:
    """The posting as people write it."""
    declared = game.declared()
    return {key: declared[key].show(value) for key, value in game.posting.items()}
