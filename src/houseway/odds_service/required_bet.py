"""The edge of what has to be bet to be dealt in: of wagers of the same amount, together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from houseway.odds_service.answers import Must, Row
from houseway.util.english import all_of


def together(wagers: Sequence[str], rows: Iterable[Row], by_players: bool) -> Must | None:
    """Per unit of all that is bet; None where not all of it is known."""
    by_wager = {row.wager: row for row in rows}
    found = [by_wager[wager] for wager in wagers if wager in by_wager]
    if not found or len(found) < len(wagers):
        return None
    guessed = [row.stderr for row in found if row.stderr is not None]
    weakest = next((row for row in found if row.stderr is not None), found[0])
    return Must(
        wagers=tuple(wagers),
        words=all_of(row.words for row in found),
        edge=sum(row.edge for row in found) / len(found),
        exactly=_mean(found),
        method_words=weakest.method_words,
        stderr=math.hypot(*guessed) / len(found) if guessed else None,
        by_players=by_players,
    )


def _mean(rows: Sequence[Row]) -> str:
    """Exactly, where each of them is known so."""
    if not all(row.exactly for row in rows):
        return ""
    mean = sum((Fraction(row.exactly) for row in rows), Fraction(0)) / len(rows)
    return f"{mean.numerator}/{mean.denominator}"
