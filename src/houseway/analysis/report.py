"""Rows of a game: every wager, pay table and number of decks, with warnings.

    >>> from houseway.analysis.report import rows
    >>> for row in rows("free-bet-blackjack", "kings_bounty"):
    ...     print(row.decks, row.house_edge, float(row.house_edge))

A posting fixes some values.  Decks and pay tables that it leaves open are gone through; every
other option has its default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.odds_book.known import (
    extra_must_be_computed,
    extra_names,
    known_alarms,
    known_extra_odds,
    known_odds,
    must_be_computed,
)
from houseway.analysis.odds_book.posted_tables import tables
from houseway.analysis.odds_row import (
    OddsRow,
    allowed_decks,
    flagged,
    in_words,
    rows_html,
    said_of_book,
)
from houseway.analysis.odds_run.all_cores import compute_all
from houseway.analysis.odds_run.groups import WagerGroup, groups_of, posted_pairs, table_called
from houseway.analysis.player_bank_edges import banked_by_player, fee_warnings, sides_of
from houseway.analysis.progress import Progress as Progress
from houseway.analysis.progress import tell, tell_found
from houseway.analysis.progressives import posted_as
from houseway.analysis.strategy_sheet import percent
from houseway.analysis.wager_edge import odds_of
from houseway.analysis.wager_odds import SIMULATED, find_wager, moments
from houseway.errors import Refused
from houseway.game.base import OFF
from houseway.game.pay_columns import fitting
from houseway.game.posting import read_posting
from houseway.rulebook import find, games
from houseway.util.html import paragraphs

if TYPE_CHECKING:
    from houseway.analysis.wager_odds import WagerOdds
    from houseway.game.base import Game
    from houseway.game.wagers import Wager


class NotOffered:
    """Rows that were left out of a game, by wager, with the numbers of decks."""

    def __init__(self, kind: type[Game], decks: Sequence[int]) -> None:
        self._kind, self._decks = kind, decks
        self._on: dict[str, list[int]] = {}

    def without(self, table: Game, wagers: Sequence[Wager]) -> tuple[Wager, ...]:
        """Return the wagers that are paid at a table, and note the others."""
        tables = table.pay_tables()
        left = [w for w in wagers if w.paid_by in tables and not fitting(table, tables[w.paid_by])]
        for wager in left:
            self._on.setdefault(wager.name, []).append(table.sets())
        return tuple(wager for wager in wagers if wager not in left)

    def reasons(self) -> Iterator[Refused]:
        """Yield a sentence for each wager, with the clause that names the decks it is for."""
        words, tables = self._kind.words(), self._kind.pay_tables()
        for wager in self._kind.wagers:
            if wager.name in self._on:
                pay, here = tables[wager.paid_by], in_words(self._on[wager.name])
                paid = in_words([decks for decks in self._decks if pay.for_decks(decks)])
                yield Refused(
                    f"{words.wager(wager.name)} is not offered with {here}: its pay tables are "
                    f"for {paid} only",
                    (pay.clause_on_decks,),
                )


@dataclass(frozen=True)
class Report:
    """Rows of a game or of the rulebook, with notes on wagers that have no rows."""

    rows: tuple[OddsRow, ...]
    notes: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    """Warnings to show first, for a game that players bank."""

    def __iter__(self) -> Iterator[OddsRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        games = ", ".join(dict.fromkeys(row.game for row in self.rows)) or "no game"
        rows = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        return f"<odds of {games}: {rows}>"

    @property
    def from_book(self) -> str:
        """Return a sentence if rows are from the book of odds; empty if all were computed now."""
        return said_of_book([row.computed_by for row in self.rows])

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as flat records for data frames; figures are floats."""
        return [row.record() for row in self.rows]

    def _repr_html_(self) -> str:
        return rows_html(self.rows) + paragraphs(
            filter(None, (*self.alarms, *self.notes, self.from_book))
        )


def rows(
    game: str | type[Game], wager: str | None = None, posting: Mapping[str, Any] | None = None
) -> list[OddsRow]:
    """Return a row for every wager, pay table and allowed number of decks that the posting leaves
    open.
    """
    return list(report(game, wager, posting).rows)


def report_all(progress: Progress | None = None, workers: int | None = 1) -> Report:
    """Return the rows of the whole rulebook, with a note for each game without rows."""
    wanted = [_wanted(game, None, {}, barred=False, own=False) for game in games().values()]
    computed = _compute(wanted, workers, progress)
    found = []
    for i, one in enumerate(wanted):
        tell(progress, one.kind.name, i, len(wanted), "games")
        found.append(_report(one, computed))
    return Report(
        tuple(row for part in found for row in part.rows),
        tuple(note for part in found for note in part.notes),
    )


def report(
    game: str | type[Game],
    wager: str | None = None,
    posting: Mapping[str, Any] | None = None,
    *,
    barred: bool = False,
    own: bool = False,
    progress: Progress | None = None,
    workers: int | None = 1,
) -> Report:
    """Return the rows of a game, and notes.

    A wager that no pay table pays on a table's decks gets a note in place of rows. If it was named
    in ``wager`` and has no rows at all, it is refused. With ``barred``, pay tables are also
    evaluated with decks that their clause does not allow; such rows carry a warning. With ``own``,
    a wager with custom pays has rows for these only.
    ``workers`` processes compute what the book of odds does not have, one for every core if None.
    """
    kind = find(game) if isinstance(game, str) else game
    wanted = _wanted(kind, wager, dict(posting or {}), barred=barred, own=own)
    return _report(wanted, _compute([wanted], workers, progress))


@dataclass(frozen=True)
class TableRows:
    """Wagers of a posted table whose rows are wanted."""

    table: Game
    wagers: tuple[Wager, ...]
    with_extra: bool
    """True if what may be wagered during the round only is wanted too."""


@dataclass(frozen=True)
class RowFilter:
    """The rows of a game that are wanted."""

    kind: type[Game]
    wager: str | None
    given: Mapping[str, Any]
    fixed: Mapping[str, Any]
    """The given values after parsing."""
    barred: bool
    own: bool
    left_out: NotOffered
    tables: tuple[TableRows, ...]


def _wanted(
    kind: type[Game], wager: str | None, given: Mapping[str, Any], *, barred: bool, own: bool
) -> RowFilter:
    """Return which tables and wagers a report is about."""
    checked = read_posting(kind.declared(), given)
    fixed = {key: checked[key] for key in given}
    left_out = NotOffered(kind, allowed_decks(kind))
    if not kind.wagers:
        if wager is not None:
            raise Refused(f"{kind.name} has no wager {wager!r}: {_among_players(kind)}")
        return RowFilter(kind, None, given, fixed, barred, own, left_out, ())
    wager = _named(kind, wager)
    found, is_made_first = [], wager is None or any(w.name == wager for w in kind.wagers)
    for table in tables(kind, given, barred):
        is_extra = not is_made_first and wager in extra_names(table)
        wagers = () if is_extra else _wanted_wagers(table, wager, fixed)
        wagers = wagers if barred else left_out.without(table, wagers)
        found.append(TableRows(table, wagers, wager is None or is_extra))
    return RowFilter(kind, wager, given, fixed, barred, own, left_out, tuple(found))


def _report(wanted: RowFilter, computed: Computed) -> Report:
    """Make the rows, from the book of odds and from what was computed."""
    kind, wager, fixed, barred = wanted.kind, wanted.wager, wanted.fixed, wanted.barred
    if not kind.wagers:
        return Report((), (f"{kind.name}: {_among_players(kind)}",))
    found: list[OddsRow] = []
    notes: dict[str, None] = {}
    for part in wanted.tables:
        table = part.table
        known = known_odds(table, part.wagers, computed.odds)
        extra = known_extra_odds(table, computed.extra) if part.with_extra else {}
        known |= {name: worth for name, worth in extra.items() if wager in (None, name)}
        for name, worth in known.items():
            if isinstance(worth, str):
                notes[worth] = None
            else:
                found += rows_of(table, name, worth, fixed, barred)
                found += _played_otherwise(table, name, worth, fixed, barred)
    if wanted.own:
        found = [
            row for row in found if row.table in (_own(kind, row.wager, fixed) or (row.table,))
        ]
    for why in wanted.left_out.reasons():
        if wager is not None and not found:
            raise why
        notes[f"{kind.name}: {why}"] = None
    order = {w.name: i for i, w in enumerate(kind.wagers)}
    found.sort(key=lambda row: order.get(row.wager, len(order)))
    return Report(tuple(found), tuple(notes), _alarms(kind, wanted.given))


class Computed:
    """The odds of a report that were computed before its rows are made."""

    def __init__(self) -> None:
        self._found: dict[WagerGroup, Mapping[str, WagerOdds | str]] = {}
        self._of_wager: dict[WagerGroup, WagerOdds | str] = {}

    def add(self, group: WagerGroup, found: Mapping[str, WagerOdds | str]) -> None:
        """Take in what was computed of a group."""
        self._found[group] = found
        for name in group.names:
            self._of_wager[replace(group, names=(name,))] = found[name]

    def odds(self, game: Game, wagers: Sequence[Wager]) -> dict[str, WagerOdds | str]:
        """Return the odds of wagers of a table."""
        table = WagerGroup(type(game), posted_pairs(game), ())
        return {w.name: self._of_wager[replace(table, names=(w.name,))] for w in wagers}

    def extra(self, game: Game) -> dict[str, WagerOdds]:
        """Return the odds of what may be wagered during the round only."""
        found = self._found.get(WagerGroup(type(game), posted_pairs(game), ()), {})
        return {name: worth for name, worth in found.items() if not isinstance(worth, str)}


def _compute(
    wanted: Sequence[RowFilter], workers: int | None, progress: Progress | None
) -> Computed:
    """Compute whatever the book of odds does not have; each result is told when it is known."""
    asked_by: dict[WagerGroup, tuple[RowFilter, Game]] = {}
    for one in wanted:
        for part in one.tables:
            table = part.table
            with_extra = part.with_extra and extra_must_be_computed(table)
            for group in groups_of(table, must_be_computed(table, part.wagers), with_extra):
                asked_by[group] = one, table
    computed = Computed()
    for group, found in compute_all(list(asked_by), workers, progress):
        computed.add(group, found)
        for name, worth in found.items():
            if not isinstance(worth, str):
                tell_found(progress, _in_a_line(*asked_by[group], name, worth))
    return computed


def _in_a_line(wanted: RowFilter, table: Game, name: str, worth: WagerOdds) -> str:
    """Return the edges of a wager in a line: ``Ride Free, 6 decks: Push 22: P22-01 7.78%``."""
    edges = ", ".join(
        f"{row.table} {percent(row.house_edge)}".strip()
        for row in rows_of(table, name, worth, wanted.fixed, wanted.barred)
    )
    return f"{table_called(table)}: {table.words().wager(name)}: {edges}"


def _played_otherwise(
    table: Game, wager: str, worth: WagerOdds, fixed: Mapping[str, Any], barred: bool
) -> Iterator[OddsRow]:
    """Yield rows of a wager with custom pays under columns that call for another strategy."""
    pay = table.pay_tables().get(worth.posted_as)
    if pay is None or not pay.own:
        return
    made = find_wager(table, wager)
    for column in pay.columns:
        if column not in worth.columns:
            other = posted_as(table, made, column)
            found = odds_of(other, (made,))[wager]
            if not isinstance(found, str):
                yield from rows_of(other, wager, found, fixed, barred)


def _own(kind: type[Game], wager: str, fixed: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the custom columns of a wager; empty if the posting names a column."""
    paid_by = next((w.paid_by for w in kind.wagers if w.name == wager), "")
    table = kind.pay_tables().get(paid_by)
    return table.own if table is not None and paid_by not in fixed else ()


def _named(kind: type[Game], wager: str | None) -> str | None:
    """Return the id of a wager that was given by its words; other text, and None, stays."""
    if wager is None or any(w.name == wager for w in kind.wagers):
        return wager
    words, said = kind.words(), wager.strip().lower()
    called = {words.wager(w.name).lower(): w.name for w in kind.wagers}
    return called.get(said) or called.get(said.replace("_", " ")) or wager


def _alarms(kind: type[Game], given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return warnings about house ways that lose to best play; empty where the house banks.

    Warnings that take longer to compute are left to the PAR sheet.
    """
    if not banked_by_player(kind):
        return ()
    return known_alarms(kind(given))


def _among_players(kind: type[Game]) -> str:
    """Return the sentence that explains why a game among players has no house edge."""
    return (
        "it is played among the players, no wager is made against a bank, so there is no house "
        "edge to give"
    )


# Wagers of the rows.


def _wanted_wagers(table: Game, wager: str | None, fixed: Mapping[str, Any]) -> tuple[Wager, ...]:
    """Return the named wager, or all wagers that the posting does not switch off.

    Refused if the named wager is switched off.
    """
    if wager is None:
        return tuple(w for w in table.wagers if fixed.get(w.name) != OFF)
    found = find_wager(table, wager)
    if fixed.get(wager) == OFF:
        raise Refused(f"{found.words} is not offered at this table", found.clauses)
    return (found,)


# Rows of one table.


def rows_of(
    game: Game, wager: str, worth: WagerOdds, fixed: Mapping[str, Any], barred: bool = False
) -> list[OddsRow]:
    """Return the rows of a wager at one table, for every requested column that may be posted."""
    any_decks = barred or getattr(game, "tables_on_any_decks", False)
    return [
        row_of(game, wager, worth, column)
        for column in worth.columns
        if fixed.get(worth.posted_as, column) == column
        if any_decks or column not in worth.barred
    ]


def row_of(game: Game, wager: str, worth: WagerOdds, column: str) -> OddsRow:
    """Return the row of a wager at one table under one column."""
    nets = worth.columns[column]
    mean, variance, hits = moments(worth.chances, nets)
    simulated = worth.method == SIMULATED
    declared = game.declared()
    posting = {key: declared[key].show(value) for key, value in game.posting.items()}
    details: dict[str, Any] = {
        "nets": {name: str(net) for name, net in zip(worth.outcomes, nets, strict=True)},
        **worth.details.get(column, {}),
    }
    if worth.rounds:
        details["rounds"] = worth.rounds
        details["hit_frequency_stderr"] = (float(hits * (1 - hits)) / worth.rounds) ** 0.5
        if not simulated:
            details["simulated_figures"] = ["outcomes", "hit_frequency", "variance"]
    if isinstance(mean, Fraction):
        details["fractions"] = {
            "house_edge": str(-mean), "hit_frequency": str(hits), "variance": str(variance)
        }  # fmt: skip
    sides = sides_of(game, wager, -mean, column)
    if sides:
        details["bank_side"] = [side.plain() for side in sides]
    fee_warned = fee_warnings(sides, dict(zip(worth.outcomes, nets, strict=True)))
    row = OddsRow(
        game=game.id,
        wager=wager,
        table=column,
        decks=game.sets(),
        house_edge=-mean,
        hit_frequency=hits,
        returned=1 + mean,
        variance=variance,
        outcomes=dict(zip(worth.outcomes, worth.chances, strict=True)),
        method=worth.method,
        posting={**posting, **({worth.posted_as: column} if worth.posted_as else {})},
        stderr=(float(variance) / worth.rounds) ** 0.5 if simulated else None,
        assumptions=(
            *worth.assumptions,
            *worth.left_out.get(column, ()),
            *said_of_own(game, worth, column),
        ),
        warnings=(*worth.warnings.get(column, ()), *fee_warned),
        details=details,
        computed_by=worth.computed_by,
    )
    return flagged(row, worth.barred.get(column, ()), worth.clause)


def said_of_own(game: Game, worth: WagerOdds, column: str) -> tuple[str, ...]:
    """Return the remark on a custom pay column that the regulation does not print; else empty."""
    table = game.pay_tables().get(worth.posted_as)
    said = table.not_printed(column) if table is not None else ""
    return (said,) if said else ()


def nets_of(row: OddsRow) -> tuple[list[Fraction], list[Any]]:
    """Return the net of each outcome of a row, and its chance."""
    nets: Mapping[str, str] = row.details.get("nets", {})
    if set(nets) != set(row.outcomes):
        raise Refused(f"{row.wager} of {row.game} does not pay multiples of the stake")
    return [Fraction(nets[name]) for name in row.outcomes], list(row.outcomes.values())


def by_wager(found: Sequence[OddsRow]) -> dict[str, list[OddsRow]]:
    """Return rows grouped by wager, in order."""
    parts: dict[str, list[OddsRow]] = {}
    for row in found:
        parts.setdefault(row.wager, []).append(row)
    return parts
