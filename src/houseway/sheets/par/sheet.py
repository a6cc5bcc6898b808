"""PAR sheets: a testing laboratory's report about a game, as one self-contained HTML document.

    >>> from houseway.sheets.par.sheet import par_html, par_sheet
    >>> html = par_html(par_sheet("free-bet-blackjack", {"decks": 6}))

All content comes from the rulebook and the odds lab. The same inputs give the same bytes. A date is
printed only if one is given.
"""

from __future__ import annotations

import functools
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from houseway.analysis.bank.table_warnings import alarms
from houseway.analysis.games import math_of
from houseway.analysis.odds_row import OddsRow
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.analysis.report import Progress, Report, report
from houseway.game.base import Game
from houseway.rulebook import find, games
from houseway.sheets.jinja import templates
from houseway.sheets.par import figures
from houseway.sheets.par.chart import StrategyPage, strategy_page
from houseway.sheets.par.figures import Block
from houseway.sheets.par.manifest import METHOD_LINE, Manifest, method_manifest, rules_manifest
from houseway.sheets.par.player_bank import HEAD, NOTE, Grid, room_grids, turn_grids
from houseway.sheets.par.plots import Plot, meter_plots, wager_plots
from houseway.sheets.posted_table import capital
from houseway.sheets.rule_sheet import RuleSheet, rule_sheet
from houseway.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment

PAPERS = ("letter", "a4")
POKER, SET_HANDS = "poker", "set_hands"
NOT_CERTIFIED = (
    "This sheet was computed by houseway from its own reading of the rules. It is not an official "
    "publication of any authority, no laboratory or regulator has certified it, and it is "
    "not legal advice."
)


@dataclass(frozen=True)
class WagerPart:
    """Everything about one wager: as posted, under its other pay tables, and its plots."""

    name: str
    words: str
    here: Block | None
    """The wager as posted; None if this table does not offer it."""
    others: tuple[Block, ...]
    plots: tuple[Plot, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Return all blocks, the posted one first."""
        return (self.here, *self.others) if self.here is not None else self.others

    @property
    def warned(self) -> tuple[Block, ...]:
        """Return the blocks with a warning."""
        return tuple(b for b in self.blocks if b.warnings)


@dataclass(frozen=True)
class ParSheet:
    """The content of a PAR sheet."""

    game: Game
    rules: RuleSheet
    parts: tuple[WagerPart, ...]
    grids: tuple[Grid, ...]
    """Tables of the value of a turn as the bank and of the room's fees, for games without a house
    bank.
    """
    strategy: StrategyPage | None
    meters: tuple[Plot, ...]
    assumptions: tuple[tuple[str, str], ...]
    """(wagers, assumption) for all assumptions."""
    notes: tuple[str, ...]
    """Wagers without figures, with the reasons."""
    warnings: tuple[tuple[str, str, str], ...]
    """Warnings about the posted table: (anchor, subject, warning)."""
    versions: tuple[tuple[str, str], ...]
    manifest: Manifest
    method: Manifest
    date: str
    all_tables: bool = False
    """True to show every number of decks and every pay table in full."""
    source: str = ""
    """A sentence if rows are from the book of odds; empty if all were computed."""

    @property
    def posted(self) -> tuple[WagerPart, ...]:
        """Return the wagers that this table offers."""
        return tuple(part for part in self.parts if part.here is not None)

    @property
    def compared(self) -> tuple[WagerPart, ...]:
        """Return the wagers that have other possible postings."""
        return tuple(part for part in self.parts if part.others)

    @property
    def by_players(self) -> bool:
        """Return True if a player banks."""
        return banked_by_player(self.game)

    @property
    def method_line(self) -> str:
        """Return a shell command that prints the hash of the mathematics from the source."""
        return METHOD_LINE

    @property
    def edge_of(self) -> str:
        """Return words for the owner of the edge."""
        return "Bank's edge" if self.by_players else "House edge"

    @property
    def exact(self) -> bool:
        """Return True if any figure is an exact fraction."""
        return any(figure.exact for p in self.parts for b in p.blocks for figure in b.figures)

    @property
    def simulated(self) -> bool:
        """Return True if any figure is simulated."""
        return any("simulated" in b.method for p in self.parts for b in p.blocks)


def par_sheet(
    kind: str | type[Game],
    posting: Mapping[str, Any] | None = None,
    date: str = "",
    lab: Report | None = None,
    progress: Progress | None = None,
    all_tables: bool = False,
) -> ParSheet:
    """Return the PAR sheet of a posted game; ``lab`` is the odds lab's report if it exists already.

    Other pay tables are compared on the posted number of decks. With ``all_tables`` they are
    compared on every number of decks, each in full.
    """
    game = (find(kind) if isinstance(kind, str) else kind)(posting or {})
    if lab is None:
        lab = report(
            type(game), posting=_stated_posting(game, posting or {}, all_tables), progress=progress
        )
    here = [row for row in lab.rows if figures.is_posted(game, row)]
    parts = tuple(
        part
        for name, rows in figures.by_wager(lab.rows).items()
        for part in _parts(game, name, rows)
    )
    return ParSheet(
        game=game,
        rules=rule_sheet(game),
        parts=parts,
        grids=(*turn_grids(game, here), *room_grids(game)),
        strategy=strategy_page(game),
        meters=meter_plots(game),
        assumptions=_assumptions(game, here),
        notes=() if game.family == POKER else (*lab.notes, *_left_out(game)),
        warnings=(*_of_table(game, lab.rows, progress, all_tables), *_of_wagers(parts)),
        versions=versions(),
        manifest=rules_manifest(type(game)),
        method=method_manifest(),
        date=date,
        all_tables=all_tables,
        source=lab.from_book,
    )


def _left_out(game: Game) -> tuple[str, ...]:
    """Return the notes on best settings that take too long for a sheet."""
    lab = math_of(game)
    if game.family != SET_HANDS or lab.settings is not None or lab.strategy_sheet is None:
        return ()
    return (
        "Both sides set by the house way. What the best settings gain is left out here because "
        f"it takes long to find: `houseway strategy {game.id}` tells it",
    )


def _stated_posting(game: Game, posting: Mapping[str, Any], all_tables: bool) -> dict[str, Any]:
    """Return the posting for the lab: with the posted number of decks, or with all."""
    stated = dict(posting)
    if not all_tables and "decks" in game.posting:
        stated.setdefault("decks", game.posting["decks"])
    return stated


def _of_wagers(parts: Sequence[WagerPart]) -> list[tuple[str, str, str]]:
    """Return anchor, title and text of every warning of a posted wager."""
    return [
        (part.here.anchor, part.here.title, text)
        for part in parts
        if part.here is not None
        for text in part.here.warnings
    ]


def _of_table(
    game: Game, rows: Sequence[OddsRow], progress: Progress | None, all_tables: bool
) -> list[tuple[str, str, str]]:
    """Return warnings about a player-banked table as a whole."""
    if not banked_by_player(game):
        return []
    said = alarms(game, rows, progress, readings=all_tables)
    return [("summary", "This table", text) for text in said]


def _assumptions(game: Game, rows: Sequence[OddsRow]) -> tuple[tuple[str, str], ...]:
    """Return each assumption once, with its wagers."""
    words = game.words()
    made: dict[str, dict[str, None]] = {}
    for row in rows:
        for text in row.assumptions:
            made.setdefault(text, {})[capital(words.wager(row.wager))] = None
    return tuple((", ".join(wagers), text) for text, wagers in made.items())


def _parts(game: Game, wager: str, rows: list[OddsRow]) -> Iterator[WagerPart]:
    """Yield a wager as posted; if its amount chooses the column, one part for each column."""
    posted = [row for row in rows if figures.is_posted(game, row)]
    first, *more = posted or rows
    if not posted or not more:
        yield _part(game, wager, rows)
        return
    yield _part(game, wager, [first, *(row for row in rows if row not in posted)])
    for row in more:
        yield _part(game, wager, [row])


def _part(game: Game, wager: str, rows: list[OddsRow]) -> WagerPart:
    """Return the part of a sheet for one wager: the posted table, the others and plots."""
    unit = "set" if "tile" in game.kind.name else "deck"
    blocks = tuple(figures.block(game, row, unit) for row in rows)
    here = next((block for block in blocks if block.posted), None)
    others = tuple(block for block in blocks if block is not here)
    words = capital(game.words().wager(wager))
    return WagerPart(wager, words, here, others, wager_plots(rows, blocks))


@functools.cache
def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions of the programs that computed the sheet."""
    return (
        ("houseway", __version__),
        ("Python", platform.python_version()),
        ("NumPy", version("numpy")),
        ("Numba", version("numba")),
    )


@functools.cache
def _templates() -> Environment:
    found = templates()
    found.globals |= {
        "horizons": figures.HORIZONS,
        "not_certified": NOT_CERTIFIED,
        "side_head": HEAD,
        "side_note": NOTE,
    }
    return found


def par_html(sheet: ParSheet, paper: str = "", back: str = "", unfolded: bool = False) -> str:
    """Return the document; ``paper`` fixes the page size, ``back`` links to an index.

    On a screen, tables that are not posted are folded; ``unfolded`` is for print.
    """
    template = _templates().get_template("par.html.j2")
    text: str = template.render(s=sheet, paper=paper, back=back, unfolded=unfolded)
    return text


@dataclass(frozen=True)
class IndexLine:
    """A wager in the book's index: the blocks with its lowest and highest edge among possible
    postings.
    """

    wager: str
    low: Block
    high: Block
    warned: int


@dataclass(frozen=True)
class IndexGame:
    """A game in the book's index."""

    sheet: ParSheet
    file: str
    lines: tuple[IndexLine, ...]


def index_html(sheets: Mapping[str, ParSheet], date: str = "") -> str:
    """Return the index of a book: file name -> sheet."""
    listed = [
        IndexGame(sheet, file, tuple(_index_line(part) for part in sheet.parts))
        for file, sheet in sheets.items()
    ]
    template = _templates().get_template("par_index.html.j2")
    text: str = template.render(games=listed, date=date, versions=versions())
    return text


def _index_line(part: WagerPart) -> IndexLine:
    """Return the line of a wager in the index: its lowest and highest edge."""
    low, high = (pick(part.blocks, key=lambda b: b.house_edge) for pick in (min, max))
    return IndexLine(part.words, low, high, len(part.warned))


def book(
    date: str = "", progress: Progress | None = None, all_tables: bool = False
) -> dict[str, str]:
    """Return every game of the rulebook: file name -> document, the index first."""
    sheets = {
        f"{game_id}.html": par_sheet(game_id, date=date, progress=progress, all_tables=all_tables)
        for game_id in games()
    }
    pages = {file: par_html(sheet, back="index.html") for file, sheet in sheets.items()}
    return {"index.html": index_html(sheets, date), **pages}
