"""The questions of the odds lab as jobs of another process.

The server knows their names and what they give; the mathematics is loaded where they run.
"""

from __future__ import annotations

from typing import ClassVar

from houseway.jobs import Job, Tell
from houseway.odds_service.answers import (
    Bankroll,
    Chances,
    Must,
    Odds,
    Part,
    Play,
    Played,
    Row,
    Tables,
    Tuned,
)
from houseway.odds_service.controls import Posted
from houseway.odds_service.query import Asked


class PostingOf(Job[Posted], frozen=True):
    """The controls of a table."""

    asked: Asked
    lane: ClassVar[str] = "table"

    def run(self, tell: Tell) -> Posted:
        from houseway.odds_service.posted import posted

        return posted(self.asked)


class OddsOf(Job[Odds], frozen=True):
    """Every wager of a table."""

    asked: Asked
    part: ClassVar[type] = Part

    def run(self, tell: Tell) -> Odds:
        from houseway.odds_service.odds import odds

        return odds(self.asked, tell)


class MustOf(Job[Must | None], frozen=True):
    """What has to be bet at a table."""

    asked: Asked

    def run(self, tell: Tell) -> Must | None:
        from houseway.odds_service.odds import must_bet

        return must_bet(self.asked)


class TablesOf(Job[Tables], frozen=True):
    """A wager by pay table and decks."""

    asked: Asked
    wager: str

    def run(self, tell: Tell) -> Tables:
        from houseway.odds_service.odds import tables

        return tables(self.asked, self.wager, tell)


class OwnOf(Job[tuple[Row, ...]], frozen=True):
    """Wagers with pays of one's own, from outcomes that were counted before."""

    asked: Asked
    known: tuple[Row, ...]
    lane: ClassVar[str] = "table"

    def run(self, tell: Tell) -> tuple[Row, ...]:
        from houseway.odds_service.own_pay import own_rows

        return own_rows(self.asked, self.known)


class TunedOf(Job[Tuned], frozen=True):
    """Pays for a wanted edge."""

    asked: Asked
    wager: str
    edge: str
    within: str = ""
    keep: dict[str, str] = {}

    def run(self, tell: Tell) -> Tuned:
        from houseway.odds_service.own_pay import tuned

        return tuned(self.asked, self.wager, self.edge, self.within, self.keep, tell)


class PlayOf(Job[Play], frozen=True):
    """Best play of a table."""

    asked: Asked

    def run(self, tell: Tell) -> Play:
        from houseway.odds_service.play import play

        return play(self.asked, tell)


class BankrollOf(Job[Bankroll], frozen=True):
    """What a wager does to a bankroll; amounts in cents."""

    row: Row
    unit: int
    purse: int
    rounds: int
    an_hour: int

    def run(self, tell: Tell) -> Bankroll:
        from houseway.odds_service.bankroll import bankroll

        return bankroll(self.row, self.unit, self.purse, self.rounds, self.an_hour)


class StepOf(Job[Played], frozen=True):
    """Some more rounds of a simulation."""

    asked: Asked
    wager: str
    seed: int
    rounds: int
    so_far: Played
    kept: ClassVar[bool] = False

    def run(self, tell: Tell) -> Played:
        from houseway.odds_service.simulated import step

        return step(self.asked, self.wager, self.seed, self.rounds, self.so_far, tell)


class SheetOf(Job[bytes], frozen=True):
    """The PAR sheet of a table."""

    asked: Asked
    paper: str
    on_pages: bool

    def run(self, tell: Tell) -> bytes:
        from houseway.odds_service.sheet import par

        return par(self.asked, self.paper, self.on_pages, tell)


class ChancesOf(Job[Chances], frozen=True):
    """What hands of poker may expect."""

    asked: Asked
    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""

    def run(self, tell: Tell) -> Chances:
        from houseway.odds_service.poker import chances

        return chances(self.asked, self.hands, self.board, self.dead, tell)
