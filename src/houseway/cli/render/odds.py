"""Odds, comparisons, risks of ruin and strategy charts as text for a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import groupby

from rich.console import Console
from rich.text import Text

from houseway.analysis.bankroll import ASSUMES, Risk
from houseway.analysis.odds_book.comparison import BookComparison, compared_with_book
from houseway.analysis.odds_row import FOR_BOTH, Chance, OddsRow, in_words
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.analysis.report import Report, by_wager
from houseway.analysis.strategy_sheet import Chart, Figures, Sentence, StrategySheet, percent
from houseway.cli.terminal.console import add, console, grid, heading
from houseway.cli.terminal.output import DIFFERENT, OK, print_json
from houseway.rulebook import find, games
from houseway.sheets.par.player_bank import HEAD, NOTE, side_lines
from houseway.sheets.posted_table import expand_names

MANY = 3
"""The most schedules of fees printed together; of more, only the first."""


def print_sides(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print the first of these rows from both sides; the others have the same fees."""
    game = find(rows[0].game) if rows else None
    lines = side_lines(game, rows[0]) if rows else ()
    if not lines:
        return
    schedules = [line.schedule for line in lines if line.schedule]
    if len(schedules) > MANY:
        lines = lines[: len(lines) // len(schedules)]
    first = rows[0]
    name = game.words().wager(first.wager) if game is not None else first.wager
    which = f"{name}, {first.table}" if first.table else name
    if len({row.decks for row in rows}) > 1:
        which += f", {in_words((first.decks,))}"
    title = f"{which}: both sides, before fees and after them"
    table = grid(*HEAD, title=title, right=HEAD[2:])
    for line in lines:
        add(table, *line.cells)
    out.print(table)
    out.print(Text(NOTE, style="dim"))
    if len(schedules) > MANY:
        others = ", ".join(schedules[1:])
        out.print(Text(f"post another schedule for its figures: {others}", style="dim"))


RED = "bold red"
SHARE = re.compile(r"\d+(?:\.\d+)?%")
FIGURE = re.compile(r"\d[\d,.]*")
LONGEST_FRACTION = 32
BANKS_EDGE = "bank's edge"
BREAK_EVEN, LONG_RUN = "even at meter", "edge in the long run"
IN_FULL_MOST = 3
"""Largest number of deck counts for which outcomes are listed."""
COLOURS = {
    "H": "black on green", "S": "black on red", "D": "black on yellow", "F": "black on bright_cyan",
    "P": "black on magenta", "R": "black on white",
}  # fmt: skip


def exactly(chance: Chance) -> str:
    """Return the fraction; "" if there is none or it is too long to print."""
    text = str(chance) if isinstance(chance, Fraction) else ""
    return text if len(text) <= LONGEST_FRACTION else ""


def edge_of(row: OddsRow) -> Text:
    """Return the house edge, red if it deserves a warning."""
    error = f" ± {percent(row.stderr, 3)}" if row.stderr is not None else ""
    return Text(percent(row.house_edge) + error, RED if row.warnings else "")


def edge_head(row: OddsRow) -> str:
    """Return the heading of the edge: the house's, or the bank's where a player banks."""
    known = games().get(row.game)
    return BANKS_EDGE if known and banked_by_player(known) else "house edge"


def print_odds_json(found: Report, risks: Sequence[Risk] = ()) -> None:
    """Print the rows as JSON, each with its risk where there are any; notes go to stderr."""
    plain = [row.plain() for row in found.rows]
    for line, risk in zip(plain, risks, strict=bool(risks)):
        line["bankroll"] = risk.plain()
    print_json(plain)
    for note in found.notes:
        print(f"houseway: {note}", file=sys.stderr)


@contextmanager
def maybe_compared(recompute: bool) -> Iterator[BookComparison | None]:
    """Compute everything inside the block and compare it with the book, if that is asked for."""
    if not recompute:
        yield None
        return
    with compared_with_book() as comparison:
        yield comparison


AGAIN = "--recompute computes it again"


def print_source(words: str, json: bool = False) -> None:
    """Print that figures are from the book of odds; with JSON it goes to stderr."""
    if not words:
        return
    if json:
        print(f"houseway: {words}; {AGAIN}", file=sys.stderr)
    else:
        console().print(Text(f"{words}; {AGAIN}", style="dim"))


def print_compared(comparison: BookComparison) -> int:
    """Print on stderr how the book of odds compares; return the exit code of the command."""
    if not comparison.compared:
        print("houseway: the book of odds has nothing of this", file=sys.stderr)
        return OK
    for words in comparison.differences:
        print(f"houseway: the book of odds differs: {words}", file=sys.stderr)
    for words in comparison.other_words:
        print(f"houseway: the book of odds explains it in other words: {words}", file=sys.stderr)
    if comparison.differences:
        return DIFFERENT
    rows = "1 row" if comparison.compared == 1 else f"{comparison.compared} rows"
    print(f"houseway: {rows} computed again, as in the book of odds of "
          f"{comparison.computed_by}", file=sys.stderr)  # fmt: skip
    return OK


def print_odds(found: Report, in_full: bool) -> None:
    """Print every row, by game and wager; also the outcomes if one wager was requested."""
    out = console()
    for game_id, of_game in groupby(found.rows, key=lambda row: row.game):
        heading(out, _name(game_id))
        for words in found.alarms:
            out.print(Text(f"WARNING {words}", style=RED))
        for rows in by_wager(list(of_game)).values():
            _print_rows(out, rows)
            if in_full:
                _print_outcomes(out, rows)
            print_sides(out, rows)
            _print_remarks(out, rows)
    for note in found.notes:
        out.print(Text(note, style="italic"))


def _name(game_id: str) -> str:
    known = games().get(game_id)
    return known.name if known else game_id


def called(row: OddsRow) -> str:
    """Return the label of a row's wager."""
    known = games().get(row.game)
    return known.words().wager(row.wager) if known else row.wager


def outcome_of(row: OddsRow, name: str) -> str:
    """Return an outcome of a row in words."""
    known = games().get(row.game)
    return known.words().outcome(row.wager, name) if known else name.replace("_", " ")


def _print_rows(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print the figures of each row; columns without any figure are left out."""
    progressive = [BREAK_EVEN, LONG_RUN]
    numbers = ("decks", "house edge", "exactly", "wins", "sd", *progressive)
    shown = ["pay table", "decks", "house edge", "exactly", "wins", "sd", *progressive, "method"]
    if not any(exactly(row.house_edge) for row in rows):
        shown.remove("exactly")
    if not any("meter" in row.details for row in rows):
        shown = [key for key in shown if key not in progressive]
    if not any(row.decks for row in rows):
        shown.remove("decks")
    heads = [edge_head(rows[0]) if key == "house edge" else key for key in shown]
    table = grid(*heads, title=called(rows[0]), right=(*numbers, BANKS_EDGE))
    for row in rows:
        cells: dict[str, object] = {
            "pay table": row.table,
            "decks": row.decks,
            "house edge": edge_of(row),
            "exactly": exactly(row.house_edge),
            "wins": percent(row.hit_frequency, 3),
            "sd": f"{float(row.variance) ** 0.5:.4f}",
            "method": row.method,
            **_meter_cells(row),
        }
        add(table, *(cells[key] for key in shown))
    out.print(table)


def _meter_cells(row: OddsRow) -> dict[str, object]:
    """Return the cells of a progressive: its break-even meter, and the edge in the long run."""
    meter = row.details.get("meter", {})
    even, long_run = meter.get("break_even"), meter.get("long_run_return")
    return {
        BREAK_EVEN: f"${even:,.0f}" if even is not None else "",
        LONG_RUN: percent(1 - long_run) if long_run is not None else "",
    }


def _print_outcomes(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print every outcome with its chance and nets; a hint instead if there are too many."""
    decks = sorted({row.decks for row in rows})
    if len(decks) > IN_FULL_MOST:
        out.print(Text(f"add --posting decks={decks[-1]} to see every outcome", style="dim"))
        return
    for n in decks:
        same = [row for row in rows if row.decks == n]
        paid = [f"nets at {row.table}" for row in same]
        title = f"outcomes, decks {n}" if len(decks) > 1 else "outcomes"
        table = grid("outcome", "probability", "one in", "exactly", *paid, title=title,
                     right=("probability", "one in", "exactly", *paid))  # fmt: skip
        for name, chance in same[0].outcomes.items():
            one_in = f"{1 / float(chance):,.1f}" if chance else "never"
            nets = [row.details.get("nets", {}).get(name, "") for row in same]
            add(table, outcome_of(same[0], name), percent(chance), one_in, exactly(chance), *nets)
        out.print(table)
        _print_up_cards(out, same)
        _print_for_both(out, same)


def _print_for_both(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print, for a wager that may change the play of hands, the edge by its ratio to the main
    wager.
    """
    known = {row.table: row.details[FOR_BOTH] for row in rows if FOR_BOTH in row.details}
    if not known:
        return
    heads = [head for name in known for head in (f"house edge at {name}", f"changed at {name}")]
    table = grid("of the main wager", *heads, title="hands played for both wagers together",
                 right=("of the main wager", *heads))  # fmt: skip
    for ratio in next(iter(known.values())):
        found = [at[ratio] for at in known.values()]
        cells = [(percent(x["house_edge"]), percent(x["decisions_changed"], 3)) for x in found]
        add(table, ratio, *(cell for pair in cells for cell in pair))
    out.print(table)


def _print_up_cards(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print, for a wager placed after the dealer's up card is known, the edge with each card."""
    known = {row.table: row.details["by_up_card"] for row in rows if "by_up_card" in row.details}
    if not known:
        return
    edges = [f"house edge at {table}" for table in known]
    table = grid("up card", "of rounds", *edges, title="by the up card, which is seen before",
                 right=("of rounds", *edges))  # fmt: skip
    for name, first in next(iter(known.values())).items():
        found = [percent(cards[name]["house_edge"]) for cards in known.values()]
        add(table, name, percent(first["share"], 3), *found)
    out.print(table)


def _print_remarks(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print warnings and assumptions of rows, each once."""
    for words in warned_once(rows):
        out.print(Text(f"WARNING {words}", style=RED))
    for words in said_once(words for row in rows for words in row.assumptions):
        out.print(Text(words, style="dim"))


def warned_once(rows: Sequence[OddsRow]) -> list[str]:
    """Return the warnings of a wager; of warnings that differ only in figures, the first."""
    known = games().get(rows[0].game)
    alike: dict[str, list[tuple[OddsRow, str]]] = {}
    for row in rows:
        for warning in row.warnings:
            said = expand_names(known(), warning) if known else warning
            alike.setdefault(FIGURE.sub("#", said.split(";")[0]), []).append((row, said))
    return [_likewise(found) for found in alike.values()]


def _likewise(found: Sequence[tuple[OddsRow, str]]) -> str:
    """Return a warning with its first row, and the other rows that have it."""
    (row, said), *others = found
    at = f", {in_words((row.decks,))}" if row.decks else ""
    first = f"{called(row)}, {row.table}{at}: {said}"
    if not others:
        return first
    decks: dict[str, list[int]] = {}
    for other, _ in others:
        decks.setdefault(other.table, []).append(other.decks)
    where = "; ".join(
        f"{table}, {in_words(many)}" if any(many) else table for table, many in decks.items()
    )
    figures = "" if {said} == {text for _, text in others} else ", with figures of their own"
    return f"{first}. Likewise{figures}: {where}"


def said_once(assumed: Iterable[str]) -> list[str]:
    """Return each sentence once; those that differ only in a share appear with the least and the
    most.
    """
    alike: dict[str, list[str]] = {}
    for words in dict.fromkeys(assumed):
        alike.setdefault(SHARE.sub("%", words, count=1), []).append(words)
    return [_between(words) if len(words) > 1 else words[0] for words in alike.values()]


def _between(words: Sequence[str]) -> str:
    """Return one sentence for several that differ in a share: from the least to the greatest."""
    shares = [found[0] for one in words if (found := SHARE.search(one))]
    least, most = (pick(shares, key=lambda s: float(s[:-1])) for pick in (min, max))
    return SHARE.sub(f"{least} to {most}", words[0], count=1)


def print_comparison(found: Report) -> None:
    """Print pay tables side by side: a line per deck count, a group of figures per table."""
    out = console()
    for game_id, of_game in groupby(found.rows, key=lambda row: row.game):
        heading(out, _name(game_id))
        for rows in by_wager(list(of_game)).values():
            _print_compared(out, rows)
            _print_remarks(out, rows)
    for note in found.notes:
        out.print(Text(note, style="italic"))


def _print_compared(out: Console, rows: Sequence[OddsRow]) -> None:
    """Print edge, wins and variance of a wager for each number of decks and pay table."""
    columns = list(dict.fromkeys(row.table for row in rows))
    at = {(row.decks, row.table): row for row in rows}
    figures: dict[str, Callable[[OddsRow], object]] = {
        edge_head(rows[0]): edge_of,
        "wins": lambda row: percent(row.hit_frequency, 3),
        "variance": lambda row: f"{float(row.variance):.4f}",
    }
    table = grid("decks", "", *columns, title=called(rows[0]), right=("decks", *columns))
    for decks in sorted({row.decks for row in rows}):
        for i, (name, figure) in enumerate(figures.items()):
            cells = [figure(row) if (row := at.get((decks, c))) else "" for c in columns]
            add(table, decks or "" if i == 0 else "", name, *cells)
    out.print(table)


def print_risks(rows: Sequence[OddsRow], risks: Sequence[Risk]) -> None:
    """Print the effect of each wager on a bankroll, row by row."""
    if not risks:
        return
    out, plan = console(), risks[0].plan
    unit = float(plan.unit)
    heading(out, f"Bankroll: {unit:g} a round, {plan.rounds_per_hour:g} rounds an hour")
    swing = grid("wager", "pay table", "decks", "a round", "sd", "an hour", "sd an hour", "N0",
                 right=("decks", "a round", "sd", "an hour", "sd an hour", "N0"))  # fmt: skip
    for row, risk in zip(rows, risks, strict=True):
        m = risk.measures
        add(swing, called(row), row.table, row.decks or "", f"{unit * m.mean:+,.4f}",
            f"{unit * m.sd:,.3f}",
            f"{unit * m.mean_per_hour:+,.2f}", f"{unit * m.sd_per_hour:,.2f}",
            f"{m.n0:,.0f}" if m.mean else "never")  # fmt: skip
    out.print(swing)
    _print_after(out, rows, risks)
    _print_ruin(out, rows, risks)
    out.print(Text(ASSUMES, style="dim"))


def _print_after(out: Console, rows: Sequence[OddsRow], risks: Sequence[Risk]) -> None:
    """Print the quantiles of results after a number of rounds, in dollars."""
    plan = risks[0].plan
    ranks = {"5 %": 0.05, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "95 %": 0.95}
    table = grid("wager", "pay table", "decks", "ahead", *ranks, "found",
                 title=f"Results after {plan.rounds:,} rounds",
                 right=("decks", "ahead", *ranks))  # fmt: skip
    for row, risk in zip(rows, risks, strict=True):
        results = [float(plan.unit) * risk.results.quantile(p) for p in ranks.values()]
        add(table, called(row), row.table, row.decks or "", percent(risk.results.ahead(), 2),
            *(f"{result:+,.2f}" for result in results), risk.results.method)  # fmt: skip
    out.print(table)


def _print_ruin(out: Console, rows: Sequence[OddsRow], risks: Sequence[Risk]) -> None:
    """Print the risk of ruin; nothing without a bankroll."""
    plan = risks[0].plan
    if plan.bankroll is None:
        return
    title = f"Risk of ruin with {float(plan.bankroll):,.2f}"
    within = f"within {plan.rounds:,} rounds"
    table = grid("wager", "pay table", "decks", within, "found", "ever", "found ",
                 title=title, right=("decks", within, "ever"))  # fmt: skip
    for row, risk in zip(rows, risks, strict=True):
        if risk.ruin and risk.ruin_ever:
            add(table, called(row), row.table, row.decks or "", percent(risk.ruin.chance),
                risk.ruin.method, percent(risk.ruin_ever.chance),
                risk.ruin_ever.method)  # fmt: skip
    out.print(table)


def print_strategy_sheet(paper: StrategySheet) -> None:
    """Print best play part by part: sentences, tables, coloured charts."""
    out = console()
    heading(out, paper.heading)
    for part in paper.parts:
        if isinstance(part, Sentence):
            out.print(Text(part.text, style=RED if part.alarm else ""))
        elif isinstance(part, Figures):
            table = grid(*part.columns, title=part.title, right=part.right)
            for row in part.rows:
                add(table, *row)
            out.print(table)
        else:
            _print_chart(out, part)


def _print_chart(out: Console, chart: Chart) -> None:
    """Print hands down and up cards across, part by part, with the legend; figures have no
    colour.
    """
    if chart.title:
        heading(out, chart.title)
    for words in chart.says:
        out.print(Text(words))
    wide = max((len(cell) for row in chart.rows for cell in row.cells), default=0)
    for part, of_part in groupby(chart.rows, key=lambda row: row.part):
        table = grid(part, *chart.columns)
        for row in of_part:
            cells = [Text(f" {cell:<{wide}} ", COLOURS.get(cell[0], "")) for cell in row.cells]
            add(table, row.hand, *cells)
        out.print(table)
    legend = Text()
    for cell, said in chart.legend.items():
        legend.append(f" {cell} ", COLOURS.get(cell[0], "")).append(f" {said}   ")
    if chart.legend:
        out.print(legend)
