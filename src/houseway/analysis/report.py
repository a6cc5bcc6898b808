"""Rows of a game: every wager, pay table and number of decks, with warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.bank.player_bank_edges import banked_by_player, fee_warnings, sides_of
from houseway.analysis.bank.table_warnings import house_way_alarms
from houseway.analysis.game_math import math_of, worths
from houseway.analysis.progress import Progress as Progress
from houseway.analysis.progress import tell
from houseway.analysis.progressives import posted_as
from houseway.analysis.row import OddsRow, rows_html
from houseway.analysis.row_warnings import flagged, in_words
from houseway.analysis.wager_odds import SIMULATED, find_wager, moments
from houseway.errors import Refused
from houseway.game.base import OFF
from houseway.game.pay_columns import fitting
from houseway.game.posting import Fact, Number, OneOf, read_posting
from houseway.rulebook import find, games
from houseway.util.html import paragraphs

if TYPE_CHECKING:
    from houseway.analysis.wager_odds import WagerOdds
    from houseway.game.base import Game
    from houseway.game.wagers import Wager


# -- not offered ------------------------------------------------------------------------------
# Wagers that no pay table pays on the decks of a table: which, and why, with the clause.


class NotOffered:
    """What was left out of the rows of a game, wager by wager, and on how many decks."""

    def __init__(self, kind: type[Game], decks: Sequence[int]) -> None:
        self._kind, self._decks = kind, decks
        self._on: dict[str, list[int]] = {}

    def without(self, table: Game, wagers: Sequence[Wager]) -> tuple[Wager, ...]:
        """Those of the wagers that are paid at a table; the others are noted."""
        tables = table.pay_tables()
        left = [w for w in wagers if w.paid_by in tables and not fitting(table, tables[w.paid_by])]
        for wager in left:
            self._on.setdefault(wager.name, []).append(table.sets())
        return tuple(wager for wager in wagers if wager not in left)

    def reasons(self) -> Iterator[Refused]:
        """A sentence for each wager, with the clause that says for which decks it is."""
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


# -- report -----------------------------------------------------------------------------------
# The rows of the odds lab: every wager of a game, under every pay table and number of decks.
#
#     >>> from houseway.analysis.report import rows
#     >>> for row in rows("free-bet-blackjack", "kings_bounty"):
#     ...     print(row.decks, row.house_edge, float(row.house_edge))
#
# What the posting fixes is fixed; whatever it leaves open of decks and pay tables is gone
# through, the rest stands at its default.


@dataclass(frozen=True)
class Report:
    """Rows, and in words what there are no rows of."""

    rows: tuple[OddsRow, ...]
    notes: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    """What is to be said first of a game that players bank, if one was asked for."""

    def __iter__(self) -> Iterator[OddsRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        games = ", ".join(dict.fromkeys(row.game for row in self.rows)) or "no game"
        rows = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        return f"<odds of {games}: {rows}>"

    def records(self) -> list[dict[str, Any]]:
        """The rows as flat records, as data frames take them: figures are floats."""
        return [row.record() for row in self.rows]

    def _repr_html_(self) -> str:
        return rows_html(self.rows) + paragraphs((*self.alarms, *self.notes))


def rows(
    game: str | type[Game], wager: str | None = None, posting: Mapping[str, Any] | None = None
) -> list[OddsRow]:
    """Every wager x pay table x allowed number of decks of a game, as far as posted."""
    return list(report(game, wager, posting).rows)


def report_all(progress: Progress | None = None) -> Report:
    """The whole rulebook, with a note where a game has no rows."""
    found = []
    for i, game in enumerate(games().values()):
        tell(progress, game.name, i, len(games()), "games")
        found.append(report(game, progress=progress and (lambda words: progress(words))))
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
) -> Report:
    """The rows of a game and what is to be said besides.

    A wager that no pay table pays on the decks of a table has a note in place of rows; one that is
    asked for by name and has no rows at all is refused.
    With ``barred``, pay tables are also weighed with decks their clause does not allow; such
    rows carry a warning.  With ``own``, a wager that has pays of one's own has no rows of others.
    """
    kind = find(game) if isinstance(game, str) else game
    given = dict(posting or {})
    checked = read_posting(kind.declared(), given)
    fixed = {key: checked[key] for key in given}
    if not kind.wagers:
        if wager is not None:
            raise Refused(f"{kind.name} has no wager {wager!r}: {_among_players(kind)}")
        return Report((), (f"{kind.name}: {_among_players(kind)}",))
    wager = _named(kind, wager)
    found: list[OddsRow] = []
    notes: dict[str, None] = {}
    posted = tables(kind, given, barred)
    left_out = NotOffered(kind, allowed_decks(kind))
    for i, table in enumerate(posted):
        beside = _beside(table)
        wagers = () if wager in beside else _asked(table, wager, fixed)
        wagers = wagers if barred else left_out.without(table, wagers)
        decks = f", {in_words((table.sets(),))}" if allowed_decks(kind) else ""
        called = ", ".join(w.words for w in wagers) or wager
        tell(progress, f"{kind.name}{decks}: {called}", i, len(posted), "tables")
        known = dict(worths(table, wagers))
        known |= {name: worth for name, worth in beside.items() if wager in (None, name)}
        for name, worth in known.items():
            if isinstance(worth, str):
                notes[worth] = None
            else:
                found += rows_of(table, name, worth, fixed, barred)
                found += _played_otherwise(table, name, worth, fixed, barred)
    if own:
        found = [
            row for row in found if row.table in (_own(kind, row.wager, fixed) or (row.table,))
        ]
    for why in left_out.reasons():
        if wager is not None and not found:
            raise why
        notes[f"{kind.name}: {why}"] = None
    order = {w.name: i for i, w in enumerate(kind.wagers)}
    found.sort(key=lambda row: order.get(row.wager, len(order)))
    return Report(tuple(found), tuple(notes), _alarms(kind, given))


def _played_otherwise(
    table: Game, wager: str, worth: WagerOdds, fixed: Mapping[str, Any], barred: bool
) -> Iterator[OddsRow]:
    """A wager beside pays of one's own under the columns for which it is played in another way."""
    pay = table.pay_tables().get(worth.posted_as)
    if pay is None or not pay.own:
        return
    made = find_wager(table, wager)
    for column in pay.columns:
        if column not in worth.columns:
            other = posted_as(table, made, column)
            found = worths(other, (made,))[wager]
            if not isinstance(found, str):
                yield from rows_of(other, wager, found, fixed, barred)


def _own(kind: type[Game], wager: str, fixed: Mapping[str, Any]) -> tuple[str, ...]:
    """The columns of one's own of a wager, unless one is posted by name."""
    paid_by = next((w.paid_by for w in kind.wagers if w.name == wager), "")
    table = kind.pay_tables().get(paid_by)
    return table.own if table is not None and paid_by not in fixed else ()


def _named(kind: type[Game], wager: str | None) -> str | None:
    """A wager by its name, where people have written its words."""
    if wager is None or any(w.name == wager for w in kind.wagers):
        return wager
    words, said = kind.words(), wager.strip().lower()
    called = {words.wager(w.name).lower(): w.name for w in kind.wagers}
    return called.get(said) or called.get(said.replace("_", " ")) or wager


def _alarms(kind: type[Game], given: Mapping[str, Any]) -> tuple[str, ...]:
    """House ways that lose to best play; what takes longer to find stands on the PAR sheet."""
    if not banked_by_player(kind):
        return ()
    return tuple(house_way_alarms(kind(given)))


def _beside(table: Game) -> Mapping[str, WagerOdds]:
    """What may be wagered during the round only, such as insurance."""
    beside = math_of(table).beside
    return beside(table) if beside is not None else {}


def _among_players(kind: type[Game]) -> str:
    return (
        "it is played among the players, no wager is made against a bank, so there is no house "
        "edge to give"
    )


# -- which tables, which wagers ------------------------------------------------------------------


def allowed_decks(kind: type[Game]) -> tuple[int, ...]:
    """The deck counts a house may post; empty for a game that posts none."""
    choice = kind.declared().get("decks")
    if isinstance(choice, Number):
        return tuple(range(choice.least, choice.most + 1))
    if isinstance(choice, OneOf):
        return tuple(choice.values)
    return (choice.default,) if isinstance(choice, Fact) else ()


def tables(kind: type[Game], posting: Mapping[str, Any], barred: bool = False) -> list[Game]:
    """A posted table for each number of decks that the posting leaves open."""
    if "decks" in posting or not allowed_decks(kind):
        open_decks: tuple[int | None, ...] = (None,)
    else:
        open_decks = allowed_decks(kind)
    found, refusal = [], None
    for decks in open_decks:
        values = dict(posting) if decks is None else {**posting, "decks": decks}
        try:
            found.append(kind(_with_columns(kind, values, barred)))
        except Refused as why:
            refusal = why
    if not found and refusal is not None:
        raise refusal
    return found


def posted_table(kind: type[Game], posting: Mapping[str, Any]) -> Game:
    """A table as posted, with pay columns that its decks allow where none is posted."""
    return kind(_with_columns(kind, posting, False))


def _with_columns(kind: type[Game], values: Mapping[str, Any], barred: bool) -> dict[str, Any]:
    """The posting, with a column that these decks allow where none is posted."""
    declared = kind.declared()
    decks = declared["decks"].read(values["decks"]) if "decks" in values else None
    full = dict(values)
    optional = {w.paid_by for w in kind.wagers if not (w.required or w.always)}
    for name, table in kind.pay_tables().items():
        fits = [
            column
            for column in table.postings()
            if decks is None or decks in table.decks.get(column, (decks,))
        ]
        posted = full.get(name)
        may_stay = not barred or posted is None or declared[name].read(posted) in (*fits, OFF)
        if posted is None or not may_stay:
            full.pop(name, None)
            if fits and fits[0] != declared[name].default:
                full[name] = fits[0]
            elif not fits and name in optional:
                full[name] = OFF
    return full


def _asked(table: Game, wager: str | None, fixed: Mapping[str, Any]) -> tuple[Wager, ...]:
    if wager is None:
        return tuple(w for w in table.wagers if fixed.get(w.name) != OFF)
    found = find_wager(table, wager)
    if fixed.get(wager) == OFF:
        raise Refused(f"{found.words} is not offered at this table", found.clauses)
    return (found,)


# -- rows ----------------------------------------------------------------------------------------


def rows_of(
    game: Game, wager: str, worth: WagerOdds, fixed: Mapping[str, Any], barred: bool = False
) -> list[OddsRow]:
    """A wager at one table under every column that is asked for and may be posted."""
    any_decks = barred or getattr(game, "tables_on_any_decks", False)
    return [
        row_of(game, wager, worth, column)
        for column in worth.columns
        if fixed.get(worth.posted_as, column) == column
        if any_decks or column not in worth.barred
    ]


def row_of(game: Game, wager: str, worth: WagerOdds, column: str) -> OddsRow:
    """A wager at one table under one column."""
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
    )
    return flagged(row, worth.barred.get(column, ()), worth.clause)


def said_of_own(game: Game, worth: WagerOdds, column: str) -> tuple[str, ...]:
    """That a column is one's own and not the regulation's, where it is."""
    table = game.pay_tables().get(worth.posted_as)
    said = table.not_printed(column) if table is not None else ""
    return (said,) if said else ()


def nets_of(row: OddsRow) -> tuple[list[Fraction], list[Any]]:
    """What each outcome of a row nets, and its chance."""
    nets: Mapping[str, str] = row.details.get("nets", {})
    if set(nets) != set(row.outcomes):
        raise Refused(f"{row.wager} of {row.game} does not pay multiples of the stake")
    return [Fraction(nets[name]) for name in row.outcomes], list(row.outcomes.values())


def by_wager(found: Sequence[OddsRow]) -> dict[str, list[OddsRow]]:
    """Rows by wager, in their order."""
    parts: dict[str, list[OddsRow]] = {}
    for row in found:
        parts.setdefault(row.wager, []).append(row)
    return parts
