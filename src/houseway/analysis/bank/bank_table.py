"""A whole table against a bank of limited size: its coverage, its results, and its ruin.

All players face the same hand of the bank (``TableRounds``). The amounts owed are then settled from
the action button on, in the order of the game. A bank may fall short; the live table's rule
(``cover.cover``) decides what it covers. Seats are counted from the button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.games import math_of
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.analysis.progress import Counts
from houseway.analysis.random_streams import stream
from houseway.analysis.simulation.protocol import TableRounds
from houseway.errors import Refused
from houseway.families.banked.player_dealer.cover import cover
from houseway.families.banked.settlement import settlement_order
from houseway.game.base import Game
from houseway.money import format_amount, format_dollars
from houseway.util.english import list_available, within

Array = npt.NDArray[Any]
COVERAGES = ("action", "net")
BLOCK = 1 << 14
NONE = -1


@dataclass(frozen=True)
class BankPlan:
    """A table: its players and their wagers, and the money of the bank."""

    players: int
    stakes: Mapping[str, int]
    bank: int
    """The amount put up at each hand in cents, as long as the bank has it."""
    roll: int
    """The bank's money at the beginning, in cents."""
    hands: int
    """The number of hands of one sitting, if the bank is not ruined earlier."""


@dataclass(frozen=True)
class Covered:
    """The results of a plan under one way of covering."""

    coverage: str
    rounds: int
    mean: float
    """The bank's mean net of a hand in cents, before its fee."""
    deviation: float
    lost_whole: float
    """The share of hands that take everything put up."""
    short: float
    """The share of hands that leave something without cover."""
    by_seat: tuple[float, ...]
    """By seat from the button, the share of the action that is covered."""
    players: tuple[float, ...]
    """By seat from the button, the player's mean net per unit wagered, before fees."""
    sittings: int
    ruined: float
    """The share of sittings after which the bank cannot put up the least wager."""
    fee: int

    def plain(self) -> dict[str, Any]:
        """Return the figures as JSON values; money in dollars."""
        return {
            "coverage": self.coverage, "rounds": self.rounds, "bank_mean": self.mean / 100,
            "bank_mean_after_fee": (self.mean - self.fee) / 100,
            "bank_deviation": self.deviation / 100, "bank_fee": format_amount(self.fee),
            "lost_whole": self.lost_whole, "short": self.short,
            "covered_by_seat_from_button": list(self.by_seat),
            "player_result_by_seat_from_button": list(self.players),
            "sittings": self.sittings, "ruined": self.ruined,
        }  # fmt: skip


def settle_table(owed: Any, passes: Any, put_up: int, net: bool, covered: Any) -> None:
    """Settle every round from a bank of its own, pass after pass and seat after seat."""
    for i in range(owed.shape[0]):
        settle_round(owed[i], passes, put_up, net, covered[i])


def settle_round(owed: Any, passes: Any, put_up: int, net: bool, covered: Any) -> int:
    """Settle one round; return the bank's result in cents."""
    used = result = 0
    for spots in passes:
        for seat in range(owed.shape[0]):
            for spot in spots:
                if spot < 0 or owed[seat, spot] == 0:
                    continue
                part = cover(owed[seat, spot], put_up, used, result, net)
                covered[seat, spot] = part
                used += abs(part)
                result += part
    return result


def sit(
    owed: Any, passes: Any, bank: int, roll: int, fee: int, least: int, hands: int, net: bool,
    spare: Any,
) -> int:  # fmt: skip
    """Return the number of sittings, of ``hands`` rounds each, in which the bank is ruined.

    A bank is ruined when it cannot put up ``least`` and pay its fee. Amounts are in cents.
    """
    ruined = 0
    for first in range(0, owed.shape[0] - hands + 1, hands):
        money = roll
        for i in range(first, first + hands):
            if money < least + fee:
                ruined += 1
                break
            spare[:] = 0
            put_up = min(bank, money - fee)
            money += settle_round(owed[i], passes, put_up, net, spare) - fee
    return ruined


class _Sums:
    """Sums over rounds, for one way of covering."""

    def __init__(self, coverage: str, players: int) -> None:
        self.coverage = coverage
        self.rounds = self.whole = self.short = self.ruined = self.sittings = 0
        self.total, self.squares = 0, 0.0
        self.covered, self.owed, self.won = np.zeros((3, players))


def bank_table(
    game: Any, plan: BankPlan, rounds: int, seed: int = 1, progress: Counts | None = None
) -> tuple[Covered, ...]:
    """Return the results of simulated rounds, covered by `action` and by `net`."""
    check(game, plan)
    table = rounds_of(game, plan.players)
    found = [_Sums(coverage, plan.players) for coverage in COVERAGES]
    passes = passes_of(game, table.wagers)
    fee = fee_of(game, plan)
    per = max(BLOCK // plan.hands, 1) * plan.hands
    for number, first in enumerate(range(0, rounds, per)):
        owed = table.owed(min(per, rounds - first), plan.stakes, stream(seed, number))
        for sums in found:
            _add(sums, owed, passes, plan, fee, game.bank_least)
        if progress is not None:
            progress.count(min(first + per, rounds), rounds, "rounds")
    staked = sum(plan.stakes.values())
    return tuple(_covered(sums, fee, staked) for sums in found)


def _add(sums: _Sums, owed: Array, passes: Array, plan: BankPlan, fee: int, least: int) -> None:
    """Settle rounds against the bank, and add their results to the sums."""
    net = sums.coverage == "net"
    covered = np.zeros_like(owed)
    compiled(settle_table)(owed, passes, plan.bank, net, covered)
    results = covered.sum(axis=(1, 2))
    sums.rounds += len(owed)
    sums.total += int(results.sum())
    sums.squares += float((results.astype(np.float64) ** 2).sum())
    sums.whole += int((results == -plan.bank).sum())
    sums.short += int((covered != owed).any(axis=(1, 2)).sum())
    sums.covered += np.abs(covered).sum(axis=(0, 2))
    sums.owed += np.abs(owed).sum(axis=(0, 2))
    sums.won -= covered.sum(axis=(0, 2))
    spare = np.zeros(owed.shape[1:], np.int64)
    sums.ruined += int(
        compiled(sit)(owed, passes, plan.bank, plan.roll, fee, least, plan.hands, net, spare)
    )
    sums.sittings += len(owed) // plan.hands


def _covered(sums: _Sums, fee: int, staked: int) -> Covered:
    """Return the sums as means: the bank's result, and the share of claims it covered."""
    n, mean = sums.rounds, sums.total / sums.rounds
    at = np.where(sums.owed > 0, sums.covered / np.maximum(sums.owed, 1), 1.0)
    return Covered(
        sums.coverage, n, mean, max(sums.squares / n - mean * mean, 0.0) ** 0.5, sums.whole / n,
        sums.short / n, tuple(at.tolist()), tuple((sums.won / n / staked).tolist()),
        sums.sittings, sums.ruined / sums.sittings if sums.sittings else 0.0, fee,
    )  # fmt: skip


def passes_of(game: Any, wagers: Sequence[str]) -> Array:
    """Return the order of settlement: a row for each pass round the table, with wager numbers."""
    rows = [
        [wagers.index(spot) for spot in spots if spot in wagers] for spots in settlement_order(game)
    ]
    rows = [row for row in rows if row]
    wide = max(map(len, rows))
    return np.array([row + [NONE] * (wide - len(row)) for row in rows], np.int64)


def fee_of(game: Any, plan: BankPlan) -> int:
    """Return the bank's fee for a hand with these wagers, in cents; 0 without fees."""
    if game.fees is None:
        return 0
    action = sum(
        cents * plan.players
        for spot, cents in plan.stakes.items()
        if spot in game.fee_spots or game.tier_counts_side_bets
    )
    fee: int = game.fees.bank_fee(action)
    return fee


def check(game: Any, plan: BankPlan) -> None:
    """Refuse a plan that the table does not allow."""
    if not banked_by_player(game):
        raise Refused(f"the house banks {game.name}; only a player's bank can be short")
    if not 1 <= plan.players <= game.seats_max - 1:
        raise Refused(
            f"{game.name} has 1 to {game.seats_max - 1} players and a bank, not {plan.players}"
        )
    for spot, cents in plan.stakes.items():
        if spot not in game.wager_named:
            known = list_available(game.wager_named)
            raise Refused(f"{game.name} has no wager {spot!r} at this table; {known}")
        wager = game.wager_named[spot]
        least, most = game.limits(wager)
        if not least <= cents <= most:
            raise Refused(
                f"{wager.words} takes {within(least, most)}, not {format_dollars(cents)}",
                wager.clauses,
            )
    if plan.bank < game.bank_least:
        raise Refused(
            f"a bank puts up at least {format_dollars(game.bank_least)}, not "
            f"{format_dollars(plan.bank)}",
            game.clauses_at("bank_least"),
        )
    if plan.hands < 1:
        raise Refused(f"a sitting has at least one hand, not {plan.hands}")


def rounds_of(game: Game, players: int) -> TableRounds:
    """Return the rounds of a whole table: compiled if the game has them, else played live."""
    made = math_of(game).table
    if made is not None:
        return made(game, players)
    from houseway.analysis.bank.live_table import LiveTable

    return LiveTable(game, players)
