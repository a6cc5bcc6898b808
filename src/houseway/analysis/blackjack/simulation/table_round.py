"""The fast blackjack simulation: the round of ``compiled_round.py`` with its answers in tables.

Under a strategy by totals, everything about an unsplit hand follows from its *state*: its count,
and its count with any further card. Each table is filled by calling the general driver, and through
it the rules, for a hand of every state; no rule is written here. Hands that are split, surrendered
or settled by suits are passed to the general driver in the middle of the round.

From the same cards both drivers make the same round, card by card. From the same random stream they
give the same counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, TypeAlias

import numpy as np

from houseway.analysis.blackjack.decisions import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.compiled_round import PostedRules, double_hand
from houseway.analysis.blackjack.simulation.hand_rules import HandRules
from houseway.analysis.blackjack.simulation.mid_round_wagers import (
    AT_DEALER,
    AT_PEEK,
    NOT_PLACED,
    Side,
    adding_by,
)
from houseway.analysis.blackjack.simulation.round_state import (
    ADDED,
    AHEAD,
    CHIPS,
    DEALER,
    FIRST,
    GIVEN,
    HANDS,
    LAMMERS,
    LOOSE,
    NEXT,
    ROUND,
    SECOND,
    SIZE,
    new_hand,
)
from houseway.analysis.blackjack.solver.hands import (
    SHORT,
    Asking,
    Key,
    asking,
    looks_at_suits,
    suits_decide,
)
from houseway.analysis.blackjack.strategy.basic import Strategy
from houseway.analysis.compiler.compile import inlined
from houseway.analysis.random_streams import BLOCK, mix
from houseway.families.blackjack.rules import MUST_STAND, Count
from houseway.hands.blackjack import value
from houseway.pieces.cards import ACE, TEN

State: TypeAlias = tuple[Key, bool, tuple[tuple[Key, bool], ...]]

RANKS = range(13)
NATURAL = 0
"""The state of a natural."""

AS_DEALT, PAID, FREE = range(3)
"""The stake of a hand: one chip, two chips, a chip and a lammer."""


STATES = 64
"""An upper bound on the number of states; rows of tables have this length, or 16 for ranks."""
TWO = 0
"""The state of two cards, by rank and rank."""
AFTER = TWO + 16 * 16
"""The state of a hand with one card more, by state and rank."""
FIRST_CHOICE = AFTER + STATES * 16
"""The decision on the first two cards, by rank, rank and up card."""
AGAIN = FIRST_CHOICE + 16 * 16 * 16
"""1 if a hand that has drawn takes another card, by state and up card."""
DRAWS = AGAIN + STATES * 16
"""1 if the dealer draws, by the player's state and the dealer's."""
RESULT = DRAWS + STATES * STATES
"""The result of the main wager, by stake, state and the dealer's state."""
WANTS = RESULT + 3 * STATES * STATES
"""1 if a hand of this state makes the dealer play."""
DEALER_DRAWS = WANTS + STATES
"""1 if the dealer draws to a hand of this state."""
TABLES = DEALER_DRAWS + STATES

FOR_GENERAL = 255
"""The result of a round for the general driver: a split, a surrender, or suits decide."""
PADDING = 64
"""Positions behind the shoe; a round that reads them is replayed by the general driver."""


# Tables.


@cache
def states_of(count: Count) -> dict[State, list[int]]:
    """Return every state of a hand with an example, of four cards or more if there is one."""
    ask, ten = asking(count), 4 * (ACE - 1)
    found = {state_of(ask, [4 * ACE, ten]): [4 * ACE, ten]}
    todo = [[4 * a, 4 * b] for a in RANKS for b in RANKS]
    while todo:
        hand = todo.pop(0)
        state = state_of(ask, hand)
        if state not in found or len(found[state]) < min(len(hand), SHORT):
            found[state] = hand
            if state[2]:
                todo += [[*hand, 4 * rank] for rank in RANKS]
    return found


def state_of(ask: Asking, hand: Sequence[int]) -> State:
    """The state of a hand: its key, softness, and those with any further card it may take."""
    facts = ask(values_of(hand))
    draws = facts.chart != MUST_STAND or any(facts.draws)
    after = (ask(values_of([*hand, 4 * rank])) for rank in RANKS) if draws else ()
    return facts.key, facts.soft, tuple((each.key, each.soft) for each in after)


def values_of(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the values of cards, sorted."""
    return tuple(sorted(value(card) - 1 for card in cards))


@cache
def state_tables(count: Count) -> Any:
    """Return the first two tables: the state of two cards, and of a hand with one card more."""
    hands, ask, found = states_of(count), asking(count), np.zeros(FIRST_CHOICE, np.uint8)
    number = {state: i for i, state in enumerate(hands)}
    for a in RANKS:
        for b in RANKS:
            found[TWO + 16 * a + b] = number[state_of(ask, [4 * a, 4 * b])]
    for i, (state, hand) in enumerate(hands.items()):
        for rank in RANKS:
            if state[2]:
                found[AFTER + 16 * i + rank] = number[state_of(ask, [*hand, 4 * rank])]
    return found


@lru_cache(16)
def tables_of(made_for: HandRules, strategy: Strategy, posted: PostedRules) -> Any:
    """Return all tables in one read-only array, for these rules, this posting and strategy."""
    count = made_for.count
    hands, early = states_of(count), compiled_round.early_by(strategy)
    decide = compiled_round.decide_by(count, compiled_round.offers_by(made_for), strategy)
    spot, found = compiled_round.new_spot(), np.zeros(TABLES, np.uint8)
    found[:FIRST_CHOICE] = state_tables(count)
    for a in RANKS:
        for b in RANKS:
            for up in RANKS:
                _seat(spot, [4 * a, 4 * b], [4 * up])
                chosen = decide(spot, 0, posted)
                if posted.early and up >= TEN and not count.natural(spot[0, :2]):
                    chosen = SURRENDER if early(spot, posted) else chosen
                found[FIRST_CHOICE + 256 * a + 16 * b + up] = chosen
    for i, hand in enumerate(hands.values()):
        for rank in RANKS:
            if len(hand) > 2:
                _seat(spot, hand, [4 * rank])
                found[AGAIN + 16 * i + rank] = decide(spot, 0, posted) == HIT
        found[DEALER_DRAWS + i] = count.dealer_draws(hand, posted.hit_soft_17)
        _fill_results(made_for, found, i, list(hands.values()), posted)
    return found


def _fill_results(
    made_for: HandRules, found: Any, i: int, hands: Sequence[Sequence[int]], posted: PostedRules
) -> None:
    """Fill in the results of a hand of state ``i`` against every state of the dealer."""
    count, main_result = made_for.count, compiled_round.main_result_by(made_for)
    must_draw, asks = compiled_round.must_draw_by(count), looks_at_suits(count)
    spot = compiled_round.new_spot()
    for j, dealer in enumerate(hands):
        _seat(spot, hands[i], dealer)
        found[WANTS + i] = must_draw(spot, posted, False)
        draws = count.dealer_draws(dealer, posted.hit_soft_17)
        found[DRAWS + STATES * i + j] = found[WANTS + i] and draws
        suited = asks and suits_decide(count, hands[i], dealer, posted.dealer_22)
        for k, (chips, lammers) in enumerate(((1, 0), (2, 0), (1, 1))):
            spot[0, CHIPS], spot[0, LAMMERS] = chips, lammers
            place = RESULT + STATES * (STATES * k + i) + j
            found[place] = FOR_GENERAL if suited else main_result(spot, posted, False)


def _seat(spot: Any, hand: Sequence[int], dealer: Sequence[int]) -> None:
    """Lay a finished hand and a dealer's hand at the spot."""
    for i, cards in ((0, hand), (DEALER, dealer)):
        new_hand(spot, i, 1, 0)
        spot[i, : len(cards)] = cards
        spot[i, SIZE] = len(cards)
    spot[ROUND, FIRST], spot[ROUND, SECOND] = hand[0], hand[1]
    spot[ROUND, HANDS], spot[ROUND, GIVEN] = 1, 0


# The round.


def lay(spot: Any, first: int, up: int, second: int, hole: int) -> None:
    """Lay the first four cards where the general driver and the side bets look for them."""
    new_hand(spot, 0, 1, 0)
    new_hand(spot, DEALER, 0, 0)
    spot[0, 0], spot[0, 1], spot[0, SIZE] = first, second, 2
    spot[DEALER, 0], spot[DEALER, 1], spot[DEALER, SIZE] = up, hole, 2
    spot[ROUND, FIRST], spot[ROUND, SECOND] = first, second
    spot[ROUND, HANDS], spot[ROUND, GIVEN], spot[ROUND, ADDED] = 1, 0, 0


def deal_by(keep: bool) -> Any:
    """Return the draw of a card's rank; with ``keep`` the card is also laid to the hand."""

    def card(shoe: Any, at: Any, spot: Any, i: int) -> Any:
        drawn = shoe[at]
        if keep:
            spot[i, spot[i, SIZE]] = drawn
            spot[i, SIZE] += 1
        return drawn >> 2

    return card


def quick_by(after_deal: Any, after_peek: Any, after_dealer: Any, add: Any, keep: bool) -> Any:
    """Return one round by the tables from position ``at``: its result and the next position."""
    card = deal_by(keep)

    @inlined
    def quick(shoe: Any, at: Any, spot: Any, posted: PostedRules, tables: Any, found: Any) -> Any:
        first, up, second, hole = shoe[at], shoe[at + 1], shoe[at + 2], shoe[at + 3]
        at += 4
        state = tables[TWO + 16 * (first >> 2) + (second >> 2)]
        dealer = tables[TWO + 16 * (up >> 2) + (hole >> 2)]
        chosen = tables[FIRST_CHOICE + 256 * (first >> 2) + 16 * (second >> 2) + (up >> 2)]
        peeked = posted.peek and dealer != NATURAL
        stake = 0
        if keep:
            lay(spot, first, up, second, hole)
            after_deal(spot, posted, found)
            if peeked:
                after_peek(spot, posted, found)
        if peeked or not posted.peek:
            if keep:
                if posted.draws_for_added and not posted.peek and state == NATURAL:
                    return FOR_GENERAL, at
                add(spot, posted, AT_PEEK, False)
            if chosen != STAND:
                if chosen in (SPLIT, SPLIT_FREE, SURRENDER):
                    return FOR_GENERAL, at
                state = tables[AFTER + 16 * state + card(shoe, at, spot, 0)]
                at += 1
                if chosen == HIT:
                    while tables[AGAIN + 16 * state + (up >> 2)]:
                        state = tables[AFTER + 16 * state + card(shoe, at, spot, 0)]
                        at += 1
                else:
                    stake = PAID if chosen == DOUBLE else FREE
                    if keep:
                        double_hand(spot, 0, 1 if chosen == DOUBLE_FREE else 0)
            if keep:
                add(spot, posted, AT_DEALER, False)
            while tables[DRAWS + STATES * state + dealer]:
                dealer = tables[AFTER + 16 * dealer + card(shoe, at, spot, DEALER)]
                at += 1
        elif posted.early and chosen == SURRENDER:
            return FOR_GENERAL, at
        if keep:
            if not peeked:
                after_peek(spot, posted, found)
            after_dealer(spot, posted, found)
        return int(tables[RESULT + STATES * (STATES * stake + state) + dealer]), at

    return quick


def many_by(quick: Any, general: Any) -> Any:
    """Return ``compiled_round.many_by`` with tables; the general driver plays other rounds.

    The shoe is the first ``size`` cards of ``padded``, of which the first ``mixed`` are in random
    order. Returns the position of the next card.
    """

    def many_rounds(
        rounds: int, padded: Any, size: int, mixed: int, spot: Any, posted: PostedRules,
        tables: Any, random: Any, found: Any, main: Any, sides: Any,
    ) -> int:  # fmt: skip
        shoe, at = padded[:size], 0
        for _ in range(rounds):
            if size - at <= posted.reshuffle_at or size - at < 4:
                at = mixed = 0
            if mixed - at < AHEAD and mixed < size:
                mixed = mix(shoe, mixed, mixed + BLOCK, random)
            result, after = quick(padded, at, spot, posted, tables, found)
            if result == FOR_GENERAL or after > mixed:
                spot[ROUND, NEXT], spot[ROUND, LOOSE] = at, size - mixed
                result = general(shoe, spot, posted, random, found)
                after, mixed = spot[ROUND, NEXT], size - spot[ROUND, LOOSE]
            at = after
            main[result] += 1
            for k in range(len(found)):
                if found[k] != NOT_PLACED:
                    sides[k, found[k]] += 1
        return at

    return many_rounds


def driver(made_for: HandRules, strategy: Strategy, sides: tuple[Side, ...]) -> Any:
    """Return ``many_rounds`` for these rules and side bets, not compiled."""
    return many_by(*rounds_of(made_for, strategy, sides))


def rounds_of(made_for: HandRules, strategy: Strategy, sides: tuple[Side, ...]) -> tuple[Any, Any]:
    """Return the round by tables, and the general driver for the rounds it passes on."""
    moments = compiled_round.moments_of(made_for.count, sides)
    quick = quick_by(*moments, adding_by(made_for.count, sides), keep=bool(sides))
    return quick, compiled_round.driver(made_for, strategy, sides)


def not_by_tables(
    shoe: Any, at: Any, spot: Any, posted: PostedRules, tables: Any, found: Any
) -> tuple[int, Any]:
    """Leave every round to the general driver, for a strategy that sees more than totals."""
    return FOR_GENERAL, at
