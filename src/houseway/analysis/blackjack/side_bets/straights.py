"""Straights that grow while a hand is played: exact under best play, and the cost of chasing them.

A wager that reads ``run`` depends on the initial cards of the original hand that form a straight. A
card that does not join the run ends it, so only the few hands that are runs need to be followed.
Decisions are those of best play; later cards do not matter to the wager. A run never repeats a rank
and play ignores suits, so each card of a run has any suit with equal chance.

    >>> best = best_play(game)
    >>> run_chances(game, wager, best)                     # the main wager played for its own best
    >>> chase(game, wager, best, nets, ratio=1.0)          # both wagers together played best
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.analysis.blackjack.simulation.mid_round_wagers import is_late
from houseway.analysis.blackjack.solver.best_play import ORIGINAL, stake_value
from houseway.analysis.blackjack.solver.dealer import TEN
from houseway.analysis.blackjack.solver.hand_tree import BUST_HAND
from houseway.analysis.blackjack.solver.hands import RankOnly, SuitAsked
from houseway.analysis.blackjack.solver.solve import BestPlay
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.wager_odds import EXACT, WagerOdds, by_pay_table, with_details
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import LONGEST
from houseway.game.wagers import AFTER_DEALER, AFTER_HAND, Wager, outcome_of
from houseway.hands.blackjack import value
from houseway.pieces.cards import ACE, CARDS
from houseway.pieces.cards import RANKS as NAMES
from houseway.side_bets.straights import straight_length

RANKS = range(13)

Cards = tuple[int, ...]
Nets = Sequence[float]
"""The net of each outcome, in units of the wager."""


@dataclass(frozen=True)
class Choice:
    """The value of a decision to the main wager and to the wager on the run."""

    action: int
    main: float
    side: float


@dataclass(frozen=True)
class Chase:
    """Both wagers played for the best sum; figures are for one unit of each."""

    chances: tuple[float, ...]
    """The chance of each outcome of the wager on the run."""
    main: float
    """The expectation of the main wager."""
    cost: float
    """The loss of the main wager against its own best play."""
    choices: dict[tuple[str, str], tuple[Choice, Choice]]
    """(first two cards, up card) -> the main wager's own best decision, and the decision for
    both."""


def straight_odds(game: Blackjack, wager: Wager, best: BestPlay) -> WagerOdds:
    """Return the odds of a wager on the run at the beginning of the original hand."""
    walk = _Walk(game, wager, best)
    found = by_pay_table(
        game, wager, _own(walk), EXACT, ("the main wager is played for its own best",)
    )
    ratio = game.limits(wager)[0] / game.limits(game.wagers[0])[0]
    said = {}
    for column, nets in found.columns.items():
        values = [float(net) for net in nets]
        both = _chase(walk, values, ratio)
        edge = -sum(p * net for p, net in zip(both.chances, values, strict=True))
        said[column] = {
            "chased": {
                "units_per_main": ratio,
                "house_edge": edge,
                "cost_to_main": both.cost,
                "house_edge_with_cost": edge + both.cost / ratio,
            }
        }
    return with_details(found, said)


def goes_with_the_hand(game: Blackjack, wager: Wager) -> bool:
    """Return True if the wager is placed every round and settled after the hand has been played."""
    return not is_late(game, wager) and wager.resolves in (AFTER_HAND, AFTER_DEALER)


def run_chances(game: Blackjack, wager: Wager, best: BestPlay) -> tuple[float, ...]:
    """Return the chance of each outcome under best play of the main wager."""
    return _own(_Walk(game, wager, best))


def _own(walk: _Walk) -> tuple[float, ...]:
    """Return the chances of the side bet's outcomes if the main wager is played for itself."""
    return _together(walk, lambda cards, up: walk.dist(cards, up, walk.own))


@cache
def suited(by: Any, run: Cards) -> tuple[float, ...]:
    """Return the outcome distribution of a rule for a run of these ranks, over all suits."""
    found = [0.0] * len(by.outcomes)
    cards: Any = [RankOnly(rank) for rank in run]
    try:
        found[outcome_of(by, [cards])] = 1.0
    except SuitAsked:
        chance = 0.25 ** len(run)
        for suits in product(range(4), repeat=len(run)):
            hand = [rank * 4 + suit for rank, suit in zip(run, suits, strict=True)]
            found[outcome_of(by, [hand], "", CARDS.show)] += chance
    return tuple(found)


def chase(
    game: Blackjack, wager: Wager, best: BestPlay, nets: Nets, ratio: float = 1.0
) -> Chase:  # fmt: skip
    """Return the play of both wagers for the best sum:

    ``ratio`` units on the run for one on the main.
    """
    return _chase(_Walk(game, wager, best), nets, ratio)


def _chase(walk: _Walk, nets: Nets, ratio: float) -> Chase:
    """Return the chances and the cost of play for both wagers.

    ``ratio`` is the stake of the side bet in main wagers.
    """
    both = _Both(walk, nets, ratio)
    chances = _together(walk, lambda cards, up: walk.dist(cards, up, both.action))
    cost, choices = 0.0, {}
    for cards, up, chance, blackjack in walk.deals:
        if walk.alive(cards):
            own, with_side = both.own(cards, up), both.best(cards, up)
            cost += chance * (1.0 - blackjack) * (own.main - with_side.main)
            name = "".join(NAMES[rank] for rank in sorted(cards, key=_low)), NAMES[up]
            choices[name] = own, with_side
    return Chase(chances, walk.best.expectation - cost, cost, choices)


def _low(rank: int) -> int:
    """Return the place of a rank in a run with the ace low."""
    return -1 if rank == ACE else rank


def _together(walk: _Walk, dist: Callable[[Cards, int], Sequence[float]]) -> tuple[float, ...]:
    """Return the outcomes over all first deals; under a dealer blackjack no card is drawn."""
    found = [0.0] * walk.outcomes
    for cards, up, chance, blackjack in walk.deals:
        dealt = walk.judged(cards)
        played = dist(cards, up) if walk.alive(cards) else dealt
        for outcome in range(walk.outcomes):
            found[outcome] += chance * (
                blackjack * dealt[outcome] + (1.0 - blackjack) * played[outcome]
            )
    return tuple(found)


class _Walk:
    """The hands that are still runs against an up card, followed card by card."""

    def __init__(self, game: Blackjack, wager: Wager, best: BestPlay) -> None:
        self.by, self.best, self.decks = bind_posting(game, wager).rule, best, game.decks
        self.outcomes = len(wager.rule.outcomes)
        self.run: Callable[[Cards], Cards] = cache(self._run)
        self.hand: Callable[[Cards], int] = cache(self._hand)
        self.draws: Callable[[Cards, int], list[tuple[Cards, float]]] = cache(self._draws)
        self.judged: Callable[[Cards], tuple[float, ...]] = cache(self._judged)
        self.tree = best.terms.tree

    def _run(self, cards: Cards) -> Cards:
        """Return the ranks of the run at the beginning of a hand."""
        return cards[: straight_length([rank * 4 for rank in cards], LONGEST)]

    def _judged(self, cards: Cards) -> tuple[float, ...]:
        """Return the outcome distribution of a hand, over the suits of its run."""
        return suited(self.by, self.run(cards))

    def alive(self, cards: Cards) -> bool:
        """Return True if the whole hand is a run, which another card may extend."""
        return self.run(cards) == cards

    def _hand(self, cards: Cards) -> int:
        """Return the index of a hand in the tree, or BUST_HAND."""
        values = [value(rank * 4) - 1 for rank in cards]
        h = int(self.tree["pair"][values[0], values[1]])
        for v in values[2:]:
            h = int(self.tree["child"][h, v])
            if h == BUST_HAND:
                break
        return h

    def left(self, cards: Cards, up: int) -> list[int]:
        """Return the number of unseen cards of each rank."""
        return [4 * self.decks - cards.count(rank) - (rank == up) for rank in RANKS]

    @cached_property
    def deals(self) -> tuple[tuple[Cards, int, float, float], ...]:
        """(first two cards, up card, chance, chance of a dealer blackjack found by a peek)."""
        return tuple(self._deals())

    def _deals(self) -> Iterator[tuple[Cards, int, float, float]]:
        """Yield two cards, the up card, their chance, and that of a blackjack under a peek."""
        total = 52 * self.decks
        for a in RANKS:
            for b in RANKS:
                for up in RANKS:
                    ways = 4 * self.decks * self.left((a,), -1)[b] * self.left((a, b), -1)[up]
                    g = self.best.grounds[value(up * 4) - 1]
                    found = float(g.blackjack[self.hand((a, b))]) if self.best.terms.peek else 0.0
                    if ways:
                        yield (a, b), up, ways / (total * (total - 1) * (total - 2)), found

    def _draws(self, cards: Cards, up: int) -> list[tuple[Cards, float]]:
        """Return each next card by rank with its chance, given no dealer blackjack."""
        g, left = self.best.grounds[value(up * 4) - 1], self.left(cards, up)
        chances = g.chances[self.hand(cards)].tolist()
        alike = [0] * len(chances)
        for rank in RANKS:
            alike[value(rank * 4) - 1] += left[rank]
        return [
            ((*cards, rank), chances[v] * left[rank] / alike[v])
            for rank in RANKS
            if left[rank] and (v := value(rank * 4) - 1) >= 0
        ]

    def own(self, cards: Cards, up: int) -> int:
        """Return the decision of best play of the main wager."""
        return int(self.best.play.first[value(up * 4) - 1, self.hand(cards)])

    def dist(self, cards: Cards, up: int, decide: Callable[[Cards, int], int]) -> Sequence[float]:
        """Return the outcome distribution of a hand under these decisions."""
        action = STAND if self.tree["done"][self.hand(cards)] else decide(cards, up)
        if action not in (HIT, DOUBLE):
            return self.judged(cards)
        found = [0.0] * self.outcomes
        for drawn, chance in self.draws(cards, up):
            goes_on = action == HIT and self.alive(drawn)
            part = self.dist(drawn, up, decide) if goes_on else self.judged(drawn)
            for outcome, p in enumerate(part):
                found[outcome] += chance * p
        return found


class _Both:
    """The best decisions for the sum of both wagers."""

    def __init__(self, walk: _Walk, nets: Nets, ratio: float) -> None:
        self.walk, self.nets, self.ratio = walk, nets, ratio
        self.best: Callable[[Cards, int], Choice] = cache(self._best)
        self.award: Callable[[Cards], float] = cache(self._award)

    def action(self, cards: Cards, up: int) -> int:
        """Return the best decision for a hand that is still a run."""
        return self.best(cards, up).action

    def _award(self, cards: Cards) -> float:
        """Return the expected net of the wager on the run as the hand stands."""
        judged = self.walk.judged(cards)
        return sum(p * net for p, net in zip(judged, self.nets, strict=True))

    def _best(self, cards: Cards, up: int) -> Choice:
        """Return the decision with the best sum of main wager and side bet."""
        return max(self.choices(cards, up), key=lambda found: found.main + self.ratio * found.side)

    def own(self, cards: Cards, up: int) -> Choice:
        """Return the main wager's own best decision, followed to the end of the hand."""
        action = self.walk.own(cards, up)
        if self.walk.tree["done"][self.walk.hand(cards)]:
            action = STAND
        if action == HIT:
            return self._hit(cards, up, self.own)
        return next(found for found in self.choices(cards, up) if found.action == action)

    def choices(self, cards: Cards, up: int) -> Iterator[Choice]:
        """Yield every decision that is allowed for a hand that is still a run."""
        walk, best = self.walk, self.walk.best
        terms, g = best.terms, best.grounds[value(up * 4) - 1]
        h, here = walk.hand(cards), self.award(cards)
        yield Choice(STAND, stake_value(g.rows[h], ORIGINAL, 0.0, 0.0, terms.takes), here)
        if walk.tree["done"][h]:
            return
        yield self._hit(cards, up, self.best)
        if len(cards) > 2:
            return
        if terms.doubles[h] & 1:
            yield self._double(cards, up)
        if terms.surrender:
            yield Choice(SURRENDER, -0.5, here)
        tens = all(value(rank * 4) == 10 for rank in cards)
        if tens and terms.splits[TEN] and terms.tens_alike:
            yield Choice(SPLIT, float(best.split_value[g.up, TEN, 0]), here)

    def _hit(self, cards: Cards, up: int, then: Callable[[Cards, int], Choice]) -> Choice:
        """Return the value of a hit if play goes on by ``then``."""
        best, main, side = self.walk.best, 0.0, 0.0
        for drawn, chance in self.walk.draws(cards, up):
            h = self.walk.hand(drawn)
            if h == BUST_HAND:
                worth, award = -1.0, self.award(drawn)
            elif self.walk.alive(drawn):
                found = then(drawn, up)
                worth, award = found.main, found.side
            else:
                worth, award = float(best.no_split[value(up * 4) - 1, h]), self.award(drawn)
            main, side = main + chance * worth, side + chance * award
        return Choice(HIT, main, side)

    def _double(self, cards: Cards, up: int) -> Choice:
        """Return the value of doubling: one card, and twice the main wager."""
        best, main, side = self.walk.best, 0.0, 0.0
        rows = best.grounds[value(up * 4) - 1].rows
        for drawn, chance in self.walk.draws(cards, up):
            h = self.walk.hand(drawn)
            worth = -2.0
            if h != BUST_HAND:
                worth = stake_value(rows[h], ORIGINAL, 1.0, 0.0, best.terms.takes)
            main, side = main + chance * worth, side + chance * self.award(drawn)
        return Choice(DOUBLE, main, side)


__all__ = ["Chase", "Choice", "chase", "run_chances", "straight_odds"]
