"""The template language of ``event_text.toml``: one sentence for each event.

``{who}`` is the player of the seat that the event names, ``{who's}`` the possessive. ``{cents}``
and other fields are their values, with pieces drawn and money in dollars. ``[bet|bets]`` is the
form for the viewer and for others. ``{all_in:no|yes}`` chooses by the truth of a field; ``{by=free:
for free}`` adds words if the field has exactly this value. ``blinds: | {who} {cents}`` has a head
that gathers neighbouring events.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from houseway.engine.events import Event, event_name
from houseway.util.toml import decode_as, read_file

FILE = "event_text.toml"
HEAD = " | "
Fill = Callable[[str], Any]
"""Returns the text of a field of the event, plain or drawn."""


@functools.cache
def sentences_in(folder: Path) -> dict[str, str]:
    """Return the sentences of one folder's events by name; empty if it has no such file."""
    path = folder / FILE
    return decode_as(read_file(path), dict[str, str], str(path)) if path.exists() else {}


@functools.cache
def sentence_of(cls: type[Event]) -> str | None:
    """Return the template of a class of events; "" if nothing is said, None if it has none."""
    name = event_name(cls)
    # The events of a family may lie in a folder of their own below the family's.
    for folder in tuple(Path(inspect.getfile(cls)).parents)[:2]:
        if name in (known := sentences_in(folder)):
            return known[name]
    return None


def filled(sentence: str, fill: Fill, yours: bool = False) -> list[Any]:
    """Return a sentence filled in, piece by piece; join plain pieces with ""."""
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
    """Return the position of the next ``{`` or ``[``; the length of the text if there is none."""
    return min(
        place if place >= 0 else len(text) for place in (text.find("{", at), text.find("[", at))
    )


def _form(inner: str, yours: bool) -> list[Any]:
    """Return the half of ``you|others`` that this reader sees."""
    of_you, _, of_others = inner.partition("|")
    return [of_you if yours else of_others]


def _field(inner: str, fill: Fill, yours: bool) -> list[Any]:
    """Return a field filled in: a plain one, ``name=value:text``, or ``name:no|yes``."""
    name, colon, rest = inner.partition(":")
    if not colon:
        return [fill(name)]
    field, equals, wanted = name.partition("=")
    if equals:
        return filled(rest, fill, yours) if str(fill(field)) == wanted else []
    no, yes = _parted(rest)
    return filled(yes if str(fill(field)) else no, fill, yours)


def _parted(text: str) -> tuple[str, str]:
    """Return the two parts around the first bar outside brackets."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "{[") - (char in "}]")
        if char == "|" and not depth:
            return text[:at], text[at + 1 :]
    return text, ""


def _closing(text: str, at: int) -> int:
    """Return the position of the bracket that closes the one at ``at``."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "{[") - (text[place] in "}]")
        if not depth:
            return place
    raise ValueError(f"{text!r} has a bracket that is not closed")
