"""What is said of decisions that are not open, lines that could be typed, events without words."""

from __future__ import annotations

import ast
import re

from rich.console import Console
from rich.text import Text

from houseway.cli.terminal.console import cited, hanging
from houseway.engine.events import Event, line
from houseway.engine.questions import Amount, Arrange, Choice, Pick, Place
from houseway.money import format_amount, format_dollars
from houseway.pieces.kind import Kind
from houseway.presentation.views import Prompt


def print_forbidden(out: Console, prompt: Prompt) -> None:
    """What this seat may not do now, why not, and by which clause."""
    if not prompt.forbidden:
        out.print(Text("nothing else can be done here"))
    names: dict[str, list[str]] = {}
    for no in prompt.forbidden:
        by = f" ({cited(no.clauses)})" if no.clauses else ""
        names.setdefault(f"{no.why}{by}", []).append(no.name)
    out.print(hanging([(f"not {cited(who)}:", why) for why, who in names.items()], "dim"))


def example(choice: Choice, kind: Kind) -> str:
    """A line that could be typed for this choice."""
    if isinstance(choice, Amount):
        return f"{choice.name} {format_amount(choice.least)}"
    if isinstance(choice, Pick):
        return f"{choice.name} {kind.show(choice.pieces[: choice.most]).replace(' ', ',')}".strip()
    if isinstance(choice, Arrange):
        parts, at = [], 0
        for part, n in choice.parts:
            pieces = kind.show(choice.pieces[at : at + n]).replace(" ", ",")
            parts.append(f"{part}={pieces}")
            at += n
        return " ".join([choice.name, *parts])
    if isinstance(choice, Place):
        spots = [spot for spot in choice.spots if spot.required] or list(choice.spots[:1])
        return " ".join([choice.name, *(f"{s.name}={format_amount(s.least)}" for s in spots)])
    return choice.name


# -- events that nobody has put into words -----------------------------------------------------

FIELD = re.compile(r"""(\w+)=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)""")
MONEY = ("cents", "to", "put_up", "change")
UNSAID = ("back", "clauses", "hand", "owner")


def event_words(event: Event, kind: Kind) -> str:
    """``seat 2 warned: acted out of turn``; money that moves is said of each purse."""
    name, _, rest = line(event, kind).partition(" ")
    fields = {
        key: str(ast.literal_eval(value)) if value[0] in "'\"" else value
        for key, value in FIELD.findall(rest)
    }
    seat = fields.pop("seat", "")
    words = (f"seat {seat} " if seat else "") + name.replace("_", " ")
    said = [fields.pop(key) for key in ("why", "reason", "words") if key in fields]
    moves = event.transfers()
    for key, value in fields.items():
        if key not in UNSAID and not (moves and key == "cents"):
            said.append(f"{key.replace('_', ' ')} {'$' if key in MONEY else ''}{value}")
    for (source, giver), (target, taker), cents in moves:
        if source == "purse":
            said.append(f"{format_dollars(cents)} from seat {giver}")
        elif target == "purse":
            said.append(f"{format_dollars(cents)} back to seat {taker}")
    return f"{words}: {', '.join(said)}" if said else words
