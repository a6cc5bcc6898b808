"""Reads the book of odds: its entry for a posted table, as long as the rules are the same.

A table is found by its whole posting and the class of its game. A game with plug-in side bets or
custom pays is another class and never found. A game whose rules have changed since the book was
made has no page; its odds are computed. ``HOUSEWAY_BOOK=off`` closes the book for a process,
``closed()`` for a part of the program.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from houseway.analysis.odds_book.entries import BookTable, GameBook, decode_book
from houseway.game.base import Game
from houseway.rulebook import GAMES
from houseway.rulebook.code_digest import stamp_of
from houseway.rulebook.fingerprint import code_fingerprint, pay_fingerprint

FOLDER = Path(__file__).parent / "games"
SUFFIX = ".json.gz"
SWITCH, OFF = "HOUSEWAY_BOOK", "off"

_is_closed: ContextVar[bool] = ContextVar("the book of odds is closed", default=False)


@contextmanager
def closed() -> Iterator[None]:
    """Compute everything inside this block, as if there were no book."""
    token = _is_closed.set(True)
    try:
        yield
    finally:
        _is_closed.reset(token)


def is_open() -> bool:
    """True unless the book is closed here or for the whole process."""
    return not _is_closed.get() and os.environ.get(SWITCH, "") != OFF


class TableInBook(NamedTuple):
    """A posted table in the book, and the program that computed it."""

    table: BookTable
    computed_by: str
    """The program and its version, such as ``houseway 0.2.0``."""


def table_in_book(game: Game, *, at_once: bool = False) -> TableInBook | None:
    """Return the book's entry for a posted table, or None.

    With ``at_once``, a page whose source files have changed in any byte is ignored, because its
    fingerprint takes half a second to check.
    """
    if not is_open():
        return None
    kind = type(game)
    if not is_of_the_rulebook(kind):
        return None
    book = unchanged_book(kind.id) if at_once else current_book(kind.id)
    if book is None:
        return None
    table = _tables(book.game).get(key_of(posting_of(game)))
    return TableInBook(table, book.computed_by) if table is not None else None


def posting_of(game: Game) -> dict[str, str]:
    """Return the whole posting of a table, as it is written."""
    declared = game.declared()
    return {key: declared[key].show(value) for key, value in game.posting.items()}


def key_of(posting: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return a posting as a key that does not depend on the order of its parts."""
    return tuple(sorted(posting.items()))


@functools.cache
def current_book(game_id: str) -> GameBook | None:
    """Return the page of a game; None if there is none, or its rules have changed since.

    The bytes of the sources are compared first.  Only where some have changed is the fingerprint
    of the code computed, which takes half a second: a comment changes no rule.
    """
    if (book := unchanged_book(game_id)) is not None:
        return book
    book = book_of(game_id)
    return book if book is not None and is_current(game_in_rulebook(game_id), book) else None


@functools.cache
def unchanged_book(game_id: str) -> GameBook | None:
    """Return the page of a game if its pay tables and all sources are the same bytes, or None."""
    book = book_of(game_id)
    if book is None or stamp_of(book.sources) != book.stamp:
        return None
    return book if pay_fingerprint(game_in_rulebook(game_id)) == book.pay else None


def game_in_rulebook(game_id: str) -> type[Game]:
    """Return the class of a game as the rulebook defines it."""
    found: type[Game] = importlib.import_module(GAMES[game_id]).GAME
    return found


def is_of_the_rulebook(kind: type[Game]) -> bool:
    """True for the class of a game as the rulebook defines it, with nothing added."""
    module = sys.modules.get(GAMES.get(kind.id, ""))
    return module is not None and vars(module).get("GAME") is kind


def is_current(kind: type[Game], book: GameBook) -> bool:
    """True if the rules of a game are those that its page rests on."""
    return pay_fingerprint(kind) == book.pay and code_fingerprint(kind) == book.code


@functools.cache
def book_of(game_id: str) -> GameBook | None:
    """Return the page of a game as it is written; None if there is none that can be read."""
    try:
        return decode_book(path_of(game_id).read_bytes())
    except OSError:
        return None


def path_of(game_id: str) -> Path:
    """Return the file of a game in the book."""
    return FOLDER / f"{game_id}{SUFFIX}"


@functools.cache
def _tables(game_id: str) -> dict[tuple[tuple[str, str], ...], BookTable]:
    """Return the posted tables of a game's page by their posting; empty without a page."""
    book = book_of(game_id)
    return {key_of(table.posting): table for table in book.tables} if book is not None else {}


def forget() -> None:
    """Forget the pages that were read, because a file of the book has been written."""
    for cached in (current_book, unchanged_book, book_of, _tables):
        cached.cache_clear()
