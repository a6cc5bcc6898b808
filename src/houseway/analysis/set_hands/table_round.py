"""Whole tables of games in which hands are set: every player's hand against one bank hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.random_streams import mix
from houseway.analysis.set_hands.compiled_round import HAND as TILES_HAND
from houseway.analysis.set_hands.compiled_round import SetHandsSimulation
from houseway.analysis.set_hands.five_cards import HAND, put_in_order, value_index
from houseway.analysis.set_hands.funtazee import settings_of
from houseway.hands.funtazee_21 import GIVE_UP, funtazee_bonus, setting, settle_funtazee

Array = npt.NDArray[Any]


def owed_at(game: Any, wager: str, stake: int) -> Array:
    """Return the bank's gain for a wager of this size, by outcome, in cents; negative if the bank
    pays.
    """
    paid = [payout.back(stake, game.breakage) for payout in game.pay[wager]]
    return np.array([stake - back for back in paid], np.int64)


def deal_funtazee(
    cards: Any, rounds: int, players: int, random: Any, settings: Any, found: Any
) -> None:
    """Fill ``found[round, player, wager]`` with outcomes of main bet and bonus; the bank's cards
    come last.
    """
    n = (players + 1) * HAND
    for i in range(rounds):
        mix(cards, 0, n, random)
        banks = cards[n - HAND : n]
        put_in_order(banks)
        banks_way = setting(banks, settings[1, value_index(banks)])
        for seat in range(players):
            mine = cards[seat * HAND : seat * HAND + HAND]
            put_in_order(mine)
            way = settings[0, value_index(mine)]
            found[i, seat, 0] = settle_funtazee(setting(mine, way), banks_way, way == GIVE_UP)
            found[i, seat, 1] = funtazee_bonus(mine)


class FuntazeeTable:
    """Funtazee 21 with players and player-dealer who set the house way."""

    is_compiled = True
    wagers: tuple[str, ...] = ("main", "bonus")

    def __init__(self, game: Any, players: int) -> None:
        self.game, self.players = game, players
        self.settings = settings_of(game, best=False)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the simulation."""
        return ("everybody sets the house way of their own side",)

    def owed(self, rounds: int, stakes: Mapping[str, int], random: Any) -> Array:
        """Return the bank's gains and payments."""
        cards: Any = np.array(self.game.kind.one_set(), np.uint8)
        found = np.zeros((rounds, self.players, 2), np.int64)
        deal = compiled(deal_funtazee, no_refcount=True)
        deal(cards, rounds, self.players, random, self.settings, found)
        owed = np.zeros_like(found)
        for k, name in enumerate(self.wagers):
            if name in stakes:
                owed[:, :, k] = owed_at(self.game, name, stakes[name])[found[:, :, k]]
        return owed


def deal_hands(tiles: Any, rounds: int, hands: int, random: Any, found: Any) -> None:
    """Fill ``found[round, hand]`` with four tiles each."""
    for i in range(rounds):
        mix(tiles, 0, hands * TILES_HAND, random)
        for k in range(hands):
            for j in range(TILES_HAND):
                found[i, k, j] = tiles[k * TILES_HAND + j]


class TilesTable:
    """Pai Gow Tiles with everybody setting the house way."""

    is_compiled = True
    wagers: tuple[str, ...] = ("main",)

    def __init__(self, game: Any, players: int) -> None:
        self.game, self.players = game, players
        self.simulation = SetHandsSimulation(game)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return the assumptions of the simulation."""
        return ("everybody sets the house way",)

    def owed(self, rounds: int, stakes: Mapping[str, int], random: Any) -> Array:
        """Return the bank's gains and payments."""
        n = self.players
        tiles: Any = np.array(self.game.kind.one_set(), np.uint8)
        dealt = np.zeros((rounds, n + 1, TILES_HAND), np.uint8)
        compiled(deal_hands, no_refcount=True)(tiles, rounds, n + 1, random, dealt)
        dealt.sort(axis=2)
        mine = dealt[:, :n].reshape(-1, TILES_HAND)
        banks = np.repeat(dealt[:, n], n, axis=0)
        outcomes = self.simulation.settle(np.ascontiguousarray(mine), np.ascontiguousarray(banks))
        owed: Array = owed_at(self.game, "main", stakes["main"])[outcomes]
        return owed.reshape(rounds, n, 1)
