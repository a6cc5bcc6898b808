"""What mathematics says of a wager: how often each outcome comes, and what that is worth.

The ways of the outcomes are counted once; every column of the pay table is a re-weighting.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.english import n
from houseway.errors import Refused, brief
from houseway.game import Game
from houseway.odds.at_seed import AtSeed
from houseway.odds.own_pay import wagers_meant
from houseway.pay import Payout
from houseway.wager import Wager


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
        f"{game.name} has no wager {brief(name)}; {wagers_meant(type(game), name, names)}"
    )
