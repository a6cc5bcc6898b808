"""A question about a game: its posting and custom pays, as carried in an address.

>>> TableQuery.read("free-bet-blackjack", "decks=8&push_22.suited_22=40+to+1").table().decks
8

An address has one value for each key. A key with a dot is a wager and one of its outcomes, with a
custom pay; the printed pay tables remain available.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec

from houseway.analysis.pay_tables.custom import own_game, table_of, wager_called
from houseway.errors import Refused, short_repr
from houseway.game.base import OFF, Game
from houseway.game.pay_tables import PayTable
from houseway.game.wagers import Wager
from houseway.rulebook import find, games

MOST_KEYS, MOST_LENGTH = 200, 6_000
"""Limits of an address: keys, and characters."""
DOT = "."


class TableQuery(msgspec.Struct, frozen=True):
    """A game, its posting, and custom pays: wager -> outcome -> pay."""

    game: str
    posting: dict[str, str] = {}
    pay: dict[str, dict[str, str]] = {}

    @classmethod
    def read(cls, game: str, text: str) -> TableQuery:
        """Return the query of an address; its values are checked when the table is made."""
        if len(text) > MOST_LENGTH:
            raise Refused(f"a posting has at most {MOST_LENGTH:,} letters")
        try:
            pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text),
                              max_num_fields=MOST_KEYS)  # fmt: skip
        except ValueError:
            raise Refused(
                f"{short_repr(text)} is no posting: write key=value, several with & "
                "between them, at "
                f"most {MOST_KEYS}"
            ) from None
        posting: dict[str, str] = {}
        pay: dict[str, dict[str, str]] = {}
        for key, value in pairs:
            wager, _, outcome = key.partition(DOT)
            into = pay.setdefault(wager, {}) if outcome else posting
            if (outcome or key) in into:
                raise Refused(f"{short_repr(key)} is said twice")
            into[outcome or key] = value
        return cls(game, posting, pay)

    @property
    def text(self) -> str:
        """Return the query as an address carries it."""
        pays = {f"{w}{DOT}{o}": pay for w, rows in self.pay.items() for o, pay in rows.items()}
        return urlencode({**self.posting, **pays})

    @property
    def printed(self) -> TableQuery:
        """Return the same table without custom pays."""
        return TableQuery(self.game, self.posting)

    def kind(self) -> type[Game]:
        """Return the game class, with custom pays if there are some."""
        kind = known_game(self.game)
        for name, rows in self.pay.items():
            wager = wager_called(kind, name)
            if wager.paid_by in kind.own_pay:
                raise Refused(
                    f"{wager.words} is paid by the same table as another wager; its pays are said "
                    "with that one", wager.clauses,
                )  # fmt: skip
            kind = own_game(kind, name, filled(kind, wager, self.posting, rows))
        return kind

    def stated(self) -> dict[str, Any]:
        """Return the posting; the column of a wager with custom pays is the custom one."""
        kind = known_game(self.game)
        own = {wager_called(kind, name).paid_by for name in self.pay}
        return {key: value for key, value in self.posting.items() if key not in own}

    def table(self) -> Game:
        """Return the posted table; Refused if the rules do not allow it."""
        return self.kind()(self.stated())


def known_game(game: str) -> type[Game]:
    """Return a game of the rulebook by its id."""
    if game not in games():
        raise Refused(f"there is no game {short_repr(game)} in the rulebook")
    return find(game)


def filled(
    kind: type[Game], wager: Wager, posting: Mapping[str, str], rows: Mapping[str, str]
) -> dict[str, str]:
    """Return pays for every outcome: the given ones, and the posted ones for the rest."""
    table = table_of(kind, wager)
    if table.by_amount:
        raise Refused(
            f"{wager.words} pays by the amount of the wager, so a table of one's own cannot stand "
            "for it", wager.clauses,
        )  # fmt: skip
    column = column_of(kind, wager, table, posting)
    printed = table.printed.get(column) or tuple(range(len(table.outcomes)))
    found = dict(rows)
    for i, outcome in enumerate(table.outcomes):
        row = table.outcomes[printed[i]]
        if outcome not in found:
            found[outcome] = rows.get(row, table.columns[column][i].text)
    return found


def column_of(kind: type[Game], wager: Wager, table: PayTable, posting: Mapping[str, str]) -> str:
    """Return the printed column that custom pays start from: the posted one, else the first."""
    try:
        posted: str = getattr(kind(dict(posting)), wager.paid_by)
    except Refused:
        posted = OFF
    printed = [column for column in table.columns if column not in table.own]
    return posted if posted in printed else printed[0]
