"""Answers of the odds service, as sent to pages."""

from __future__ import annotations

import msgspec

# What is known of wagers, as a page shows it: figures, and exactly where they are exact.


class OutcomeLine(msgspec.Struct, frozen=True):
    """A row of a pay table, or a result of the round: its pay and its chance."""

    outcome: str
    words: str
    pays: str
    chance: float
    exactly: str
    """The chance as a fraction in lowest terms; empty if it is not known exactly."""
    net: str
    """Net per unit wagered, as a fraction; empty if it is not a multiple of the stake."""
    share: float | None
    """Its contribution to the return of a unit wagered."""
    wins: bool


class MeterLife(msgspec.Struct, frozen=True):
    """One meter of a progressive wager, in dollars."""

    words: str
    seed: float
    increment: float
    """The share of each wager that goes into it."""
    hit: float
    """The chance that a wager wins the whole meter."""
    average: float | None
    """Mean amount of the meter when it is won."""


class Meter(msgspec.Struct, frozen=True):
    """The return of a progressive wager at its seeds, and its break-even meter."""

    wager: float
    """The amount for which table and seeds are meant, in dollars."""
    without: float
    """The return of a unit without any meter."""
    at_seed: float
    break_even: float | None
    """The least meter, in dollars, at which the expected return is the stake."""
    long_run: float | None
    meters: tuple[MeterLife, ...]


class Figures(msgspec.Struct, frozen=True, tag="figures"):
    """A table for people; columns from ``words`` on hold numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    words: int = 1


class Other(msgspec.Struct, frozen=True):
    """The same wager under another pay table."""

    table: str
    words: str
    edge: float
    exactly: str


class WagerRow(msgspec.Struct, frozen=True):
    """A wager as posted: figures are per unit of the initial wager."""

    wager: str
    words: str
    says: str
    """The subject of its rule in one line; empty if it has no rule of its own."""
    rank: str
    """``main`` is required, ``chief`` is not; then ``side``, ``progressive`` and ``late``."""
    table: str
    table_words: str
    own: bool
    """True if its pays are custom and not the regulation's."""
    decks: int
    edge: float
    exactly: str
    """The edge as a fraction; empty if it is not known exactly."""
    returned: float
    wins: float
    wins_exactly: str
    sd: float
    variance: float
    variance_exactly: str
    method: str
    """``exact``, ``near`` or ``simulated``."""
    method_words: str
    stderr: float | None
    rounds: int
    """Number of simulated rounds; 0 if none."""
    lines: tuple[OutcomeLine, ...]
    assumptions: tuple[str, ...]
    warnings: tuple[str, ...]
    clauses: tuple[str, ...]
    editable: bool
    """True if it has a pay table that can be customised."""
    at_once: bool
    """True if other pays are a re-weighting of counted outcomes, which needs no new count."""
    chances: tuple[tuple[str, str], ...]
    """The exact chance of each outcome: a fraction, or a float as Python writes it."""
    others: tuple[Other, ...] = ()
    meter: Meter | None = None
    sides: Figures | None = None


class PartialRows(msgspec.Struct, frozen=True):
    """The rows known so far, and sentences about wagers without rows."""

    rows: tuple[WagerRow, ...]
    notes: tuple[str, ...]


class RequiredBet(msgspec.Struct, frozen=True):
    """The bet required for a hand: one wager, or several of the same amount together."""

    wagers: tuple[str, ...]
    words: str
    """The wagers in words."""
    edge: float
    """The house edge per unit of the total bet."""
    exactly: str
    method_words: str
    stderr: float | None
    by_players: bool
    source: str = ""
    """A sentence if it is from the book of odds; empty if it was computed."""


class Odds(msgspec.Struct, frozen=True):
    """All odds of a posted table."""

    rows: tuple[WagerRow, ...]
    main: str
    """The wager that a player must make."""
    by_players: bool = False
    """True if a player banks; the edge is then the bank's."""
    notes: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    grids: tuple[Figures, ...] = ()
    """Tables of the value of a turn as the bank, and of the room's fees."""
    must: RequiredBet | None = None
    """The required bet; None until all of it is known."""
    source: str = ""
    """A sentence if rows are from the book of odds; empty if all were computed."""


class Cell(msgspec.Struct, frozen=True):
    """The edge under one pay table with one number of decks."""

    edge: float | None
    """The house edge; None if it is not known."""
    exactly: str
    method: str
    posted: bool
    barred: str
    """The reason why the house may not post it; empty if it may."""


class Tables(msgspec.Struct, frozen=True):
    """The house edge of a wager by pay table and decks."""

    wager: str
    words: str
    decks: tuple[str, ...]
    tables: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    """Cells by pay table, then by number of decks."""


# What else the lab says: best play, pays for an edge, bankrolls, simulations, hands of poker.


class Sentence(msgspec.Struct, frozen=True, tag="words"):
    """A sentence; ``alarm`` marks one that a reader must not miss."""

    text: str
    alarm: bool = False


class ChartLine(msgspec.Struct, frozen=True):
    """A row of a chart: its part, the hand, and the decisions."""

    part: str
    hand: str
    cells: tuple[str, ...]


class Key(msgspec.Struct, frozen=True):
    """The meaning of a cell, and its look."""

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
    """The best play of a game."""

    heading: str
    parts: tuple[Sentence | Figures | Chart, ...]


class PayLine(msgspec.Struct, frozen=True):
    """A row of a proposed pay table."""

    outcome: str
    words: str
    pays: str
    chance: float
    share: float
    """Its contribution to the return of a unit wagered."""


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
    """The query that posts these pays."""


class Tuned(msgspec.Struct, frozen=True):
    """Pay tables of a wager with the target edge, and the range of possible edges."""

    wager: str
    words: str
    target: float
    within: float
    least: float
    most: float
    method: str
    proposals: tuple[Proposed, ...]
    assumptions: tuple[str, ...]


class PlotPoint(msgspec.Struct, frozen=True):
    """A point of a plot."""

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
    """The number of rounds after which the expected result equals one standard deviation."""
    mean: float
    sd: float
    ahead: float
    quantiles: tuple[PlotPoint, ...]
    """Probability -> the result that is not exceeded with it."""
    results: tuple[PlotPoint, ...]
    """The distribution of results after the rounds."""
    results_method: str
    ruin: float
    ruin_method: str
    ruin_ever: float
    ruin_by: tuple[PlotPoint, ...]
    """Bankroll -> the chance of ruin within the rounds."""
    assumptions: tuple[str, ...]


class HandChance(msgspec.Struct, frozen=True):
    """The equity of a hand or a range: its chances to win and tie, and its share of the pot."""

    hand: str
    wins: float
    ties: float
    share: float
    exactly: str
    error: float | None
    parts: dict[str, float]
    """The share of each part of the pot, in games that split it."""


class Chances(msgspec.Struct, frozen=True):
    """The equity of hands, with its method."""

    hands: tuple[HandChance, ...]
    method: str
    deals: int
    assumptions: tuple[str, ...]


class SimulatedAt(msgspec.Struct, frozen=True):
    """The result after a number of rounds."""

    rounds: int
    edge: float
    stderr: float


class SimulationState(msgspec.Struct, frozen=True):
    """The progress of a simulation."""

    rounds: int = 0
    streams: int = 0
    counts: tuple[int, ...] = ()
    points: tuple[SimulatedAt, ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def last(self) -> SimulatedAt | None:
        """The newest point."""
        return self.points[-1] if self.points else None
