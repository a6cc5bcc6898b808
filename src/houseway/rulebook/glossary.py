"""Words that the text of a game explains, in our words: help for players at a table."""

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
    """Term -> its meaning."""


def glossary(game: type[Game]) -> dict[str, str]:
    """Return every word of the game's glossary, in small letters -> its meaning."""
    path = game.folder() / "glossary.toml"
    return decode_as(read_file(path), Glossary, str(path)).words if path.exists() else {}


def explained(game: type[Game], word: str) -> list[tuple[str, str]]:
    """Return the meaning of a word, or of all words for ``words``; refuse unknown ones."""
    known = glossary(game)
    if not known:
        raise Refused("no-words-explained", f"the text of {game.name} explains no words")
    if word.lower() == EVERY_WORD:
        return list(known.items())
    if word.lower() in known:
        return [(word.lower(), known[word.lower()])]
    close = close_matches(word, known)
    hint = f"did you mean {one_of(close)}?" if close else "help words tells all of them"
    raise Refused("not-in-glossary", f"there is no {short_repr(word)} in the glossary; {hint}")
