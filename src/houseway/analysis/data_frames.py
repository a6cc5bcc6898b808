"""Rows as columns, for NumPy, pandas and Polars.

>>> pandas.DataFrame(columns(rows("free-bet-blackjack")))
>>> polars.DataFrame(outcome_columns(rows("free-bet-blackjack", "push_22")))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.odds_row import OddsRow

KEYS = (
    "game", "wager", "table", "decks", "house_edge", "hit_frequency", "return", "variance",
    "method", "stderr",
)  # fmt: skip
TEXT, WHOLE = ("game", "wager", "table", "method", "outcome"), ("decks",)


def columns(rows: Sequence[OddsRow]) -> dict[str, list[Any]]:
    """Return one entry per row: plain strings and numbers, warnings joined to one string."""
    plain = [row.plain() for row in rows]
    found = {key: [line[key] for line in plain] for key in KEYS}
    return found | {"warnings": ["; ".join(row.warnings) for row in rows]}


def outcome_columns(rows: Sequence[OddsRow]) -> dict[str, list[Any]]:
    """Return one entry per row and outcome: its probability, and its net or None.

    The net is None where the outcome does not pay a multiple of the wager.
    """
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
    """Return the same columns as NumPy arrays; missing numbers are NaN."""
    found: dict[str, npt.NDArray[Any]] = {}
    for key, values in table.items():
        if key in WHOLE:
            found[key] = np.array(values, np.int64)
        elif key in TEXT or key == "warnings":
            found[key] = np.array(values, np.str_)
        else:
            found[key] = np.array([np.nan if v is None else v for v in values], np.float64)
    return found
