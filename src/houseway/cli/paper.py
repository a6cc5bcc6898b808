"""How things look at the terminal: Rich where there is one, plain text in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as Columns
from rich.text import Text

from houseway.cli import printable
from houseway.cli.grid import Grid
from houseway.cli.streams import width_of
from houseway.money import shown, signed
from houseway.rulebook import games
from houseway.sheets.explain import Explained, Settled
from houseway.sheets.rules import SHORT_NOTICE
from houseway.table.saved import Replayed

PIPE_WIDTH = 100
NAMES = ("id", "seat", "wager", "odds", "key", "ruling")
"""Columns whose words are never broken."""


class Paper(Console):
    """A console that prints nothing which would steer the terminal but its own colours."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text = segment.text if segment.control else printable(segment.text)
            yield segment if text == segment.text else Segment(text, segment.style)


def console() -> Console:
    """Where to print; in a pipe lines are as wide as COLUMNS says, or 100."""
    width = width_of(os.environ.get("COLUMNS", ""))
    if sys.stdout.isatty():
        return Paper(highlight=False, width=width)
    return Paper(highlight=False, width=width or PIPE_WIDTH)


def grid(*columns: str, title: str = "", right: Sequence[str] = ()) -> Grid:
    """A table with the headings given; numbers stand to the right and are never broken."""
    found = Grid(title)
    for column in columns:
        found.add_column(
            column, justify="right" if column in right else "left", no_wrap=column in NAMES
        )
    return found


def hanging(lines: Iterable[tuple[str, str]], style: str = "") -> Padding:
    """Short words on the left and what there is to say on the right, indented."""
    table = Columns.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for name, words in lines:
        table.add_row(Text(name, style="bold"), Text(words, style=style))
    return Padding(table, (0, 0, 0, 2))


def add(table: Grid, *cells: object, style: str = "") -> None:
    """A row of plain text; nothing in it is taken for markup."""
    table.add_row(*(c if isinstance(c, Text) else Text(str(c)) for c in cells), style=style or None)


def heading(out: Console, text: str) -> None:
    """A title with some air above."""
    out.print()
    out.print(Text(text, style="bold cyan"))


def cited(clauses: Iterable[str]) -> str:
    """Clause numbers, side by side."""
    return ", ".join(clauses)


# -- games -----------------------------------------------------------------------------------


def print_games(listed: Sequence[dict[str, Any]]) -> None:
    """One line per game."""
    table = grid("id", "name", "where", "seats", "wagers")
    for game in listed:
        least, most = game["seats"]
        where = f"{game['jurisdiction']}, {game['section']}"
        wagers = cited(game["wagers_words"])
        add(table, game["id"], game["name"], where, f"{least} to {most}", wagers)
    console().print(table)


# -- settlement ------------------------------------------------------------------------------


def print_settled(result: Settled) -> None:
    """A settled record: wagers, clauses, nets, and what the record claims otherwise."""
    out = console()
    known = games().get(result.game)
    name = known.name if known else result.game
    heading(out, f"{name}: {result.says}" if result.says else name)
    if result.posted:
        out.print(Text("posted: " + ", ".join(f"{k} = {v}" for k, v in result.posted.items())))
    if result.refused:
        expected = "" if result.differences else ", as the case expects"
        out.print(Text(f"refused{expected}: {result.refused}"))
    else:
        print_wagers_settled(out, result.wagers)
        print_texts(out, result.wagers)
        out.print(Text(SHORT_NOTICE, style="dim italic"))
        print_nets(out, result.nets)
        if not result.closed:
            out.print(Text("the record stops before the end of the round"))
    for difference in result.differences:
        out.print(Text(f"not as the record says: {difference}", style="bold red"))
    if result.other_rules:
        out.print(Text(result.other_rules.sentence, style="yellow"))


def print_wagers_settled(out: Console, wagers: Sequence[Explained]) -> None:
    """Each wager with its outcome, odds and clauses; a pot by what is won of it."""
    if not wagers:
        out.print(Text("no wager was settled"))
        return
    wide = out.width >= PIPE_WIDTH
    table = grid("seat", "wager", "outcome", "odds", "stake", "back", "result",
                 *(("clause",) if wide else ()), right=("stake", "back", "result"))  # fmt: skip
    under: dict[str, dict[str, str]] = {}
    for w in wagers:
        if is_pot(w):
            continue
        outcome = w.outcome.replace("_", " ") + (f" ({w.note})" if w.note else "")
        style = "green" if w.net > 0 else "red" if w.net < 0 else ""
        by = {c.clause: c.says for c in w.clauses}
        add(
            table, f"{w.seat} {w.name}".strip(), w.wager, outcome, w.odds, shown(w.stake),
            shown(w.back), Text(signed(w.net), style), *((cited(by),) if wide else ()),
        )  # fmt: skip
        under.setdefault(f"{w.wager.partition('.')[0]} {outcome}", {}).update(by)
    if table.row_count:
        out.print(table)
    if under and not wide:
        out.print(hanging([(what, cited(by)) for what, by in under.items()], "dim"))
    for w in filter(is_pot, wagers):
        clauses = cited(c.clause for c in w.clauses)
        won = f"wins {shown(w.back)} of {pot_words(w.wager)}: {w.outcome.replace('_', ' ')}"
        name = f" {w.name}" if w.name not in ("", f"seat {w.seat}") else ""
        out.print(Text(f"seat {w.seat}{name} {won} ({clauses})", "green"))


def is_pot(w: Explained) -> bool:
    """Whether this is a share of a pot, in which everybody's chips lie together."""
    return w.wager.partition("_")[0] == "pot" and not w.odds


def pot_words(label: str) -> str:
    """``pot_2_high`` is the high half of pot 2."""
    words = label.split("_")
    half = f"the {words.pop()} half of " if words[-1] in ("high", "low") else ""
    return half + ("the pot" if len(words) == 1 else " ".join(words))


def print_texts(out: Console, wagers: Sequence[Explained]) -> None:
    """The clauses that decided, in our words."""
    notes = Columns.grid(padding=(0, 2, 0, 0))
    notes.add_column(no_wrap=True)
    notes.add_column()
    for clause, says in {c.clause: c.says for w in wagers for c in w.clauses if c.says}.items():
        notes.add_row(Text(clause, style="yellow"), Text(says, style="dim"))
    out.print(notes)


def print_nets(out: Console, nets: dict[str, int]) -> None:
    """The result of each seat and account, and what the meters hold."""
    words = [
        f"{f'seat {key}' if key.isdigit() else key} {signed(cents)}"
        for key, cents in nets.items()
        if (cents or key.isdigit()) and key != "meter"
    ]
    if "meter" in nets:
        words.append(f"meters hold {shown(nets['meter'])}")
    out.print(Text("result: " + ", ".join(words), style="bold"))


def print_replayed(result: Replayed, file: str) -> None:
    """Equal, or the first difference."""
    out, wrong = console(), result.difference
    if wrong is None:
        standing = "" if result.round.closed else f"; {result.round.standing()}"
        lines = [f"{file}: all {result.equal} events are equal{standing}"]
    else:
        lines = [
            f"{file}: event {wrong.index + 1} differs",
            f"  expected: {wrong.expected or '(the record ends here)'}",
            f"  got:      {wrong.got or '(the round ends here)'}",
        ]
    for text in lines:
        out.print(Text(text, style="red" if wrong else ""), soft_wrap=True)
    if result.other_rules:
        out.print(Text(f"{file}: {result.other_rules.sentence}", style="yellow"), soft_wrap=True)
