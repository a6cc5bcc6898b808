"""The file of a game in the book of odds, and its figures as other code has them.

A file is JSON, compressed by gzip; docs/reference/odds_book.md describes it for other programs.
Chances and edges are text where they are fractions, and numbers where they are not.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import msgspec

from houseway.analysis.odds_row import Chance
from houseway.analysis.strategy_sheet import (
    Chart,
    ChartRow,
    Figures,
    Sentence,
    SheetPart,
    StrategySheet,
)
from houseway.analysis.wager_odds import SIMULATED, WagerOdds, moments
from houseway.game.base import Game

FORMAT = 1
"""The number of the format; a book of another number is not read."""
LEVEL = 9
Number: TypeAlias = str | float
"""A fraction such as ``5980547/25818598``, or a float."""


class BookColumn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager under one pay column: the net of each outcome, and the resulting figures."""

    nets: tuple[str, ...]
    """Of a unit wagered, in the order of the outcomes."""
    house_edge: Number
    hit_frequency: Number
    variance: Number
    stderr: float | None = None
    """The standard error of the edge, where it is simulated."""
    only_decks: tuple[int, ...] = ()
    """The only numbers of decks it is for, where this table has another."""
    details: dict[str, Any] = {}
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class BookWager(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager at one table under every pay column."""

    method: str
    outcomes: tuple[str, ...]
    columns: dict[str, BookColumn]
    posted_as: str = ""
    """The key of the posting that chooses the column; empty where nothing chooses it."""
    chances: tuple[Number, ...] = ()
    """Of each outcome; empty where they were counted in rounds."""
    counts: tuple[int, ...] = ()
    """Number of simulated rounds with each outcome."""
    rounds: int = 0
    seed: int | None = None
    assumptions: tuple[str, ...] = ()
    clause: str = ""
    """The clause that says for which decks its columns are."""
    cpu_seconds: float = 0.0
    """CPU time of the computation, to two figures."""
    once: float = 0.0
    """Further CPU seconds, spent once on a machine: loops are compiled, long counts kept."""


def posted_column(game: Game, wager: BookWager) -> BookColumn | None:
    """Return the column that a table posts for a wager, else the first; None where it is off."""
    if not wager.posted_as:
        return next(iter(wager.columns.values()), None)
    return wager.columns.get(getattr(game, wager.posted_as))


class BookChart(msgspec.Struct, frozen=True, omit_defaults=True, tag="chart"):
    """A table of decisions: (part, hand, a cell for each column)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    title: str = ""
    says: tuple[str, ...] = ()
    legend: dict[str, str] = {}


class BookFigures(msgspec.Struct, frozen=True, omit_defaults=True, tag="figures"):
    """A table of figures."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: tuple[str, ...] = ()


class BookSentence(msgspec.Struct, frozen=True, omit_defaults=True, tag="words"):
    """A sentence."""

    text: str
    alarm: bool = False


class BookStrategy(msgspec.Struct, frozen=True, omit_defaults=True):
    """Best play of a table."""

    heading: str
    found: dict[str, Any]
    parts: tuple[BookSentence | BookFigures | BookChart, ...]
    cpu_seconds: float = 0.0
    once: float = 0.0


class BookTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A posted table: its whole posting, and all its known odds."""

    posting: dict[str, str]
    wagers: dict[str, BookWager | str]
    """The odds of each wager, or the reason in a sentence why there are none."""
    extra_wagers: dict[str, BookWager] = {}
    """Wagers that are made during the round only, such as insurance."""
    alarms: tuple[str, ...] = ()
    """Warnings of a house way that loses to best play."""
    strategy: dict[str, BookStrategy] = {}
    """Best play, by the number of exceptions that are listed at most."""
    cpu_seconds: float = 0.0
    """CPU time of all of it but what a machine does once, to two figures."""
    extra_seconds: float = 0.0
    """CPU time of the extra wagers."""
    extra_once: float = 0.0


class GameBook(msgspec.Struct, frozen=True):
    """Everything that the book has of a game."""

    format: int
    game: str
    computed_by: str
    """The program and its version, such as ``houseway 0.2.0``."""
    code: str
    """The fingerprint of the code of the rules."""
    pay: str
    """The fingerprint of every pay table and schedule of fees."""
    sources: tuple[str, ...]
    """The files that decide the fingerprint of the code, below the folder of the package."""
    stamp: str
    """One digest over these files; as long as it is the same, so is the fingerprint."""
    tables: tuple[BookTable, ...]


# Files.


def encode_book(book: GameBook) -> bytes:
    """Return a file of the book; the same figures give the same bytes."""
    text = msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"
    return gzip.compress(text, LEVEL, mtime=0)


def decode_book(data: bytes) -> GameBook | None:
    """Return the page that a file holds; None if it is damaged, or of another format."""
    try:
        found = msgspec.json.decode(gzip.decompress(data), type=GameBook)
    except (OSError, EOFError, ValueError, msgspec.MsgspecError):
        return None
    return found if found.format == FORMAT else None


Timed = TypeVar("Timed", BookWager, BookStrategy, BookTable)
_TIMES = ("cpu_seconds", "once", "extra_seconds", "extra_once")


def without_times(entry: Timed) -> Timed:
    """Return an entry without the times that its computation took."""
    changed: dict[str, Any] = {name: 0.0 for name in _TIMES if name in entry.__struct_fields__}
    if isinstance(entry, BookTable):
        for name in ("wagers", "extra_wagers", "strategy"):
            changed[name] = {
                key: each if isinstance(each, str) else without_times(each)
                for key, each in getattr(entry, name).items()
            }
    return msgspec.structs.replace(entry, **changed)


# Wagers.


def book_wager(worth: WagerOdds) -> BookWager:
    """Return the odds of a wager as the book writes them."""
    counts = tuple(round(float(chance) * worth.rounds) for chance in worth.chances)
    counted = worth.rounds > 0 and worth.chances == tuple(n / worth.rounds for n in counts)
    return BookWager(
        method=worth.method,
        outcomes=worth.outcomes,
        columns={name: _column(worth, name) for name in worth.columns},
        posted_as=worth.posted_as,
        chances=() if counted else tuple(map(_written, worth.chances)),
        counts=counts if counted else (),
        rounds=worth.rounds,
        seed=worth.seed,
        assumptions=worth.assumptions,
        clause=worth.clause,
    )


def _column(worth: WagerOdds, name: str) -> BookColumn:
    """Return the figures of a pay column in the form of the book's files."""
    nets = worth.columns[name]
    mean, variance, hits = moments(worth.chances, nets)
    simulated = worth.method == SIMULATED
    return BookColumn(
        nets=tuple(map(str, nets)),
        house_edge=_written(-mean),
        hit_frequency=_written(hits),
        variance=_written(variance),
        stderr=(float(variance) / worth.rounds) ** 0.5 if simulated else None,
        only_decks=worth.barred.get(name, ()),
        details=worth.details.get(name, {}),
        warnings=worth.warnings.get(name, ()),
        left_out=worth.left_out.get(name, ()),
    )


def odds_in_book(wager: BookWager, computed_by: str) -> WagerOdds:
    """Return the odds of a wager as they were computed."""
    columns = wager.columns.items()
    rounds = wager.rounds
    return WagerOdds(
        outcomes=wager.outcomes,
        chances=tuple(n / rounds for n in wager.counts) or tuple(map(read_number, wager.chances)),
        columns={name: tuple(map(Fraction, column.nets)) for name, column in columns},
        posted_as=wager.posted_as,
        method=wager.method,
        assumptions=wager.assumptions,
        rounds=rounds,
        barred={name: column.only_decks for name, column in columns if column.only_decks},
        clause=wager.clause,
        details={name: dict(column.details) for name, column in columns if column.details},
        warnings={name: column.warnings for name, column in columns if column.warnings},
        left_out={name: column.left_out for name, column in columns if column.left_out},
        seed=wager.seed,
        computed_by=computed_by,
    )


def _written(chance: Chance) -> Number:
    """Return an exact chance as text, an estimate as a float."""
    return str(chance) if isinstance(chance, Fraction) else float(chance)


def read_number(written: Number) -> Chance:
    """Return a fraction or a float as it was computed."""
    return Fraction(written) if isinstance(written, str) else float(written)


# Best play.


def book_strategy(sheet: StrategySheet) -> BookStrategy:
    """Return best play as the book writes it."""
    found: dict[str, Any] = plain(sheet.found)
    return BookStrategy(sheet.heading, found, tuple(map(_book_part, sheet.parts)))


def _book_part(part: SheetPart) -> BookSentence | BookFigures | BookChart:
    """Return a part of a strategy sheet in the form of the book's files."""
    if isinstance(part, Sentence):
        return BookSentence(part.text, part.alarm)
    if isinstance(part, Figures):
        return BookFigures(part.columns, part.rows, part.title, part.right)
    rows = tuple((row.part, row.hand, row.cells) for row in part.rows)
    return BookChart(part.columns, rows, part.title, part.says, dict(part.legend))


def strategy_in_book(sheet: BookStrategy, computed_by: str) -> StrategySheet:
    """Return best play as it was computed."""
    return StrategySheet(sheet.heading, sheet.found, tuple(map(_part, sheet.parts)), computed_by)


def _part(part: BookSentence | BookFigures | BookChart) -> SheetPart:
    """Return a part of a strategy sheet as it was before it was stored."""
    if isinstance(part, BookSentence):
        return Sentence(part.text, part.alarm)
    if isinstance(part, BookFigures):
        return Figures(part.columns, part.rows, part.title, part.right)
    rows = tuple(ChartRow(*row) for row in part.rows)
    return Chart(part.title, part.says, part.columns, rows, part.legend)


def plain(value: Any) -> Any:
    """Return what JSON makes of a value: lists for tuples."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(inner) for inner in value]
    return value
