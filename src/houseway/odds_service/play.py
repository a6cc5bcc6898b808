"""How a posted game is played best, as parts for a page: words, tables of figures, charts."""

from __future__ import annotations

from houseway.analysis.charts import Chart as OddsChart
from houseway.analysis.game_math import math_of
from houseway.analysis.strategy_sheet import Figures as OddsFigures
from houseway.analysis.strategy_sheet import Part
from houseway.analysis.strategy_sheet import Words as OddsWords
from houseway.api import strategy
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.jobs import Tell
from houseway.odds_service.answer_cache import kept, key_of
from houseway.odds_service.answers import Chart, ChartLine, Figures, Key, Play, Said
from houseway.odds_service.query import Asked
from houseway.sheets.posted_table import capital, expand_names

EXCEPTIONS = 12
"""So many hands are listed that leave the chart."""
PARTS = {"hard": "Hard totals", "soft": "Soft totals", "pair": "Pairs"}
TONES = (
    ("never", ""), ("fold", "fold"), ("surrender", "fold"), ("split", "split"), ("free", "free"),
    ("double", "double"), ("stand", "stand"), ("hit", "hit"), ("draw", "hit"), ("bet", "stand"),
)  # fmt: skip
"""What a decision looks like: the first word that its legend has."""
SET_HANDS = "set_hands"


def takes(game: Game) -> str:
    """``now``, ``minutes`` where best play takes long to find, or nothing where there is none."""
    try:
        lab = math_of(game)
    except Refused:
        return ""
    if lab.paper is None:
        return ""
    return "minutes" if game.shape == SET_HANDS and lab.settings is None else "now"


def play(asked: Asked, tell: Tell) -> Play:
    """Best play of a posted table; Refused where none is worked out."""
    game = asked.table()
    tell(f"{game.name}: best play")
    return kept(key_of(game, "play"), Play, lambda: _play(game))


def _play(game: Game) -> Play:
    paper = strategy(game, exceptions=EXCEPTIONS)
    return Play(expand_names(game, paper.heading), tuple(_part(game, part) for part in paper.parts))


def _part(game: Game, part: Part) -> Said | Figures | Chart:
    if isinstance(part, OddsWords):
        return Said(expand_names(game, part.text), part.alarm)
    if isinstance(part, OddsFigures):
        first = next((i for i, name in enumerate(part.columns) if name in part.right), None)
        rows = tuple(tuple(expand_names(game, cell) for cell in row) for row in part.rows)
        words = len(part.columns) if first is None else first
        return Figures(part.title, part.columns, rows, words=words)
    return _chart(part)


def _chart(chart: OddsChart) -> Chart:
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
    """What a decision looks like."""
    return next((tone for word, tone in TONES if word in words), "")
