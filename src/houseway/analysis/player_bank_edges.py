"""Both sides of a wager that a player banks, before and after the fees of the house.

A player's loss is the player-dealer's win, and both pay fees. A player's fee is flat, so it weighs
most on the smallest wager. The player-dealer's fee is per hand, so the edge earns it only from some
amount of action on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.odds_row import Chance
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.game.base import Game
from houseway.game.fees import Schedule
from houseway.game.wagers import Wager
from houseway.money import format_amount, format_dollars
from houseway.util.english import between

DOLLAR = 100
SIZES = ("least", "middle", "greatest")


@dataclass(frozen=True)
class AtWager:
    """A wager of one size; results are fractions of it, from the bank's side."""

    size: str
    wager: int
    player_before: Chance
    player_after: Chance
    bank_before: Chance
    bank_after: Chance

    def plain(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            "size": self.size, "wager": format_amount(self.wager),
            "player_before_fees": float(self.player_before),
            "player_after_fees": float(self.player_after),
            "bank_before_fees": float(self.bank_before),
            "bank_after_fees": float(self.bank_after),
        }  # fmt: skip


@dataclass(frozen=True)
class Sides:
    """A wager under one schedule of fees, from both sides."""

    schedule: str
    """The name of the schedule; empty if the house prints none."""
    player_fee: int
    """The player's fee on this wager in cents; 0 for most side bets."""
    bank_fee: str
    at: tuple[AtWager, ...]
    earns_at: int | None
    """The least action in cents at which the bank's edge earns its fee; None if none does."""
    most_action: int
    """The action in cents if every other seat makes the largest wager."""
    carries: bool
    """True if the wager carries a fee of its own."""
    limits: str = ""
    """The table limits of the schedule, in words."""

    def plain(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            "schedule": self.schedule,
            "limits": self.limits,
            "player_fee": format_amount(self.player_fee),
            "bank_fee": self.bank_fee,
            "sizes": [at.plain() for at in self.at],
            "bank_earns_fee_at_action": format_amount(self.earns_at) if self.earns_at else None,
            "most_action_of_a_full_table": format_amount(self.most_action),
        }


def banked_by_player(game: Game | type[Game]) -> bool:
    """Return True if players bank this game, so that a wager has two sides besides the house."""
    bank = game.declared().get("bank")
    return bank is not None and isinstance(bank.default, PlayerDealer)


def sides_of(game: Any, wager: str, house_edge: Chance, column: str = "") -> tuple[Sides, ...]:
    """Return both sides of a wager under the posted schedule, or under all if none is posted.

    Where the amount of a wager chooses its pay column, only amounts with this column are included.
    """
    if not banked_by_player(game) or wager not in game.wager_named:
        return ()
    return tuple(_sides(table, wager, house_edge, column) for table in at_schedules(game))


def at_schedules(game: Any) -> Iterator[Any]:
    """Yield the table under each printed schedule; unchanged if one is posted."""
    if "schedule" in game.stated or len(game.schedules()) < 2:
        yield game
        return
    kind, declared = type(game), game.declared()
    bound = {f"{name}_limits" for name in game.wager_named}
    stated = {key: declared[key].show(game.posting[key]) for key in game.stated - bound
              if key in game.posting}  # fmt: skip
    for name in game.schedules():
        yield game if name == game.schedule else kind({**stated, "schedule": name})


def _sides(game: Any, name: str, edge: Chance, column: str) -> Sides:
    """Return both sides of a wager at its least, middle and greatest amount, with fees."""
    wager, fees = game.wager_named[name], game.fees
    carries = fees is not None and name in game.fee_spots
    least, most = paid_by(game, wager, column, *reach(game, wager))
    fee = fees.player_fee if carries else 0
    at = tuple(
        _at(size, cents, edge, fee, fees if carries else None)
        for size, cents in zip(
            SIZES, (least, middle(least, most, wager.amounts.step), most), strict=True
        )
    )
    full = most * (game.seats_max - 1)
    return Sides(
        fees.name if fees is not None else "", fee,
        ", ".join(fees.bank_words) if fees is not None else format_dollars(0), at,
        earned_at(edge, fees) if fees is not None else None, full, carries,
        between(fees.least, fees.most) if fees is not None else "",
    )  # fmt: skip


def reach(game: Any, wager: Wager) -> tuple[int, int]:
    """Return the limits of a wager in cents, narrowed by those of a wager it must equal."""
    least, most = game.limits(wager)
    if wager.beside.equals in game.wager_named:
        low, high = game.limits(game.wager_named[wager.beside.equals])
        return max(least, low), min(most, high)
    return least, most


def paid_by(game: Any, wager: Wager, column: str, least: int, most: int) -> tuple[int, int]:
    """Narrow the limits to the amounts for which a column pays, where the amount chooses it."""
    table = game.pay_tables().get(wager.paid_by)
    if table is None:
        return least, most
    low, beyond = table.amounts(game.posting.get(wager.paid_by, ""), column)
    highest = (beyond - 1) // wager.amounts.step * wager.amounts.step if beyond else most
    return max(least, low), min(most, highest)


def middle(least: int, most: int, step: int) -> int:
    """Return the wager half-way between two limits, in whole dollars or steps of the wager."""
    unit = max(step, DOLLAR)
    half = (least + most) // 2 // unit * unit
    return min(max(half, least), most)


def _at(size: str, cents: int, edge: Chance, fee: int, fees: Schedule | None) -> AtWager:
    """Return the edges of player and bank on ``cents``, before and after fees.

    ``edge`` is the house edge. A player pays ``fee`` cents; without ``fees`` the bank pays none.
    """
    bank_fee = fees.bank_fee(cents) if fees is not None else 0
    return AtWager(
        size, cents, -edge, -edge - Fraction(fee, cents), edge, edge - Fraction(bank_fee, cents)
    )


def earned_at(edge: Chance, fees: Schedule) -> int | None:
    """The least action, in cents, at which an edge earns the bank's fee; None if none does."""
    if edge <= 0:
        return None
    above = 0
    for tier in fees.bank:
        needed = max(math.ceil(Fraction(tier.fee) / Fraction(edge)), above + 1)
        if not tier.up_to or needed <= tier.up_to:
            return needed
        above = tier.up_to
    return None


def fee_warnings(sides: tuple[Sides, ...], nets: Mapping[str, Fraction]) -> Iterator[str]:
    """Yield warnings about a bank or a player that cannot win after fees.

    Each kind is given once, with the figures of the first schedule; further schedules are named.
    """
    kinds: dict[str, list[tuple[str, str]]] = {}
    for side in sides:
        if side.carries:
            for kind, says in _warned(side, nets, side is sides[0]):
                kinds.setdefault(kind, []).append((side.limits, says))
    for (limits, says), *others in kinds.values():
        if len(sides) == 1:
            yield says
            continue
        likewise = ", ".join(more for more, _ in others)
        yield f"at limits of {limits}, {says}" + (f"; likewise at {likewise}" if others else "")


def _warned(side: Sides, nets: Mapping[str, Fraction], first: bool) -> Iterator[tuple[str, str]]:
    """Yield the warnings of one schedule, each with its kind."""
    before = side.at[0].bank_before
    if before > 0 and side.earns_at is None:
        yield "bank", "the player-dealer cannot win after fees: the edge earns them at no action"
    elif before > 0 and side.earns_at is not None and side.earns_at > side.most_action:
        yield (
            "bank",
            "the player-dealer cannot win after fees: the edge earns the fee of "
            f"{side.bank_fee} at {format_dollars(side.earns_at)} of action, and a full table of "
            f"the greatest wagers has {format_dollars(side.most_action)}",
        )
    elif before <= 0 and first:
        yield "no edge", "the player-dealer cannot win after fees, having no edge before them"
    if before < 0 and all(at.player_after < 0 for at in side.at):
        yield (
            "player",
            f"the player cannot win after fees: the fee of {format_dollars(side.player_fee)} is "
            "more than the player's edge at every wager within the limits",
        )
    if nets and (most := max(nets.values())) * side.at[0].wager <= side.player_fee:
        least = side.at[0].wager
        yield (
            "least",
            f"the least wager of {format_dollars(least)} can win "
            f"{format_dollars(int(most * least))} at most, "
            f"and its fee is {format_dollars(side.player_fee)}",
        )
