"""A settled round as text: cards, options, wagers seat by seat, clauses and the books."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.cli.render.pieces import faces
from houseway.cli.terminal.console import add, cited, console, grid, hanging, heading
from houseway.cli.terminal.tables import Grid
from houseway.cli.terminal.wrap import flow
from houseway.engine.ledger import Total, kinds_of, who
from houseway.money import format_dollars, format_net
from houseway.rulebook import games
from houseway.sheets.rule_sheet import SHORT_NOTICE
from houseway.sheets.settlement.final_cards import UNSEEN, FinalHand
from houseway.sheets.settlement.readings import RestsOn
from houseway.sheets.settlement.relevant_options import posted_lines
from houseway.sheets.settlement.settle import Cited, Explained, MoneyMoved, Settled
from houseway.table.open_question import OpenQuestion
from houseway.util.english import at_odds

HEADS = ("wager", "how it came out", "bet", "back", "result")
MONEY = ("bet", "back", "result")
KINDS = {"bank": "player-dealer", "pot": "pots"}
"""Column headings for kinds of rows, where they differ from the kind's name."""


def print_settled(result: Settled, posted: bool = False) -> None:
    """Print a settled record: final cards, rows and sums, and differing claims."""
    out = console()
    heading(out, f"{result.name}: {result.says}" if result.says else result.name)
    if result.refused:
        expected = "" if result.differences else ", as the case expects"
        out.print(Text(f"refused{expected}: {result.refused}"))
    else:
        print_table(out, result)
        print_posting(out, result, posted)
        print_rows(out, result)
        print_texts(out, (*result.wagers, *result.moved))
        out.print(Text(SHORT_NOTICE, style="dim italic"))
        print_readings(out, result.readings)
        print_books(out, result)
        if result.waiting:
            print_waiting(out, result.waiting, result.nets.get("stake", 0))
    for difference in result.differences:
        out.print(Text(f"not as the record says: {difference}", style="bold red"))
    if result.other_rules:
        out.print(Text(result.other_rules.sentence, style="yellow"))


def print_table(out: Console, result: Settled) -> None:
    """Print all cards, tiles and dice, with their totals."""
    if not result.table:
        return
    rows = Table.grid(padding=(0, 2, 0, 2))
    rows.add_column(max_width=max(24, out.width // 3))
    rows.add_column()
    kind = games()[result.game].kind
    for lay in result.table:
        pieces = faces(lay.pieces, kind)
        if lay.pieces and all(piece == UNSEEN for piece in lay.pieces):
            pieces = Text(f"{len(lay.pieces)} {kind.name}, face down", style="dim")
        rows.add_row(Text(lay.words, style="bold"), Text.assemble(pieces, _made(lay)))
    out.print(rows)
    out.print()


def _made(lay: FinalHand) -> str:
    """Return what a hand makes, with a note; "" if neither is known."""
    said = "; ".join(part for part in (lay.total, lay.note) if part)
    return f"   {said}" if said else ""


def print_posting(out: Console, result: Settled, everything: bool) -> None:
    """Print the options that affected the round, or all of them, and those chosen by decks."""
    lines = result.mattered
    if everything:
        lines = posted_lines(games()[result.game](result.posted))
    if lines:
        title = "House options" if everything else "House options that affected this round"
        out.print(Text(title, style="bold"))
        for line in lines:
            said = [Text(f"{line.words}:", "bold"), Text(line.value_words)]
            for text in flow(said, out.width - 2, indent=4):
                out.print(Text.assemble("  ", text))
    for words in result.chosen:
        out.print(Text(f"Chosen by the number of decks: {words}.", style="yellow"))


def print_rows(out: Console, result: Settled) -> None:
    """Print the rows of each seat with their sums, then other money that moved."""
    rows: list[Explained | MoneyMoved] = [*result.wagers, *result.moved]
    if not rows:
        out.print(Text("no wager was settled"))
    for total in result.totals:
        if total.account.isdigit():
            own = [row for row in rows if _account(row) == total.account]
            if own:
                _print_seat(out, total, own)
    others = [row for row in result.moved if not row.account.isdigit()]
    if others:
        words = {total.account: total.words for total in result.totals}
        table = grid("what", "whose", "result", title="Besides the wagers", right=("result",))
        for row in others:
            add(table, row.words, words.get(row.account, row.account), _money(row.cents))
        out.print(table)


def _account(row: Explained | MoneyMoved) -> str:
    """Return the account of a row: its seat, or the account that the money moved from."""
    return str(row.seat) if isinstance(row, Explained) else row.account


def _print_seat(out: Console, total: Total, rows: Sequence[Explained | MoneyMoved]) -> None:
    """Print the table of one account: a line for each wager or move, and the total."""
    table = grid(*HEADS, title=total.words[:1].upper() + total.words[1:], right=MONEY)
    for row in rows:
        if isinstance(row, MoneyMoved):
            add(table, row.words, _with_clauses("", row.clauses), "", "", _money(row.cents))
        else:
            _add_wager(table, row)
    sign = "bold green" if total.result > 0 else "bold red" if total.result < 0 else "bold"
    add(table, Text("total", "bold"), "", "", "", Text(money(total.result), sign))
    out.print(table)


def _add_wager(table: Grid, w: Explained) -> None:
    """Add a line for a settled wager: outcome with clauses, bet, money back and result."""
    result = w.accounts.get(str(w.seat), 0) if w.kind else w.net
    odds = f", {at_odds(w.odds)}" if any(char.isdigit() for char in w.odds) else ""
    outcome = w.outcome_words + odds + (f" ({w.note.replace('_', ' ')})" if w.note else "")
    bet = format_dollars(w.stake) if w.stake else ""
    back = format_dollars(w.stake + result) if w.stake or result else ""
    add(table, w.wager_words, _with_clauses(outcome, w.clauses), bet, back, _money(result))


def _with_clauses(words: str, clauses: Iterable[Cited]) -> Text:
    """Return words with the ids of their clauses below, dimmed."""
    by = cited(c.clause for c in clauses)
    return Text.assemble(words, "\n" if words and by else "", (by, "dim"))


def money(cents: int) -> str:
    """Return a result with its sign: ``+$40``, ``-$7.50``, ``$0``."""
    return f"+{format_dollars(cents)}" if cents > 0 else format_dollars(cents)


def _money(cents: int) -> Text:
    """Return a result in green or red."""
    return Text(money(cents), "green" if cents > 0 else "red" if cents < 0 else "")


def print_texts(out: Console, rows: Sequence[Explained | MoneyMoved]) -> None:
    """Print the clauses that decided, in our words."""
    notes = Table.grid(padding=(0, 2, 0, 0))
    notes.add_column(no_wrap=True)
    notes.add_column()
    for clause, says in {c.clause: c.says for row in rows for c in row.clauses if c.says}.items():
        notes.add_row(Text(clause, style="yellow"), Text(says, style="dim"))
    out.print(notes)


def print_readings(out: Console, readings: Sequence[RestsOn]) -> None:
    """Print the readings that decided a wager, and the result under the other reading."""
    if not readings:
        return
    heading(out, "Readings that decided")
    for each in readings:
        changes = "; ".join(map(str, each.changes))
        lines = (
            each.question,
            f"We read: {each.taken}",
            f"Or: {each.other} ({each.posted_words})" if each.other else f"Or: {each.posted_words}",
            f"Then {changes}.",
        )
        out.print(hanging([(each.reading, "\n".join(lines))]))
    out.print()


def print_books(out: Console, result: Settled) -> None:
    """Print what each account has won or lost, by kinds of rows; every column sums to 0."""
    kinds = list(kinds_of(result.totals))
    if kinds:
        heads = [KINDS.get(kind, kind) for kind in kinds]
        table = grid("account", *heads, "result", title="The books", right=(*heads, "result"))
        for total in result.totals:
            cells = [format_net(total.of[kind]) if kind in total.of else "" for kind in kinds]
            add(table, total.words, *cells, Text(format_net(total.result), "bold"))
        sums = [format_net(sum(total.of.get(kind, 0) for total in result.totals)) for kind in kinds]
        add(table, "together", *sums, format_net(sum(total.result for total in result.totals)))
        out.print(table)
    out.print(Text("result: " + "; ".join(_results(result)), style="bold"))


def _results(result: Settled) -> list[str]:
    """Return one line with all results and the contents of meters."""
    found = [
        f"{total.words} {format_net(total.result)}"
        for total in result.totals
        if total.result or total.account.isdigit()
    ]
    return found + [f"{meter.words} shows {format_dollars(meter.cents)}" for meter in result.meters]


def print_waiting(out: Console, waiting: OpenQuestion, at_stake: int) -> None:
    """Print the open question, the possible answers, and the undecided chips."""
    if at_stake:
        out.print(Text(f"still at stake, and counted as their owners': {format_dollars(at_stake)}"))
    out.print(Text(f"The record stops here: {waiting.words}.", style="bold yellow"))
    if waiting.found:
        out.print(Text(f"Just before: {waiting.found}.", style="yellow"))
    for each in waiting.asked:
        out.print(Text(f"{who(each.seat, each.name)} may:"))
        out.print(hanging([(choice.written, choice.words) for choice in each.choices]))
