"""The appearance of a table: the ``appearance.toml`` files, merged.

A game's folder has one, and a family's where its games share something; the nearest file wins.
Mottoes are sentences printed on the felt. They depend on a posting (``card_text.py``) or cite a
clause; without any, the headlines of the sign are used.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.errors import BadFile
from houseway.game.face.card_text import CardLine, as_key, card_file, said
from houseway.game.face.layout import Look
from houseway.game.words import folders_of
from houseway.util.toml import decode_as, read_file

if TYPE_CHECKING:
    from houseway.game.base import Game

FILE = "appearance.toml"
CLOTHS = (
    "forest", "teal", "navy", "plum", "burgundy", "crimson", "jade", "slate", "walnut", "rust",
    "indigo", "olive", "bronze", "charcoal",
)  # fmt: skip
"""The felts that pages have: the classes of ``web/css/tokens.css``."""


class FeltFile(msgspec.Struct, forbid_unknown_fields=True):
    """An ``appearance.toml``: cloth, one line about the game, typical pieces, printed mottoes."""

    cloth: str = ""
    """The colour of the felt, one of those that pages have."""
    family: str = ""
    """The group of the game in the lobby."""
    about: str = ""
    """One line about the game."""
    shows: list[str] = []
    """Typical pieces, as the lobby shows them."""
    motto: list[CardLine] = []
    """Lines printed on the felt."""
    families: dict[str, str] = {}
    """Lobby family -> its words."""


def look_of(game: Game, stakes: str = "") -> Look:
    """Return the appearance of a table as posted."""
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
    """Return the merged appearance files of a game."""
    found: FeltFile = _felt_of(as_key(kind))
    return found


@functools.cache
def _felt_of(kind: Any) -> FeltFile:
    """Return the appearance of a game: its own file completed by those of its bases."""
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
    """Refuse a cloth that the pages lack, and pieces that the game lacks."""
    path = str(kind.folder() / FILE)
    if file.cloth and file.cloth not in CLOTHS:
        raise BadFile(path, "cloth", f"{file.cloth!r} is none of {', '.join(CLOTHS)}")
    for piece in file.shows:
        if piece not in kind.kind.names:
            raise BadFile(path, "shows", f"{piece!r} is no piece of {kind.name}")
