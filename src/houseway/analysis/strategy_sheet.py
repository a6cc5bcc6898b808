"""Best play of a game for players: sentences, figures and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.util.html import html_table, paragraphs

if TYPE_CHECKING:
    from houseway.analysis.odds_row import Chance
    from houseway.game.base import Game


@dataclass(frozen=True)
class ChartRow:
    """A line of a chart: the hand, and a cell for each column."""

    part: str
    """The part of the chart, such as ``hard``, ``soft`` or ``pair``."""
    hand: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """A table of decisions with notes and a legend."""

    title: str
    says: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    legend: Mapping[str, str]
    """Cell text -> its meaning; cells without an entry are figures."""


def together(rows: Iterable[ChartRow]) -> tuple[ChartRow, ...]:
    """Merge neighbouring rows of one part with equal cells."""
    found = []
    for (part, cells), alike in groupby(rows, key=attrgetter("part", "cells")):
        names = [row.hand for row in alike]
        words = names[0] if len(names) == 1 else f"{names[0]} to {names[-1].split()[-1]}"
        found.append(ChartRow(part, words, cells))
    return tuple(found)


def used(legend: Mapping[str, str], rows: Iterable[ChartRow]) -> dict[str, str]:
    """Return the legend entries that some cell uses."""
    met = {cell for row in rows for cell in row.cells}
    return {cell: words for cell, words in legend.items() if cell in met}


@dataclass(frozen=True)
class Sentence:
    """A sentence; ``alarm`` marks one that a reader must not miss."""

    text: str
    alarm: bool = False


@dataclass(frozen=True)
class Figures:
    """A table; the columns named in ``right`` are numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: tuple[str, ...] = ()


SheetPart: TypeAlias = Sentence | Figures | Chart


@dataclass(frozen=True)
class StrategySheet:
    """Best play of a posted game: all figures for machines, and parts for people."""

    heading: str
    found: Mapping[str, Any]
    parts: tuple[SheetPart, ...] = field(default=())
    computed_by: str = field(default="", compare=False)
    """The program that computed it for the book of odds; empty if it was computed now."""

    def __repr__(self) -> str:
        return f"<{self.heading}>"

    def _repr_html_(self) -> str:
        return paragraphs([self.heading]) + "".join(map(_part_html, self.parts))


def _part_html(part: SheetPart) -> str:
    if isinstance(part, Sentence):
        return paragraphs([part.text])
    if isinstance(part, Figures):
        return html_table(part.columns, part.rows, part.title, part.right)
    rows = ((row.hand, *row.cells) for row in part.rows)
    legend = "; ".join(f"{cell}: {words}" for cell, words in part.legend.items())
    return html_table(("", *part.columns), rows, part.title) + paragraphs([*part.says, legend])


def percent(chance: Chance, digits: int = 4) -> str:
    """Return a probability or an edge in percent."""
    return f"{float(chance):,.{digits}%}"


def shown_posting(game: Game) -> dict[str, str]:
    """Return the posting as text, key by key."""
    declared = game.declared()
    return {key: declared[key].show(value) for key, value in game.posting.items()}


# Best settings, where a player sets the hand.


@dataclass(frozen=True)
class BetterSetting:
    """A hand for which the house way is not the best setting."""

    pieces: str
    house: str
    best: str
    gain: Fraction
    """The gain of the better setting, in units, given this hand."""
    ways: int
    """The number of deals with this hand."""


@dataclass(frozen=True)
class BankReply:
    """The bank's expectation with best settings of its own, given how players set."""

    to_house_way: Fraction
    to_best: Fraction
    """The bank's expectation against players who set best against its house way."""
    better: tuple[BetterSetting, ...]
    """Hands that the bank sets better than its house way, against players of the house way."""
    hands: int

    @property
    def differing(self) -> Fraction:
        """The share of the bank's hands that are set better."""
        return Fraction(sum(line.ways for line in self.better), self.hands)


@dataclass(frozen=True)
class BestSettings:
    """The bank's expectation against the house way, and against the best settings."""

    bank: str
    house_way: Fraction
    best: Fraction
    better: tuple[BetterSetting, ...]
    """In descending order of overall gain."""
    hands: int
    """The number of deals, on the scale of the ways of a hand."""
    easy: tuple[tuple[str, Fraction], ...] = ()
    """Simple rules as sentences, with the bank's expectation against players who follow them."""
    note: str = ""
    reply: BankReply | None = None
    in_all: tuple[int, int] = (0, 0)
    """The number of hands set better and their ways, where only the first are listed."""

    @property
    def number(self) -> int:
        """The number of hands that are set better."""
        return self.in_all[0] or len(self.better)

    @property
    def differing(self) -> Fraction:
        """The share of hands that are set better."""
        ways = self.in_all[1] or sum(line.ways for line in self.better)
        return Fraction(ways, self.hands)
