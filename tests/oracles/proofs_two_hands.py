"""Differential proofs of games whose first cards become several hands: Switch and 3 Card 21."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.simulate import ENOUGH
from houseway.analysis.blackjack_switch.exact import table_of
from houseway.analysis.blackjack_switch.simulation import SwitchSimulation, played_of
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.three_card_21 import compiled_round as three_card_21
from houseway.analysis.three_card_21 import exact as three_card_exact
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.game.base import Seat
from houseway.hands.blackjack import points
from houseway.rulebook.colorado.three_card_21_n_done import rules as three_card_rules
from houseway.table.round import Round
from tests.oracles.proofs import CHIPS, feed, interpreted, settled, shoe_for, stakes_at
from tests.support.switch_player import switch_policy


def prove_switch(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Both hands and the side bets that are offered, by tables and by the general driver."""
    sim, checked = SwitchSimulation(game), 0
    best, switches = table_of(type(game)() if wild else game)
    sim.played = wild_play(game, best, chance) if wild else played_of(game, best, switches)
    slow = interpreted(game, wild)
    for _ in range(rounds):
        cards, stakes = shoe_for(game, chance), stakes_at(game, chance)
        sim.by_tables = not slow or chance.random() < 0.5
        try:
            found = sim.from_cards(cards, slow)
        except Refused:  # too few cards for it
            continue
        player = switch_policy(stakes, sim.played)
        nets = settled(feed(Round(game, [Seat(1, "Ann", CHIPS)]), cards, chance, player))
        wanted = {(1, "main"): Fraction(found.units * stakes["main"])}
        for name, outcome in found.outcomes.items():
            wanted[1, name] = game.pay[name][outcome].net() * stakes[name]
        assert wanted == nets, (game.posting, wild, game.kind.show(cards[: found.cards]))
        checked += len(nets)
    return checked


def wild_play(game: Any, best: Any, chance: random.Random) -> Any:
    """Any decisions at all, so that every corner of the round is met."""
    numbers = np.random.default_rng(chance.randrange(1 << 30))
    played = played_of(game, best, numbers.random((10,) * 5) < 0.5)
    first = numbers.choice((HIT, STAND, DOUBLE, SPLIT, SPLIT), played.first.shape)
    first[:, played.pair[0, 0]] = SPLIT  # an ace that was split takes no card by choice
    after = np.empty_like(played.after)
    after[:] = numbers.choice((HIT, STAND, STAND), first.shape)[:, None]
    return played._replace(first=first.astype(np.int8), after=after)


def prove_three_card_21(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """One seat with all wagers, by the compiled round."""
    best = three_card_exact.best_play(type(game)())  # it takes seconds: that of the defaults
    way = three_card_21.way_of(game, best)._replace(reshuffle_at=-1)
    if wild or game.posting != type(game)().posting:
        way = wild_way(game, way, chance)
    one, checked = compiled(three_card_21.play_round, no_refcount=True), 0
    for _ in range(rounds):
        cards, stakes = shoe_for(game, chance), stakes_at(game, chance)
        spot: Any = compiled_round.new_spot()
        found: Any = np.zeros(1, np.int64)
        shoe: Any = np.zeros(len(cards) + ENOUGH, np.uint8)
        shoe[: len(cards)] = cards
        won = one(shoe, spot, three_card_21.new_hands(), way, np.zeros(4, np.uint64), found)
        if spot[compiled_round.ROUND, compiled_round.NEXT] > len(cards):
            continue
        player = ThreeCardPlayer(way, stakes)
        nets = settled(feed(Round(game, [Seat(1, "Ann", CHIPS)]), cards, chance, player))
        wanted = {(1, "main"): Fraction(int(won) * stakes["main"], 2)}
        if "bonus" in stakes:
            wanted[1, "bonus"] = game.pay["bonus"][int(found[0])].net() * stakes["bonus"]
        assert nets == wanted, (game.posting, game.kind.show(cards[:20]))
        checked += len(wanted)
    return checked


def wild_way(game: Any, way: Any, chance: random.Random) -> Any:
    """Any decision that is allowed, for every three ranks, every hand and every up card."""
    first, two = way.first.copy(), way.two.copy()
    draw = np.random.default_rng(chance.randrange(1 << 30)).choice((HIT, STAND), two.shape)
    for ranks in combinations_with_replacement(range(13), 3):
        allowed = first_choices(game, [4 * rank + suit for suit, rank in enumerate(ranks)])
        first[ranks] = [chance.choice(allowed) for _ in range(first.shape[-1])]
    cards_of = {three_card_21.class_of(4 * rank): 4 * rank for rank in range(13)}
    for a, b in combinations_with_replacement(range(10), 2):
        may = game.double_after_split and rules.may_double(
            [cards_of[a], cards_of[b]], game.offers.double_on
        )
        choices = (HIT, STAND, DOUBLE) if may else (HIT, STAND)
        two[:, way.pair[a, b]] = [chance.choice(choices) for _ in range(len(two))]
    return way._replace(first=first, two=two, draw=draw.astype(np.int8))


def first_choices(game: Any, cards: list[int]) -> list[int]:
    """Return the choices with three cards."""
    if points(cards) == 21:
        kept = three_card_rules.may_decline_21(cards)
        return [three_card_exact.PAID, three_card_exact.KEEP] if kept else [three_card_exact.PAID]
    found = []
    if points(cards) < 21:
        found += [STAND, HIT]
        if game.double_three_cards and three_card_rules.may_double_three(
            cards, game.offers.double_on
        ):
            found.append(DOUBLE)
    if three_card_rules.may_be_over(cards):
        found.append(three_card_exact.SURRENDER)
    if three_card_rules.may_split_in_three(cards):
        found.append(three_card_exact.IN_THREE)
    return found


class ThreeCardPlayer:
    """A live player who follows the arrays of the compiled rounds."""

    def __init__(self, way: Any, stakes: dict[str, int]) -> None:
        self.way, self.places = way, tuple(stakes.items())

    def __call__(self, question: Any, s: Any) -> Act:
        seat = 1
        if s.phase == "betting":
            return Act(seat, "bet", places=self.places)
        if s.phase == "insurance":
            return Act(seat, "no_insurance")
        up = three_card_21.class_of(s.dealer[0])
        ranks = three_card_21.ordered(*(card >> 2 for card in s.dealt[seat]))
        what = int(self.way.first[(*ranks, up)])
        if s.phase == "21":
            return Act(seat, "keep" if what == three_card_exact.KEEP else "paid")
        _, i = s.playing()
        hand = s.hands[seat][i]
        if not hand.split and len(hand.cards) == 3:
            return Act(seat, THREE_CARD_DECISIONS[what])
        values = [three_card_21.class_of(card) for card in hand.cards]
        at = int(self.way.pair[values[0], values[1]])
        for value in values[2:]:
            at = int(self.way.child[at, value])
        two = hand.split and len(hand.cards) == 2
        said = (self.way.two if two else self.way.draw)[up, at]
        return Act(seat, THREE_CARD_DECISIONS[int(said)])


THREE_CARD_DECISIONS = {
    0: "stand", 1: "hit", 2: "double", three_card_exact.SURRENDER: "surrender",
    three_card_exact.IN_THREE: "split_in_three",
}  # fmt: skip
