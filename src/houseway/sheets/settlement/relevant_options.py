"""What of a posting mattered in a round: what is not as usual, and what decided its wagers."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houseway.game.base import OFF, Game
from houseway.game.posting import Declared, Limits, Money, Number, OneOf

QUIET = ("breakage", "felt", "accounts")
"""Postings that decide nothing unless they are not as usual."""
STAKES = ("decks", "structure", "small_blind", "big_blind", "small_bet", "big_bet", "ante")
"""Postings that tell at which table it was."""


class PostedLine(msgspec.Struct, frozen=True):
    """Something the house has posted: key and value as they are written, and both in words."""

    key: str
    value: str
    words: str
    value_words: str
    clauses: tuple[str, ...]
    usual: bool
    """Whether it is what the house has if it posts nothing."""


def posted_lines(game: Game) -> tuple[PostedLine, ...]:
    """Everything that is posted at the table."""
    declared, words = game.declared(), game.words()
    return tuple(
        PostedLine(
            key, declared[key].show(value), _name(game, key), words.value(key, value),
            declared[key].clauses, value == declared[key].default,
        )
        for key, value in game.posting.items()
    )  # fmt: skip


def _name(game: Game, key: str) -> str:
    """What is posted, as a heading; a pay table is called after its wager."""
    return f"{game.words().wager(key)}, pay table" if key in game.pay_tables() else (
        game.words().posting(key)
    )  # fmt: skip


def that_mattered(
    game: Game, wagers: Iterable[str], cited: Iterable[str]
) -> tuple[PostedLine, ...]:
    """Of what is posted: what is not as usual, the pay tables and the decks of these wagers, and
    the options that stand on a clause which decided one of them."""
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
    """Whether it is an option that stands on nothing but clauses which were cited."""
    if isinstance(choice, Limits | Money) or line.value == OFF or not choice.clauses:
        return False
    return isinstance(choice, OneOf | Number) and cited.issuperset(choice.clauses)
