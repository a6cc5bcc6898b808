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
from houseway.analysis.facts.binding import bind_rule, chain_rules
from houseway.analysis.facts.distribution import Values, finite
from houseway.analysis.facts.rule_errors import naming
from houseway.analysis.odds_row import player_edge
from houseway.analysis.random_streams import mix
from houseway.analysis.simulation.counting import Counting, estimates_of
from houseway.analysis.strategy_sheet import Figures, Sentence, StrategySheet, percent
from houseway.analysis.wager_odds import net_of
from houseway.families.baccarat.cards import NO_THIRD, DealtHands
from houseway.hands.baccarat import NATURAL, card_value

if TYPE_CHECKING:
    from houseway.analysis.facts.distribution import FactDistribution
    from houseway.analysis.wager_odds import Estimate
    from houseway.families.baccarat.game import Baccarat
    from houseway.game.wagers import Wager


# Baccarat with cards: every deal counted by card values, and simulated.
#
# Only values of cards matter, so six cards in order are six values; cards that no hand draws may be
# any. The game's own rules decide the draws. Every wager's rule is evaluated once for each value of
# the facts it reads.

FACTS = ("player_points", "banker_points", "player_natural", "banker_natural")
MOST_CARDS = 6
VALUES = 10


def draws_of(game: Baccarat) -> tuple[Any, Any]:
    """Return the rules by which the Player hand and the Banker hand draw."""
    assert isinstance(game.hands, DealtHands), "hands of cards"
    return game.hands.player_draws, game.hands.banker_draws


def two_hands(game: Baccarat, reads: tuple[str, ...]) -> FactDistribution:
    """Return the joint distribution of the facts that are read, over all deals of six cards."""
    places = [place for place, name in enumerate(FACTS) if name in reads]
    weights: Counter[Values] = Counter()
    for values, ways in every_end(game).items():
        weights[tuple(values[place] for place in places)] += ways
    return finite(tuple(FACTS[place] for place in places), dict(weights))


def every_end(game: Baccarat) -> Counter[Values]:
    """Return the ways of each joint value of all four facts."""
    return _every_end(*draws_of(game), game.sets())


@functools.lru_cache(maxsize=8)
def _every_end(player_draws: Any, banker_draws: Any, decks: int) -> Counter[Values]:
    """Return ways of six cards in order; cards that no hand draws may be any of those left."""
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
    """Return the ways to draw cards of these values in order."""
    ways = 1
    for value, n in Counter(values).items():
        ways *= math.perm(left[value], n)
    return ways


def _thirds(
    player_draws: Any, banker_draws: Any, left: Counter[int], player: int, banker: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield both final points, the number of cards drawn, and the ways of these cards."""
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
    """Yield both final points, the Banker's cards drawn (0 or 1), and the ways of that card."""
    if not banker_draws(player, banker, third):
        yield mine, banker, 0, 1
        return
    for card, n in left.items():
        yield mine, (banker + card) % 10, 1, n


# Simulation.


def facts_of(player_draws: Any, banker_draws: Any) -> Any:
    """Return the function from cards to the facts of a round, in the order of ``FACTS``."""

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
    """Return the loop over rounds, each from a full shoe."""

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
    """Return the loop over given cards, for comparison with live rounds."""

    def settle(cards: Any, found: Any) -> None:
        for i in range(len(cards)):
            judge(facts(cards[i]), found[i])

    return settle


class CardsBaccaratSimulation(Counting):
    """All wagers of a table, each made in every round."""

    def __init__(self, game: Baccarat) -> None:
        self.game = game
        self.wagers = game.offered
        judge = chain_rules([(i, bind_rule(w.rule, FACTS)) for i, w in enumerate(self.wagers)])
        self.facts = facts_of(*draws_of(game))
        loop, self._settle = play_rounds(self.facts, judge), judge_deals(self.facts, judge)
        super().__init__(loop, [len(wager.rule.outcomes) for wager in self.wagers])

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Assumptions of the estimates, as sentences."""
        return ("every wager is made in every round", "every round from a full shoe, shuffled",
                "the player-dealer covers every wager")  # fmt: skip

    def play(self, rounds: int, random: Any) -> Any:
        """Play rounds with a stream of random numbers; return the counts."""
        counts = np.zeros(self.counts, np.int64)
        shoe = np.array(self.game.kind.one_set(self.game.sets()), np.int64)
        found = np.zeros(len(self.wagers), np.int64)
        loop = compiled(self.loop, no_refcount=True)
        with naming(self.game, self.wagers, FACTS, lambda: [self.facts(shoe)]):
            loop(rounds, random, shoe, found, self.starts, counts)
        return counts

    def settle(self, cards: Any, interpreted: bool = False) -> Any:
        """Return [row, wager]: the outcome of every wager, for each row of six cards.

        If ``interpreted``, the rules run as plain Python.
        """
        found = np.zeros((len(cards), len(self.wagers)), np.int64)
        settle = self._settle if interpreted else compiled(self._settle, no_refcount=True)
        settle(cards, found)
        return found

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """Return the estimate of every wager from the counts."""
        return estimates_of(self.game, self.wagers, self.parts(counts))


# Wagers of baccarat alone and together; they depend on the same two hands.

SETS = (
    ("player",), ("banker",), ("tie",), ("player_dragon",), ("banker_dragon",),
    ("player", "player_dragon"), ("player", "banker_dragon"),
    ("banker", "player_dragon"), ("banker", "banker_dragon"),
    ("player", "player_dragon", "banker_dragon"), ("banker", "player_dragon", "banker_dragon"),
    ("player", "banker", "player_dragon", "banker_dragon"),
)  # fmt: skip
"""Sets of wagers that are compared, one unit on each."""


def together(game: Baccarat, names: Sequence[str]) -> dict[Fraction, Fraction]:
    """Return net -> probability of one unit on each of these wagers."""
    wagers = [wager for wager in game.offered if wager.name in names]
    ends = every_end(game)
    total, found = sum(ends.values()), dict[Fraction, Fraction]()
    for values, ways in ends.items():
        net = sum((net_at(game, wager, values) for wager in wagers), Fraction())
        found[net] = found.get(net, Fraction()) + Fraction(ways, total)
    return found


def net_at(game: Baccarat, wager: Wager, values: Sequence[int]) -> Fraction:
    """Return the net of a unit on a wager for this value of the facts."""
    known = dict(zip(FACTS, values, strict=True))
    row = wager.outcome([known[name] for name in wager.reads])
    return net_of(game.pay[wager.paid_by][row], wager.name)


def figures(results: dict[Fraction, Fraction]) -> tuple[Fraction, float]:
    """Return the house edge in units of one wager, and the standard deviation."""
    mean = sum((p * net for net, p in results.items()), Fraction())
    square = sum((p * net * net for net, p in results.items()), Fraction())
    return -mean, math.sqrt(square - mean * mean)


def combined_bets_sheet(game: Baccarat, most: int) -> StrategySheet:
    """Return the sheet with edge and standard deviation of each wager, and of combinations."""
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
            warnings.append(Sentence(f"{words}: {warning}", alarm=True))
    says = Sentence("there are no decisions; the stake is one unit on each wager")
    table = Figures(
        ("wagers", "house edge", "in units a round", "deviation"), tuple(rows),
        right=("house edge", "in units a round", "deviation"),
    )  # fmt: skip
    return StrategySheet(
        f"{game.name}: wagers alone and together", {"game": game.id, "together": found},
        (*warnings, says, table),
    )  # fmt: skip
