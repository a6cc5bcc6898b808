"""House options that affected a round: those that differ from the default, and those cited."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.game.base import OFF, Game
from houseway.game.posting import Declared, Limits, Money, Number, OneOf

QUIET = ("breakage", "felt", "accounts")
"""Options that decide nothing at their default."""
STAKES = ("decks", "structure", "small_blind", "big_blind", "small_bet", "big_bet", "ante")
"""Options that identify the table, such as its limits."""


class PostedLine(msgspec.Struct, frozen=True):
    """A posted option: key and value as written, and both in words."""

    key: str
    value: str
    words: str
    value_words: str
    clauses: tuple[str, ...]
    usual: bool
    """True if the value is the house's default."""


def posted_lines(game: Game) -> tuple[PostedLine, ...]:
    """Return the whole posting of a table."""
    declared, words = game.declared(), game.words()
    return tuple(
        PostedLine(
            key, declared[key].show(value), name_of_option(game, key), words.value(key, value),
            declared[key].clauses, value == declared[key].default,
        )
        for key, value in game.posting.items()
    )  # fmt: skip


def name_of_option(game: Game, key: str) -> str:
    """Return the heading of an option; a pay table is named after its wager."""
    return f"{game.words().wager(key)}, pay table" if key in game.pay_tables() else (
        game.words().posting(key)
    )  # fmt: skip


def that_mattered(
    game: Game, wagers: Iterable[str], cited: Iterable[str]
) -> tuple[PostedLine, ...]:
    """Return the postings that affected a round.

    These are the ones that differ from the default, and the pay tables and decks of its wagers.
    Options based on a clause that decided one of them are included too.
    """
    made, clauses = set(wagers), set(cited)
    tables = {wager.paid_by for wager in game.wagers if wager.name in made}
    declared = game.declared()
    plain = {*QUIET, *game.pay_tables(), *(key for w in game.wagers for key in w.postings())}
    return tuple(
        line
        for line in posted_lines(game)
        if not line.usual
        or line.key in tables
        or (line.key in STAKES and game.posting[line.key])
        or (line.key not in plain and _decides(declared[line.key], line, clauses))
    )


def _decides(choice: Declared, line: PostedLine, cited: set[str]) -> bool:
    """Return True if it is an option and all its clauses were cited."""
    if isinstance(choice, Limits | Money) or line.value == OFF or not choice.clauses:
        return False
    return isinstance(choice, OneOf | Number) and cited.issuperset(choice.clauses)
