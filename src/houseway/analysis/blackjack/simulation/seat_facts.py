"""The facts of a blackjack spot as rules read them, for the compiled drivers.

They are those of ``families/blackjack/state.py``, read from the array of ``round_state.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from houseway.analysis.blackjack.simulation.round_state import (
    ACES,
    DEALER,
    GIVEN,
    HANDS,
    IN_ORDER,
    OPENING,
    ROUND,
    SIZE,
    THIRD,
)
from houseway.analysis.compiler.compile import inlined
from houseway.analysis.simulation.sorting import lay_out
from houseway.families.blackjack.rules import Count
from houseway.families.blackjack.state import LONGEST
from houseway.pieces.cards import ACE
from houseway.side_bets.straights import straight_length

FACTS = (
    *("player", "first_two", "dealer", "dealer_up", "dealer_blackjack", "lammers"),
    *("dealer_two", "original", "run", "player_over_21", "player_over_29"),
    *("opening", "split_aces"),
)


def as_drawn(spot: Any) -> int:
    """Return the row of the dealer's hand as drawn, for rules that do not read its order."""
    return DEALER


def in_order(spot: Any) -> int:
    """Lay out the dealer's hand in order, the up card first; return its row."""
    lay_out(spot[DEALER, : spot[DEALER, SIZE]], 1, spot[IN_ORDER])
    return IN_ORDER


def opening_cards(spot: Any, posted: Any) -> int:
    """Lay out the first two cards and the third drawn, if any; return the number of cards."""
    row = spot[OPENING]
    row[0], row[1] = spot[ROUND, 0], spot[ROUND, 1]
    if spot[ROUND, HANDS] == 1:
        if spot[0, SIZE] < 3:
            return 2
        row[2] = spot[0, 2]
        return 3
    if not posted.third_after_split:
        return 2
    row[2] = spot[0, 1] if spot[ROUND, THIRD] < 0 else spot[ROUND, THIRD]
    return 3


def aces_split(spot: Any) -> int:
    """Lay out split aces, each with the card dealt to it; return the number of cards."""
    if spot[ROUND, HANDS] == 1 or spot[ROUND, 0] >> 2 != ACE:
        return 0
    n = 0
    for i in range(spot[ROUND, HANDS]):
        for k in range(min(spot[i, SIZE], 2)):
            spot[ACES, n] = spot[i, k]
            n += 1
    return n


def facts_by(count: Count, reads: Collection[str] = FACTS) -> Any:
    """Return the function that computes ``FACTS`` of a spot, for hands counted by ``count``.

    Facts that cost work and are not in ``reads`` are left empty.
    """
    points, natural, over = count.total, count.natural, count.over
    opens = not {"opening", "split_aces"}.isdisjoint(reads)
    totals = not {"player_over_21", "player_over_29"}.isdisjoint(reads)
    runs = "run" in reads

    @inlined
    def facts_of(spot: Any, posted: Any, row: int) -> Any:
        judged = 0
        if posted.best_hand:
            best = -100
            for i in range(spot[ROUND, HANDS]):
                hand = spot[i, : spot[i, SIZE]]
                total = -points(hand) if over(hand) else points(hand)
                if total > best:
                    judged, best = i, total
        dealer = spot[DEALER, : spot[DEALER, SIZE]]
        player, first_two = spot[judged, : spot[judged, SIZE]], spot[ROUND, :2]
        original = first_two
        if spot[ROUND, HANDS] == 1:
            original = spot[0, : spot[0, SIZE]]
        total = points(player) if totals else 0
        opening = opening_cards(spot, posted) if opens else 0
        aces = aces_split(spot) if opens else 0
        run = straight_length(original, LONGEST) if runs else 0
        return (
            player, first_two, spot[row, : len(dealer)], dealer[0], natural(dealer),
            spot[ROUND, GIVEN], dealer[:2], original, original[:run], total > 21, total > 29,
            spot[OPENING, :opening], spot[ACES, :aces],
        )  # fmt: skip

    return facts_of
