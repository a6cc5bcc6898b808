"""Downloads of odds: CSV and JSON."""

from __future__ import annotations

import csv
import io

import msgspec

from houseway.odds_service.answers import Odds
from houseway.odds_service.query import TableQuery

COLUMNS = (
    "wager", "pay table", "decks", "house edge", "exactly", "wins", "standard deviation",
    "lost per $100", "method", "standard error",
)  # fmt: skip


def csv_of(odds: Odds) -> bytes:
    """Return a CSV line for each wager, with figures in full precision."""
    out = io.StringIO(newline="")
    lines = csv.writer(out)
    lines.writerow(COLUMNS)
    for row in odds.rows:
        lines.writerow(
            (row.words, row.table_words, row.decks or "", repr(row.edge), row.exactly,
             repr(row.wins), repr(row.sd), f"{row.edge * 100:.4f}", row.method_words,
             "" if row.stderr is None else repr(row.stderr))
        )  # fmt: skip
    return out.getvalue().encode()


def json_of(query: TableQuery, odds: Odds) -> bytes:
    """Return all odds with their posting as JSON."""
    body = {"game": query.game, "posting": query.posting, "pay": query.pay, "odds": odds}
    return msgspec.json.format(msgspec.json.encode(body), indent=2) + b"\n"
