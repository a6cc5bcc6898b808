"""``houseway diff``: two games, two postings, or a record's rules and those of today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from houseway.cli.options import Json, Posting, read_pairs
from houseway.cli.terminal.console import add, cited, console, grid, hanging, heading
from houseway.cli.terminal.output import DIFFERENT, OK, print_json
from houseway.cli.terminal.progress import waiting
from houseway.errors import HousewayError
from houseway.sheets.conformance.diff import (
    ClauseLine,
    Comparison,
    EdgeDiff,
    PayDiff,
    PostingDiff,
    compare,
)
from houseway.sheets.conformance.diff_side import Side, side_of, today

NoOdds = Annotated[bool, Parameter(name="--no-odds", negative=(), show_default=False)]
NONE = "–"


def diff(
    old: str,
    new: str | None = None,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    no_odds: NoOdds = False,
    json: Json = False,
) -> int:
    """Show what differs between two games, two postings, or a record's rules and today's.

    Parameters
    ----------
    old
        A game (blackjack), a posted game ("blackjack decks=8 soft_17=stand"), or a record.
    new
        The same. Default: the installed rules, with the posting of the record or of --posting.
    no_odds
        Leave out the house edges, which take the longest.
    """
    first, second = _sides(old, new, read_pairs(posting))
    with waiting("comparing") as progress:
        found = compare(first, second, not no_odds, progress)
    if json:
        print_json(found)
    else:
        _print(found)
    return OK if found.same else DIFFERENT


def _sides(old: str, new: str | None, posting: dict[str, str]) -> tuple[Side, Side]:
    """Return both sides; without ``new``, the other is a record's rules today, or the posting."""
    first = side_of(old)
    if new is not None:
        return first, side_of(new, posting)
    if first.record and not posting:
        return first, today(first)
    if not posting:
        raise HousewayError(
            f"{old} is one side; name the other, or say with --posting what it posts differently"
        )
    return first, side_of(first.game.id, posting)


def _print(found: Comparison) -> None:
    out = console()
    out.print(hanging([("old", found.old.label), ("new", found.new.label)]))
    _print_postings(out, found.postings)
    for pay in found.pay_tables:
        _print_pay(out, pay)
    _print_edges(out, found.edge_words, found.edges)
    for title, clauses in (
        (_changed_title(found), found.changed),
        ("Clauses of the old side only", found.gone),
        ("Clauses of the new side only", found.added),
    ):
        _print_clauses(out, title, clauses)
    out.print()
    for note in found.notes:
        out.print(Text(note, style="yellow"))
    out.print(Text(sentence(found), style="bold"))


def _changed_title(found: Comparison) -> str:
    if found.old.game != found.new.game:
        return "Clauses of both that other code, facts or tables carry"
    return "Clauses whose words, readings, code or tables have changed"


def sentence(found: Comparison) -> str:
    """Return a sentence with the number of differences."""
    if found.same:
        return f"nothing differs: the fingerprint of both is {found.new.fingerprint[:12]}"
    counts = [
        (len(found.postings), "posting"), (len(found.pay_tables), "pay table"),
        (len(found.edges), "edge"), (len(found.changed), "clause changed"),
        (len(found.gone), "clause gone"), (len(found.added), "clause new"),
    ]  # fmt: skip
    parts = [_counted(n, word) for n, word in counts if n]
    edges = "" if found.edges_known else "; edges were not computed"
    if not parts:
        return f"different code behind the same rules{edges}"
    return f"different: {', '.join(parts)}{edges}"


def _counted(n: int, words: str) -> str:
    """Return a number with its noun, in the plural unless it is 1."""
    noun, _, rest = words.partition(" ")
    if noun == "pay":
        return f"{n} pay table{'' if n == 1 else 's'}"
    return f"{n} {noun}{'' if n == 1 else 's'} {rest}".rstrip()


def _print_postings(out: Console, rows: Sequence[PostingDiff]) -> None:
    for title, listed in (
        ("Posted otherwise", [row for row in rows if not row.fixed]),
        ("Fixed differently by the rules", [row for row in rows if row.fixed]),
    ):
        if not listed:
            continue
        heading(out, title)
        table = grid("posting", "old", "new", "clause")
        for row in listed:
            values = (row.old_words or NONE, row.new_words or NONE)
            add(table, row.words, *values, cited(row.clauses))
        out.print(table)


def _print_pay(out: Console, pay: PayDiff) -> None:
    sides = (pay.old or "no such table", pay.new or "no such table")
    heading(out, f"Pay table {pay.words} ({cited(pay.clauses)})")
    table = grid(
        "outcome", *(f"{word}: {side}" for word, side in zip(("old", "new"), sides, strict=True))
    )
    for row in pay.rows:
        add(table, row.words, row.old or NONE, row.new or NONE)
    out.print(table if pay.rows else Text("pays the same under another name", style="dim"))


def _print_edges(out: Console, title: str, rows: Sequence[EdgeDiff]) -> None:
    if not rows:
        return
    heading(out, title)
    figures = ("old", "new", "difference")
    table = grid("wager", *figures, "method", right=figures)
    for row in rows:
        both = row.old is not None and row.new is not None
        change = f"{(row.new or 0) - (row.old or 0):+.4%}".replace("%", " %") if both else ""
        name = f"{row.words}, {row.column}" if row.column else row.words
        add(table, name, _percent(row.old), _percent(row.new), change, row.method)
    out.print(table)


def _percent(edge: float | None) -> str:
    """Return an edge in percent; a dash for None."""
    return NONE if edge is None else f"{edge:.4%}".replace("%", " %")


def _print_clauses(out: Console, title: str, clauses: Sequence[ClauseLine]) -> None:
    if not clauses:
        return
    heading(out, f"{title}: {len(clauses)}")
    lines = [(c.clause, c.says or "(its words are not in this version)") for c in clauses]
    out.print(hanging(lines, "dim"))
