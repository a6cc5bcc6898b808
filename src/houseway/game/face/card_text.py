"""Sentences about a game that depend on its posting: of rule cards, signs and felts.

They are written in ``rule_card.toml`` files next to the labels. A family shares some under names;
each game has its own lists and takes shared sentences by name. A line may depend on a posting
(``when``, ``unless``) or on an offered wager. ``{soft_17}`` in it is the posted choice in words;
``{=hands_max}`` is the bare value.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.errors import BadFile
from houseway.util.toml import decode_as, read_file

if TYPE_CHECKING:
    from houseway.game.base import Game

FILE = "rule_card.toml"
_POSTED = re.compile(r"\{(=?)(\w+)\}")


class CardLine(msgspec.Struct, forbid_unknown_fields=True):
    """A sentence, or the name of a shared one, and the condition on it."""

    says: str = ""
    """The sentence; ``{decks}`` becomes what is posted."""
    use: str = ""
    """The name of a shared sentence."""
    when: dict[str, str | list[str]] = {}
    """Posting -> value or values at which the line is shown."""
    unless: dict[str, str | list[str]] = {}
    """Posting -> value or values at which it is left out."""
    wager: str = ""
    """The wager that must be offered, or ""."""
    clause: str = ""
    """The clause behind it, if it depends on no posting."""

    @property
    def keys(self) -> set[str]:
        """The postings and facts that it mentions or depends on."""
        named = {key for _, key in _POSTED.findall(self.says)}
        return named | self.when.keys() | self.unless.keys()


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``rule_card.toml``: the headline of a sign, the steps of a round, shared sentences."""

    headline: list[CardLine] = []
    """Lines of the sign."""
    step: list[CardLine] = []
    """The steps of a round, in order."""
    shared: dict[str, CardLine] = {}
    """Name -> a sentence that several games use."""


def card_file(kind: type[Game]) -> CardFile:
    """Return the nearest headlines and steps, with all shared sentences."""
    found: CardFile = _card_file(as_key(kind))
    return found


def as_key(kind: Any) -> Any:
    """Return a class typed as hashable, for the cache."""
    return kind


@functools.cache
def _card_file(kind: Any) -> CardFile:
    """Return the rule card of a game: the nearest headline and steps, and all shared lines."""
    found = CardFile()
    bases = (base for base in reversed(kind.__mro__) if base is not object)
    for folder in dict.fromkeys(Path(inspect.getfile(base)).parent for base in bases):
        path = folder / FILE
        if path.exists():
            nearer = decode_as(read_file(path), CardFile, str(path))
            found = CardFile(
                nearer.headline or found.headline,
                nearer.step or found.step,
                found.shared | nearer.shared,
            )
    return found


def as_shared(kind: type[Game], line: CardLine) -> CardLine:
    """Return the line itself, or the shared sentence that it names."""
    if not line.use:
        return line
    shared = card_file(kind).shared
    if line.use not in shared:
        raise BadFile(str(kind.folder() / FILE), line.use, "is no sentence that is shared")
    return shared[line.use]


def said(game: Game, lines: Sequence[CardLine]) -> Iterator[str]:
    """Yield the lines that hold at this table, filled in with its posting."""
    for named in lines:
        line = as_shared(type(game), named)
        if _holds(game, named) and (line is named or _holds(game, line)):
            yield _POSTED.sub(lambda found: _filled(game, found), " ".join(line.says.split()))


def _holds(game: Game, line: CardLine) -> bool:
    """Return True if a line of the rule card holds for a table as posted."""
    if line.wager and all(wager.name != line.wager for wager in game.offered):
        return False
    if not game.declared().keys() >= {key for _, key in _POSTED.findall(line.says)}:
        return False
    return all(_posted(game, key, value) for key, value in line.when.items()) and not any(
        _posted(game, key, value) for key, value in line.unless.items()
    )


def _posted(game: Game, key: str, values: str | list[str]) -> bool:
    """Return True if a posting or fact has one of these values; False if the game lacks it."""
    choice = game.declared().get(key)
    if choice is None:
        return False
    return choice.show(getattr(game, key)) in ([values] if isinstance(values, str) else values)


def _filled(game: Game, found: re.Match[str]) -> str:
    """Return the text for a placeholder: a posted value as on the sign, or in words."""
    key = found[2]
    value = getattr(game, key)
    return game.declared()[key].show(value) if found[1] else game.words().value(key, value)
