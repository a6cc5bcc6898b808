"""PAR sheets: what a lab files about a game, as one self-contained HTML document.

    >>> from houseway.sheets.par import par_html, par_sheet
    >>> html = par_html(par_sheet("free-bet-blackjack", {"decks": 6}))

Everything on the sheet comes from the rulebook and from the odds lab; the same inputs give the
same bytes.  A date stands on it only if one is given.
"""

from __future__ import annotations

import functools
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from houseway import __version__
from houseway.game import Game
from houseway.money import shown
from houseway.odds.alarms import alarms
from houseway.odds.bank_side import banked_by_player
from houseway.odds.report import Progress, Report, report
from houseway.odds.row import OddsRow
from houseway.rulebook import find, games
from houseway.sheets import par_figures as figures
from houseway.sheets.par_chart import StrategyPage, strategy_page
from houseway.sheets.par_figures import Block
from houseway.sheets.par_hash import Manifest, method_manifest, rules_manifest
from houseway.sheets.par_plots import Plot, meter_plots, wager_plots
from houseway.sheets.par_sides import COLUMNS, NOTE
from houseway.sheets.rules import RuleSheet, WagerLine, rule_sheet
from houseway.wager import Wager

PAPERS = ("letter", "a4")
NOT_CERTIFIED = (
    "This sheet was computed by houseway from its own reading of the rules. It is not an official "
    "publication of any authority, no laboratory or regulator has certified it, and it is no "
    "legal advice."
)


@dataclass(frozen=True)
class WagerPart:
    """Everything about one wager: each table and number of decks, and its plots."""

    line: WagerLine
    blocks: tuple[Block, ...]
    plots: tuple[Plot, ...]

    @property
    def here(self) -> Block:
        """As it is posted, or the first."""
        return next((b for b in self.blocks if b.posted), self.blocks[0])

    @property
    def warned(self) -> tuple[Block, ...]:
        """The blocks that carry a warning."""
        return tuple(b for b in self.blocks if b.warnings)


@dataclass(frozen=True)
class ParSheet:
    """A PAR sheet, before it is laid out."""

    rules: RuleSheet
    parts: tuple[WagerPart, ...]
    strategy: StrategyPage | None
    meters: tuple[Plot, ...]
    assumptions: tuple[tuple[str, str], ...]
    """(wagers, what is taken for granted)."""
    notes: tuple[str, ...]
    """What the lab has no figures of, and why."""
    warnings: tuple[tuple[str, str, str], ...]
    """(anchor, what it concerns, the warning)."""
    versions: tuple[tuple[str, str], ...]
    manifest: Manifest
    method: Manifest
    date: str

    @property
    def exact(self) -> bool:
        """Whether any figure is an exact fraction."""
        return any(figure.exact for p in self.parts for b in p.blocks for figure in b.figures)

    @property
    def simulated(self) -> bool:
        """Whether any figure is simulated."""
        return any("simulated" in b.method for p in self.parts for b in p.blocks)


def par_sheet(
    game_id: str,
    posting: Mapping[str, Any] | None = None,
    date: str = "",
    lab: Report | None = None,
    progress: Progress | None = None,
) -> ParSheet:
    """The PAR sheet of a game as posted; ``lab`` if the odds lab's answer is already at hand."""
    game = find(game_id)(posting or {})
    sheet = rule_sheet(game)
    if lab is None:
        lab = report(game_id, posting=posting, barred=True, progress=progress)
    known = lab.rows
    parts = tuple(_part(game, sheet, name, found) for name, found in _grouped(game, known))
    return ParSheet(
        rules=sheet,
        parts=parts,
        strategy=strategy_page(game),
        meters=meter_plots(game),
        assumptions=_assumptions(game, known),
        notes=lab.notes,
        warnings=(
            *_of_table(game, known, progress),
            *(
                (block.anchor, block.title, text)
                for part in parts
                for block in part.blocks
                for text in block.warnings
            ),
        ),
        versions=versions(),
        manifest=rules_manifest(type(game)),
        method=method_manifest(),
        date=date,
    )


def _of_table(
    game: Game, rows: Sequence[OddsRow], progress: Progress | None
) -> list[tuple[str, str, str]]:
    """Warnings about a table that a player banks as a whole."""
    if not banked_by_player(game):
        return []
    return [("summary", "This table", text) for text in alarms(game, rows, progress)]


def _assumptions(game: Game, rows: Sequence[OddsRow]) -> tuple[tuple[str, str], ...]:
    """Each assumption once, with the wagers it was made for."""
    called = {wager.name: wager.words for wager in game.wagers}
    made: dict[str, dict[str, None]] = {}
    for row in rows:
        for text in row.assumptions:
            made.setdefault(text, {})[called.get(row.wager, row.wager)] = None
    return tuple((", ".join(wagers), text) for text, wagers in made.items())


def _grouped(game: Game, rows: Sequence[OddsRow]) -> list[tuple[Wager, list[OddsRow]]]:
    grouped = figures.by_wager(rows)
    return [(wager, grouped[wager.name]) for wager in game.wagers if wager.name in grouped]


def _part(game: Game, sheet: RuleSheet, wager: Wager, rows: list[OddsRow]) -> WagerPart:
    line = next(line for line in sheet.wagers if line.name == wager.name)
    unit = "set" if "tile" in game.kind.name else "deck"
    blocks = tuple(figures.block(game, wager, row, unit) for row in rows)
    return WagerPart(line, blocks, wager_plots(rows, blocks))


@functools.cache
def versions() -> tuple[tuple[str, str], ...]:
    """What computed the sheet."""
    return (
        ("houseway", __version__),
        ("Python", platform.python_version()),
        ("NumPy", version("numpy")),
        ("Numba", version("numba")),
    )


# -- layout ------------------------------------------------------------------------------------


@functools.cache
def _templates() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True,
    )  # fmt: skip
    found.filters |= {"money": shown, "words": figures.words, "css": _css_text}
    found.globals |= {
        "horizons": figures.HORIZONS,
        "not_certified": NOT_CERTIFIED,
        "side_columns": COLUMNS,
        "side_note": NOTE,
    }
    return found


def _css_text(text: str) -> str:
    """Text for a quoted string of a style sheet: nothing that could end it."""
    return "".join(c if c.isalnum() or c in " .,:;·-()" else f"\\{ord(c):x} " for c in text)


def par_html(sheet: ParSheet, paper: str = "", back: str = "") -> str:
    """The document; ``paper`` fixes the page size, ``back`` links to an index."""
    text: str = _templates().get_template("par.html.j2").render(s=sheet, paper=paper, back=back)
    return text


@dataclass(frozen=True)
class IndexLine:
    """A wager in the book's index: the blocks of its lowest and highest edge that may be posted."""

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
    """The index of a book: file name -> sheet."""
    listed = [
        IndexGame(sheet, file, tuple(_index_line(part) for part in sheet.parts))
        for file, sheet in sheets.items()
    ]
    template = _templates().get_template("par_index.html.j2")
    text: str = template.render(games=listed, date=date, versions=versions())
    return text


def _index_line(part: WagerPart) -> IndexLine:
    allowed = [b for b in part.blocks if b.allowed] or list(part.blocks)
    low, high = (pick(allowed, key=lambda b: b.house_edge) for pick in (min, max))
    return IndexLine(part.line.words, low, high, len(part.warned))


def book(date: str = "", progress: Progress | None = None) -> dict[str, str]:
    """Every game of the rulebook: file name -> document, the index first."""
    sheets = {
        f"{game_id}.html": par_sheet(game_id, date=date, progress=progress) for game_id in games()
    }
    pages = {file: par_html(sheet, back="index.html") for file, sheet in sheets.items()}
    return {"index.html": index_html(sheets, date), **pages}
