"""The small language of ``told.toml``: a sentence for each event, filled with what it says.

``{who}`` is the player of the seat it names, and ``{who's}`` his; ``{cents}`` and other fields are
what they are, pieces drawn and money in dollars; ``[bet|bets]`` is said of you and of others;
``{all_in:no|yes}`` is the one part or the other, by whether the field says something; and
``{by=free: for free}`` is said if the field is just that.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from houseway.events import Event, event_name
from houseway.tomlfile import read_file, shape_as

FILE = "told.toml"
HEAD = " | "
Fill = Callable[[str], "Text | str"]


@functools.cache
def sentences_in(folder: Path) -> dict[str, str]:
    """The sentences of one folder's events, by their names; none if it has no such file."""
    path = folder / FILE
    return shape_as(read_file(path), dict[str, str], str(path)) if path.exists() else {}


@functools.cache
def sentence_of(cls: type[Event]) -> str | None:
    """What is told of such an event: nothing (``""``), or None where nobody has said it."""
    return sentences_in(Path(inspect.getfile(cls)).parent).get(event_name(cls))


def filled(sentence: str, fill: Fill, yours: bool) -> Text:
    """A sentence with everything in its place."""
    found, at = Text(), 0
    while at < len(sentence):
        char = sentence[at]
        if char in "{[":
            end = _closing(sentence, at)
            inner = sentence[at + 1 : end]
            found.append_text(_field(inner, fill, yours) if char == "{" else _form(inner, yours))
            at = end + 1
        else:
            found.append(char)
            at += 1
    return found


def _form(inner: str, yours: bool) -> Text:
    of_you, _, of_others = inner.partition("|")
    return Text(of_you if yours else of_others)


def _field(inner: str, fill: Fill, yours: bool) -> Text:
    name, colon, rest = inner.partition(":")
    if not colon:
        value = fill(name)
        return value if isinstance(value, Text) else Text(value)
    field, equals, wanted = name.partition("=")
    if equals:
        return filled(rest, fill, yours) if str(fill(field)) == wanted else Text()
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
