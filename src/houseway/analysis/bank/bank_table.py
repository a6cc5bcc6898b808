"""A whole table against a bank of any size: whom it covers, what it wins, when it is ruined.

Everybody plays against the same hand of the bank (``TableRounds``); what that
would collect or pay is then settled from the action button in the order of the game, out of a wager
that may be short, by the rule of the live table (``bank.cover``).  Seats are counted from the
button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from houseway.analysis.bank.player_bank_edges import banked_by_player
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.game_math import math_of
from houseway.analysis.progress import Counts
from houseway.analysis.simulation.random import stream
from houseway.errors import Refused
from houseway.families.banked.player_bank import cover
from houseway.game.base import Game
from houseway.money import format_amount, format_dollars
from houseway.util.english import list_available, within

Array = npt.NDArray[Any]
COVERAGES = ("action", "net")
BLOCK = 1 << 14
NONE = -1


class TableRounds(Protocol):
    """Rounds of a whole table."""

    @property
    def is_compiled(self) -> bool:
        """Whether a million of them are no great matter."""
        ...

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that are settled, by name."""
        ...

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        ...

    def owed(self, rounds: int, stakes: Mapping[str, int], random: Any) -> Array:
        """[round, seat from the button, wager]: what the bank would collect (above 0) or pay."""
        ...


@dataclass(frozen=True)
class Plan:
    """A table: who wagers how much, and what the bank puts up."""

    players: int
    stakes: Mapping[str, int]
    bank: int
    """What is put up at each hand, as long as there is so much."""
    roll: int
    """All that the bank has when it begins."""
    hands: int
    """Of one sitting, after which it goes home if it is not ruined before."""


@dataclass(frozen=True)
class Covered:
    """What came of a plan under one way of covering."""

    coverage: str
    rounds: int
    mean: float
    """Of the bank for a hand, in cents, before its fee."""
    deviation: float
    lost_whole: float
    """How often a hand takes all that was put up."""
    short: float
    """How often something is left without cover."""
    by_seat: tuple[float, ...]
    """Of the action at each seat from the button, the share that is covered."""
    players: tuple[float, ...]
    """What the player at each seat from the button wins of his wagers on average, before fees."""
    sittings: int
    ruined: float
    """Of these sittings, the share in which the bank cannot put up the least wager any more."""
    fee: int

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
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
    """Every round out of a wager of its own: pass after pass, seat after seat from the button."""
    for i in range(owed.shape[0]):
        settle_round(owed[i], passes, put_up, net, covered[i])


def settle_round(owed: Any, passes: Any, put_up: int, net: bool, covered: Any) -> int:
    """One round; the result of the bank."""
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
    """Sitting after sitting, each of so many rounds: in how many the bank is ruined."""
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
    """What is added up of the rounds, for one way of covering."""

    def __init__(self, coverage: str, players: int) -> None:
        self.coverage = coverage
        self.rounds = self.whole = self.short = self.ruined = self.sittings = 0
        self.total, self.squares = 0, 0.0
        self.covered, self.owed, self.won = np.zeros((3, players))


def bank_table(
    game: Any, plan: Plan, rounds: int, seed: int = 1, told: Counts | None = None
) -> tuple[Covered, ...]:
    """So many rounds of a table, covered by `action` and by `net`."""
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
        if told is not None:
            told.count(min(first + per, rounds), rounds, "rounds")
    staked = sum(plan.stakes.values())
    return tuple(_covered(sums, fee, staked) for sums in found)


def _add(sums: _Sums, owed: Array, passes: Array, plan: Plan, fee: int, least: int) -> None:
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
    n, mean = sums.rounds, sums.total / sums.rounds
    at = np.where(sums.owed > 0, sums.covered / np.maximum(sums.owed, 1), 1.0)
    return Covered(
        sums.coverage, n, mean, max(sums.squares / n - mean * mean, 0.0) ** 0.5, sums.whole / n,
        sums.short / n, tuple(at.tolist()), tuple((sums.won / n / staked).tolist()),
        sums.sittings, sums.ruined / sums.sittings if sums.sittings else 0.0, fee,
    )  # fmt: skip


def passes_of(game: Any, wagers: Sequence[str]) -> Array:
    """The order of settlement: a row for each pass round the table, its wagers by number."""
    rows = [[wagers.index(spot) for spot in spots if spot in wagers] for spots in game.settles]
    rows = [row for row in rows if row]
    wide = max(map(len, rows))
    return np.array([row + [NONE] * (wide - len(row)) for row in rows], np.int64)


def fee_of(game: Any, plan: Plan) -> int:
    """What the house takes of the bank for a hand with these wagers."""
    if game.fees is None:
        return 0
    action = sum(
        cents * plan.players
        for spot, cents in plan.stakes.items()
        if spot in game.fee_spots or game.tier_counts_side_bets
    )
    fee: int = game.fees.bank_fee(action)
    return fee


def check(game: Any, plan: Plan) -> None:
    """Refuse a table that cannot be."""
    if not banked_by_player(game):
        raise Refused(f"the house banks {game.name}; only a player's bank can be short")
    if not 1 <= plan.players <= game.seats_max - 1:
        raise Refused(
            f"{game.name} has 1 to {game.seats_max - 1} players beside the bank, not {plan.players}"
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
            f"a bank puts up at least {format_dollars(game.bank_least)}, not {format_dollars(plan.bank)}",
            game.clauses_at("bank_least"),
        )
    if plan.hands < 1:
        raise Refused(f"a sitting has at least one hand, not {plan.hands}")


def rounds_of(game: Game, players: int) -> TableRounds:
    """The rounds of a whole table: compiled where the game has them, else played live."""
    made = math_of(game).table
    if made is not None:
        return made(game, players)
    from houseway.analysis.bank.live_table import LiveTable

    return LiveTable(game, players)
