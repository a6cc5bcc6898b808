"""Sentences about a game that hang on what is posted: of rule cards, signs and felts.

They stand in ``card.toml`` files, beside the words: those that games of a shape share under names,
and each game's own lists, which take shared ones by name.  A line may hang on what is posted
(``when``, ``unless``) or on a wager that is offered, and ``{soft_17}`` in it is what is posted
there, in words; ``{=hands_max}`` is the bare value.
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

FILE = "card.toml"
_POSTED = re.compile(r"\{(=?)(\w+)\}")


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A sentence, or the name of a shared one, and when it holds."""

    says: str = ""
    use: str = ""
    when: dict[str, str | list[str]] = {}
    unless: dict[str, str | list[str]] = {}
    wager: str = ""
    """Only where this wager is offered."""
    clause: str = ""
    """Where it stands, if it hangs on nothing that is posted."""

    @property
    def keys(self) -> set[str]:
        """What is posted or fixed that it speaks of or hangs on."""
        named = {key for _, key in _POSTED.findall(self.says)}
        return named | self.when.keys() | self.unless.keys()


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``card.toml``: what stands large on a sign, the steps of a round, sentences to share."""

    headline: list[Line] = []
    step: list[Line] = []
    shared: dict[str, Line] = {}


def card_file(kind: type[Game]) -> CardFile:
    """The nearest headlines and steps, with all sentences that may be shared."""
    found: CardFile = _card_file(as_key(kind))
    return found


def as_key(kind: Any) -> Any:
    """A class is one, though its type does not say so."""
    return kind


@functools.cache
def _card_file(kind: Any) -> CardFile:
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


def as_shared(kind: type[Game], line: Line) -> Line:
    """A line as it stands; one that only names a shared sentence, that sentence."""
    if not line.use:
        return line
    shared = card_file(kind).shared
    if line.use not in shared:
        raise BadFile(str(kind.folder() / FILE), line.use, "is no sentence that is shared")
    return shared[line.use]


def said(game: Game, lines: Sequence[Line]) -> Iterator[str]:
    """The lines that hold at this table, filled in with what is posted."""
    for named in lines:
        line = as_shared(type(game), named)
        if _holds(game, named) and (line is named or _holds(game, line)):
            yield _POSTED.sub(lambda found: _filled(game, found), " ".join(line.says.split()))


def _holds(game: Game, line: Line) -> bool:
    if line.wager and all(wager.name != line.wager for wager in game.offered):
        return False
    if not game.declared().keys() >= {key for _, key in _POSTED.findall(line.says)}:
        return False
    return all(_posted(game, key, value) for key, value in line.when.items()) and not any(
        _posted(game, key, value) for key, value in line.unless.items()
    )


def _posted(game: Game, key: str, values: str | list[str]) -> bool:
    """Whether a posting or a fact has one of these values; a game without it has none."""
    choice = game.declared().get(key)
    if choice is None:
        return False
    return choice.show(getattr(game, key)) in ([values] if isinstance(values, str) else values)


def _filled(game: Game, found: re.Match[str]) -> str:
    key = found[2]
    value = getattr(game, key)
    return game.declared()[key].show(value) if found[1] else game.words().value(key, value)
