"""Outcome probabilities of a wager, pay columns, mean and variance."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.analysis.odds_row import Chance, read_cells
from houseway.analysis.progressives import AtSeed
from houseway.engine.questions import DEALER
from houseway.errors import Refused, short_repr
from houseway.util.english import all_of, close_matches, n, one_of, verb

if TYPE_CHECKING:
    from houseway.game.base import Game
    from houseway.game.pay_tables import Payout
    from houseway.game.wagers import Wager


# Ways of each outcome are counted once; every column of the pay table is a re-weighting.


@dataclass(frozen=True)
class PayColumn:
    """Figures of one unit staked under one column of pays."""

    name: str
    nets: tuple[Fraction, ...]
    returned: Fraction
    """The expected return of a unit, stake included."""
    edge: Fraction
    """The house edge: the expected loss of a unit."""
    hit_frequency: Fraction
    """The probability of a positive net."""
    variance: Fraction


@dataclass(frozen=True)
class Odds:
    """The outcomes of a wager with integer ways, and the figures of each pay column."""

    game: str
    wager: str
    outcomes: tuple[str, ...]
    ways: tuple[int, ...]
    columns: dict[str, PayColumn]
    posted: str
    """The column posted at the table."""
    assumes: tuple[str, ...] = ()
    """The assumptions of the count, in words."""

    @property
    def total(self) -> int:
        """The sum of all ways."""
        return sum(self.ways)

    @property
    def probability(self) -> dict[str, Fraction]:
        """The probability of each outcome."""
        total = self.total or 1
        return {o: Fraction(n, total) for o, n in zip(self.outcomes, self.ways, strict=True)}

    @property
    def here(self) -> PayColumn:
        """The figures under the posted column."""
        return self.columns[self.posted]


@dataclass(frozen=True)
class Estimate(Odds):
    """Odds counted in simulated rounds: the ways are rounds, so there is a standard error."""

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.total

    def mean(self, column: str = "") -> Fraction:
        """Return the player's mean net of a unit staked."""
        return -self.columns[column or self.posted].edge

    def stderr(self, column: str = "") -> float:
        """Return the standard error of that mean."""
        variance = self.columns[column or self.posted].variance
        return math.sqrt(variance / max(self.total - 1, 1))


def weigh_column(name: str, ways: Sequence[int], nets: Sequence[Fraction]) -> PayColumn:
    """Return the figures of one column from counted outcomes and their nets."""
    total = sum(ways) or 1  # a wager that is placed during the round may never have been placed
    pairs = tuple(zip(ways, nets, strict=True))
    mean = Fraction(sum(n * net for n, net in pairs)) / total
    square = Fraction(sum(n * net * net for n, net in pairs)) / total
    hits = sum(n for n, net in pairs if net > 0)
    return PayColumn(
        name, tuple(nets), 1 + mean, -mean, Fraction(hits, total), square - mean * mean
    )


def net_of(payout: Payout, where: str) -> Fraction:
    """Return the net of a payout per unit; Refused for fixed sums and shares of a meter."""
    if payout.fixed or payout.meter_percent:
        raise Refused(f"{where} pays {payout.text!r}, which is not a multiple of the stake")
    return payout.net()


def columns_of(game: Game, wager: Wager) -> dict[str, tuple[Fraction, ...]]:
    """Return the net of each outcome per unit staked, for every pay column allowed here.

    A column is allowed if it goes with the posted number of decks.
    """
    table = game.pay_tables()[wager.paid_by]
    found = {}
    for column, payouts in table.columns.items():
        decks = table.decks.get(column)
        if not decks or game.sets() in decks:
            where = f"column {column} of {wager.name}"
            found[column] = (
                AtSeed(game, wager, column).nets
                if wager.progressive
                else tuple(net_of(payout, where) for payout in payouts)
            )
    return found


def outcomes_of(game: Game, wager: Wager) -> tuple[str, ...]:
    """Return the names of a wager's outcomes: those of its rule, or of its pay table's rows."""
    return tuple(wager.rule.outcomes if wager.rule else game.pay_tables()[wager.paid_by].outcomes)


def posted_column(game: Game, wager: Wager, columns: Mapping[str, Any]) -> str:
    """Return the column posted at the table; for a wager that is off, the first."""
    column: str = getattr(game, wager.paid_by)
    if not columns:
        decks = n(game.sets(), "deck")
        raise Refused(f"no pay table of {wager.words} is for {decks}", wager.clauses)
    return column if column in columns else next(iter(columns))


def estimated(game: Game, wager: Wager, ways: Sequence[int]) -> Estimate:
    """Return the estimate of a wager from rounds counted by outcome, under every pay column."""
    nets = columns_of(game, wager)
    columns = {column: weigh_column(column, ways, values) for column, values in nets.items()}
    posted, outcomes = posted_column(game, wager, nets), outcomes_of(game, wager)
    return Estimate(game.id, wager.name, outcomes, tuple(ways), columns, posted)


def find_wager(game: Game, name: str) -> Wager:
    """Return the wager of this name; Refused with suggestions if there is none."""
    for wager in game.wagers:
        if wager.name == name:
            return wager
    names = [wager.name for wager in game.wagers]
    raise Refused(
        f"{game.name} has no wager {short_repr(name)}; {wagers_meant(type(game), name, names)}"
    )


# Odds of a wager at one table before a pay column is chosen: probabilities of outcomes, method.

EXACT, NEAR, SIMULATED = "exact", "near", "simulated"
"""Every deal enumerated; all but a part that is named with its size; counted in rounds."""


@dataclass(frozen=True)
class WagerOdds:
    """The probability of each outcome, and its net under every pay column."""

    outcomes: tuple[str, ...]
    chances: tuple[Chance, ...]
    columns: dict[str, tuple[Fraction, ...]]
    posted_as: str
    """The key of the posting that chooses the column; empty if there is no choice."""
    method: str
    assumptions: tuple[str, ...] = ()
    rounds: int = 0
    """The number of simulated rounds; 0 if nothing was simulated."""
    barred: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Column -> the only deck counts it is for, where the posted decks are not among them."""
    clause: str = ""
    details: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Column -> further figures, as JSON values."""
    warnings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Column -> sentences that a reader must not miss."""
    left_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Column -> what its edge leaves out, with the amount."""
    seed: int | None = None
    """The seed of the simulated rounds; None where nothing was simulated."""
    computed_by: str = field(default="", compare=False)
    """The program that computed it for the book of odds; empty if it was computed now."""


Details: TypeAlias = dict[str, dict[str, Any]]
"""Pay column -> further figures, as JSON values."""
Found: TypeAlias = Mapping[str, WagerOdds | str]
"""Wager -> its odds, or a sentence why there are none."""


def with_details(worth: WagerOdds, details: Details) -> WagerOdds:
    """Return the same odds with further details for each pay column."""
    columns = {name: {**worth.details.get(name, {}), **said} for name, said in details.items()}
    return replace(worth, details=worth.details | columns)


def by_pay_table(
    game: Game,
    wager: Wager,
    chances: Sequence[Chance],
    method: str,
    assumptions: Sequence[str],
    rounds: int = 0,
    seed: int | None = None,
) -> WagerOdds:
    """Return the odds of a wager under all columns of its pay table, allowed here or not."""
    table = game.pay_tables()[wager.paid_by]
    columns, details, warnings = {}, {}, {}
    left_out: dict[str, tuple[str, ...]] = {}
    for name, payouts in table.columns.items():
        warnings[name] = read_cells(table, name)
        if wager.pay.envy_to == DEALER and any(payout.envy for payout in payouts):
            left_out[name] = (envy_of(chances, payouts),)
        if wager.progressive:
            at = AtSeed(game, wager, name)
            columns[name], details[name] = at.nets, {"meter": at.said_of(chances)}
            warnings[name] += at.warnings
        else:
            columns[name] = tuple(
                net_of(payout, f"column {name} of {wager.name}") for payout in payouts
            )
    barred = {name: decks for name, decks in table.decks.items() if game.sets() not in decks}
    posted_as = "" if table.by_amount else wager.paid_by
    if wager.progressive:
        assumptions = (*assumptions, "meters at their posted seeds, no other winner in the round")
    return WagerOdds(
        outcomes_of(game, wager), tuple(chances), columns, posted_as, method,
        tuple(assumptions), rounds, barred, table.clause_on_decks, details, warnings, left_out,
        seed,
    )  # fmt: skip


def envy_of(chances: Sequence[Chance], payouts: Sequence[Payout]) -> str:
    """Return a sentence on the house's expected envy payment to the dealer per hand."""
    cents = sum(float(p) * payout.envy for p, payout in zip(chances, payouts, strict=True))
    return (
        f"the dealer's envy is not in the edge: it costs the house ${cents / 100:.3f} a hand "
        "for any wager"
    )


def moments(chances: Sequence[Chance], nets: Sequence[Fraction]) -> tuple[Any, Any, Any]:
    """Return mean, variance and hit frequency; fractions if the probabilities are."""
    pairs = tuple(zip(chances, nets, strict=True))
    if all(isinstance(chance, Fraction) for chance in chances):
        mean = sum((p * net for p, net in pairs), Fraction())
        square = sum((p * net * net for p, net in pairs), Fraction())
        return mean, square - mean * mean, sum((p for p, net in pairs if net > 0), Fraction())
    floats = [(float(p), float(net)) for p, net in pairs]
    middle = sum(p * net for p, net in floats)
    spread = sum(p * (net - middle) ** 2 for p, net in floats)
    return middle, spread, sum(p for p, net in floats if net > 0)


def plain_name(words: str) -> str:
    """Return a name in the form in which names are compared: lower case, single blanks."""
    return " ".join(re.sub("[^0-9a-z]+", " ", str(words).lower()).split())


def wagers_meant(game: type[Game], name: str, names: Iterable[str]) -> str:
    """Return a suggestion for an unknown wager: the nearest names, or all, with their words."""
    words = game.words().wager
    known = {
        each if plain_name(words(each)) == plain_name(each) else f"{each} ({words(each)})": each
        for each in names
    }
    close = close_matches(name, known.values()) or list(known.values())
    has_close_matches = len(close) < len(known)
    listed = [name for name, each in known.items() if each in close]
    return (
        f"did you mean {one_of(listed)}?"
        if has_close_matches
        else f"there {verb(len(listed), 'is')} {all_of(listed)}"
    )
