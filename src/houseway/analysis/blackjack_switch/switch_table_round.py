"""Two hands by lookup tables: the rounds of ``switch_round.py``.

A hand is played by its exact cards, so its index in the tree of hands is kept along with its state
(``table_round.py``). Each table is filled by calling the general driver, and through it the rules.
The general driver takes the turn of a hand that is split, or for which the shoe may run short. From
the same random stream both make the same rounds.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, SPLIT_FREE, STAND
from houseway.analysis.blackjack.simulation import table_round
from houseway.analysis.blackjack.simulation.compiled_round import MOST
from houseway.analysis.blackjack.simulation.round_seats import open_round, pass_shoe
from houseway.analysis.blackjack.simulation.round_state import (
    BEGAN,
    CHIPS,
    DEALER,
    FIRST,
    GIVEN,
    HANDS,
    NEXT,
    ROUND,
    SECOND,
    SIZE,
    draw,
    have_ready,
    new_hand,
    new_spot,
)
from houseway.analysis.blackjack.simulation.table_round import (
    AFTER,
    NATURAL,
    RANKS,
    STATES,
    TWO,
    lay,
)
from houseway.analysis.blackjack.solver.hand_tree import BUST_HAND, hands
from houseway.analysis.blackjack_switch.switch_round import (
    COUNT,
    SPOTS,
    decide_of,
    moments_of,
    player_of,
    units_of,
    wants_dealer,
)
from houseway.analysis.compiler.compile import compiled
from houseway.hands.blackjack import value

FOR_GENERAL = -1
"""The mark of a spot that the general driver plays; other spots have a state, and if they
doubled."""
CARD_OF_VALUE = tuple(next(4 * r for r in RANKS if value(4 * r) == v) for v in range(1, 11))

# ``TWO`` and ``AFTER`` of ``table_round.py`` come first; ranks and up cards have 16 places.
FIRST_CHOICE = AFTER + STATES * 16
"""The decision on two cards, by rank, rank and up card."""
WANTS = FIRST_CHOICE + 16 * 16 * 16
"""1 if the dealer must play for a hand, by switched or not, and state."""
DRAWS = WANTS + 2 * STATES
"""1 if the dealer draws to a hand of this state."""
UNITS = DRAWS + STATES
"""The net of a spot in units: by switched or not, doubled or not, state and dealer's state."""
VALUE = UNITS + 4 * STATES * STATES
"""The value of a rank, less one."""
PAIR = VALUE + 16
"""The two-card hand in the tree of hands, by rank and rank."""
TREE = PAIR + 16 * 16
"""For every hand of the tree, and for a bust, 32 entries. The first 16 are the hand with one card
more, by rank. The others are 1 if it takes another card once it has drawn, by up card."""


# Tables.


def tables_of(free_double: Any, free_split: Any, played: Any) -> Any:
    """Return all tables in one array, for these rules of free bets, posting and strategy."""
    tree = hands(COUNT)
    bust, shown = len(tree["child"]), [value(4 * rank) - 1 for rank in RANKS]
    found: Any = np.zeros(TREE + 32 * (bust + 1), np.int16)
    found[: table_round.FIRST_CHOICE] = table_round.state_tables(COUNT)
    found[VALUE : VALUE + 13] = shown
    found[PAIR:TREE].reshape(16, 16)[:13, :13] = tree["pair"][shown][:, shown]
    child = tree["child"][:, shown]
    found[TREE:].reshape(-1, 32)[:bust, :13] = np.where(child == BUST_HAND, bust, child)
    fill = compiled(_filling(free_double, free_split), no_refcount=True)
    cards, held = _laid(tree["cards"]), _laid(table_round.states_of(COUNT).values(), known=True)
    fill(played, found, new_spot(), *cards, *held)
    return found


def _laid(all_hands: Any, known: bool = False) -> tuple[Any, Any]:
    """Return hands as rows of cards with their sizes; each value is represented by some card."""
    rows = [tuple(hand) if known else tuple(CARD_OF_VALUE[v] for v in hand) for hand in all_hands]
    cards: Any = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, hand in zip(cards, rows, strict=True):
        row[: len(hand)] = hand
    return cards, np.array([len(hand) for hand in rows], np.int64)


def seat_hand(spot: Any, i: int, cards: Any, size: int) -> None:
    """Lay a hand with a stake of one chip."""
    new_hand(spot, i, 1, 0)
    spot[i, SIZE] = size
    for k in range(size):
        spot[i, k] = cards[k]
    spot[ROUND, HANDS], spot[ROUND, GIVEN] = 1, 0
    if i == 0:
        spot[ROUND, FIRST], spot[ROUND, SECOND] = cards[0], cards[1]


def filling_by(decide: Any) -> Any:
    """Return the function that fills the tables, hand after hand."""
    dealer_draws = COUNT.dealer_draws

    def fill(
        played: Any, found: Any, spot: Any, cards: Any, sizes: Any, held: Any, sizes_held: Any
    ) -> None:
        for up in range(13):
            spot[DEALER, 0], spot[DEALER, SIZE] = 4 * up, 1
            for a in range(13):
                for b in range(13):
                    seat_hand(spot, 0, (4 * a, 4 * b), 2)
                    found[FIRST_CHOICE + 256 * a + 16 * b + up] = decide(spot, 0, played)
            for h in range(len(sizes)):
                if sizes[h] > 2:
                    seat_hand(spot, 0, cards[h], sizes[h])
                    found[TREE + 32 * h + 16 + up] = decide(spot, 0, played) == HIT
        for i in range(len(sizes_held)):
            found[DRAWS + i] = dealer_draws(held[i, : sizes_held[i]], played.hit_soft_17)
            seat_hand(spot, 0, held[i], sizes_held[i])
            for switched in range(2):
                found[WANTS + STATES * switched + i] = wants_dealer(spot, switched == 1, played)
                for doubled in range(2):
                    spot[0, CHIPS] = 1 + doubled
                    row = UNITS + STATES * (STATES * (2 * switched + doubled) + i)
                    for j in range(len(sizes_held)):
                        dealer = held[j, : sizes_held[j]]
                        found[row + j] = units_of(spot, dealer, switched == 1, played)

    return fill


@functools.lru_cache(maxsize=16)
def _filling(free_double: Any, free_split: Any) -> Any:
    """Return the function that fills the lookup tables; cached by rules."""
    return filling_by(decide_of(free_double, free_split))


# The round.


def turn(shoe: Any, spot: Any, a: Any, b: Any, up: Any, tables: Any) -> int:
    """Play a hand of two ranks by the tables; return its state, plus ``STATES`` if it doubled."""
    chosen = tables[FIRST_CHOICE + 256 * a + 16 * b + up]
    state = int(tables[TWO + 16 * a + b])
    if chosen == STAND:
        return state
    if chosen in (SPLIT, SPLIT_FREE):
        return FOR_GENERAL
    at, hand = spot[ROUND, NEXT], int(tables[PAIR + 16 * a + b])
    while True:
        if at == len(shoe):
            return FOR_GENERAL
        rank = shoe[at] >> 2
        at += 1
        state = int(tables[AFTER + 16 * state + rank])
        hand = int(tables[TREE + 32 * hand + rank])
        if chosen == DOUBLE or not tables[TREE + 32 * hand + 16 + up]:
            break
    spot[ROUND, NEXT] = at
    return STATES + state if chosen == DOUBLE else state


def handed_by(play: Any) -> Any:
    """Return a spot's turn by the general driver, in the middle of the round."""

    def handed(
        shoe: Any, spots: Any, k: int, first: int, second: int, played: Any, random: Any
    ) -> None:
        lay(spots[k], first, spots[0, DEALER, 0], second, spots[0, DEALER, 1])
        if k:
            pass_shoe(spots[0], spots[k])
        play(shoe, spots[k], played, random)
        if k:
            pass_shoe(spots[k], spots[0])

    return handed


def deal(shoe: Any, spots: Any, four: Any, random: Any) -> None:
    """Deal two cards to each hand and the dealer, whose cards go to the first spot."""
    open_round(shoe, spots[0], SPOTS, random)
    at = spots[0, ROUND, BEGAN]
    spots[0, ROUND, NEXT] = at + 2 * SPOTS + 2
    four[0], four[1], four[2], four[3] = shoe[at], shoe[at + 3], shoe[at + 1], shoe[at + 4]
    new_hand(spots[0], DEALER, 0, 0)
    spots[0, DEALER, 0], spots[0, DEALER, 1] = shoe[at + 2], shoe[at + 5]
    spots[0, DEALER, SIZE] = 2


def switches(up: Any, four: Any, switched: Any, tables: Any) -> int:
    """Return 1 if the second cards of both hands are exchanged, else 0."""
    a, b, c, d = four[0] >> 2, four[1] >> 2, four[2] >> 2, four[3] >> 2
    return int(
        switched[
            tables[VALUE + up], tables[VALUE + a], tables[VALUE + b], tables[VALUE + c],
            tables[VALUE + d],
        ]
    )  # fmt: skip


def dealer_plays(shoe: Any, spot: Any, state: Any, tables: Any, random: Any) -> Any:
    """Draw the dealer's cards; return the state of the hand."""
    have_ready(shoe, spot, random)
    while tables[DRAWS + state]:
        draw(shoe, spot, DEALER, random)
        rank = spot[DEALER, spot[DEALER, SIZE] - 1] >> 2
        state = tables[AFTER + 16 * state + rank]
    return state


def spots_by(handed: Any) -> Any:
    """Return the turns of both hands; it returns True if the dealer must play."""

    def play_spots(
        shoe: Any, spots: Any, four: Any, became: Any, switched: int, played: Any, tables: Any,
        random: Any,
    ) -> bool:  # fmt: skip
        wanted = False
        up = spots[0, DEALER, 0] >> 2
        for k in range(SPOTS):
            have_ready(shoe, spots[0], random)
            first, second = four[2 * k], four[2 * (k ^ switched) + 1]
            became[k] = turn(shoe, spots[0], first >> 2, second >> 2, up, tables)
            if became[k] == FOR_GENERAL:
                handed(shoe, spots, k, first, second, played, random)
                wants = wants_dealer(spots[k], switched == 1, played)
            else:
                wants = tables[WANTS + STATES * switched + became[k] % STATES] != 0
            wanted = wanted or wants
        return wanted

    return play_spots


def round_by(play_spots: Any, after_deal: Any, after_dealer: Any) -> Any:
    """Return one whole round: it fills the side bets' outcomes and returns the main result."""

    def one_round(
        shoe: Any, spots: Any, random: Any, found: Any, played: Any, four: Any, became: Any,
        tables: Any,
    ) -> int:  # fmt: skip
        deal(shoe, spots, four, random)
        after_deal(spots, four, found[0])
        up, hole = spots[0, DEALER, 0] >> 2, spots[0, DEALER, 1] >> 2
        dealer = tables[TWO + 16 * up + hole]
        switched = 0
        for k in range(SPOTS):
            became[k] = tables[TWO + 16 * (four[2 * k] >> 2) + (four[2 * k + 1] >> 2)]
        if not (played.peek and dealer == NATURAL):
            switched = switches(up, four, played.switches, tables)
            if play_spots(shoe, spots, four, became, switched, played, tables, random):
                dealer = dealer_plays(shoe, spots[0], dealer, tables, random)
        after_dealer(spots, four, found[0])
        units = MOST
        for k in range(SPOTS):
            if became[k] == FOR_GENERAL:
                hand = spots[0, DEALER, : spots[0, DEALER, SIZE]]
                units += units_of(spots[k], hand, switched == 1, played)
            else:
                units += tables[UNITS + STATES * (2 * STATES * switched + became[k]) + dealer]
        return units

    return one_round


def driver(free_double: Any, free_split: Any, after_deal: Any, after_dealer: Any) -> Any:
    """Return ``one_round`` by tables for side bets (place, rule) of two moments, not compiled."""
    play_spots = spots_by(handed_by(player_of(free_double, free_split)))
    return round_by(play_spots, *moments_of(after_deal, after_dealer))
