"""What else the lab says: best play, pays for an edge, bankrolls, simulations, hands of poker."""

from __future__ import annotations

import msgspec

from houseway.lab.answers import Figures


class Said(msgspec.Struct, frozen=True, tag="words"):
    """A sentence; with ``alarm`` one that nobody must miss."""

    text: str
    alarm: bool = False


class ChartLine(msgspec.Struct, frozen=True):
    """A row of a chart: its part, the hand, and what to do."""

    part: str
    hand: str
    cells: tuple[str, ...]


class Key(msgspec.Struct, frozen=True):
    """What a cell means, and what it looks like."""

    cell: str
    words: str
    tone: str


class Chart(msgspec.Struct, frozen=True, tag="chart"):
    """A table of decisions; cells without a key are figures."""

    title: str
    says: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ChartLine, ...]
    keys: tuple[Key, ...]


class Play(msgspec.Struct, frozen=True):
    """How a game is played best."""

    heading: str
    parts: tuple[Said | Figures | Chart, ...]


class PayLine(msgspec.Struct, frozen=True):
    """A row of a pay table that is proposed."""

    outcome: str
    words: str
    pays: str
    chance: float
    share: float
    """What of a unit wagered comes back by it."""


class Proposed(msgspec.Struct, frozen=True):
    """Pays that meet a target."""

    character: str
    says: str
    edge: float
    exactly: str
    wins: float
    sd: float
    lines: tuple[PayLine, ...]
    posting: str
    """What an address carries to have these pays posted."""


class Tuned(msgspec.Struct, frozen=True):
    """Pay tables of a wager with a wanted edge, and the edges that can be had at all."""

    wager: str
    words: str
    target: float
    within: float
    least: float
    most: float
    method: str
    proposals: tuple[Proposed, ...]
    assumptions: tuple[str, ...]


class At(msgspec.Struct, frozen=True):
    """A point of a drawing."""

    x: float
    y: float


class Bankroll(msgspec.Struct, frozen=True):
    """Amounts in dollars; chances between 0 and 1."""

    unit: float
    bankroll: float
    rounds: int
    an_hour: float
    mean_round: float
    sd_round: float
    mean_hour: float
    sd_hour: float
    n0: float | None
    """Rounds after which the expected result is one standard deviation away from nothing."""
    mean: float
    sd: float
    ahead: float
    quantiles: tuple[At, ...]
    """Chance -> the result that is not exceeded with it."""
    results: tuple[At, ...]
    """The distribution of results after the rounds."""
    results_method: str
    ruin: float
    ruin_method: str
    ruin_ever: float
    ruin_by: tuple[At, ...]
    """Bankroll -> the chance of ruin within the rounds."""
    assumptions: tuple[str, ...]


class HandChance(msgspec.Struct, frozen=True):
    """A hand, or a range of hands: how often it wins, ties, and its share of the pot."""

    hand: str
    wins: float
    ties: float
    share: float
    exactly: str
    error: float | None
    parts: dict[str, float]
    """The share of each part of the pot, where it is divided."""


class Chances(msgspec.Struct, frozen=True):
    """What some hands may expect, and how that is known."""

    hands: tuple[HandChance, ...]
    method: str
    deals: int
    assumptions: tuple[str, ...]


class SimulatedAt(msgspec.Struct, frozen=True):
    """What was known after so many rounds."""

    rounds: int
    edge: float
    stderr: float


class Played(msgspec.Struct, frozen=True):
    """How far a simulation is."""

    rounds: int = 0
    streams: int = 0
    counts: tuple[int, ...] = ()
    points: tuple[SimulatedAt, ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def last(self) -> SimulatedAt | None:
        """The newest point."""
        return self.points[-1] if self.points else None
