"""Rows of the odds lab prepared for pages, one wager of a posted table after the other."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.analysis.odds_book.known import known_extra_odds, known_odds
from houseway.analysis.odds_row import Chance, OddsRow
from houseway.analysis.odds_run.groups import wagers_together
from houseway.analysis.pay_tables.tune import demand_reweighting
from houseway.analysis.report import row_of, rows_of
from houseway.analysis.wager_odds import SIMULATED, WagerOdds, by_pay_table
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.game.words import heading
from houseway.odds_service.answers import Figures, Meter, MeterLife, Other, OutcomeLine, WagerRow
from houseway.odds_service.required_bet import method_words
from houseway.sheets.par import figures as figures
from houseway.sheets.par.player_bank import HEAD, NOTE, Grid, side_lines
from houseway.sheets.posted_table import expand_names

OWN = "one's own"
_NAMES = re.compile(r"\s*\([^)]*``[^)]*\)")
"""Matches a remark for programmers."""


def groups(game: Game) -> list[tuple[Wager, ...]]:
    """Return the offered wagers in groups computed together: singly, or all that need a
    simulation.
    """
    return wagers_together(game, [w for w in game.offered if w in game.wagers])


def rows_for(game: Game, wagers: Sequence[Wager]) -> tuple[list[WagerRow], list[str]]:
    """Return the rows of some wagers as posted, and sentences about wagers without rows."""
    return _made(game, known_odds(game, wagers).items())


def extra_rows(game: Game) -> tuple[list[WagerRow], list[str]]:
    """Return rows of wagers that are only made during the round, such as insurance."""
    return _made(game, known_extra_odds(game).items())


def _made(game: Game, found: Any) -> tuple[list[WagerRow], list[str]]:
    """Return the rows of wagers with odds, and a note for each wager without."""
    rows: list[WagerRow] = []
    notes: list[str] = []
    for name, worth in found:
        if isinstance(worth, str):
            notes.append(expand_names(game, worth))
        else:
            rows += rows_here(game, name, worth)
    return rows, notes


def rows_here(game: Game, wager: str, worth: WagerOdds) -> Iterator[WagerRow]:
    """Yield the rows of a wager under the posted column; all columns if its amount chooses one."""
    found = rows_of(game, wager, worth, {}, barred=True)
    here = [row for row in found if figures.is_posted(game, row)] or found[:1]
    others = tuple(
        Other(row.table, _column(game, row), float(row.house_edge), figures.exactly(row.house_edge))
        for row in found
        if row.table not in (*worth.barred, *(posted.table for posted in here))
    )
    for row in here:
        yield _row(game, worth, row, others)


def reweighed(game: Game, wager: str, known: WagerRow) -> WagerRow:
    """Return the row of a wager with other pays, from outcomes that were counted before."""
    made = next(w for w in game.wagers if w.name == wager)
    chances = [chance_of(text) for _, text in known.chances]
    method = SIMULATED if known.method == SIMULATED else known.method
    worth = by_pay_table(game, made, chances, method, (), known.rounds)
    column: str = getattr(game, made.paid_by)
    printed = tuple(said for said in known.assumptions if said not in worth.assumptions)
    worth = replace(worth, assumptions=(*printed, *worth.assumptions))
    row = row_of(game, wager, worth, column)
    was = _column(game, replace(row, table=known.table))
    own = (Other(known.table, was, known.edge, known.exactly),)
    return _row(game, worth, row, (*(() if known.own else own), *known.others))


def chance_of(text: str) -> Chance:
    """Return a chance from its text."""
    return Fraction(text) if "/" in text or text.isdecimal() else float(text)


def _written(chance: Chance) -> str:
    """Return a chance as text: a fraction, or a float in full precision."""
    return str(chance) if isinstance(chance, Fraction) else repr(float(chance))


def _row(game: Game, worth: WagerOdds, row: OddsRow, others: tuple[Other, ...]) -> WagerRow:
    """Return the row of a wager under one column, with the other columns it may post."""
    wager = next((w for w in game.wagers if w.name == row.wager), None)
    table = game.pay_tables().get(wager.paid_by) if wager is not None else None
    sides = side_lines(game, row)
    exact: dict[str, str] = row.details.get("fractions", {})
    return WagerRow(
        wager=row.wager,
        words=heading(game.words().wager(row.wager)),
        says=says_of(wager),
        rank=rank_of(game, wager),
        table=row.table,
        table_words=_table(game, row),
        own=table is not None and row.table in table.own,
        decks=row.decks,
        edge=float(row.house_edge),
        exactly=figures.exactly(row.house_edge),
        returned=float(row.returned),
        wins=float(row.hit_frequency),
        wins_exactly=exact.get("hit_frequency", ""),
        sd=math.sqrt(max(float(row.variance), 0.0)),
        variance=float(row.variance),
        variance_exactly=exact.get("variance", ""),
        method=row.method,
        method_words=method_words(
            wager, row.method, row.assumptions, bool(row.details.get("rounds"))
        ),
        stderr=row.stderr,
        rounds=worth.rounds,
        lines=_lines(game, row),
        assumptions=tuple(expand_names(game, text) for text in row.assumptions),
        warnings=tuple(expand_names(game, text) for text in figures.warnings_of(row)),
        clauses=_clauses(wager),
        editable=table is not None and not table.by_amount,
        at_once=_at_once(wager, table, worth),
        chances=tuple((name, _written(p)) for name, p in row.outcomes.items()),
        others=others,
        meter=_meter(game, row),
        sides=Figures("", HEAD, tuple(line.cells for line in sides), NOTE) if sides else None,
    )


def says_of(wager: Wager | None) -> str:
    """Return the first line of the description of its rule; "" without one in plain words."""
    if wager is None or wager.rule is None:
        return ""
    first = _NAMES.sub("", (wager.rule.__doc__ or "").strip().partition("\n")[0]).rstrip(".")
    return first if "_" not in first else ""


def _clauses(wager: Wager | None) -> tuple[str, ...]:
    """Return the clauses of its rule, then those of the wager."""
    if wager is None:
        return ()
    rule: tuple[str, ...] = tuple(getattr(wager.rule, "clauses", ()))
    return tuple(dict.fromkeys((*rule, *wager.clauses)))


def rank_of(game: Game, wager: Wager | None) -> str:
    """Return the place of a wager on the table, such as "main", "side" or "late"."""
    if wager is None or game.placed_at(wager):  # type: ignore[attr-defined]
        return "late"
    if game.requires(wager):
        return "main"
    spots = {spot.name: spot.rank for spot in game.layout().spots}
    if spots.get(wager.name) == "main":
        return "chief"
    return "progressive" if wager.progressive else "side"


def _table(game: Game, row: OddsRow) -> str:
    """Return a short name of the pay table of a row; empty if there is only one."""
    table = game.pay_tables().get(figures.paid_by(game, row))
    if table is not None and row.table in table.own:
        return OWN
    return figures.table_words(game, row).removeprefix(figures.PAY_TABLE)


def _column(game: Game, row: OddsRow) -> str:
    """Return a short name of the column, where the amount chooses one of several."""
    table = figures.paid_by(game, row)
    return game.words().value(table, row.table) if table in game.pay_tables() else row.table


def _at_once(wager: Wager | None, table: Any, worth: WagerOdds) -> bool:
    """Return True if other pays of a wager need no new count, since its play does not change."""
    if wager is None or table is None or table.by_amount:
        return False
    try:
        demand_reweighting(wager.words, table, worth)
    except Refused:
        return False
    return True


def _lines(game: Game, row: OddsRow) -> tuple[OutcomeLine, ...]:
    """Return the named outcomes as printed, then the other nets from the best."""
    chances = figures.as_printed(game, row)
    units = [name for name in chances if name[:1] in "+-"]
    named = [name for name in chances if name not in units]
    return tuple(_line(game, row, name, chances[name]) for name in (*named, *reversed(units)))


def _line(game: Game, row: OddsRow, name: str, chance: Chance) -> OutcomeLine:
    """Return an outcome with its pay, chance and share of the return."""
    net = figures.net_of(row, name)
    return OutcomeLine(
        outcome=name,
        words=figures.result_words(game, row.wager, name),
        pays=figures.pays_words(game, row, name),
        chance=float(chance),
        exactly=figures.exactly(chance),
        net="" if net is None else str(net),
        share=None if net is None else float(chance) * float(net + 1),
        wins=net is not None and net > 0,
    )


def _meter(game: Game, row: OddsRow) -> Meter | None:
    """Return the figures of a progressive meter; None for a wager without one."""
    said: dict[str, Any] | None = row.details.get("meter")
    if said is None:
        return None
    words, many = game.words(), len(said["meters"])
    return Meter(
        wager=said["wager"],
        without=said["fixed_return"],
        at_seed=float(row.returned),
        break_even=said["break_even"],
        long_run=said["long_run_return"],
        meters=tuple(
            MeterLife(
                heading(words.meter(row.wager, i, many)), one["seed"], one["increment"],
                one["hit"], one.get("average_when_won"),
            )
            for i, one in enumerate(said["meters"])
        ),
    )  # fmt: skip


def figures_of(grids: Sequence[Grid]) -> tuple[Figures, ...]:
    """Return tables of the sheets for pages."""
    return tuple(Figures(g.title, g.head, g.rows, g.note, g.words) for g in grids)
