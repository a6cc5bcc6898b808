"""One line of the odds lab: a wager under one pay table at one posting."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.rulebook import games
from houseway.util.html import html_table

Chance = Fraction | float
"""A fraction where the method is exact over integers, else a float."""
FOR_BOTH = "played_for_both"
"""In the details of a row: its edge when hands are played for it and for the main wager."""


@dataclass(frozen=True)
class OddsRow:
    """What a wager returns, how often it hits and how much it swings, and how that is known.

    Figures are per unit of the initial wager.  ``method`` is ``exact``, ``near`` (exact but for a
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


def words_of_row(row: OddsRow) -> str:
    """The wager as people call it; a game outside the rulebook has its name only."""
    game = games().get(row.game)
    return game.words().wager(row.wager) if game is not None else row.wager.replace("_", " ")


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
