"""The words that the text of a game explains, told in ours: help for a player at the table."""

from __future__ import annotations

import msgspec

from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.util.english import close_matches, one_of
from houseway.util.toml import decode_as, read_file

EVERY_WORD = "words"


class Glossary(msgspec.Struct, forbid_unknown_fields=True):
    """A ``glossary.toml``."""

    words: dict[str, str]


def glossary(game: type[Game]) -> dict[str, str]:
    """Every word of the game's glossary, in small letters, with what it means."""
    path = game.folder() / "glossary.toml"
    return decode_as(read_file(path), Glossary, str(path)).words if path.exists() else {}


def explained(game: type[Game], word: str) -> list[tuple[str, str]]:
    """What a word means; ``words`` asks for all of them."""
    known = glossary(game)
    if not known:
        raise Refused(f"the text of {game.name} explains no words")
    if word.lower() == EVERY_WORD:
        return list(known.items())
    if word.lower() in known:
        return [(word.lower(), known[word.lower()])]
    close = close_matches(word, known)
    hint = f"did you mean {one_of(close)}?" if close else "help words tells all of them"
    raise Refused(f"there is no {short_repr(word)} in the glossary; {hint}")
