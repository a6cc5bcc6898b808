"""Posted tables of a game: one for each number of decks, with pay columns that go with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.analysis.odds_row import allowed_decks
from houseway.errors import Refused
from houseway.game.base import OFF, Game


def tables(kind: type[Game], posting: Mapping[str, Any], barred: bool = False) -> list[Game]:
    """Return a posted table for each number of decks that the posting leaves open.

    With ``barred``, a posted column that the decks bar gives way to one that they allow.
    """
    if "decks" in posting or not allowed_decks(kind):
        open_decks: tuple[int | None, ...] = (None,)
    else:
        open_decks = allowed_decks(kind)
    found, refusal = [], None
    for decks in open_decks:
        values = dict(posting) if decks is None else {**posting, "decks": decks}
        try:
            found.append(kind(_with_columns(kind, values, barred)))
        except Refused as why:
            refusal = why
    if not found and refusal is not None:
        raise refusal
    return found


def posted_table(kind: type[Game], posting: Mapping[str, Any]) -> Game:
    """A table as posted, with pay columns that its decks allow where none is posted."""
    return kind(_with_columns(kind, posting, False))


def _with_columns(kind: type[Game], values: Mapping[str, Any], barred: bool) -> dict[str, Any]:
    """The posting, with a column that these decks allow where none is posted."""
    declared = kind.declared()
    decks = declared["decks"].read(values["decks"]) if "decks" in values else None
    full = dict(values)
    optional = {w.paid_by for w in kind.wagers if not (w.required or w.always)}
    for name, table in kind.pay_tables().items():
        fits = [
            column
            for column in table.postings()
            if decks is None or decks in table.decks.get(column, (decks,))
        ]
        posted = full.get(name)
        may_stay = not barred or posted is None or declared[name].read(posted) in (*fits, OFF)
        if posted is None or not may_stay:
            full.pop(name, None)
            if fits and fits[0] != declared[name].default:
                full[name] = fits[0]
            elif not fits and name in optional:
                full[name] = OFF
    return full
