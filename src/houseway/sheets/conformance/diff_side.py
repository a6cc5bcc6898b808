"""One side of a comparison: a posted game, or the rules that a record was made under."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.records import files
from houseway.records.compat import clauses_read
from houseway.records.record import Record
from houseway.rulebook import find
from houseway.rulebook.fingerprint import clause_prints
from houseway.version import __version__

FILES = (".toml", ".json")


class Side(msgspec.Struct, frozen=True):
    """A game, its posting, and the digests of its clauses.

    ``table`` is None if a record's posting is no longer possible; ``refused`` then has the reason.
    ``posting`` has the value of each key as text.
    """

    label: str
    game: type[Game]
    version: str
    fingerprint: str
    posting: dict[str, str]
    clauses: dict[str, str]
    table: Game | None = None
    refused: str = ""
    record: str = ""
    """The file, if it is a record that states its rules."""
    notes: tuple[str, ...] = ()


def side_of(text: str, posting: Mapping[str, Any] | None = None) -> Side:
    """Return a side from its text: ``blackjack``, ``blackjack decks=8``, or the file of a
    record.
    """
    path = Path(text)
    if path.suffix.lower() in FILES or (path.is_file() and not posting):
        if posting:
            raise HousewayError(f"{text} has its own posting; post something else to a game")
        return _of_record(_one_record(path), text)
    return installed(*_read_words(text), more=posting or {})


def _read_words(text: str) -> tuple[type[Game], dict[str, str]]:
    """Read ``blackjack -p decks=8 soft_17=stand``; the ``-p`` may be left out."""
    try:
        words = [word for word in shlex.split(text) if word not in ("-p", "--posting")]
    except ValueError as error:
        raise HousewayError(f"{text!r} cannot be read: {error}") from None
    if not words:
        raise HousewayError("name a game, such as blackjack or 'blackjack decks=8', or a record")
    posting: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise HousewayError(f"{text!r}: after the game comes KEY=VALUE, not {word!r}")
        if key in posting:
            raise HousewayError(f"{text!r}: {key} is posted twice")
        posting[key] = value
    return find(words[0]), posting


def installed(game: type[Game], posting: Mapping[str, Any], more: Mapping[str, Any] = {}) -> Side:
    """Return the game of this version, as posted."""
    given = {**posting, **more}
    table = game(given)
    return Side(
        label=f"{game.name}, {posted_words(table, given)}",
        game=game,
        version=__version__,
        fingerprint=table.fingerprint(),
        posting=written(table),
        clauses=clause_prints(game),
        table=table,
    )


def posted_words(table: Game, given: Mapping[str, Any]) -> str:
    """Return the options that differ from the default, in words."""
    if not given:
        return "as posted by default"
    words = table.words()
    said = (f"{words.posting(key)} = {words.value(key, getattr(table, key))}" for key in given)
    return "; ".join(said)


def written(table: Game) -> dict[str, str]:
    """Return the whole posting of a table as text values."""
    declared = table.declared()
    return {key: declared[key].show(value) for key, value in table.posting.items()}


def _one_record(path: Path) -> Record:
    found = files.load_file(path)
    if len(found) != 1:
        raise HousewayError(f"{path}: has {len(found)} cases; a comparison takes one round")
    return found[0]


def _of_record(record: Record, file: str) -> Side:
    """Return the rules that a record was made under; without a statement, those of today."""
    game = find(record.game)
    table, refused = None, ""
    try:
        table = game(record.posted)
    except Refused as why:
        refused = str(why)
    posting = written(table) if table else _still_written(game, record.posted)
    if not record.rules:
        if table is None:
            raise HousewayError(f"{file}: {refused}")
        return Side(
            f"{file} ({game.name})", game, __version__, table.fingerprint(), posting,
            clause_prints(game), table,
            notes=(f"{file} does not say under which rules it was made: it is taken by those "
                   "installed here, with what it posts",),
        )  # fmt: skip
    version = record.version or "of an unknown version"
    notes = (f"{file} posts what cannot be posted now: {refused}",) if refused else ()
    return Side(
        f"{file} ({game.name}, made by houseway {version})", game, record.version, record.rules,
        posting, clauses_read(record.digests), table, refused, file, notes,
    )  # fmt: skip


def _still_written(game: type[Game], posted: Mapping[str, Any]) -> dict[str, str]:
    """Return the readable part of a posting that is refused as a whole."""
    found = {}
    for key, value in posted.items():
        choice = game.declared().get(key)
        try:
            found[key] = choice.show(choice.read(value)) if choice else str(value)
        except Refused:
            found[key] = str(value)
    return found


def today(side: Side) -> Side:
    """Return the installed version of a record's game, with the same posting.

    If that is no longer possible, with the default posting.
    """
    same = installed(side.game, dict(files.posted_of(side.table)) if side.table else {})
    posted = "with the same posting" if side.table else "as posted by default"
    label = f"{side.game.name} of houseway {__version__}, installed here, {posted}"
    return msgspec.structs.replace(same, label=label)
