"""The log of a round: lines for one viewer, in the order of events.

A line about chips to or from the viewer ends with the amount. The amounts of a round sum to the
change of the viewer's chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from rich.text import Text

from houseway.cli.play.narration.course import Course
from houseway.cli.play.narration.narrator import Narrator
from houseway.cli.play.narration.viewpoint import ViewerMessage
from houseway.cli.terminal.wrap import WIDTH, flow, right
from houseway.money import format_dollars

OTHERS = "dim"
SET_ANEW = ", to be set"
"""Appended to a hand that is turned up before it is set; it will be shown again."""


def lines(course: Course, since_event: int, width: int = WIDTH) -> list[Text]:
    """Return the lines since a number of events."""
    viewer = course.view.viewer
    messages = gathered(Narrator(course).since(since_event), viewer)
    return [line for each in messages for line in laid_out(each, viewer, width)]


def gathered(messages: Iterable[ViewerMessage], viewer: int) -> Iterator[ViewerMessage]:
    """Yield messages; those with one heading, or of one other player in a row, are merged."""
    last: ViewerMessage | None = None
    for each in messages:
        joined = _joined(last, each, viewer) if last is not None else None
        if joined is None and last is not None:
            yield last
        last = joined or each
    if last is not None:
        yield last


def _joined(last: ViewerMessage, each: ViewerMessage, viewer: int) -> ViewerMessage | None:
    """Return both messages as one if they belong together, else None."""
    cents = last.cents + each.cents
    if each.head and each.head == last.head:
        again = each.who and each.who == last.last and each.words.plain.startswith(each.name + " ")
        rest = each.words[len(each.name) :]
        also = " and" if rest.plain.startswith(" $") else "; then" if SET_ANEW in last.words else ""
        more = Text.assemble(also, rest) if again else Text.assemble("; ", each.words)
        words = Text.assemble(last.words, more)
        who = viewer if viewer in (last.who, each.who) else 0
        return msgspec.structs.replace(last, words=words, cents=cents, who=who, last=each.last)
    if each.head or last.head or each.who in (0, viewer) or each.who != last.who:
        return None
    name = f"{each.name} "
    if not (each.words.plain.startswith(name) and last.words.plain.startswith(name)):
        return None
    words = Text.assemble(last.words, ", ", each.words[len(name) :])
    return msgspec.structs.replace(last, words=words, cents=cents)


def laid_out(message: ViewerMessage, viewer: int, width: int) -> list[Text]:
    """Return a message as a line, or several if it is long; the viewer's amount comes last."""
    words = Text.assemble((message.head + " ") if message.head else "", message.words)
    amount = moved(message.cents)
    found = flow([words], width - (len(amount) + 2 if amount else 0), indent=2)
    if not (message.matters or message.who == viewer or message.cents):
        for line in found:
            line.style = OTHERS
    if amount:
        style = "bold green" if message.cents > 0 else "bold red"
        found[-1] = right(found[-1], Text(amount, style=style), width)
    return found


def moved(cents: int) -> str:
    """Return a signed amount: ``+$15``, ``-$7.50``; "" for 0."""
    return f"{'+' if cents > 0 else '-'}{format_dollars(abs(cents))}" if cents else ""
