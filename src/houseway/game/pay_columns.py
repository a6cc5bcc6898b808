"""The pay tables that a posting uses: those it names, and where it names none, those that fit.

A schedule may be printed for some numbers of decks only.  Who posts 8 decks and says nothing else
means the schedules for 8 decks; the table then says which it has chosen.  What is named and does
not fit is refused.
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
"""A wager that is not offered."""


def posted_values(
    game: Game, declared: Mapping[str, Declared], posting: Mapping[str, Any]
) -> dict[str, Any]:
    """Checked values of everything declared; what is refused is told in words too."""
    try:
        return read_posting(declared, posting)
    except Refused as refused:
        raise game.words().retold(refused) from None


def fitting(game: Game, table: PayTable) -> tuple[str, ...]:
    """The columns of a pay table that go with the decks in play."""
    if table.by_amount or getattr(game, "tables_on_any_decks", False):
        return table.postings()
    return table.for_decks(game.sets())


def choose_pay_columns(
    game: Game, declared: Mapping[str, Declared], stated: Collection[str]
) -> dict[str, str]:
    """Pay table -> the column that fits, where the one by default does not and none is named."""
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
    """What was chosen because it fits, a sentence for each."""
    words, decks = game.words(), n(game.sets(), "deck")
    return tuple(
        f"{words.wager(name)} is not offered: no pay table of it is for {decks}"
        if column == OFF
        else f"{words.wager(name)} pays by table {column}, the first that is for {decks}"
        for name, column in game.chosen.items()
    )


def posted_columns(game: Game) -> dict[str, tuple[Payout, ...]]:
    """Pay table -> what each outcome pays as posted; a column for other decks is refused."""
    found = {}
    for name, table in game.pay_tables().items():
        column = getattr(game, name)
        if column == OFF:
            continue
        if column not in (columns := fitting(game, table)):
            only = table.decks[column]
            which = f"{one_of(only)} {'deck' if only == (1,) else 'decks'}"
            raise Refused(
                f"pay table {column} of {game.words().wager(name)} is for {which} only; with "
                f"{game.sets()} post {one_of(columns) or OFF}",
                (table.clause_on_decks,),
            )
        found[name] = table.payouts(column)
    return found
