"""Baccarat with cards, counted."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.fact_distribution import Values, listed
from houseway.analysis.facts import bind_rule, judges
from houseway.analysis.row_warnings import player_edge
from houseway.analysis.simulation.counting import Counting, estimates_of
from houseway.analysis.simulation.random import mix
from houseway.analysis.simulation.rule_errors import naming
from houseway.analysis.strategy_sheet import Figures, Paper, Words, percent
from houseway.analysis.wager_odds import net_of
from houseway.families.baccarat.cards import NO_THIRD
from houseway.hands.baccarat import NATURAL, card_value

if TYPE_CHECKING:
    from houseway.analysis.fact_distribution import FactDistribution
    from houseway.analysis.wager_odds import Estimate
    from houseway.families.baccarat.cards import CardsBaccarat
    from houseway.game.wagers import Wager


# -- cards baccarat ---------------------------------------------------------------------------
# Baccarat with cards: every deal of both hands counted by what the cards count, and simulated.
#
# What decides is the value of the cards alone, so six cards in order are gone through as six
# values; a hand that draws less leaves the later ones to come in any way. The rules of the game
# say who draws, and every wager's rule is asked about each value of the facts it reads once.

FACTS = ("player_points", "banker_points", "player_natural", "banker_natural")
MOST_CARDS = 6
VALUES = 10


def two_hands(game: CardsBaccarat, reads: tuple[str, ...]) -> FactDistribution:
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
        judge = judges([(i, bind_rule(w.by, FACTS)) for i, w in enumerate(self.wagers)])
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


# -- cards baccarat paper ---------------------------------------------------------------------
# Wagers of baccarat alone and together: they hang on the same two hands.

SETS = (
    ("player",), ("banker",), ("tie",), ("player_dragon",), ("banker_dragon",),
    ("player", "player_dragon"), ("player", "banker_dragon"),
    ("banker", "player_dragon"), ("banker", "banker_dragon"),
    ("player", "player_dragon", "banker_dragon"), ("banker", "player_dragon", "banker_dragon"),
    ("player", "banker", "player_dragon", "banker_dragon"),
)  # fmt: skip
"""Which wagers are laid side by side, one unit on each."""


def together(game: CardsBaccarat, names: Sequence[str]) -> dict[Fraction, Fraction]:
    """The chance of each result of one unit on each of these wagers."""
    wagers = [wager for wager in game.offered if wager.name in names]
    ends = every_end(game)
    total, found = sum(ends.values()), dict[Fraction, Fraction]()
    for values, ways in ends.items():
        net = sum((net_at(game, wager, values) for wager in wagers), Fraction())
        found[net] = found.get(net, Fraction()) + Fraction(ways, total)
    return found


def net_at(game: CardsBaccarat, wager: Wager, values: Sequence[int]) -> Fraction:
    """What a unit on a wager wins when the hands end like this."""
    known = dict(zip(FACTS, values, strict=True))
    row = wager.outcome([known[name] for name in wager.reads])
    return net_of(game.pay[wager.paid_by][row], wager.name)


def figures(results: dict[Fraction, Fraction]) -> tuple[Fraction, float]:
    """The edge against all units together, and the standard deviation."""
    mean = sum((p * net for net, p in results.items()), Fraction())
    square = sum((p * net * net for net, p in results.items()), Fraction())
    return -mean, math.sqrt(square - mean * mean)


def together_paper(game: CardsBaccarat, most: int) -> Paper:
    """The edge and the swing of each wager, and of those that are made together."""
    offered = {wager.name for wager in game.offered}
    rows, found, warnings = [], [], []
    for names in SETS:
        if not offered.issuperset(names):
            continue
        edge, swing = figures(together(game, names))
        words = " + ".join(names)
        rows.append((words, percent(edge / len(names)), f"{float(edge):.6f}", f"{swing:.4f}"))
        found.append({"wagers": list(names), "house_edge": str(edge), "deviation": swing})
        if warning := player_edge(edge / len(names)):
            warnings.append(Words(f"{words}: {warning}", alarm=True))
    says = Words("nobody decides anything: every wager is what the cards make it, one unit on each")
    table = Figures(
        ("wagers", "house edge", "in units a round", "deviation"), tuple(rows),
        right=("house edge", "in units a round", "deviation"),
    )  # fmt: skip
    return Paper(
        f"{game.name}: wagers alone and together", {"game": game.id, "together": found},
        (*warnings, says, table),
    )  # fmt: skip
