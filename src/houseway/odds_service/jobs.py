"""The questions of the odds lab as jobs for another process.

The server knows only their names and result types. The mathematics is loaded in the process that
runs them.
"""

from __future__ import annotations

from typing import ClassVar

from houseway.jobs import Job, Tell
from houseway.odds_service.answers import (
    Bankroll,
    Chances,
    Odds,
    PartialRows,
    Play,
    RequiredBet,
    SimulationState,
    Tables,
    Tuned,
    WagerRow,
)
from houseway.odds_service.controls import PostedControls
from houseway.odds_service.query import TableQuery


class PostingOf(Job[PostedControls], frozen=True):
    """The controls of a table."""

    query: TableQuery
    lane: ClassVar[str] = "table"

    def run(self, tell: Tell) -> PostedControls:
        from houseway.odds_service.questions.posted import posted

        return posted(self.query)


class OddsOf(Job[Odds], frozen=True):
    """Every wager of a table."""

    query: TableQuery
    part: ClassVar[type] = PartialRows

    def run(self, tell: Tell) -> Odds:
        from houseway.odds_service.questions.odds import odds

        return odds(self.query, tell)


class MustOf(Job[RequiredBet | None], frozen=True):
    """The required bet of a table."""

    query: TableQuery

    def run(self, tell: Tell) -> RequiredBet | None:
        from houseway.odds_service.questions.odds import must_bet

        return must_bet(self.query)


class TablesOf(Job[Tables], frozen=True):
    """A wager by pay table and decks."""

    query: TableQuery
    wager: str

    def run(self, tell: Tell) -> Tables:
        from houseway.odds_service.questions.odds import tables

        return tables(self.query, self.wager, tell)


class OwnOf(Job[tuple[WagerRow, ...]], frozen=True):
    """Wagers with custom pays, from outcomes that were counted before."""

    query: TableQuery
    known: tuple[WagerRow, ...]
    lane: ClassVar[str] = "table"

    def run(self, tell: Tell) -> tuple[WagerRow, ...]:
        from houseway.odds_service.questions.own_pay import own_rows

        return own_rows(self.query, self.known)


class TunedOf(Job[Tuned], frozen=True):
    """Pays for a target edge."""

    query: TableQuery
    wager: str
    edge: str
    within: str = ""
    keep: dict[str, str] = {}

    def run(self, tell: Tell) -> Tuned:
        from houseway.odds_service.questions.own_pay import tuned

        return tuned(self.query, self.wager, self.edge, self.within, self.keep, tell)


class PlayOf(Job[Play], frozen=True):
    """Best play of a table."""

    query: TableQuery

    def run(self, tell: Tell) -> Play:
        from houseway.odds_service.questions.play import play

        return play(self.query, tell)


class BankrollOf(Job[Bankroll], frozen=True):
    """The effect of a wager on a bankroll; amounts in cents."""

    row: WagerRow
    unit: int
    purse: int
    rounds: int
    an_hour: int

    def run(self, tell: Tell) -> Bankroll:
        from houseway.odds_service.questions.bankroll import bankroll

        return bankroll(self.row, self.unit, self.purse, self.rounds, self.an_hour)


class StepOf(Job[SimulationState], frozen=True):
    """Further rounds of a simulation."""

    query: TableQuery
    wager: str
    seed: int
    rounds: int
    so_far: SimulationState
    kept: ClassVar[bool] = False

    def run(self, tell: Tell) -> SimulationState:
        from houseway.odds_service.questions.simulated import step

        return step(self.query, self.wager, self.seed, self.rounds, self.so_far, tell)


class SheetOf(Job[bytes], frozen=True):
    """The PAR sheet of a table."""

    query: TableQuery
    paper: str
    on_pages: bool

    def run(self, tell: Tell) -> bytes:
        from houseway.odds_service.questions.sheet import par

        return par(self.query, self.paper, self.on_pages, tell)


class ChancesOf(Job[Chances], frozen=True):
    """The equity of poker hands."""

    query: TableQuery
    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""

    def run(self, tell: Tell) -> Chances:
        from houseway.odds_service.questions.poker import chances

        return chances(self.query, self.hands, self.board, self.dead, tell)
