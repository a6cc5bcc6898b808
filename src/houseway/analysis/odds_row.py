"""One row of odds: a wager under one pay table at one posting, and its warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.game.posting import Fact, Number, OneOf
from houseway.rulebook import games
from houseway.util.english import all_of
from houseway.util.html import html_table

if TYPE_CHECKING:
    from houseway.game.base import Game
    from houseway.game.pay_tables import PayTable


Chance = Fraction | float
"""A fraction where the method is exact over integers, else a float."""
FOR_BOTH = "played_for_both"
"""In the details of a row: its edge when hands are played for it and for the main wager."""


@dataclass(frozen=True)
class OddsRow:
    """The return of a wager, its hit frequency and its swing, with the method.

    Figures are per unit of the initial wager. ``method`` is ``exact``, ``near`` (exact but for a
    part that the assumptions name) or ``simulated``; a simulated row has the standard error of its
    edge.
    """

    game: str
    wager: str
    table: str
    decks: int
    """Decks or sets of tiles in play; 0 for a game of dice."""
    house_edge: Chance
    hit_frequency: Chance
    returned: Chance
    variance: Chance
    outcomes: dict[str, Chance]
    method: str
    posting: dict[str, str]
    stderr: float | None = None
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    computed_by: str = field(default="", compare=False)
    """The program that computed it for the book of odds; empty if it was computed now."""

    def plain(self) -> dict[str, Any]:
        """The row as JSON has it: floats, and ``return`` by its own name."""
        game = games().get(self.game)
        words = game.words() if game else None
        said = {name: words.outcome(self.wager, name) for name in self.outcomes} if words else {}
        return {
            "game": self.game,
            "wager": self.wager,
            "wager_words": words.wager(self.wager) if words else self.wager,
            "outcome_words": said,
            "table": self.table,
            "decks": self.decks,
            "house_edge": float(self.house_edge),
            "hit_frequency": float(self.hit_frequency),
            "return": float(self.returned),
            "variance": float(self.variance),
            "outcomes": {name: float(chance) for name, chance in self.outcomes.items()},
            "method": self.method,
            "stderr": self.stderr,
            "posting": self.posting,
            "assumptions": list(self.assumptions),
            "warnings": list(self.warnings),
            **self.details,
        }

    def record(self) -> dict[str, Any]:
        """The row as a line of a data frame: one plain value for each column."""
        words = words_of_row(self)
        return {
            "game": self.game,
            "wager": self.wager,
            "wager_words": words,
            "table": self.table,
            "decks": self.decks,
            "house_edge": float(self.house_edge),
            "hit_frequency": float(self.hit_frequency),
            "return": float(self.returned),
            "standard_deviation": float(self.variance) ** 0.5,
            "method": self.method,
            "stderr": self.stderr,
        }

    def _repr_html_(self) -> str:
        return rows_html([self])


def exactly(value: Chance) -> str:
    """Return a fraction in lowest terms, such as ``1/3`` or ``2/1``; empty for a float."""
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""


def words_of_row(row: OddsRow) -> str:
    """The wager as people call it; a game outside the rulebook has its name only."""
    game = games().get(row.game)
    return game.words().wager(row.wager) if game is not None else row.wager.replace("_", " ")


def said_of_book(computed_by: Sequence[str]) -> str:
    """Return a sentence about rows from the book of odds; empty if there are none.

    ``computed_by`` has one entry for each row: the program that computed it for the book, or "".
    """
    programs = list(dict.fromkeys(filter(None, computed_by)))
    if not programs:
        return ""
    here = sum(map(bool, computed_by))
    rows = "" if here == len(computed_by) else f"{here} of {len(computed_by)} rows are "
    return f"{rows}from the book of odds, computed by {all_of(programs)}"


FIGURES = ("decks", "house edge", "hits", "st. dev.")


def rows_html(rows: Iterable[OddsRow]) -> str:
    """Rows as a notebook shows them."""
    return html_table(
        ("game", "wager", "pay table", *FIGURES, "known"),
        (
            (
                row.game, words_of_row(row), row.table, row.decks, f"{float(row.house_edge):.4%}",
                f"{float(row.hit_frequency):.4%}", f"{float(row.variance) ** 0.5:.4f}",
                row.method if row.stderr is None else f"{row.method}, ± {row.stderr:.4%}",
            )
            for row in rows
        ),
        right=FIGURES,
    )  # fmt: skip


# Warnings of a row.

SURE = 2.0
"""The number of standard errors from which a simulated edge counts as different from zero."""


def player_edge(house_edge: Chance, stderr: float | None = None) -> str:
    """A sentence if the player has the edge, or may have it; else nothing."""
    edge, doubt = float(house_edge), SURE * (stderr or 0.0)
    if edge < 0.0 and edge < -doubt:
        return f"the player has the edge, {-edge:.3%} of the wager"
    if stderr is not None and edge - doubt < 0.0:
        return (
            f"the player may have the edge: the house's is {edge:.3%}, with a standard error of "
            f"{stderr:.3%}"
        )
    return ""


def wrong_decks(table: str, decks: int, only: Sequence[int], clause: str = "") -> str:
    """Return a warning if a pay table is not for this number of decks; ``only`` empty allows
    all.
    """
    if not only or decks in only:
        return ""
    cited = f" ({clause})" if clause else ""
    return f"table {table} is not for {in_words((decks,))}, only for {in_words(only)}{cited}"


def read_cells(table: PayTable, column: str) -> tuple[str, ...]:
    """A sentence if the text does not give every cell of a column for certain."""
    read = table.read_as.get(column)
    if read is None:
        return ()
    where = f"its {', '.join(read.rows)}" if read.rows else "all of it"
    return (f"table {column} is not certain in the text: {where} by reading {read.reading}",)


def in_words(decks: Sequence[int]) -> str:
    """``1 deck``, ``5, 6 or 8 decks``."""
    *most, last = map(str, decks)
    listed = f"{', '.join(most)} or {last}" if most else last
    return f"{listed} {'deck' if listed == '1' else 'decks'}"


def allowed_decks(kind: type[Game]) -> tuple[int, ...]:
    """The deck counts a house may post; empty for a game that posts none."""
    choice = kind.declared().get("decks")
    if isinstance(choice, Number):
        return tuple(range(choice.least, choice.most + 1))
    if isinstance(choice, OneOf):
        return tuple(choice.values)
    return (choice.default,) if isinstance(choice, Fact) else ()


def flagged(row: OddsRow, only: Sequence[int] = (), clause: str = "") -> OddsRow:
    """The row with every warning that it deserves."""
    said = (
        wrong_decks(row.table, row.decks, only, clause),
        player_edge(row.house_edge, row.stderr),
    )
    new = tuple(words for words in said if words and words not in row.warnings)
    return replace(row, warnings=(*row.warnings, *new)) if new else row
