"""Rows as columns, for NumPy and for whoever has pandas or Polars.

>>> pandas.DataFrame(columns(rows("free-bet-blackjack")))
>>> polars.DataFrame(outcome_columns(rows("free-bet-blackjack", "push_22")))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.row import OddsRow

KEYS = (
    "game", "wager", "table", "decks", "house_edge", "hit_frequency", "return", "variance",
    "method", "stderr",
)  # fmt: skip
TEXT, WHOLE = ("game", "wager", "table", "method", "outcome"), ("decks",)


def columns(rows: Sequence[OddsRow]) -> dict[str, list[Any]]:
    """One line per row: plain strings and numbers, warnings as one string."""
    plain = [row.plain() for row in rows]
    found = {key: [line[key] for line in plain] for key in KEYS}
    return found | {"warnings": ["; ".join(row.warnings) for row in rows]}


def outcome_columns(rows: Sequence[OddsRow]) -> dict[str, list[Any]]:
    """One line per row and outcome: its probability and, where it is a multiple, its net."""
    found: dict[str, list[Any]] = {
        key: [] for key in ("game", "wager", "table", "decks", "outcome", "probability", "net")
    }
    for row in rows:
        nets = row.details.get("nets", {})
        for name, chance in row.outcomes.items():
            net = float(Fraction(nets[name])) if name in nets else None
            line = (row.game, row.wager, row.table, row.decks, name, float(chance), net)
            for key, value in zip(found, line, strict=True):
                found[key].append(value)
    return found


def arrays(table: dict[str, list[Any]]) -> dict[str, npt.NDArray[Any]]:
    """The same columns as NumPy arrays; what is missing becomes NaN."""
    found: dict[str, npt.NDArray[Any]] = {}
    for key, values in table.items():
        if key in WHOLE:
            found[key] = np.array(values, np.int64)
        elif key in TEXT or key == "warnings":
            found[key] = np.array(values, np.str_)
        else:
            found[key] = np.array([np.nan if v is None else v for v in values], np.float64)
    return found
