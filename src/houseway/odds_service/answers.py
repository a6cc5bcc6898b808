"""Answers of the odds service, as they are sent."""

from __future__ import annotations

import msgspec

# -- answers ----------------------------------------------------------------------------------
# What is known of wagers, as a page shows it: figures, and exactly where they are exact.


class Line(msgspec.Struct, frozen=True):
    """A row of a pay table, or a result of the round: what it pays and how often it comes."""

    outcome: str
    words: str
    pays: str
    chance: float
    exactly: str
    """The chance as a fraction in lowest terms; empty where it is not known as one."""
    net: str
    """What it nets of a unit wagered, as a fraction; empty where that is no multiple of it."""
    share: float | None
    """What of a unit wagered comes back by it."""
    wins: bool


class MeterLife(msgspec.Struct, frozen=True):
    """One meter of a progressive wager, in dollars."""

    words: str
    seed: float
    increment: float
    """The share of each wager that goes into it."""
    hit: float
    """How often a wager wins the whole of it."""
    average: float | None
    """What it holds on average when it is won."""


class Meter(msgspec.Struct, frozen=True):
    """What a progressive wager returns at its seeds, and where the player has no disadvantage."""

    wager: float
    """The amount for which table and seeds are meant, in dollars."""
    without: float
    """What comes back of a unit without any meter."""
    at_seed: float
    break_even: float | None
    """The first meter at which all comes back on average, in dollars."""
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


class Row(msgspec.Struct, frozen=True):
    """A wager as posted: figures are per unit of the initial wager."""

    wager: str
    words: str
    says: str
    """What its rule looks at, in a line; empty where no rule of its own decides it."""
    rank: str
    """``main`` must be made, ``chief`` need not; then ``side``, ``progressive`` and ``late``."""
    table: str
    table_words: str
    own: bool
    """Whether its pays are one's own and not the regulation's."""
    decks: int
    edge: float
    exactly: str
    """The edge as a fraction; empty where it is not known as one."""
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
    """How many were simulated, if any."""
    lines: tuple[Line, ...]
    assumptions: tuple[str, ...]
    warnings: tuple[str, ...]
    clauses: tuple[str, ...]
    editable: bool
    """Whether it has a pay table that can be one's own."""
    at_once: bool
    """Whether other pays are a re-weighting, known without counting anew."""
    chances: tuple[tuple[str, str], ...]
    """Of each outcome, exactly: a fraction, or a float as Python writes it."""
    others: tuple[Other, ...] = ()
    meter: Meter | None = None
    sides: Figures | None = None


class Part(msgspec.Struct, frozen=True):
    """Rows that are known, and in words what there are none of."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...]


class Must(msgspec.Struct, frozen=True):
    """What has to be bet to be dealt in: a wager, or several of the same amount together."""

    wagers: tuple[str, ...]
    words: str
    """All of them, in words."""
    edge: float
    """Per unit of all that is bet."""
    exactly: str
    method_words: str
    stderr: float | None
    by_players: bool


class Odds(msgspec.Struct, frozen=True):
    """Everything the lab says of a posted table."""

    rows: tuple[Row, ...]
    main: str
    """The wager that a player must make."""
    by_players: bool = False
    """Whether a player banks: the edge is then the bank's."""
    notes: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    grids: tuple[Figures, ...] = ()
    """What a turn at the bank is worth, what the room takes."""
    must: Must | None = None
    """What has to be bet, as soon as all of it is known."""


class Cell(msgspec.Struct, frozen=True):
    """The edge under one pay table with one number of decks."""

    edge: float | None
    """None where it cannot be said."""
    exactly: str
    method: str
    posted: bool
    barred: str
    """Why the house may not post it, where it may not."""


class Tables(msgspec.Struct, frozen=True):
    """The house edge of a wager by pay table and decks."""

    wager: str
    words: str
    decks: tuple[str, ...]
    tables: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    """By table, then by decks."""


# -- answers more -----------------------------------------------------------------------------
# What else the lab says: best play, pays for an edge, bankrolls, simulations, hands of poker.


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
