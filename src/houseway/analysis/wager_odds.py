"""Outcome probabilities of a wager, pay columns, mean and variance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.analysis.pay_tables.custom import wagers_meant
from houseway.analysis.progressives import AtSeed
from houseway.analysis.row import Chance
from houseway.analysis.row_warnings import read_cells
from houseway.engine.questions import DEALER
from houseway.errors import Refused, short_repr
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.game.base import Game
    from houseway.game.pay_tables import Payout
    from houseway.game.wagers import Wager


# -- result -----------------------------------------------------------------------------------
# What mathematics says of a wager: how often each outcome comes, and what that is worth.
#
# The ways of the outcomes are counted once; every column of the pay table is a re-weighting.


@dataclass(frozen=True)
class Column:
    """The worth of one unit staked under one schedule of pays."""

    name: str
    nets: tuple[Fraction, ...]
    returned: Fraction
    """What comes back of a unit on average, the stake included."""
    edge: Fraction
    """What the house keeps of a unit on average."""
    hit_frequency: Fraction
    """How often the wager wins anything."""
    variance: Fraction


@dataclass(frozen=True)
class Odds:
    """The outcomes of a wager with the ways they come about, and each pay column's worth."""

    game: str
    wager: str
    outcomes: tuple[str, ...]
    ways: tuple[int, ...]
    columns: dict[str, Column]
    posted: str
    """The column posted at the table."""
    assumes: tuple[str, ...] = ()
    """What the count takes for granted, in words."""

    @property
    def total(self) -> int:
        """All ways together."""
        return sum(self.ways)

    @property
    def probability(self) -> dict[str, Fraction]:
        """The probability of each outcome."""
        total = self.total or 1
        return {o: Fraction(n, total) for o, n in zip(self.outcomes, self.ways, strict=True)}

    @property
    def here(self) -> Column:
        """The worth under the posted column."""
        return self.columns[self.posted]


@dataclass(frozen=True)
class Estimate(Odds):
    """Odds counted in simulated rounds: the ways are rounds, so there is a standard error."""

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.total

    def mean(self, column: str = "") -> Fraction:
        """The player's average result of a unit staked."""
        return -self.columns[column or self.posted].edge

    def stderr(self, column: str = "") -> float:
        """The standard error of that mean."""
        variance = self.columns[column or self.posted].variance
        return math.sqrt(variance / max(self.total - 1, 1))


def weigh(name: str, ways: Sequence[int], nets: Sequence[Fraction]) -> Column:
    """One column: counted outcomes with what each is worth."""
    total = sum(ways) or 1  # a wager that is placed during the round may not have been placed
    pairs = tuple(zip(ways, nets, strict=True))
    mean = Fraction(sum(n * net for n, net in pairs)) / total
    square = Fraction(sum(n * net * net for n, net in pairs)) / total
    hits = sum(n for n, net in pairs if net > 0)
    return Column(name, tuple(nets), 1 + mean, -mean, Fraction(hits, total), square - mean * mean)


def net_of(payout: Payout, where: str) -> Fraction:
    """What a payout is worth to one unit; a fixed sum or a meter's share is not a multiple."""
    if payout.fixed or payout.meter_percent:
        raise Refused(f"{where} pays {payout.text!r}, which is not a multiple of the stake")
    return payout.net()


def columns_of(game: Game, wager: Wager) -> dict[str, tuple[Fraction, ...]]:
    """What each outcome is worth, for every pay column allowed with the posted decks."""
    table = game.pay_tables()[wager.paid_by]
    found = {}
    for column, payouts in table.columns.items():
        decks = table.decks.get(column)
        if not decks or game.sets() in decks:
            where = f"column {column} of {wager.name}"
            found[column] = (
                AtSeed(game, wager, column).nets
                if wager.meters
                else tuple(net_of(payout, where) for payout in payouts)
            )
    return found


def outcomes_of(game: Game, wager: Wager) -> tuple[str, ...]:
    """The names of a wager's outcomes: of its rule, or of its pay table's rows."""
    return tuple(wager.by.outcomes if wager.by else game.pay_tables()[wager.paid_by].outcomes)


def posted_column(game: Game, wager: Wager, columns: Mapping[str, Any]) -> str:
    """The column posted at the table; of a wager that is off, the first."""
    column: str = getattr(game, wager.paid_by)
    if not columns:
        decks = n(game.sets(), "deck")
        raise Refused(f"no pay table of {wager.words} is for {decks}", wager.clauses)
    return column if column in columns else next(iter(columns))


def estimated(game: Game, wager: Wager, ways: Sequence[int]) -> Estimate:
    """What rounds counted by outcome say of a wager, under every column of its pay table."""
    nets = columns_of(game, wager)
    columns = {column: weigh(column, ways, values) for column, values in nets.items()}
    posted, outcomes = posted_column(game, wager, nets), outcomes_of(game, wager)
    return Estimate(game.id, wager.name, outcomes, tuple(ways), columns, posted)


def find_wager(game: Game, name: str) -> Wager:
    """The wager of this name, or Refused with what there is."""
    for wager in game.wagers:
        if wager.name == name:
            return wager
    names = [wager.name for wager in game.wagers]
    raise Refused(
        f"{game.name} has no wager {short_repr(name)}; {wagers_meant(type(game), name, names)}"
    )


# -- worth ------------------------------------------------------------------------------------
# A wager at one table before any pay column: how often each outcome comes, how that is known.

EXACT, NEAR, SIMULATED = "exact", "near", "simulated"
"""Every deal followed; all but a part that is named with its size; counted in rounds."""


@dataclass(frozen=True)
class WagerOdds:
    """The chance of each outcome, and what it nets under every pay column there is."""

    outcomes: tuple[str, ...]
    chances: tuple[Chance, ...]
    columns: dict[str, tuple[Fraction, ...]]
    posted_as: str
    """The key of the posting that chooses the column; empty where there is nothing to choose."""
    method: str
    assumptions: tuple[str, ...] = ()
    rounds: int = 0
    """How many rounds were simulated, if any."""
    barred: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Column -> the only deck counts it is for, where these decks are not among them."""
    clause: str = ""
    details: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Column -> what is to be said of it besides, as JSON has it."""
    warnings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Column -> sentences that a reader must not miss."""
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Column -> what its edge does not hold, with its figure."""


Details: TypeAlias = dict[str, dict[str, Any]]
"""Pay column -> what is to be said of it besides, as JSON has it."""
Found: TypeAlias = Mapping[str, WagerOdds | str]
"""Wager -> its worth, or a sentence why there is none."""


def with_details(worth: WagerOdds, details: Details) -> WagerOdds:
    """The same, with more to be said of each pay column."""
    columns = {name: {**worth.details.get(name, {}), **said} for name, said in details.items()}
    return replace(worth, details=worth.details | columns)


def by_pay_table(
    game: Game,
    wager: Wager,
    chances: Sequence[Chance],
    method: str,
    assumptions: Sequence[str],
    rounds: int = 0,
) -> WagerOdds:
    """The worth of a wager under the columns of its pay table, allowed here or not."""
    table = game.pay_tables()[wager.paid_by]
    columns, details, warnings = {}, {}, {}
    left_out: dict[str, tuple[str, ...]] = {}
    for name, payouts in table.columns.items():
        warnings[name] = read_cells(table, name)
        if wager.envy_to == DEALER and any(payout.envy for payout in payouts):
            left_out[name] = (envy_of(chances, payouts),)
        if wager.meters:
            at = AtSeed(game, wager, name)
            columns[name], details[name] = at.nets, {"meter": at.said_of(chances)}
            warnings[name] += at.warnings
        else:
            columns[name] = tuple(
                net_of(payout, f"column {name} of {wager.name}") for payout in payouts
            )
    barred = {name: decks for name, decks in table.decks.items() if game.sets() not in decks}
    posted_as = "" if table.by_amount else wager.paid_by
    if wager.meters:
        assumptions = (*assumptions, "meters at their posted seeds, no other winner in the round")
    return WagerOdds(
        outcomes_of(game, wager), tuple(chances), columns, posted_as, method,
        tuple(assumptions), rounds, barred, table.clause_on_decks, details, warnings, left_out,
    )  # fmt: skip


def envy_of(chances: Sequence[Chance], payouts: Sequence[Payout]) -> str:
    """What the house pays to the dealer besides, whatever was wagered, in words."""
    cents = sum(float(p) * payout.envy for p, payout in zip(chances, payouts, strict=True))
    return (
        f"the dealer's envy is not in the edge: it costs the house ${cents / 100:.3f} a hand, "
        "whatever the wager"
    )


def moments(chances: Sequence[Chance], nets: Sequence[Fraction]) -> tuple[Any, Any, Any]:
    """Mean, variance and chance of a win; fractions where the chances are."""
    pairs = tuple(zip(chances, nets, strict=True))
    if all(isinstance(chance, Fraction) for chance in chances):
        mean = sum((p * net for p, net in pairs), Fraction())
        square = sum((p * net * net for p, net in pairs), Fraction())
        return mean, square - mean * mean, sum((p for p, net in pairs if net > 0), Fraction())
    floats = [(float(p), float(net)) for p, net in pairs]
    middle = sum(p * net for p, net in floats)
    spread = sum(p * (net - middle) ** 2 for p, net in floats)
    return middle, spread, sum(p for p, net in floats if net > 0)
