"""Results of ``houseway check`` as text: counts, the matrix of a game, one clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from houseway.cli.terminal.console import add, cited, console, grid, heading
from houseway.sheets.conformance.clause import CaseShown, ClauseSheet, CodePlace, ReadingShown
from houseway.sheets.conformance.matrix import ClauseRow, Counts, grand_total, summary
from houseway.sheets.rule_sheet import SHORT_NOTICE

STATUS = {"covered": "green", "unaccounted": "bold red"}
STATUS_WORDS = {
    "covered": "carried out by code and proved by cases",
    "unaccounted": "not accounted for",
    "replaced": "does not apply here",
}
IN_SHORT = {
    "display": "shown to people",
    "premises": "about the premises",
    "cardroom": "about the card room",
    "not-executable": "nothing to carry out",
    "unaccounted": "not accounted for",
}
"""Words for a clause's status in the list, if the status word alone is unclear."""
READERS = 4
"""The most places that are named for a fact; --json has all of them."""
WORDS_SHOWN = 160
"""The length of a clause's text in the list; `houseway check GAME CLAUSE` shows it whole."""


def print_overview(found: Sequence[Counts], sheets: Mapping[str, Sequence[ClauseRow]]) -> None:
    """Print each game with its counts, the grand total, and what is missing."""
    out = console()
    total = grand_total(found)
    columns = {"clauses": "clauses", "proved": "covered", "replaced": "replaced",
               "no rule": "no_rule", "cases": "cases"}  # fmt: skip
    if total.owed or total.failing:
        columns |= {"owed": "owed", "failing": "failing"}
    table = grid("game", *columns, right=tuple(columns))
    for counts in (*found, total):
        figures = [getattr(counts, field) for field in columns.values()]
        style = "bold" if counts is total else ""
        add(table, counts.game or counts.name, *(f"{n:,}" if n else "" for n in figures),
            style="bold red" if counts.owed or counts.failing else style)  # fmt: skip
    out.print(table)
    for game_id, rows in sheets.items():
        _print_owed(out, rows, f"{game_id} ")
    out.print(Text(total_sentence(total), style="bold"))
    out.print(
        Text(
            "`houseway check GAME` shows the clauses of a game, `houseway check GAME CLAUSE` the "
            "code and the cases of one, `houseway check --html FILE` everything as a page.",
            style="dim",
        )
    )


def total_sentence(total: Counts) -> str:
    """Return a sentence with the totals."""
    owed = f"{total.owed:,} not accounted for" if total.owed else "none unaccounted for"
    fail = "fails" if total.failing == 1 else "fail"
    failing = f"{total.failing:,} {fail}" if total.failing else "all pass"
    return (
        f"{total.name}: {total.clauses:,} clauses, {total.covered:,} carried out by code and "
        f"proved by cases, {total.replaced:,} replaced by others, {total.no_rule:,} that say why "
        f"no case can stand on them, {owed}; {total.cases:,} worked cases, {failing}"
    )


def _print_owed(out: Console, rows: Sequence[ClauseRow], where: str = "") -> None:
    """Print the clauses that still need code or a passing case, with what is missing."""
    for row in rows:
        if row.missing:
            other = f" ({row.elsewhere} of other games do)" if row.elsewhere else ""
            out.print(Text(f"{where}{row.clause}: {'; '.join(row.missing)}{other}", style="red"))


def print_matrix(name: str, rows: Sequence[ClauseRow]) -> None:
    """Print each clause with the code that implements it and the cases that prove it."""
    out = console()
    heading(out, name)
    table = Grid.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        cases = f"{row.passing} case{'s' if row.passing > 1 else ''}" if row.passing else ""
        more = "".join(f", {text}" for text in (cases, cited(row.readings)) if text)
        status = (IN_SHORT.get(row.status, row.status), STATUS.get(row.status, "dim"))
        said = Text.assemble(_short(row.says, WORDS_SHOWN), "\n", status, (more, "dim"))
        code = (Padding(Text(place, "dim"), (0, 0, 0, 2)) for place in _places(row))
        table.add_row(Text(row.clause, style="yellow"), Group(said, *code))
    out.print(table)
    _print_owed(out, rows)
    total = ", ".join(f"{n} {IN_SHORT.get(status, status)}" for status, n in summary(rows).items())
    out.print(Text(SHORT_NOTICE, style="dim italic"))
    out.print(Text(f"{name}: {len(rows)} clauses: {total}", style="bold"))


def _places(row: ClauseRow) -> list[str]:
    """Return what implements a clause, with file and line, and the clause by which it applies
    here.
    """
    if row.replaced:
        return [f"replaced by {cited(row.replaced)}"]
    return [*([f"as in {row.by}"] if row.by else []), *row.cited_by]


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def print_clause(sheet: ClauseSheet) -> None:
    """Print a clause in our words, the code, the readings, and each case with its record."""
    out = console()
    heading(out, f"{sheet.clause}  {sheet.name}")
    where = f"{sheet.source}, {sheet.ref}" if sheet.ref else sheet.source
    title = "" if sheet.title == sheet.name else f"{sheet.title}: "
    out.print(Text(f"{title}{where}", style="dim"))
    out.print(Padding(Text(sheet.says), (1, 0, 1, 2)))
    words = STATUS_WORDS.get(sheet.status, sheet.kind_words)
    out.print(Text.assemble((sheet.status, STATUS.get(sheet.status, "bold")), f": {words}"))
    if sheet.why:
        out.print(Text(f"why: {sheet.why}"))
    if sheet.replaced:
        out.print(Text(f"in its place: {cited(sheet.replaced)}"))
    if sheet.by:
        out.print(Text(f"shown by the code and the cases of {sheet.by}"))
    for text in sheet.missing:
        out.print(Text(f"owed: {text}", style="red"))
    _print_code(out, sheet.code)
    _print_readings(out, sheet.readings)
    out.print(Text(SHORT_NOTICE, style="dim italic"))
    _print_cases(out, sheet.cases)


def _print_code(out: Console, code: Sequence[CodePlace]) -> None:
    """Print the places of the code that carries a clause."""
    if not code:
        return
    heading(out, "The code that carries it")
    for place in code:
        about = f": {place.about}" if place.about else ""
        out.print(Text.assemble(f"{place.what} ", (place.words, "bold"), about))
        lines = [("", f"{place.file}:{place.line}")]
        if place.said_in:
            lines.append(("said in ", place.said_in))
        if place.read_in:
            more = len(place.read_in) - READERS
            listed = ", ".join(place.read_in[:READERS])
            lines.append(("read in ", f"{listed} and {more} more" if more > 0 else listed))
        for word, there in lines:
            out.print(Padding(Text.assemble((word, "dim"), (there, "cyan")), (0, 0, 0, 4)))


def _print_readings(out: Console, readings: Sequence[ReadingShown]) -> None:
    """Print each reading with its alternatives and its effect."""
    if not readings:
        return
    heading(out, "Readings taken where the text is unclear")
    for reading in readings:
        out.print(Text(f"{reading.id} ({cited(reading.clauses)}) {reading.question}", "bold"))
        lines = [f"We read: {reading.reading}", *(f"Or: {text}" for text in reading.alternatives)]
        lines.append(f"What depends on it: {reading.effect}")
        if reading.posted:
            lines.append(f"The house may post it: {reading.posted_words} ({reading.posted})")
        out.print(Padding(Text("\n".join(lines)), (0, 0, 1, 4)))


def _print_cases(out: Console, cases: Sequence[CaseShown]) -> None:
    """Print the records as TOML; other text is a comment in it."""
    if not cases:
        return
    passing = sum(case.passes for case in cases)
    heading(out, f"Worked cases: {passing} of {len(cases)} pass")
    out.print(Text("# Keep what follows in a file, say case.toml: `houseway settle case.toml` "
                   "settles it.", style="dim"), soft_wrap=True)  # fmt: skip
    for number, case in enumerate(cases, 1):
        said = "passes" if case.passes else "FAILS"
        style = "green" if case.passes else "bold red"
        out.print()
        out.print(Text(f"# {number}. {said}: {case.says}", style=style), soft_wrap=True)
        for wrong in case.wrong:
            out.print(Text(f"#    {wrong}", style="red"), soft_wrap=True)
        out.print(Text(case.record.rstrip("\n")), soft_wrap=True)
    out.print()
