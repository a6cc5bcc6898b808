"""The questions of the odds lab as jobs of another process."""

from __future__ import annotations

from typing import ClassVar

from houseway.background import Job, Tell
from houseway.lab import odds as lab
from houseway.lab.answers import Odds, Row, Tables
from houseway.lab.asked import Asked
from houseway.lab.posted import Posted, posted


class PostingOf(Job[Posted], frozen=True):
    """The controls of a table."""

    asked: Asked
    lane: ClassVar[str] = "table"

    def run(self, tell: Tell) -> Posted:
        return posted(self.asked)


class OddsOf(Job[Odds], frozen=True):
    """Every wager of a table."""

    asked: Asked
    part: ClassVar[type] = lab.Part

    def run(self, tell: Tell) -> Odds:
        return lab.odds(self.asked, tell)


class MainOf(Job[Row | None], frozen=True):
    """The main wager of a table."""

    asked: Asked

    def run(self, tell: Tell) -> Row | None:
        return lab.main_row(self.asked)


class TablesOf(Job[Tables], frozen=True):
    """A wager by pay table and decks."""

    asked: Asked
    wager: str

    def run(self, tell: Tell) -> Tables:
        return lab.tables(self.asked, self.wager, tell)
