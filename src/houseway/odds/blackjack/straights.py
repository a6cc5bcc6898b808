"""Straights that grow while a hand is played: exact under best play, and what chasing them costs.

A wager on the original hand is *growing* when each card either makes its outcome better or ends
it.  So only hands that still grow have to be followed, and there are few of them: every card is
brought before the very rule that settles the wager, every decision is that of best play, and what
becomes of a hand that has stopped growing does not matter to the wager.

    >>> best = best_play(game)
    >>> growing_chances(game, wager, best)                 # the main wager played for its own best
    >>> chase(game, wager, best, nets, ratio=1.0)          # both wagers together played best
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from houseway.errors import Refused
from houseway.hands.points21 import points, value
from houseway.odds.blackjack.best_play import (
    DOUBLE,
    HIT,
    ORIGINAL,
    SPLIT,
    STAND,
    SURRENDER,
    stake_value,
)
from houseway.odds.blackjack.dealer import TEN
from houseway.odds.blackjack.hands_tree import BUST_HAND, hands
from houseway.odds.blackjack.solve import BestPlay
from houseway.odds.facts import as_posted
from houseway.odds.worth import EXACT, Worth, by_pay_table, with_details
from houseway.pieces.cards import ACE, CLUBS, SPADES
from houseway.pieces.cards import RANKS as NAMES
from houseway.shapes.blackjack import Blackjack
from houseway.wager import AFTER_HAND, Wager

RANKS = range(13)
SUITS = ((SPADES, 0.25), (CLUBS, 0.75))
"""The suit of an ace, where a rule asks for it: one of four is of spades, and there is one ace."""

Cards = tuple[int, ...]
Nets = Sequence[float]
"""What each outcome nets, in units of the wager."""


@dataclass(frozen=True)
class Choice:
    """What a decision is worth: to the main wager, and to the growing one."""

    action: int
    main: float
    side: float


@dataclass(frozen=True)
class Chase:
    """Both wagers played together for the best sum; figures for one unit of each."""

    chances: tuple[float, ...]
    """How often each outcome of the growing wager comes."""
    main: float
    """The expectation of the main wager."""
    cost: float
    """What the main wager gives up against its own best play."""
    choices: dict[tuple[str, str], tuple[Choice, Choice]]
    """(first two cards, up card) -> the main wager's own best decision, and the one that chases."""


def worth_if_growing(game: Blackjack, wager: Wager, best: BestPlay) -> Worth:
    """A wager that goes with the original hand and grows with it; else Refused."""
    posted = as_posted(game, wager)
    if wager.resolves != AFTER_HAND or posted.reads != ("original",) or not grows(posted.by):
        raise Refused(f"{wager.name} does not grow with the original hand")
    chances = growing_chances(game, wager, best)
    found = by_pay_table(
        game, wager, chances, EXACT, ("the main wager is played for its own best",)
    )
    ratio = game.limits(wager)[0] / game.limits(game.wagers[0])[0]
    said = {}
    for column, nets in found.columns.items():
        values = [float(net) for net in nets]
        both = chase(game, wager, best, values, ratio)
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


@cache
def grows(by: Any) -> bool:
    """Whether no later card changes an outcome that one card has left as it was."""
    cards = [rank * 4 for rank in RANKS]
    for drawn in product(cards, cards, cards):
        if points(drawn) < 21 and (before := by(drawn)) == by(drawn[:2]):
            later = {by((*drawn, card)) for card in cards}
            if later != {before}:
                return False
    return True


def growing_chances(game: Blackjack, wager: Wager, best: BestPlay) -> tuple[float, ...]:
    """How often each outcome comes when the main wager is played for its own best."""
    walk = _Walk(game, wager, best)
    return _together(walk, lambda cards, up: walk.dist(cards, up, walk.own))


def chase(
    game: Blackjack, wager: Wager, best: BestPlay, nets: Nets, ratio: float = 1.0
) -> Chase:  # fmt: skip
    """Both wagers together played best, the growing one of ``ratio`` units for one of the main."""
    walk = _Walk(game, wager, best)
    both = _Both(walk, nets, ratio)
    chances = _together(walk, lambda cards, up: walk.dist(cards, up, both.action))
    cost, choices = 0.0, {}
    for cards, up, chance, blackjack in walk.deals():
        if walk.alive(cards):
            own, with_side = both.own(cards, up), both.best(cards, up)
            cost += chance * (1.0 - blackjack) * (own.main - with_side.main)
            name = "".join(NAMES[rank] for rank in sorted(cards, key=_low)), NAMES[up]
            choices[name] = own, with_side
    return Chase(chances, best.expectation - cost, cost, choices)


def _low(rank: int) -> int:
    return -1 if rank == ACE else rank


def _together(walk: _Walk, dist: Callable[[Cards, int], list[float]]) -> tuple[float, ...]:
    """The outcomes of all first deals; under a dealer's blackjack the first two cards are all."""
    found = [0.0] * walk.outcomes
    for cards, up, chance, blackjack in walk.deals():
        dealt = walk.judged(cards)
        played = dist(cards, up) if walk.alive(cards) else dealt
        for outcome in range(walk.outcomes):
            found[outcome] += chance * (
                blackjack * dealt[outcome] + (1.0 - blackjack) * played[outcome]
            )
    return tuple(found)


class _Walk:
    """Ranks, drawn one by one against an up card, as long as the wager grows."""

    def __init__(self, game: Blackjack, wager: Wager, best: BestPlay) -> None:
        self.by, self.best, self.decks = as_posted(game, wager).by, best, game.decks
        self.outcomes = len(wager.by.outcomes)
        self.judged: Callable[[Cards], list[float]] = cache(self._judged)
        self.hand: Callable[[Cards], int] = cache(self._hand)
        self.draws: Callable[[Cards, int], list[tuple[Cards, float]]] = cache(self._draws)
        self.tree = hands()

    def _judged(self, cards: Cards) -> list[float]:
        """The outcome of a hand, by chance of the suit of its ace."""
        found = [0.0] * self.outcomes
        for suit, chance in SUITS:
            found[self.by([rank * 4 + (suit if rank == ACE else CLUBS) for rank in cards])] += (
                chance
            )
        return found

    def alive(self, cards: Cards) -> bool:
        """Whether a hand has grown with its last card; of two cards, whether it is one at all."""
        before = self.judged(cards[:-1]) if len(cards) > 2 else self._judged_as_lost()
        return self.judged(cards) != before

    def _judged_as_lost(self) -> list[float]:
        return [*[0.0] * (self.outcomes - 1), 1.0]

    def _hand(self, cards: Cards) -> int:
        """The number of a hand in the tree, or BUST_HAND."""
        values = [value(rank * 4) - 1 for rank in cards]
        h = int(self.tree["pair"][values[0], values[1]])
        for v in values[2:]:
            h = int(self.tree["child"][h, v])
            if h == BUST_HAND:
                break
        return h

    def left(self, cards: Cards, up: int) -> list[int]:
        """How many cards of each rank are not in sight."""
        return [4 * self.decks - cards.count(rank) - (rank == up) for rank in RANKS]

    def deals(self) -> Iterator[tuple[Cards, int, float, float]]:
        """Two cards and an up card, their chance, and that of a blackjack the dealer finds."""
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
        """Every card that may come next, by rank, the dealer having no blackjack."""
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
        """What best play of the main wager does."""
        return int(self.best.play.first[value(up * 4) - 1, self.hand(cards)])

    def dist(self, cards: Cards, up: int, decide: Callable[[Cards, int], int]) -> list[float]:
        """The outcomes of a hand that is played by these decisions."""
        action = STAND if self.tree["total"][self.hand(cards)] == 21 else decide(cards, up)
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

    def action(self, cards: Cards, up: int) -> int:
        """What is done with a hand that grows."""
        return self.best(cards, up).action

    def award(self, cards: Cards) -> float:
        """What the growing wager nets as the hand stands."""
        judged = self.walk.judged(cards)
        return sum(p * net for p, net in zip(judged, self.nets, strict=True))

    def _best(self, cards: Cards, up: int) -> Choice:
        return max(self.choices(cards, up), key=lambda found: found.main + self.ratio * found.side)

    def own(self, cards: Cards, up: int) -> Choice:
        """The main wager's own best decision, followed to the end."""
        action = self.walk.own(cards, up)
        if self.walk.tree["total"][self.walk.hand(cards)] == 21:
            action = STAND
        if action == HIT:
            return self._hit(cards, up, self.own)
        return next(found for found in self.choices(cards, up) if found.action == action)

    def choices(self, cards: Cards, up: int) -> Iterator[Choice]:
        """Everything a growing hand may do."""
        walk, best = self.walk, self.walk.best
        terms, g = best.terms, best.grounds[value(up * 4) - 1]
        h, here = walk.hand(cards), self.award(cards)
        yield Choice(STAND, stake_value(g.rows[h], ORIGINAL, 0.0, 0.0, terms.takes), here)
        if walk.tree["total"][h] == 21:
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
        best, main, side = self.walk.best, 0.0, 0.0
        rows = best.grounds[value(up * 4) - 1].rows
        for drawn, chance in self.walk.draws(cards, up):
            h = self.walk.hand(drawn)
            worth = -2.0
            if h != BUST_HAND:
                worth = stake_value(rows[h], ORIGINAL, 1.0, 0.0, best.terms.takes)
            main, side = main + chance * worth, side + chance * self.award(drawn)
        return Choice(DOUBLE, main, side)


__all__ = ["Chase", "Choice", "chase", "growing_chances", "grows", "worth_if_growing"]
