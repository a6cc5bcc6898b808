"""The rule card of a game: how it is played, told to who sits down, as it is posted.

The sentences stand in ``card.toml`` files, beside the words: those that games of a shape share
under names, and each game's own list, which takes shared ones by name.  A line may hang on what is
posted (``when``, ``unless``) or on a wager that is offered, and ``{soft_17}`` in it is what is
posted there, in words; ``{=hands_max}`` is the bare value.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from houseway.errors import BadFile
from houseway.game import Game
from houseway.tomlfile import read_file, shape_as

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


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    """A ``card.toml``: what stands large on a sign, the steps of a round, sentences to share."""

    headline: list[Line] = []
    step: list[Line] = []
    shared: dict[str, Line] = {}


@dataclass(frozen=True)
class Card:
    """What a sign says in large letters, and how the game is played."""

    headlines: tuple[str, ...]
    steps: tuple[str, ...]


def card_of(game: Game) -> Card:
    """The card of a game as it is posted."""
    file = _card_file(_as_key(type(game)))
    return Card(tuple(_said(game, file, file.headline)), tuple(_said(game, file, file.step)))


def _as_key(kind: Any) -> Any:
    """A class is one, though its type does not say so."""
    return kind


@functools.cache
def _card_file(kind: Any) -> CardFile:
    """The nearest headlines and steps, with all sentences that may be shared."""
    found = CardFile()
    bases = (base for base in reversed(kind.__mro__) if base is not object)
    for folder in dict.fromkeys(Path(inspect.getfile(base)).parent for base in bases):
        path = folder / FILE
        if path.exists():
            nearer = shape_as(read_file(path), CardFile, str(path))
            found = CardFile(
                nearer.headline or found.headline,
                nearer.step or found.step,
                found.shared | nearer.shared,
            )
    return found


def lines_of(kind: type[Game]) -> Iterator[Line]:
    """Every line of a game's card, shared ones as they stand."""
    file = _card_file(_as_key(kind))
    for line in (*file.headline, *file.step):
        yield _shared(kind, file, line)


def _shared(kind: type[Game], file: CardFile, line: Line) -> Line:
    if not line.use:
        return line
    if line.use not in file.shared:
        raise BadFile(str(kind.folder() / FILE), line.use, "is no sentence that is shared")
    return file.shared[line.use]


def _said(game: Game, file: CardFile, lines: list[Line]) -> Iterator[str]:
    for named in lines:
        line = _shared(type(game), file, named)
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
