"""The compiled round of 3 Card 21 "N" Done: one seat by best play, judged by the table's rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, STAND
from houseway.analysis.blackjack.simulation.round_state import (
    BEGAN,
    IN_ORDER,
    LONGEST,
    NEXT,
    ROUND,
    have_ready,
    next_card,
    shuffle,
)
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.facts.binding import among
from houseway.analysis.simulation.hand_sides import counting
from houseway.analysis.simulation.sorting import lay_out
from houseway.analysis.three_card_21.exact import IN_THREE, KEEP, PAID, SURRENDER, Best
from houseway.families.blackjack.rules import LOSE, WIN
from houseway.hands.blackjack import dealer_draws, natural, points, value
from houseway.pieces.cards import ACE
from houseway.rulebook.colorado.three_card_21_n_done.rules import (
    three_card_bonus,
    three_card_outcome,
)

BONUSES = len(three_card_bonus.outcomes)

MOST = 12
"""A bound on the half units that a round can win or lose: three hands doubled."""
RESULTS = tuple(f"{half / 2:+g}" for half in range(-MOST, MOST + 1))
FIRST_CARDS = 5
DEALER = 3


class StrategyArrays(NamedTuple):
    """A strategy as arrays."""

    first: Any
    draw: Any
    two: Any
    child: Any
    pair: Any
    hits_soft_17: bool
    one_card_aces: bool
    reshuffle_at: int


def way_of(game: Any, best: Best) -> StrategyArrays:
    """Return best play of a posted table as arrays."""
    tree = hands()
    return StrategyArrays(
        best.first, best.draw, best.two, tree["child"], tree["pair"], game.hits_soft_17,
        game.split_aces_one_card, game.reshuffle_at(),
    )  # fmt: skip


def new_hands() -> Any:
    """Allocate three hands and the dealer's: cards, then size and stake."""
    return np.zeros((DEALER + 1, LONGEST + 2), np.int64)


SIZE, CHIPS = LONGEST, LONGEST + 1


def give(table: Any, i: int, card: int) -> None:
    """Add a card to a hand."""
    table[i, table[i, SIZE]] = card
    table[i, SIZE] += 1


def ordered(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Return three ranks in ascending order."""
    low, high = min(a, b, c), max(a, b, c)
    return low, a + b + c - low - high, high


def class_of(card: int) -> int:
    """Return the value class of a card: 0 for an ace, 9 for ten and faces."""
    return value(card) - 1


def play_round(
    shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, sides: Any
) -> int:
    """Play one round; return the main result in half units.

    The outcome of the bonus is written to ``sides``.
    """
    if len(shoe) - spot[ROUND, NEXT] < FIRST_CARDS:
        shuffle(shoe, spot)
    spot[ROUND, BEGAN] = spot[ROUND, NEXT]
    have_ready(shoe, spot, random)
    for i in range(DEALER + 1):
        table[i, SIZE], table[i, CHIPS] = 0, 1
    for k in range(FIRST_CARDS):
        give(table, 0 if k % 2 == 0 else DEALER, next_card(shoe, spot, random))
    first_three = table[0, :3]
    lay_out(first_three, 0, spot[IN_ORDER])
    sides[0] = among(three_card_bonus(spot[IN_ORDER, :3]), BONUSES)
    low, middle, high = ordered(table[0, 0] >> 2, table[0, 1] >> 2, table[0, 2] >> 2)
    up = class_of(table[DEALER, 0])
    what = way.first[low, middle, high, up]
    if what == PAID:
        return 2 * (three_card_outcome(first_three, table[DEALER, :2], False) == WIN)
    if natural(table[DEALER, :2]):
        return -2
    if what == SURRENDER:
        return -1
    played = play_hands(shoe, spot, table, way, random, what, up)
    return settle(shoe, spot, table, way, random, played)


def play_hands(
    shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, what: int, up: int
) -> int:  # fmt: skip
    """Play the player's one hand, or the three made of it; return their number."""
    if what not in (IN_THREE, KEEP):
        hand = way.child[way.pair[class_of(table[0, 0]), class_of(table[0, 1])],
                         class_of(table[0, 2])]  # fmt: skip
        if what == DOUBLE:
            table[0, CHIPS] = 2
            give(table, 0, next_card(shoe, spot, random))
        elif what == HIT:
            draw_on(shoe, spot, table, way, random, 0, hand, up)
        return 1
    cards = table[0, 0], table[0, 1], table[0, 2]
    for i in range(3):
        table[i, SIZE] = 0
        give(table, i, cards[i])
    for i in range(3):
        give(table, i, next_card(shoe, spot, random))
        hand = way.pair[class_of(table[i, 0]), class_of(table[i, 1])]
        if way.one_card_aces and table[i, 0] >> 2 == ACE:
            continue
        if points(table[i, :2]) == 21:
            continue
        if way.two[up, hand] == DOUBLE:
            table[i, CHIPS] = 2
            give(table, i, next_card(shoe, spot, random))
        elif way.two[up, hand] == HIT:
            draw_on(shoe, spot, table, way, random, i, hand, up)
    return 3


def draw_on(
    shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, i: int, hand: int, up: int
) -> None:
    """Hit, and draw until the strategy stands."""
    what = HIT
    while what == HIT:
        card = next_card(shoe, spot, random)
        give(table, i, card)
        hand = way.child[hand, class_of(card)]
        what = STAND if hand < 0 or points(table[i, : table[i, SIZE]]) >= 21 else way.draw[up, hand]


def settle(shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, played: int) -> int:
    """Draw for the dealer if a hand waits, and settle every hand; return the net in half units."""
    waits = False
    for i in range(played):
        waits = waits or points(table[i, : table[i, SIZE]]) < 21
    while waits and dealer_draws(table[DEALER, : table[DEALER, SIZE]], way.hits_soft_17):
        give(table, DEALER, next_card(shoe, spot, random))
    won = 0
    for i in range(played):
        outcome = three_card_outcome(
            table[i, : table[i, SIZE]], table[DEALER, : table[DEALER, SIZE]], False
        )
        if outcome == WIN:
            won += 2 * table[i, CHIPS]
        elif outcome == LOSE:
            won -= 2 * table[i, CHIPS]
    return won


def count_round(
    shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, found: Any,
    main: Any, bonus: Any,
) -> None:  # fmt: skip
    """Play the next round of a shoe with a cut card, and count result and outcome."""
    if len(shoe) - spot[ROUND, NEXT] <= way.reshuffle_at:
        shuffle(shoe, spot)
    main[MOST + play_round(shoe, spot, table, way, random, found)] += 1
    bonus[found[0]] += 1


def many_with(judge: Any) -> Any:
    """Return the loop over rounds with plug-in wagers on the first three cards."""
    count = counting(judge)

    def many(
        rounds: int, shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, found: Any,
        main: Any, bonus: Any, scratch: Any, counts: Any,
    ) -> None:  # fmt: skip
        shuffle(shoe, spot)
        for _ in range(rounds):
            count_round(shoe, spot, table, way, random, found, main, bonus)
            for k in range(3):
                scratch[0][k] = spot[IN_ORDER, k]
            count(scratch, counts)

    return many


def many_rounds(
    rounds: int, shoe: Any, spot: Any, table: Any, way: StrategyArrays, random: Any, found: Any,
    main: Any, bonus: Any,
) -> None:  # fmt: skip
    """Play rounds from a shoe with a cut card, and count results and outcomes."""
    shuffle(shoe, spot)
    for _ in range(rounds):
        count_round(shoe, spot, table, way, random, found, main, bonus)
