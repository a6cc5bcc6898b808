"""What happens at the table, told line by line as it comes, to one viewer.

Whatever moves chips to or from the viewer ends with how much, so that the amounts of a round add
up to what it has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from rich.text import Text

from houseway.cli.play.narrator import Teller, Told
from houseway.cli.terminal.wrap import WIDTH, flow, right
from houseway.engine.round import Round
from houseway.money import format_dollars

OTHERS = "dim"
SET_ANEW = ", to be set"
"""Behind a hand that is turned up before it is set: it is shown once more."""


def lines(round_: Round, since_event: int, viewer: int, width: int = WIDTH) -> list[Text]:
    """What has happened since so many events, as far as this viewer may know it."""
    return in_lines(Teller(round_, viewer).since(since_event), viewer, width)


def in_lines(told: Iterable[Told], viewer: int, width: int) -> list[Text]:
    """Everything that is told, line by line."""
    return [line for each in gathered(told, viewer) for line in laid_out(each, viewer, width)]


def gathered(told: Iterable[Told], viewer: int) -> Iterator[Told]:
    """Neighbours of one heading in one line, and what one of the others does in a row."""
    last: Told | None = None
    for each in told:
        joined = _joined(last, each, viewer) if last is not None else None
        if joined is None and last is not None:
            yield last
        last = joined or each
    if last is not None:
        yield last


def _joined(last: Told, each: Told, viewer: int) -> Told | None:
    """Both in one, if they belong together."""
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


def laid_out(told: Told, viewer: int, width: int) -> list[Text]:
    """A line, or several if it is long; what it brings the viewer stands at its end."""
    words = Text.assemble((told.head + " ") if told.head else "", told.words)
    amount = moved(told.cents)
    found = flow([words], width - (len(amount) + 2 if amount else 0), indent=2)
    if not (told.matters or told.who == viewer or told.cents):
        for line in found:
            line.style = OTHERS
    if amount:
        style = "bold green" if told.cents > 0 else "bold red"
        found[-1] = right(found[-1], Text(amount, style=style), width)
    return found


def moved(cents: int) -> str:
    """``+$15``, ``-$7.50``; nothing where nothing has moved."""
    return f"{'+' if cents > 0 else '-'}{format_dollars(abs(cents))}" if cents else ""
