"""The table at the terminal: drawn from the view of one viewer, never from the state."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from houseway.cli.paper import add, cited, grid, hanging
from houseway.events import Closed, Event, line
from houseway.money import plain, shown
from houseway.pieces.kinds import Kind
from houseway.script import Amount, Arrange, Button, Choice, Pick, Place, Spot, label_of
from houseway.views import Chips, Pile, Prompt, View


def print_view(out: Console, view: View, said_before: int = 0) -> None:
    """Seats with their chips, wagers and pieces; the middle, the pots and the pucks."""
    for words in view.said[said_before:]:
        out.print(Text(f'dealer: "{words}"', style="italic"))
    table = grid("seat", "name", "chips", "wagers", "pieces", title=view.phase, right=("chips",))
    for pile in view.piles:
        if not pile.seat:
            add(table, "", pile.zone, "", "", pile_words(pile, with_zone=False))
    zones = {pile.zone for pile in view.piles if pile.seat}
    for seat in view.seats:
        piles = [pile_words(p, len(zones) > 1) for p in view.piles if p.seat == seat.seat]
        chips = [chip_words(c) for c in view.chips if c.seat == seat.seat]
        marks = [f"{p.name} {p.words}".strip() for p in view.pucks if p.seat == seat.seat]
        name = " ".join([seat.name, *(f"[{mark}]" for mark in marks), seat.status]).strip()
        style = "bold" if seat.seat == view.viewer else ""
        add(table, seat.seat, name, shown(seat.chips), "\n".join(chips), "\n".join(piles),
            style=style)  # fmt: skip
    people = {seat.seat for seat in view.seats}
    for circle in sorted({pile.seat for pile in view.piles if pile.seat} - people):
        piles = [pile_words(p, len(zones) > 1) for p in view.piles if p.seat == circle]
        add(table, circle, "nobody sits here", "", "", "\n".join(piles))
    out.print(table)
    for chips_ in (c for c in view.chips if not c.seat):
        out.print(Text(chip_words(chips_)))
    for pot in view.pots:
        seats = ", ".join(map(str, pot.seats))
        out.print(Text(f"{pot.name} {shown(pot.cents)}" + (f" (seats {seats})" if seats else "")))
    for puck in (p for p in view.pucks if not p.seat):
        out.print(Text(f"{puck.name} {puck.words}".strip()))
    for meter in view.meters:
        out.print(Text(f"{meter.words} {shown(meter.cents)}"))


def pile_words(pile: Pile, with_zone: bool) -> str:
    """``9d 6s (15)``; where some pieces lie up, ``[As] [Kd] 8d``: the first two are down."""
    zone = f"{pile.zone}: " if with_zone else ""
    pieces = pile.pieces
    if len(set(pile.up)) > 1:
        faces = zip(pieces, pile.up, strict=True)
        pieces = [piece if up or piece == "??" else f"[{piece}]" for piece, up in faces]
    return zone + " ".join(pieces) + (f" ({pile.note})" if pile.note else "")


def chip_words(chips: Chips) -> str:
    """``main $10``, ``main $5 (dealer's)``, ``lammers 2``."""
    words = [label_of(chips.spot, chips.hand, circle=chips.circle)]
    if chips.cents or not chips.lammers:
        words.append(shown(chips.cents))
    if chips.lammers:
        words.append(str(chips.lammers))
    if chips.owner == "dealer":
        words.append("(dealer's)")
    return " ".join(words)


def print_prompt(out: Console, prompt: Prompt, kind: Kind) -> None:
    """The question and its numbered choices."""
    if prompt.words:
        out.print(Text(prompt.words))
    table = grid("", "", "")
    table.show_header = False
    table.box = None
    table.padding = (0, 2, 0, 0)
    for number, choice in enumerate(prompt.actions, 1):
        add(table, f"{number:>3}", Text(choice.name, style="bold"), choice_words(choice, kind))
    out.print(table)


def print_forbidden(out: Console, prompt: Prompt) -> None:
    """What this seat may not do now, why not, and by which clause."""
    if not prompt.forbidden:
        out.print(Text("nothing else can be done in this place"))
    names: dict[str, list[str]] = {}
    for no in prompt.forbidden:
        by = f" ({cited(no.clauses)})" if no.clauses else ""
        names.setdefault(f"{no.why}{by}", []).append(no.name)
    out.print(hanging([(f"not {cited(who)}:", why) for why, who in names.items()], "dim"))


# -- what a ruling did -----------------------------------------------------------------------

FIELD = re.compile(r"""(\w+)=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)""")
MONEY = ("cents", "to", "put_up", "change")
UNSAID = ("back", "clauses", "hand", "owner")


def print_events(out: Console, events: Iterable[Event], kind: Kind) -> None:
    """What has happened, an event in a line."""
    for event in events:
        if not isinstance(event, Closed):
            out.print(Text(f"  {event_words(event, kind)}", style="dim"))


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
            said.append(f"{shown(cents)} from seat {giver}")
        elif target == "purse":
            said.append(f"{shown(cents)} back to seat {taker}")
    return f"{words}: {', '.join(said)}" if said else words


def choice_words(choice: Choice, kind: Kind) -> str:
    """What a choice takes, in words and in the notation to type."""
    words = choice.words
    if isinstance(choice, Button):
        return f"{words} ({shown(choice.cents)})".strip() if choice.cents else words
    if isinstance(choice, Amount):
        steps = f" in steps of {shown(choice.step)}" if choice.step > 1 else ""
        bounds = f"{shown(choice.least)} to {shown(choice.most)}{steps}"
        return _with(words, shown(choice.least) if choice.least == choice.most else bounds)
    if isinstance(choice, Pick):
        n = f"{choice.least} to {choice.most}" if choice.least != choice.most else choice.least
        return _with(words, f"{n} of {kind.show(choice.pieces)}")
    if isinstance(choice, Arrange):
        sizes = ", ".join(f"{n} in {part}" for part, n in choice.parts)
        return _with(words, f"{kind.show(choice.pieces)} into {sizes}") + _suggested(choice, kind)
    own = [spot_words(spot) for spot in choice.spots if not spot.circle]
    return _with(words, "\n".join([*own, *_elsewhere(choice)]))


def _elsewhere(choice: Place) -> Iterator[str]:
    """The spots of other circles, one line for each wager: ``2:main, 4:main=5..500``."""
    wagers: dict[str, list[Spot]] = {}
    for spot in choice.spots:
        if spot.circle:
            wagers.setdefault(spot.wager, []).append(spot)
    for spots in wagers.values():
        names = ", ".join(spot.name for spot in spots)
        yield f"{names}={plain(spots[0].least)}..{plain(spots[0].most)} in other circles"


def _with(words: str, more: str) -> str:
    return f"{words}: {more}" if words else more


def _suggested(choice: Arrange, kind: Kind) -> str:
    if not choice.suggestion:
        return ""
    parts = " ".join(
        f"{part}={kind.show(pieces).replace(' ', ',')}" for part, pieces in choice.suggestion
    )
    return f"\n{choice.name} alone is {parts}"


def spot_words(spot: Spot) -> str:
    """``main=5..500 initial bet (must)``; ``bonus, as much as ante: Bonus``."""
    must = " (must)" if spot.required else ""
    if spot.equals:
        return f"{spot.name}, as much as {spot.equals}: {spot.words}{must}"
    return f"{spot.name}={plain(spot.least)}..{plain(spot.most)} {spot.words}{must}".rstrip()


def example(choice: Choice, kind: Kind) -> str:
    """A line that could be typed for this choice."""
    if isinstance(choice, Amount):
        return f"{choice.name} {plain(choice.least)}"
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
        return " ".join([choice.name, *(f"{s.name}={plain(s.least)}" for s in spots)])
    return choice.name
