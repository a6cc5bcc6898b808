"""The small language of ``told.toml``: a sentence for each event, filled with what it says.

``{who}`` is the player of the seat it names, and ``{who's}`` his; ``{cents}`` and other fields are
what they are, pieces drawn and money in dollars; ``[bet|bets]`` is said of you and of others;
``{all_in:no|yes}`` is the one part or the other, by whether the field says something; and
``{by=free: for free}`` is said if the field is just that.  ``blinds: | {who} {cents}`` has a head,
under which neighbours are gathered.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.engine.events import Event, event_name
from houseway.util.toml import decode_as, read_file

FILE = "told.toml"
HEAD = " | "
Fill = Callable[[str], Any]
"""A field of the event -> what is said of it: text, plain or drawn."""


@functools.cache
def sentences_in(folder: Path) -> dict[str, str]:
    """The sentences of one folder's events, by their names; none if it has no such file."""
    path = folder / FILE
    return decode_as(read_file(path), dict[str, str], str(path)) if path.exists() else {}


@functools.cache
def sentence_of(cls: type[Event]) -> str | None:
    """What is told of such an event: nothing (``""``), or None where nobody has said it."""
    return sentences_in(Path(inspect.getfile(cls)).parent).get(event_name(cls))


def filled(sentence: str, fill: Fill, yours: bool = False) -> list[Any]:
    """A sentence with everything in its place, piece by piece; plain ones are joined with "" ."""
    found: list[Any] = []
    at = 0
    while at < len(sentence):
        opening = _next_opening(sentence, at)
        if opening > at:
            found.append(sentence[at:opening])
        if opening < len(sentence):
            end = _closing(sentence, opening)
            inner = sentence[opening + 1 : end]
            found += _field(inner, fill, yours) if sentence[opening] == "{" else _form(inner, yours)
            opening = end + 1
        at = opening
    return found


def _next_opening(text: str, at: int) -> int:
    return min(
        place if place >= 0 else len(text) for place in (text.find("{", at), text.find("[", at))
    )


def _form(inner: str, yours: bool) -> list[Any]:
    of_you, _, of_others = inner.partition("|")
    return [of_you if yours else of_others]


def _field(inner: str, fill: Fill, yours: bool) -> list[Any]:
    name, colon, rest = inner.partition(":")
    if not colon:
        return [fill(name)]
    field, equals, wanted = name.partition("=")
    if equals:
        return filled(rest, fill, yours) if str(fill(field)) == wanted else []
    no, yes = _parted(rest)
    return filled(yes if str(fill(field)) else no, fill, yours)


def _parted(text: str) -> tuple[str, str]:
    """The two parts at the first bar that is in no brackets."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "{[") - (char in "}]")
        if char == "|" and not depth:
            return text[:at], text[at + 1 :]
    return text, ""


def _closing(text: str, at: int) -> int:
    """Where the bracket that opens here is closed."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "{[") - (text[place] in "}]")
        if not depth:
            return place
    raise ValueError(f"{text!r} has a bracket that is not closed")
