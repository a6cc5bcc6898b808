"""A wager at one table before any pay column: how often each outcome comes, how that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from houseway.game import Game
from houseway.odds.at_seed import AtSeed
from houseway.odds.result import net_of, outcomes_of
from houseway.odds.row import Chance
from houseway.odds.warn import read_cells
from houseway.pay import Payout
from houseway.script import DEALER
from houseway.wager import Wager

EXACT, NEAR, SIMULATED = "exact", "near", "simulated"
"""Every deal followed; all but a part that is named with its size; counted in rounds."""


@dataclass(frozen=True)
class Worth:
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
Found: TypeAlias = Mapping[str, Worth | str]
"""Wager -> its worth, or a sentence why there is none."""


def with_details(worth: Worth, details: Details) -> Worth:
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
) -> Worth:
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
    return Worth(
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
