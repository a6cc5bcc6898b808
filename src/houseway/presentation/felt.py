"""How a table looks and is told from others: the ``felt.toml`` files, merged.

A game's folder has one, and a shape's where its games share something; the nearer file has the last
word.  Mottoes are what the felt prints: sentences that hang on what is posted (``card_text.py``),
or rest on a clause; where no file has any, they are the headlines of the sign.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.errors import BadFile
from houseway.game.words import folders_of
from houseway.presentation.card_text import Line, as_key, card_file, said
from houseway.presentation.layout import Look
from houseway.util.toml import decode_as, read_file

if TYPE_CHECKING:
    from houseway.game.base import Game

FILE = "felt.toml"
CLOTHS = (
    "forest", "teal", "navy", "plum", "burgundy", "crimson", "jade", "slate", "walnut", "rust",
    "indigo", "olive", "bronze", "charcoal",
)  # fmt: skip
"""The felts that pages have: the classes of ``web/css/tokens.css``."""


class FeltFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``felt.toml``: the cloth, one line about the game, typical pieces, what the felt prints."""

    cloth: str = ""
    family: str = ""
    about: str = ""
    shows: list[str] = []
    motto: list[Line] = []
    families: dict[str, str] = {}
    """What families of games are called, where a family begins."""


def look_of(game: Game, stakes: str = "") -> Look:
    """How a table looks as it is posted."""
    kind = type(game)
    file = felt_of(kind)
    return Look(
        cloth=file.cloth or CLOTHS[0],
        mottoes=tuple(said(game, file.motto or card_file(kind).headline)),
        about=file.about,
        family=file.family,
        family_words=file.families.get(file.family, ""),
        stakes=stakes,
        shows=tuple(file.shows),
    )


def felt_of(kind: type[Game]) -> FeltFile:
    """What the files say of the looks of a game."""
    found: FeltFile = _felt_of(as_key(kind))
    return found


@functools.cache
def _felt_of(kind: Any) -> FeltFile:
    found = FeltFile()
    for folder in folders_of(kind):
        path = folder / FILE
        if path.exists():
            nearer = decode_as(read_file(path), FeltFile, str(path))
            found = FeltFile(
                nearer.cloth or found.cloth,
                nearer.family or found.family,
                nearer.about or found.about,
                nearer.shows or found.shows,
                nearer.motto or found.motto,
                found.families | nearer.families,
            )
    _check(kind, found)
    return found


def _check(kind: type[Game], file: FeltFile) -> None:
    """A cloth that pages have, and pieces of the game."""
    path = str(kind.folder() / FILE)
    if file.cloth and file.cloth not in CLOTHS:
        raise BadFile(path, "cloth", f"{file.cloth!r} is none of {', '.join(CLOTHS)}")
    for piece in file.shows:
        if piece not in kind.kind.names:
            raise BadFile(path, "shows", f"{piece!r} is no piece of {kind.name}")
