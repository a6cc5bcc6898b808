"""Differential proofs of blackjack: one seat and several, by tables and by the general driver.

The common chart is played by the compiled loops of the simulation, where a table waits for its
compiler; elsewhere by the same loops interpreted (``proofs.interpreted``).
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DECISIONS
from houseway.analysis.blackjack.simulation import round_seats, table_round_seats
from houseway.analysis.blackjack.simulation.mid_round_wagers import NOT_PLACED
from houseway.analysis.blackjack.simulation.round_state import NEXT, ROUND
from houseway.analysis.blackjack.simulation.simulate import (
    ENOUGH,
    BlackjackSimulation,
    OneRound,
    main_nets,
    table_round,
)
from houseway.analysis.blackjack.strategy.basic import Strategy, basic, by_totals, policy
from houseway.analysis.compiler.compile import compiled
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.game.base import Seat
from houseway.hands.blackjack import is_soft, points
from houseway.table.round import Round
from tests.oracles.proofs import CHIPS, bank_answer, feed, interpreted, settled, shoe_for, stakes_at


def wild_chart(chance: random.Random, totals: bool) -> Strategy:
    """Any decision that is offered: by total, pair and up card, or by every card with its suit."""
    salt = chance.randrange(1 << 30)

    def strategy(cards: Any, dealer_up: int, offered: int) -> int:
        ranks = tuple(int(card) >> 2 for card in cards) if len(cards) == 2 else ()
        seen = (points(cards), is_soft(cards), *ranks, int(dealer_up) >> 2)
        if not totals:
            seen = (*(int(card) for card in cards), int(dealer_up))
        choices = [d for d in range(len(DECISIONS)) if int(offered) >> d & 1]
        return choices[hash((salt, int(offered), *seen)) % len(choices)]

    return by_totals(strategy) if totals else strategy


def banks(game: Any) -> int:
    """The seat of the bank, or none where the house banks."""
    return 1 if isinstance(game.bank, PlayerDealer) else 0


def against_bank(game: Any, player: Any) -> Any:
    """The same player with a bank at the first seat that covers everything."""

    def answer(question: Any, state: Any) -> Act:
        asked = question.seats()
        seat = banks(game) if banks(game) in asked else asked[0]
        found = bank_answer(question, seat) if seat == banks(game) else None
        return found or player(question, state)

    return answer


def live_nets(game: Any, n: int, cards: list[int], chance: random.Random, player: Any) -> Any:
    """Return the live net of each of ``n`` players, numbered from one."""
    first = banks(game)
    sitting = [Seat(k + 1, f"seat {k + 1}", CHIPS) for k in range(n + first)]
    nets = settled(feed(Round(game, sitting), cards, chance, player))
    return {(seat - first, name): net for (seat, name), net in nets.items() if seat > first}


def net_at(game: Any, name: str, outcome: int, cents: int) -> Any:
    """Return the net of an outcome for a stake, whose size may decide its column."""
    return game.pay[game.wager_named[name].paid_by][outcome].at(cents).net() * cents


def prove_blackjack(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Every wager of one seat, and now and then of several."""
    slow = interpreted(game, wild)
    chart = wild_chart(chance, chance.random() < 0.5) if wild else basic
    one = OneRound(game, chart, interpreted=slow)
    table, checked = SeveralSeats(game, chart, slow), 0
    for i in range(rounds):
        cards, stakes = shoe_for(game, chance), stakes_at(game, chance)
        player = against_bank(game, policy(stakes, chart))
        if i % 8 == 0 and len(cards) > 100:
            checked += table.prove(cards, player, stakes, chance)
            continue
        try:
            found = one.play(cards)
        except Refused:  # one deck is not enough for it; the table would shuffle in the round
            continue
        nets = live_nets(game, 1, cards, chance, player)
        shown = game.kind.show(cards[: found.cards])
        wanted = {(1, "main"): found.nets["main"] * stakes["main"]}
        for name in set(found.nets) - {"main"}:
            outcome = game.wager_named[name].rule.outcomes.index(found.outcomes[name])
            wanted[1, name] = net_at(game, name, outcome, stakes[name])
        assert wanted == nets, (game.posting, shown)
        checked += len(nets)
    return checked


class SeveralSeats:
    """The simulated round of several seats, all of them judged, and the same live."""

    def __init__(self, game: Any, chart: Strategy, interpreted: bool) -> None:
        self.game, self.interpreted = game, interpreted
        self.sim = BlackjackSimulation(game, chart, None, seats=2)
        self.nets = main_nets(game, game.main_pays[0])
        self.posted = self.sim.posted._replace(reshuffle_at=-1)
        self.tables: Any = self.sim.tables if self.sim.by_tables else None
        if interpreted and self.tables is not None:
            self.tables = self.tables.astype(np.int64)

    def simulated(self, cards: list[int], n: int, by_tables: bool) -> tuple[Any, Any, int]:
        """Main results and side outcomes of every seat, and how many cards were taken."""
        one, spots = table_round(self.sim.rules, by_tables), round_seats.new_table(n)
        one = one if self.interpreted else compiled(one, no_refcount=True)
        found: Any = np.zeros((n, len(self.sim.sides)), np.int64)
        results: Any = np.zeros(n, np.int64)
        shoe: Any = np.zeros(len(cards) + ENOUGH, np.int64 if self.interpreted else np.uint8)
        shoe[: len(cards)] = cards
        more = (table_round_seats.new_hands(n), self.tables) if by_tables else ()
        one(shoe, spots, np.zeros(4, np.uint64), found, self.posted, *more, results)
        return results.tolist(), found.tolist(), int(spots[0, ROUND, NEXT])

    def prove(
        self, cards: list[int], player: Any, stakes: dict[str, int], chance: random.Random
    ) -> int:
        game, n = self.game, chance.randint(2, 5)
        general = not self.sim.by_tables or (self.interpreted and chance.random() < 0.5)
        results, found, taken = self.simulated(cards, n, not general)
        if taken > len(cards):
            return 0
        nets = live_nets(game, n, cards, chance, player)
        wanted = {}
        for k in range(n):
            wanted[k + 1, "main"] = self.nets[results[k]] * stakes["main"]
            for wager, outcome in zip(self.sim.sides, found[k], strict=True):
                if outcome != NOT_PLACED:
                    net = net_at(game, wager.name, outcome, stakes[wager.name])
                    wanted[k + 1, wager.name] = net
        assert wanted == nets, (game.posting, game.kind.show(cards[:taken]))
        return len(nets)
