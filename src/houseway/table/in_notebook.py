"""A round as a notebook shows it: what an onlooker sees on the table, and what has come out."""

from __future__ import annotations

from typing import Any

from houseway.money import shown, signed
from houseway.notebook import html_table
from houseway.views import View


def round_html(seen: View, words: Any, now: str) -> str:
    """The pieces on the table by where they lie, and a row for whatever has come out."""
    names = {seat.seat: seat.name for seat in seen.seats}
    lies = [
        (names.get(pile.seat, ""), words.zone(pile.zone), " ".join(pile.pieces), pile.total)
        for pile in seen.piles
        if pile.pieces
    ]
    money = ("bet", "back", "result")
    came_out = [
        (names.get(row.seat, ""), row.label, row.outcome, shown(row.stake), shown(row.back),
         signed(row.net), ", ".join(row.clauses))
        for row in seen.results
    ]  # fmt: skip
    found = html_table(("player", "where", "pieces", "total"), lies, now)
    columns = ("player", "wager", "how it came out", *money, "clauses")
    return found + (html_table(columns, came_out, right=money) if came_out else "")
