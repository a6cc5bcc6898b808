"""Baccarat with cards: every deal of both hands counted by what the cards count, and simulated.

What decides is the value of the cards alone, so six cards in order are gone through as six values;
a hand that draws less leaves the later ones to come in any way.  The rules of the game say who
draws, and every wager's rule is asked about each value of the facts it reads once.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from houseway.hands.baccarat import NATURAL, card_value
from houseway.odds.compiled import compiled
from houseway.odds.counting import Counting, estimates_of
from houseway.odds.facts import judges, reader
from houseway.odds.joint import Joint, Values, listed
from houseway.odds.naming import naming
from houseway.odds.result import Estimate
from houseway.odds.shuffle import mix
from houseway.shapes.baccarat.cards import NO_THIRD, CardsBaccarat

FACTS = ("player_points", "banker_points", "player_natural", "banker_natural")
MOST_CARDS = 6
VALUES = 10


def two_hands(game: CardsBaccarat, reads: tuple[str, ...]) -> Joint:
    """How often the facts that are read have which values, over all deals of six cards."""
    places = [place for place, name in enumerate(FACTS) if name in reads]
    weights: Counter[Values] = Counter()
    for values, ways in every_end(game).items():
        weights[tuple(values[place] for place in places)] += ways
    return listed(tuple(FACTS[place] for place in places), dict(weights))


def every_end(game: CardsBaccarat) -> Counter[Values]:
    """All four facts together: the ways of each of their values."""
    return _every_end(game.player_draws, game.banker_draws, game.sets())


@functools.lru_cache(maxsize=8)
def _every_end(player_draws: Any, banker_draws: Any, decks: int) -> Counter[Values]:
    """Ways are of six cards in order; those nobody takes may be any that are left."""
    found: Counter[Values] = Counter()
    left = Counter(card_value(card) for card in range(52))
    left = Counter({value: n * decks for value, n in left.items()})
    total = 52 * decks
    for first in itertools.product(range(VALUES), repeat=4):
        ways = _taken(left, first)
        if not ways:
            continue
        player, banker = (first[0] + first[2]) % 10, (first[1] + first[3]) % 10
        naturals = int(player >= NATURAL), int(banker >= NATURAL)
        ends = _thirds(player_draws, banker_draws, left - Counter(first), player, banker)
        for mine, other, drawn, more in ends:
            unused = math.perm(total - 4 - drawn, MOST_CARDS - 4 - drawn)
            flags = (naturals[0], naturals[1]) if not drawn else (0, 0)
            found[(mine, other, *flags)] += ways * more * unused
    return found


def _taken(left: Counter[int], values: tuple[int, ...]) -> int:
    """The ways to take cards of these values, one after the other."""
    ways = 1
    for value, n in Counter(values).items():
        ways *= math.perm(left[value], n)
    return ways


def _thirds(
    player_draws: Any, banker_draws: Any, left: Counter[int], player: int, banker: int
) -> Iterator[tuple[int, int, int, int]]:
    """How both hands end, how many cards they draw for it, and the ways of these."""
    if not player_draws(player, banker):
        yield from _last(banker_draws, left, player, player, banker, NO_THIRD)
        return
    for third in range(VALUES):
        if n := left[third]:
            rest, mine = left - Counter((third,)), (player + third) % 10
            for end, other, drawn, more in _last(banker_draws, rest, player, mine, banker, third):
                yield end, other, drawn + 1, more * n


def _last(
    banker_draws: Any, left: Counter[int], player: int, mine: int, banker: int, third: int
) -> Iterator[tuple[int, int, int, int]]:
    """The Banker hand draws, or not."""
    if not banker_draws(player, banker, third):
        yield mine, banker, 0, 1
        return
    for card, n in left.items():
        yield mine, (banker + card) % 10, 1, n


# -- simulation ----------------------------------------------------------------------------------


def facts_of(player_draws: Any, banker_draws: Any) -> Any:
    """The facts of a round of given cards, in the order of ``FACTS``."""

    def facts(cards: Any) -> Any:
        player = (card_value(cards[0]) + card_value(cards[2])) % 10
        banker = (card_value(cards[1]) + card_value(cards[3])) % 10
        mine, other, third, at = player, banker, NO_THIRD, 4
        if player_draws(player, banker):
            third = card_value(cards[4])
            mine, at = (player + third) % 10, 5
        drawn = at - 4
        if banker_draws(player, banker, third):
            other = (banker + card_value(cards[at])) % 10
            drawn += 1
        still = drawn == 0
        return mine, other, int(still and player >= NATURAL), int(still and banker >= NATURAL)

    return facts


def play_rounds(facts: Any, judge: Any) -> Callable[..., None]:
    """The loop over rounds, each from a full shoe."""

    def play(
        rounds: int, random: Any, shoe: Any, found: Any, first: Any, counts: Any
    ) -> None:  # fmt: skip
        for _ in range(rounds):
            mix(shoe, 0, MOST_CARDS, random)
            judge(facts(shoe), found)
            for i in range(len(found)):
                counts[first[i] + found[i]] += 1

    return play


def judge_deals(facts: Any, judge: Any) -> Callable[..., None]:
    """The loop over given cards, for a comparison with live rounds."""

    def settle(cards: Any, found: Any) -> None:
        for i in range(len(cards)):
            judge(facts(cards[i]), found[i])

    return settle


class CardsBaccaratSimulation(Counting):
    """All wagers of a table, each on the hands of every round."""

    def __init__(self, game: CardsBaccarat) -> None:
        self.game = game
        self.wagers = game.offered
        judge = judges([(i, reader(w.by, FACTS)) for i, w in enumerate(self.wagers)])
        self.facts = facts_of(game.player_draws, game.banker_draws)
        loop, self._settle = play_rounds(self.facts, judge), judge_deals(self.facts, judge)
        super().__init__(loop, [len(wager.by.outcomes) for wager in self.wagers])

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        return ("every wager is made in every round", "every round from a full shoe, shuffled",
                "the player-dealer covers every wager")  # fmt: skip

    def play(self, rounds: int, random: Any) -> Any:
        """So many rounds from a stream of random numbers, as counts."""
        counts = np.zeros(self.counts, np.int64)
        shoe = np.array(self.game.kind.one_set(self.game.sets()), np.int64)
        found = np.zeros(len(self.wagers), np.int64)
        loop = compiled(self.loop, borrows=True)
        with naming(self.game, self.wagers, FACTS, lambda: [self.facts(shoe)]):
            loop(rounds, random, shoe, found, self.starts, counts)
        return counts

    def settle(self, cards: Any, interpreted: bool = False) -> Any:
        """The outcome of every wager, in their order, for each row of six cards."""
        found = np.zeros((len(cards), len(self.wagers)), np.int64)
        settle = self._settle if interpreted else compiled(self._settle, borrows=True)
        settle(cards, found)
        return found

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What the counts say of every wager."""
        return estimates_of(self.game, self.wagers, self.parts(counts))
