"""The compiled driver of two hands: one seat, from the first card to the last payout.

It is the round script of ``shapes/blackjack/switch.py`` without money, log and views.  Each of the
two betting spots is a spot of ``one_seat.py``, dealt like two seats of one table; what a hand does
and which second cards change places stands in arrays.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from houseway.hands.points21 import dealer_draws, natural, points, value
from houseway.odds.blackjack import best_rounds, one_seat
from houseway.odds.blackjack.one_seat import MOST
from houseway.odds.blackjack.seats import deal, new_table, pass_shoe
from houseway.odds.blackjack.spot import (
    CHIPS,
    DEALER,
    HANDS,
    IS_SPLIT,
    NEXT,
    ROUND,
    SIZE,
    shuffle,
)
from houseway.odds.facts import Reader, judges, reader
from houseway.rulebook.colorado.blackjack_switch.two_hands import switch_outcome
from houseway.shapes.blackjack import rules

SPOTS = 2
FACTS = ("first_four", "dealer", "dealer_up", "dealer_blackjack", "dealer_two")
RESULTS = tuple(f"{n:+d}" for n in range(-MOST, MOST + 1))
"""Results of the two initial bets together, in units of one: ``units + MOST``."""

_made: Any = namedtuple  # its fields are not spelled out here
Played = _made("Played", (*best_rounds.Played._fields, "switches"))
"""A posting, the decision for every up card and hand, and which cards are switched."""


def new_spots() -> tuple[Any, Any]:
    """Room for one round after another: the two spots, and the first four cards."""
    return new_table(SPOTS), np.zeros(2 * SPOTS, np.int64)


def switch_cards(spots: Any, played: Any) -> bool:
    """The second cards of both hands change places, where that is better."""
    up = value(spots[0, DEALER, 0]) - 1
    a1, a2 = value(spots[0, 0, 0]) - 1, value(spots[0, 0, 1]) - 1
    b1, b2 = value(spots[1, 0, 0]) - 1, value(spots[1, 0, 1]) - 1
    if not played.switches[up, a1, a2, b1, b2]:
        return False
    spots[0, 0, 1], spots[1, 0, 1] = spots[1, 0, 1], spots[0, 0, 1]
    return True


def must_draw(spots: Any, switched: bool, played: Any) -> bool:
    """A live hand to beat, or a side bet for which this table's dealer draws."""
    if played.draws_after_bust:
        return True
    for k in range(SPOTS):
        for i in range(spots[k, ROUND, HANDS]):
            hand = spots[k, i, : spots[k, i, SIZE]]
            paid = natural(hand) and not switched and spots[k, i, IS_SPLIT] == 0
            if points(hand) <= 21 and not paid:
                return True
    return False


def main_result(spots: Any, switched: bool, played: Any) -> int:
    """What the two initial bets won or lost, as one of ``RESULTS``."""
    dealer = spots[0, DEALER, : spots[0, DEALER, SIZE]]
    spares = played.spares_raises and natural(dealer)
    units = 0
    for k in range(SPOTS):
        for i in range(spots[k, ROUND, HANDS]):
            hand = spots[k, i, : spots[k, i, SIZE]]
            split = spots[k, i, IS_SPLIT] != 0
            outcome = switch_outcome(hand, dealer, split, switched, played.dealer_22)
            if outcome in (rules.BLACKJACK, rules.WIN):
                units += spots[k, i, CHIPS]
            elif outcome == rules.LOSE:
                if spares and points(hand) <= 21:
                    units -= 1 if i == 0 else 0
                else:
                    units -= spots[k, i, CHIPS]
    return int(MOST + units)


def sides_by(readers: list[tuple[int, Reader]]) -> Any:
    """The side bets of one moment: their outcomes, from the facts as they then stand."""
    settle = judges(readers)

    def settle_now(spots: Any, four: Any, found: Any) -> None:
        dealer = spots[0, DEALER, : spots[0, DEALER, SIZE]]
        settle((four, dealer, dealer[0], natural(dealer), dealer[:2]), found)

    return settle_now


def round_by(play: Any, after_deal: Any, after_dealer: Any) -> Any:
    """One whole round; the outcome of each side bet into ``found``, the main result returned."""

    def one_round(shoe: Any, spots: Any, four: Any, played: Any, random: Any, found: Any) -> int:
        deal(shoe, spots, random)
        for k in range(SPOTS):
            four[2 * k], four[2 * k + 1] = spots[k, 0, 0], spots[k, 0, 1]
        after_deal(spots, four, found)
        switched = False
        if not (played.peek and natural(spots[0, DEALER, :2])):
            switched = switch_cards(spots, played)
            play(shoe, spots[0], played, random)
            pass_shoe(spots[0], spots[1])
            play(shoe, spots[1], played, random)
            pass_shoe(spots[1], spots[0])
            if must_draw(spots, switched, played):
                while dealer_draws(spots[0, DEALER, : spots[0, DEALER, SIZE]], played.hit_soft_17):
                    one_seat.draw(shoe, spots[0], DEALER, random)
        after_dealer(spots, four, found)
        return main_result(spots, switched, played)

    return one_round


def many_by(one_round: Any) -> Any:
    """So many rounds from a shoe shuffled at the cut card; results and outcomes counted."""

    def many_rounds(
        rounds: int, shoe: Any, spots: Any, four: Any, played: Any, random: Any, found: Any,
        main: Any, sides: Any,
    ) -> None:  # fmt: skip
        shuffle(shoe, spots[0])
        for _ in range(rounds):
            if len(shoe) - spots[0, ROUND, NEXT] <= played.reshuffle_at:
                shuffle(shoe, spots[0])
            main[one_round(shoe, spots, four, played, random, found)] += 1
            for k in range(len(found)):
                sides[k, found[k]] += 1

    return many_rounds


def driver(free_double: Any, free_split: Any, after_deal: Any, after_dealer: Any) -> Any:
    """``one_round`` for side bets (place, rule) of two moments, not yet compiled."""
    decide = best_rounds.decide_by(one_seat.offers_by(free_double, free_split))
    moments = (
        sides_by([(place, reader(by, FACTS)) for place, by in sides])
        for sides in (after_deal, after_dealer)
    )
    return round_by(one_seat.player_by(decide), *moments)
