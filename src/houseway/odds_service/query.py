"""A game as it is asked about: what is posted, and pays of one's own.

    >>> Asked.read("free-bet-blackjack", "decks=8&push_22.suited_22=40+to+1").table().decks
    8

An address has one value for each key.  A key with a dot is a wager and one of its outcomes: a pay
of one's own, beside which the posted ones stay.
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
"""Of what an address may carry."""
DOT = "."


class Asked(msgspec.Struct, frozen=True):
    """A game, what is posted of it, and pays of one's own: wager -> outcome -> pay."""

    game: str
    posting: dict[str, str] = {}
    pay: dict[str, dict[str, str]] = {}

    @classmethod
    def read(cls, game: str, text: str) -> Asked:
        """From the query of an address; what it says is looked at when the table is made."""
        if len(text) > MOST_LENGTH:
            raise Refused(f"a posting has at most {MOST_LENGTH:,} letters")
        try:
            pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text),
                              max_num_fields=MOST_KEYS)  # fmt: skip
        except ValueError:
            raise Refused(
                f"{short_repr(text)} is no posting: write key=value, several with & between them, at "
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
        """As an address carries it."""
        pays = {f"{w}{DOT}{o}": pay for w, rows in self.pay.items() for o, pay in rows.items()}
        return urlencode({**self.posting, **pays})

    @property
    def printed(self) -> Asked:
        """The same table without pays of one's own."""
        return Asked(self.game, self.posting)

    def kind(self) -> type[Game]:
        """The game, with pays of one's own where there are some."""
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
        """What is posted; the column of a wager with pays of one's own is theirs."""
        kind = known_game(self.game)
        own = {wager_called(kind, name).paid_by for name in self.pay}
        return {key: value for key, value in self.posting.items() if key not in own}

    def table(self) -> Game:
        """The posted table; Refused if the rules do not allow it."""
        return self.kind()(self.stated())


def known_game(game: str) -> type[Game]:
    """A game of the rulebook by its id."""
    if game not in games():
        raise Refused(f"there is no game {short_repr(game)} in the rulebook")
    return find(game)


def filled(
    kind: type[Game], wager: Wager, posting: Mapping[str, str], rows: Mapping[str, str]
) -> dict[str, str]:
    """Pays for every outcome: those given, and as posted for the rest."""
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
    """The printed column from which pays of one's own start: the posted one, else the first."""
    try:
        posted: str = getattr(kind(dict(posting)), wager.paid_by)
    except Refused:
        posted = OFF
    printed = [column for column in table.columns if column not in table.own]
    return posted if posted in printed else printed[0]
