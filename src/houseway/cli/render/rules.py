"""The rule sheet of a game, and its decision words, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Columns
from rich.text import Text

from houseway.cli.terminal.console import add, cited, console, grid, heading
from houseway.game.base import OFF
from houseway.sheets.decisions import Decisions
from houseway.sheets.rule_sheet import PayGrid, PostedChoice, RuleSheet
from houseway.util.english import between, one_of


def print_rules(sheet: RuleSheet) -> None:
    """Print the whole rule sheet."""
    out = console()
    out.print(Text(sheet.name, style="bold reverse"))
    where = (sheet.jurisdiction, sheet.section, sheet.version)
    out.print(Text(", ".join(filter(None, where))))
    if sheet.owner:
        out.print(Text(f"Rights holder: {sheet.rights.rstrip('.')}."))
    out.print(Text(sheet.notice, style="italic"))
    for part in sheet.parts:
        heading(out, f"{part.title} ({part.source})")
        _print_clauses(out, part.clauses)
    _print_posting(out, sheet.posting)
    for words in sheet.chosen:
        out.print(Text(f"Chosen by the number of decks: {words}.", style="yellow"))
    _print_facts(out, sheet.facts)
    _print_wagers(out, sheet)
    for pay in sheet.pay:
        _print_pay(out, pay)
    _print_fees(out, sheet)
    _print_readings(out, sheet)
    if sheet.rulings:
        heading(out, "Rulings a supervisor may make")
        table = grid("ruling", "what it does", "written", "clause")
        for ruling in sheet.rulings:
            written = " ".join((ruling.name, *(f"{part}=" for part in ruling.takes)))
            says = ruling.says + " (by the dealer)" * (ruling.needs == "dealer")
            add(table, ruling.words, says, written, cited(ruling.clauses))
        out.print(table)


def _print_clauses(out: Console, clauses: Iterable[Any]) -> None:
    """Print clauses with their words; the kind follows unless it is a rule."""
    table = Columns.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for clause in clauses:
        says = Text(clause.says)
        if clause.kind != "rule":
            says.append(f" [{clause.kind}]", style="dim")
        table.add_row(Text(clause.id, style="yellow"), says)
    out.print(table)


def _print_posting(out: Console, rows: Sequence[PostedChoice]) -> None:
    """Print the posting, in the notation of records and commands."""
    if not rows:
        return
    heading(out, "Posted at this table")
    table = grid("what", "here", "written", "clause")
    for row in rows:
        here = Text(row.value_words, style="bold")
        add(table, row.words, here, f"{row.key}: {row.allowed}", cited(row.clauses))
    out.print(table)


def _print_facts(out: Console, rows: Sequence[PostedChoice]) -> None:
    """Print the facts that the rules fix and a house cannot post."""
    if not rows:
        return
    heading(out, "Fixed by the rules")
    table = grid("what", "here", "clause")
    for row in rows:
        add(table, row.words, Text(row.value_words, style="bold"), cited(row.clauses))
    out.print(table)


def _print_wagers(out: Console, sheet: RuleSheet) -> None:
    """Print the wagers with limits and conditions; those not offered are dimmed."""
    if not sheet.wagers:
        return
    heading(out, "Wagers")
    table = grid("wager", "limits", "conditions", "written", "clause")
    for wager in sheet.wagers:
        limits = between(wager.least, wager.most) if wager.offered else "not offered"
        add(
            table, wager.words, limits, "; ".join(wager.conditions), wager.name,
            cited(wager.clauses), style="" if wager.offered else "dim",
        )  # fmt: skip
    out.print(table)


def _print_pay(out: Console, pay: PayGrid) -> None:
    """Print a pay table, the posted column bold."""
    posted = "not offered" if pay.posted == OFF else f"posted: {pay.posted}"
    heading(out, f"{pay.words}, pay table ({pay.clause}), {posted}")
    by_amount = pay.posted not in (*pay.columns, OFF)
    used = pay.columns if by_amount else (pay.posted,)
    table = grid("outcome", *(f"{c} *" if c in used else c for c in pay.columns))
    for outcome, *payouts in pay.rows:
        cells = [
            Text(text, style="bold" if column in used else "dim")
            for column, text in zip(pay.columns, payouts, strict=True)
        ]
        add(table, outcome, *cells)
    out.print(table)
    for column, decks in pay.decks.items():
        many = "deck" if decks == (1,) else "decks"
        out.print(Text(f"{column}: for {one_of(decks)} {many} only"))


def _print_fees(out: Console, sheet: RuleSheet) -> None:
    """Print the fee schedules of players and player-dealer."""
    if not sheet.fees:
        return
    heading(out, "Collection")
    table = grid("schedule", "table limits", "player", "player-dealer", "clause")
    for fee in sheet.fees:
        bank = "; ".join(fee.player_dealer)
        add(table, fee.schedule, fee.limits, fee.player, bank, fee.clause)
    out.print(table)


def _print_readings(out: Console, sheet: RuleSheet) -> None:
    """Print the readings of unclear clauses, with the alternatives and the effect."""
    if not sheet.readings:
        return
    heading(out, "Readings taken where the text is unclear")
    for reading in sheet.readings:
        out.print(Text(f"{reading.id} ({cited(reading.clauses)}) {reading.question}", "bold"))
        lines = [f"We read: {reading.reading}"]
        lines += [f"Or: {text}" for text in reading.alternatives]
        lines.append(f"What depends on it: {reading.effect}")
        if reading.posted:
            lines.append(f"The house may post it: {posted_as(sheet, reading.posted)}")
        out.print(Padding(Text("\n".join(lines)), (0, 0, 1, 4)))


def posted_as(sheet: RuleSheet, key: str) -> str:
    """Return a posting in words, with its key."""
    found = [row.words for row in sheet.posting if row.key == key]
    return f"{found[0]} ({key})" if found else key


def print_decisions(found: Decisions) -> None:
    """Print each decision word: its meaning, how it is written, when it may be said, its clause."""
    out = console()
    heading(out, f"{found.name}: decisions, as they are written in a record and at the table")
    table = grid("written", "what it is", "when", "clause")
    for each in found.decisions:
        more = f" (takes {each.takes})" if "," in each.takes else ""
        add(table, each.written, each.words + more, each.when, cited(each.clauses))
    out.print(table)
    if found.rulings:
        heading(out, "Rulings of a supervisor; a reason may be added to any: reason=in_one_word")
        table = grid("written", "what it does", "clause")
        for ruling in found.rulings:
            add(table, ruling.written, ruling.words, cited(ruling.clauses))
        out.print(table)
