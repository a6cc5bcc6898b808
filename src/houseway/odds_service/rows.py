"""Rows of the odds lab made ready for pages: one wager at a posted table after the other."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.analysis.game_math import math_of, worths
from houseway.analysis.pay_tables.tune import demand_reweighting
from houseway.analysis.report import row_of, rows_of
from houseway.analysis.row import Chance, OddsRow
from houseway.analysis.wager_odds import EXACT, SIMULATED, WagerOdds, by_pay_table
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.game.words import heading
from houseway.odds_service.answers import Figures, Line, Meter, MeterLife, Other, Row
from houseway.sheets.par import figures as figures
from houseway.sheets.par.player_bank import HEAD, NOTE, Grid, side_lines
from houseway.sheets.posted_table import expand_names

OWN = "one's own"
_NAMES = re.compile(r"\s*\([^)]*``[^)]*\)")
"""A remark for programmers."""


def groups(game: Game) -> list[tuple[Wager, ...]]:
    """The wagers that are offered, as they are found out: singly, those in rounds together."""
    lab = math_of(game)
    offered = [w for w in game.offered if w in game.wagers]
    singly = [(w,) for w in offered if lab.method_of(game, w) is not None]
    others = tuple(w for w in offered if lab.method_of(game, w) is None)
    return [*singly, *([others] if others else [])]


def rows_for(game: Game, wagers: Sequence[Wager]) -> tuple[list[Row], list[str]]:
    """The rows of some wagers as they are posted, and what there are none of."""
    return _made(game, worths(game, wagers).items())


def rows_beside(game: Game) -> tuple[list[Row], list[str]]:
    """What may be wagered during the round only, such as insurance."""
    beside = math_of(game).beside
    return _made(game, beside(game).items()) if beside is not None else ([], [])


def _made(game: Game, found: Any) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    notes: list[str] = []
    for name, worth in found:
        if isinstance(worth, str):
            notes.append(expand_names(game, worth))
        else:
            rows += rows_here(game, name, worth)
    return rows, notes


def rows_here(game: Game, wager: str, worth: WagerOdds) -> Iterator[Row]:
    """A wager under the posted column; under all where each is for wagers of another amount."""
    found = rows_of(game, wager, worth, {}, barred=True)
    here = [row for row in found if figures.is_posted(game, row)] or found[:1]
    others = tuple(
        Other(row.table, _column(game, row), float(row.house_edge), figures.exactly(row.house_edge))
        for row in found
        if row.table not in (*worth.barred, *(posted.table for posted in here))
    )
    for row in here:
        yield _row(game, worth, row, others)


def reweighed(game: Game, wager: str, known: Row) -> Row:
    """The row of a wager with other pays, from outcomes that were counted before."""
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
    """A chance as it was written down."""
    return Fraction(text) if "/" in text or text.isdecimal() else float(text)


def _written(chance: Chance) -> str:
    return str(chance) if isinstance(chance, Fraction) else repr(float(chance))


def _row(game: Game, worth: WagerOdds, row: OddsRow, others: tuple[Other, ...]) -> Row:
    wager = next((w for w in game.wagers if w.name == row.wager), None)
    table = game.pay_tables().get(wager.paid_by) if wager is not None else None
    sides = side_lines(game, row)
    exact: dict[str, str] = row.details.get("fractions", {})
    return Row(
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
        method_words=_method(wager, row),
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
    """The first line of what is said of its rule, for people alone."""
    if wager is None or wager.by is None:
        return ""
    first = _NAMES.sub("", (wager.by.__doc__ or "").strip().partition("\n")[0]).rstrip(".")
    return first if "_" not in first else ""


def _clauses(wager: Wager | None) -> tuple[str, ...]:
    """Of its rule first, then of the wager itself."""
    if wager is None:
        return ()
    rule: tuple[str, ...] = tuple(getattr(wager.by, "clauses", ()))
    return tuple(dict.fromkeys((*rule, *wager.clauses)))


def rank_of(game: Game, wager: Wager | None) -> str:
    if wager is None or game.placed_at(wager):  # type: ignore[attr-defined]
        return "late"
    if game.requires(wager):
        return "main"
    spots = {spot.name: spot.rank for spot in game.layout().spots}
    if spots.get(wager.name) == "main":
        return "chief"
    return "progressive" if wager.meters else "side"


def _table(game: Game, row: OddsRow) -> str:
    """The pay table of a row in a word or two; empty where there is only one."""
    table = game.pay_tables().get(figures.paid_by(game, row))
    if table is not None and row.table in table.own:
        return OWN
    return figures.table_words(game, row).removeprefix(figures.PAY_TABLE)


def _column(game: Game, row: OddsRow) -> str:
    """The same, where several are told apart."""
    table = figures.paid_by(game, row)
    return game.words().value(table, row.table) if table in game.pay_tables() else row.table


def _method(wager: Wager | None, row: OddsRow) -> str:
    """How a row is known, in a few words."""
    if row.method == SIMULATED:
        return "simulated"
    said = "exact" if row.method == EXACT else "exact but for a part"
    if row.method == EXACT and row.details.get("rounds"):
        said = "edge exact, rest simulated"
    first = row.assumptions[0] if row.assumptions else ""
    if wager is not None and wager.by is None and "best" in first:
        return f"best play, {said}"
    return f"house way, {said}" if wager is not None and "house way" in first else said


def _at_once(wager: Wager | None, table: Any, worth: WagerOdds) -> bool:
    if wager is None or table is None or table.by_amount:
        return False
    try:
        demand_reweighting(wager.words, table, worth)
    except Refused:
        return False
    return True


def _lines(game: Game, row: OddsRow) -> tuple[Line, ...]:
    """What has a name as printed; then what only nets so many units, the best first as well."""
    chances = figures.as_printed(game, row)
    units = [name for name in chances if name[:1] in "+-"]
    named = [name for name in chances if name not in units]
    return tuple(_line(game, row, name, chances[name]) for name in (*named, *reversed(units)))


def _line(game: Game, row: OddsRow, name: str, chance: Chance) -> Line:
    net = figures.net_of(row, name)
    return Line(
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
    """Tables of the sheets, for pages."""
    return tuple(Figures(g.title, g.head, g.rows, g.note, g.words) for g in grids)
