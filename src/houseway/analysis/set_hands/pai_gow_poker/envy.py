"""The Envy Bonus with the Fortune wager, by the number of other hands and the size of the bet.

Every other player's hand is any seven cards, so each is worth the same on average. Means add up
even though hands are not independent. An envy pay is a fixed sum, so it is worth most, relative to
the bet, on the least wager that qualifies for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.set_hands.pai_gow_poker.seven import seven_ways
from houseway.analysis.wager_odds import Details
from houseway.game.pay_tables import Payout
from houseway.game.wagers import Wager
from houseway.money import format_amount

SIZES = (5_00, 10_00, 25_00, 100_00)
"""Sizes of the wager for which the edge is shown, within the limits."""


def envy_per_hand(ways: Sequence[int], payouts: Sequence[Payout]) -> Fraction:
    """Return the mean pay of one other hand to a button, in cents."""
    brought = sum(n * payout.envy for n, payout in zip(ways, payouts, strict=True))
    return Fraction(brought, sum(ways))


def edge_with_envy(edge: Fraction, each: Fraction, others: int, wager: int) -> Fraction:
    """Return the edge on a wager with an envy button and this number of other players' hands."""
    return edge - others * each / wager


def about_envy(game: Any, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """Return the neglected part of the edge, and the edge with it."""
    ways = seven_ways(game, bind_posting(game, wager))
    least, most = game.limits(wager)
    others = range(1, game.seats_max - 1)
    sizes = [cents for cents in SIZES if max(least, game.envy_from) <= cents <= most]
    said, details = [], {}
    for name, payouts in game.pay_tables()[wager.paid_by].columns.items():
        each = envy_per_hand(ways, payouts)
        edge = -sum(
            (Fraction(n, sum(ways)) * p.net() for n, p in zip(ways, payouts, strict=True)),
            Fraction(),
        )
        table = {
            format_amount(cents): {
                str(n): float(edge_with_envy(edge, each, n, cents)) for n in others
            }
            for cents in sizes
        }
        details[name] = {
            "envy": {"cents_per_other_hand": str(each), "edge_by_wager_and_other_hands": table}
        }
        if sizes:
            full = edge_with_envy(edge, each, others[-1], sizes[0])
            said.append(
                f"{name}: the envy is not in the edge; each other player's hand brings a button "
                f"${float(each) / 100:.4f} on average, so that at "
                f"${format_amount(sizes[0])} beside "
                f"{others[-1]} other hands the edge is {float(full):.4%}"
            )
    return tuple(said), details
