"""The pay tables of a posting: those it names, otherwise those that fit its decks.

A schedule may be printed for some numbers of decks only. A posting of 8 decks alone means the
schedules for 8 decks, and the table reports its choice. A named column that does not fit is
refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from houseway.errors import Refused
from houseway.game.pay_tables import Payout, PayTable
from houseway.game.posting import Declared, OneOf, read_posting
from houseway.util.english import n, one_of

if TYPE_CHECKING:
    from houseway.game.base import Game

OFF = "off"
"""The value of a wager that is not offered."""


def posted_values(
    game: Game, declared: Mapping[str, Declared], posting: Mapping[str, Any]
) -> dict[str, Any]:
    """Return checked values of everything declared; a refusal is made in words for people."""
    try:
        return read_posting(declared, posting)
    except Refused as refused:
        raise game.words().retold(refused) from None


def fitting(game: Game, table: PayTable) -> tuple[str, ...]:
    """Return the columns of a pay table for the number of decks in play."""
    if table.by_amount or getattr(game, "tables_on_any_decks", False):
        return table.postings()
    return table.for_decks(game.sets())


def choose_pay_columns(
    game: Game, declared: Mapping[str, Declared], stated: Collection[str]
) -> dict[str, str]:
    """Return pay table -> fitting column, where the default does not fit and none is named."""
    found = {}
    for name, table in game.pay_tables().items():
        column, columns = getattr(game, name), fitting(game, table)
        if name in stated or column == OFF or column in columns:
            continue
        choice = declared[name]
        if columns:
            found[name] = columns[0]
        elif isinstance(choice, OneOf) and OFF in choice.values:
            found[name] = OFF
    return found


def chosen_words(game: Game) -> tuple[str, ...]:
    """Return a sentence for each column that was chosen because it fits."""
    words, decks = game.words(), n(game.sets(), "deck")
    return tuple(
        f"{words.wager(name)} is not offered: no pay table of it is for {decks}"
        if column == OFF
        else f"{words.wager(name)} pays by table {column}, the first that is for {decks}"
        for name, column in game.chosen.items()
    )


def posted_columns(game: Game) -> dict[str, tuple[Payout, ...]]:
    """Return pay table -> payout of each outcome as posted; refuse columns for other decks."""
    found = {}
    for name, table in game.pay_tables().items():
        column = getattr(game, name)
        if column == OFF:
            continue
        if column not in (columns := fitting(game, table)):
            only = table.decks[column]
            which = f"{one_of(only)} {'deck' if only == (1,) else 'decks'}"
            raise Refused(
                "pay-table-for-other-decks",
                f"pay table {column} of {game.words().wager(name)} is for {which} only; with "
                f"{game.sets()} post {one_of(columns) or OFF}",
                (table.clause_on_decks,),
            )
        found[name] = table.payouts(column)
    return found
