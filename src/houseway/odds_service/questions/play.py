"""The best play of a posted game, in parts for a page: sentences, tables of figures, charts."""

from __future__ import annotations

from houseway.analysis.games import math_of
from houseway.analysis.odds_book.reader import table_in_book
from houseway.analysis.odds_row import said_of_book
from houseway.analysis.odds_run.expected_time import expected_of_strategy
from houseway.analysis.strategy_sheet import Chart as SheetChart
from houseway.analysis.strategy_sheet import Figures as SheetFigures
from houseway.analysis.strategy_sheet import Sentence as SheetSentence
from houseway.analysis.strategy_sheet import SheetPart
from houseway.api import strategy
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.jobs import Tell
from houseway.odds_service.answer_cache import kept, key_of
from houseway.odds_service.answers import Chart, ChartLine, Figures, Key, Play, Sentence
from houseway.odds_service.query import TableQuery
from houseway.sheets.posted_table import capital, expand_names

EXCEPTIONS = 12
"""The most hands listed that are played against the chart."""
PARTS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
TONES = (
    ("never", ""), ("fold", "fold"), ("surrender", "fold"), ("split", "split"), ("free", "free"),
    ("double", "double"), ("stand", "stand"), ("hit", "hit"), ("draw", "hit"), ("bet", "stand"),
)  # fmt: skip
"""Tones (colour names) of decisions, by the first word of their legend."""
SET_HANDS = "set_hands"


def takes(game: Game) -> str:
    """Return ``now``, ``minutes`` if best play takes long to find, or "" if there is none."""
    in_book = table_in_book(game)
    if in_book is not None and in_book.table.strategy:
        return "now"
    try:
        math = math_of(game)
    except Refused:
        return ""
    if math.strategy_sheet is None:
        return ""
    return "minutes" if game.family == SET_HANDS and math.settings is None else "now"


def play(query: TableQuery, tell: Tell) -> Play:
    """Return the best play of a posted table; Refused if there is none."""
    game = query.table()
    tell(f"{game.name}: best play")
    tell.left(expected_of_strategy(game))
    if table_in_book(game) is not None:
        return _play(game)
    return kept(key_of(game, "play"), Play, lambda: _play(game))


def _play(game: Game) -> Play:
    """Return the strategy sheet of a posted table in words for people."""
    paper = strategy(game, exceptions=EXCEPTIONS)
    parts = tuple(_part(game, part) for part in paper.parts)
    if source := said_of_book([paper.computed_by]):
        parts += (Sentence(capital(f"{source}.")),)
    return Play(expand_names(game, paper.heading), parts)


def _part(game: Game, part: SheetPart) -> Sentence | Figures | Chart:
    """Return a part of a strategy sheet with names of wagers and options in words."""
    if isinstance(part, SheetSentence):
        return Sentence(expand_names(game, part.text), part.alarm)
    if isinstance(part, SheetFigures):
        first = next((i for i, name in enumerate(part.columns) if name in part.right), None)
        rows = tuple(tuple(expand_names(game, cell) for cell in row) for row in part.rows)
        words = len(part.columns) if first is None else first
        return Figures(part.title, part.columns, rows, words=words)
    return _chart(part)


def _chart(chart: SheetChart) -> Chart:
    """Return a chart with a legend whose entries have a colour."""
    return Chart(
        title=chart.title,
        says=chart.says,
        columns=chart.columns,
        rows=tuple(
            ChartLine(PARTS.get(row.part, capital(row.part)), row.hand, row.cells)
            for row in chart.rows
        ),
        keys=tuple(Key(cell, words, tone(words)) for cell, words in chart.legend.items()),
    )


def tone(words: str) -> str:
    """Return the colour class of a decision in a chart, by a word in it; "" for none."""
    return next((tone for word, tone in TONES if word in words), "")
