"""The compiled driver of two hands: one seat, from the first card to the last payout.

It is the round script of Blackjack Switch without money, log and views. Each of the two betting
spots is a spot of ``compiled_round.py``, dealt like two seats of one table. Decisions and switches
are looked up in arrays.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from houseway.analysis.blackjack.simulation import best_rounds, compiled_round
from houseway.analysis.blackjack.simulation.compiled_round import MOST
from houseway.analysis.blackjack.simulation.hand_rules import HandRules
from houseway.analysis.blackjack.simulation.round_seats import (
    deal,
    dealer_plays_by,
    new_table,
    pass_shoe,
)
from houseway.analysis.blackjack.simulation.round_state import (
    CHIPS,
    DEALER,
    HANDS,
    IN_ORDER,
    IS_SPLIT,
    ROUND,
    SIZE,
    have_ready,
)
from houseway.analysis.blackjack.simulation.seat_facts import as_drawn, in_order
from houseway.analysis.facts.binding import Reader, bind_rule, chain_rules
from houseway.analysis.simulation.sorting import lay_out
from houseway.families.blackjack import rules
from houseway.families.blackjack.rules import TWENTY_ONE
from houseway.hands.blackjack import value
from houseway.rulebook.colorado.blackjack_switch.game import switch_outcome

SPOTS = 2
COUNT = TWENTY_ONE
natural, over = COUNT.natural, COUNT.over
"""A switched hand is settled by its own rule, which is written for 21 (``hands.py``)."""
dealer_plays = dealer_plays_by(COUNT)
FACTS = ("first_four", "dealer", "dealer_up", "dealer_blackjack", "dealer_two")
RESULTS = tuple(f"{n:+d}" for n in range(-MOST, MOST + 1))
"""Results of the two initial bets together, in units of one; index ``units + MOST``."""

_made: Any = namedtuple  # its fields are not spelled out here
Played = _made("Played", (*best_rounds.Played._fields, "switches"))
"""A posting, the decision for every up card and hand, and the switches."""


def new_spots() -> tuple[Any, Any]:
    """Allocate the two spots, and an array for the first four cards."""
    return new_table(SPOTS), np.zeros(2 * SPOTS, np.int64)


def switch_cards(spots: Any, played: Any) -> bool:
    """Exchange the second cards of both hands where that is better; return True if exchanged."""
    up = value(spots[0, DEALER, 0]) - 1
    a1, a2 = value(spots[0, 0, 0]) - 1, value(spots[0, 0, 1]) - 1
    b1, b2 = value(spots[1, 0, 0]) - 1, value(spots[1, 0, 1]) - 1
    if not played.switches[up, a1, a2, b1, b2]:
        return False
    spots[0, 0, 1], spots[1, 0, 1] = spots[1, 0, 1], spots[0, 0, 1]
    return True


def wants_dealer(spot: Any, switched: bool, played: Any) -> bool:
    """Return True if the spot has a live hand, or a side bet for which the dealer draws."""
    if played.draws_after_bust:
        return True
    for i in range(spot[ROUND, HANDS]):
        hand = spot[i, : spot[i, SIZE]]
        paid = natural(hand) and not switched and spot[i, IS_SPLIT] == 0
        if not over(hand) and not paid:
            return True
    return False


def units_of(spot: Any, dealer: Any, switched: bool, played: Any) -> int:
    """Return the net of one spot with everything added to it, in initial bets."""
    spares = played.spares_raises and natural(dealer)
    units = 0
    for i in range(spot[ROUND, HANDS]):
        hand = spot[i, : spot[i, SIZE]]
        split = spot[i, IS_SPLIT] != 0
        outcome = switch_outcome(hand, dealer, split, switched, played.dealer_22)
        if outcome in (rules.BLACKJACK, rules.WIN):
            units += spot[i, CHIPS]
        elif outcome == rules.LOSE:
            if spares and not over(hand):
                units -= 1 if i == 0 else 0
            else:
                units -= spot[i, CHIPS]
    return units


def four_in_order(spots: Any, four: Any) -> bool:
    """Lay out the first four cards in ascending order, as a rule reads them; return True."""
    lay_out(four, 0, spots[1, IN_ORDER])
    return True


def four_as_dealt(spots: Any, four: Any) -> bool:
    """Leave the cards as dealt, where no rule reads them; return False."""
    return False


def facts_of(spots: Any, four: Any, ordered: bool, row: int) -> Any:
    """Return the facts of a round as rules read them, in the order of ``FACTS``."""
    dealer = spots[0, DEALER, : spots[0, DEALER, SIZE]]
    first_four = spots[1, IN_ORDER, : len(four)] if ordered else four
    return first_four, spots[0, row, : len(dealer)], dealer[0], natural(dealer), dealer[:2]


def sides_by(readers: list[tuple[int, Reader]]) -> Any:
    """Return the settlement of the side bets of one moment, from the facts at that moment."""
    settle = chain_rules(readers)
    reads = {name for _, judge in readers for name in judge.reads}  # type: ignore[attr-defined]
    four_of = four_in_order if "first_four" in reads else four_as_dealt
    dealer_of = in_order if "dealer" in reads else as_drawn

    def settle_now(spots: Any, four: Any, found: Any) -> None:
        settle(facts_of(spots, four, four_of(spots, four), dealer_of(spots[0])), found)

    return settle_now


def round_by(play: Any, after_deal: Any, after_dealer: Any) -> Any:
    """Return one whole round: it fills the side bets' outcomes and returns the main result."""

    def one_round(shoe: Any, spots: Any, random: Any, found: Any, played: Any, four: Any) -> int:
        deal(shoe, spots, random)
        for k in range(SPOTS):
            four[2 * k], four[2 * k + 1] = spots[k, 0, 0], spots[k, 0, 1]
        after_deal(spots, four, found[0])
        switched = False
        if not (played.peek and natural(spots[0, DEALER, :2])):
            switched = switch_cards(spots, played)
            wanted = False
            for k in range(SPOTS):
                have_ready(shoe, spots[k], random)
                play(shoe, spots[k], played, random)
                pass_shoe(spots[k], spots[1 - k])
                wanted = wanted or wants_dealer(spots[k], switched, played)
            if wanted:
                dealer_plays(shoe, spots[0], played, random)
        after_dealer(spots, four, found[0])
        dealer = spots[0, DEALER, : spots[0, DEALER, SIZE]]
        units = MOST
        for k in range(SPOTS):
            units += units_of(spots[k], dealer, switched, played)
        return units

    return one_round


def player_of(free_double: Any, free_split: Any) -> Any:
    """Return the play of one spot's hands by the arrays, not compiled."""
    return compiled_round.player_by(decide_of(free_double, free_split))


def decide_of(free_double: Any, free_split: Any) -> Any:
    """Return the decision of a hand by the arrays, not compiled."""
    made_for = HandRules(COUNT, free_double, free_split)
    return best_rounds.decide_by(COUNT, compiled_round.offers_by(made_for))


def moments_of(after_deal: Any, after_dealer: Any) -> tuple[Any, Any]:
    """Return the settlement of side bets (place, rule) at two moments."""
    first, last = (
        sides_by([(place, bind_rule(by, FACTS)) for place, by in sides])
        for sides in (after_deal, after_dealer)
    )
    return first, last


def driver(free_double: Any, free_split: Any, after_deal: Any, after_dealer: Any) -> Any:
    """Return ``one_round`` for side bets (place, rule) of two moments, not compiled."""
    play = player_of(free_double, free_split)
    return round_by(play, *moments_of(after_deal, after_dealer))
