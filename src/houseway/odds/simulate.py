"""Simulation: compiled rounds at the posted table, judged by the rules that settle live play.

    >>> from houseway.rulebook import find
    >>> from houseway.odds.simulate import simulate
    >>> found = simulate(find("free-bet-blackjack")({"decks": 6}), rounds=1_000_000, seed=7)
    >>> found["push_22"].here.edge, found["push_22"].stderr()

One seat plays a fixed strategy from a real shoe with its cut card.  Only outcomes are counted,
so each pay column, and each price of a blackjack, is a re-weighting of the same rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.errors import Refused
from houseway.game import Game
from houseway.odds import blackjack
from houseway.odds.compiled import compiled
from houseway.odds.result import Estimate, columns_of, find_wager, net_of, posted_column, weigh
from houseway.odds.strategy import Strategy, basic
from houseway.pay import Payout, parse_payout
from houseway.posting import OneOf
from houseway.shapes.blackjack import HALF_BACK, Blackjack
from houseway.wager import Wager

MAIN = "main"
ENOUGH = 128
"""More cards than any round takes."""


def simulate(
    game: Game,
    rounds: int,
    seed: int = 1,
    strategy: Strategy = basic,
    wagers: Sequence[str] | None = None,
) -> dict[str, Estimate]:
    """Play so many rounds with the main wager and these side bets (all, unless named).

    The same game, seed and strategy give the same counts on every machine.
    """
    table = _table(game)
    if rounds < 1:
        raise Refused(f"a simulation needs at least one round, not {rounds}")
    sides = _sides(table, wagers)
    many = _drivers(table.free_double, table.free_split, strategy, sides).many
    shoe = np.array(table.kind.one_set(table.sets()), np.int64)
    main = np.zeros(len(blackjack.RESULTS), np.int64)
    widest = max((len(wager.by.outcomes) for wager in sides), default=0)
    counts = np.zeros((len(sides), widest), np.int64)
    random = np.array([seed % 2**64], np.uint64)
    posted = blackjack.read_posted(table, sides)
    outcome = np.zeros(len(sides), np.int64)
    many(rounds, shoe, blackjack.new_spot(), posted, random, outcome, main, counts)
    found = {MAIN: _main_estimate(table, main.tolist())}
    for wager, ways in zip(sides, counts.tolist(), strict=True):
        found[wager.name] = _side_estimate(table, wager, ways[: len(wager.by.outcomes)])
    return found


@dataclass(frozen=True)
class RoundResult:
    """One round from a given order of cards: net units and outcome of each wager."""

    nets: dict[str, Fraction]
    outcomes: dict[str, str]
    cards: int
    """How many cards the round took."""


class OneRound:
    """Plays single rounds from given cards with the compiled driver of a table."""

    def __init__(
        self, game: Game, strategy: Strategy = basic, wagers: Sequence[str] | None = None
    ) -> None:
        self.game = _table(game)
        self._sides = _sides(self.game, wagers)
        self._posted = blackjack.read_posted(self.game, self._sides)
        drivers = _drivers(self.game.free_double, self.game.free_split, strategy, self._sides)
        self._play = drivers.one
        self._spot = blackjack.new_spot()
        self._main = main_nets(self.game, self.game.main_pays[0])

    def play(self, cards: Sequence[int]) -> RoundResult:
        """The round that these cards make; more may be given than it takes."""
        shoe: Any = np.zeros(len(cards) + ENOUGH, np.int64)
        shoe[: len(cards)] = cards
        found: Any = np.zeros(len(self._sides), np.int64)
        self._spot[blackjack.ROUND, blackjack.NEXT] = 0
        random: Any = np.zeros(1, np.uint64)
        result = self._play(shoe, self._spot, self._posted, random, found)
        taken = int(self._spot[blackjack.ROUND, blackjack.NEXT])
        if taken > len(cards):
            raise Refused(f"the round takes more than the {len(cards)} cards given")
        nets, outcomes = {MAIN: self._main[result]}, {MAIN: blackjack.RESULTS[result]}
        for wager, outcome in zip(self._sides, found.tolist(), strict=True):
            nets[wager.name] = self.game.pay[wager.name][outcome].net()
            outcomes[wager.name] = wager.by.outcomes[outcome]
        return RoundResult(nets, outcomes, taken)


# -- what is played, and what it is worth --------------------------------------------------------


def _table(game: Game) -> Blackjack:
    if not isinstance(game, Blackjack):
        raise Refused(f"{game.name} is a game of {game.shape}; only blackjack is simulated yet")
    return game


def _sides(game: Blackjack, wagers: Sequence[str] | None) -> tuple[Wager, ...]:
    if wagers is None:
        return tuple(wager for wager in game.offered if wager.by is not None)
    named = [find_wager(game, name) for name in wagers if name != MAIN]
    for wager in named:
        if wager not in game.offered:
            raise Refused(f"{wager.name} is not offered at this table", wager.clauses)
    return tuple(named)


@dataclass(frozen=True)
class _Drivers:
    one: Any
    many: Any


@lru_cache(maxsize=64)
def _drivers_of(free_double: Any, free_split: Any, strategy: Any, sides: Any) -> _Drivers:
    one = blackjack.driver(free_double, free_split, strategy, sides)
    return _Drivers(compiled(one), compiled(blackjack.many_by(one)))


def _drivers(
    free_double: Any, free_split: Any, strategy: Strategy, sides: tuple[Wager, ...]
) -> _Drivers:
    rules = tuple((wager.resolves, wager.by) for wager in sides)
    return _drivers_of(free_double, free_split, strategy, rules)


def main_nets(game: Blackjack, blackjack_pays: Payout) -> tuple[Fraction, ...]:
    """What each result of the main wager is worth, with a blackjack at these odds."""
    units = range(-blackjack.MOST, blackjack.MOST + 1)
    paid = net_of(blackjack_pays, f"a blackjack of {game.name}")
    return (paid, HALF_BACK.net(), *(Fraction(n) for n in units))


def _main_estimate(game: Blackjack, ways: list[int]) -> Estimate:
    """The main wager under every price of a blackjack that may be posted."""
    declared = game.declared()["blackjack_pays"]
    prices = declared.values if isinstance(declared, OneOf) else (game.blackjack_pays,)
    seen = [i for i, n in enumerate(ways) if n]
    counted = [ways[i] for i in seen]
    columns = {}
    for price in prices:
        nets = main_nets(game, parse_payout(price))
        columns[price] = weigh(price, counted, [nets[i] for i in seen])
    names = tuple(blackjack.RESULTS[i] for i in seen)
    return Estimate(game.id, MAIN, names, tuple(counted), columns, game.blackjack_pays)


def _side_estimate(game: Blackjack, wager: Wager, ways: list[int]) -> Estimate:
    nets: Mapping[str, tuple[Fraction, ...]] = columns_of(game, wager)
    columns = {column: weigh(column, ways, values) for column, values in nets.items()}
    posted = posted_column(game, wager, nets)
    return Estimate(game.id, wager.name, tuple(wager.by.outcomes), tuple(ways), columns, posted)
