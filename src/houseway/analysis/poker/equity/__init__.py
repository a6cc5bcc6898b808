"""Equity: the share of an all-in pot that each hand can expect.

    >>> from houseway.analysis.poker.equity import equity
    >>> found = equity("holdem", ["AhAs", "KhKs"])
    >>> found.method, f"{float(found.chances[0].share):.6f}"
    ('exact', '0.826366')

Flop games count every board. Two hands of stud or draw count every pair of draws that share no card
(``disjoint``). More hands that draw, or ranges with too many combinations, are dealt at random; the
result then gives its standard error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.poker.equity import deals, draw_pairs, draw_strategy, flop, pineapple
from houseway.analysis.poker.equity.forms import PINEAPPLE, Form, form_of
from houseway.analysis.poker.equity.notation import Spot, read_spot
from houseway.analysis.poker.equity.outcomes import Chances, Ways, chances
from houseway.analysis.wager_odds import EXACT, SIMULATED
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.rulebook import find
from houseway.util.html import html_table, paragraphs

DEALS, SEED = 1_000_000, 1
"""Deals at random and their seed, unless the caller chooses others."""
ALL_DEALS, ALL_DEALS_MOST = DEALS, 50_000_000
"""The most deals to enumerate one by one: by default, which takes as long as random deals, and on
request.
"""
PINEAPPLE_DEALS = 20_000
"""Random deals of Crazy Pineapple; fewer, because every discard is tried on all turns and
rivers.
"""
DEALS_MOST = 1_000_000_000
ASSUMED = "assumed"


@dataclass(frozen=True)
class Equity:
    """The chances of some hands, and the method that found them."""

    game: str
    hands: tuple[str, ...]
    board: tuple[int, ...]
    chances: tuple[Chances, ...]
    parts: tuple[str, ...]
    method: str
    """``exact``, ``simulated``, or ``assumed``: counted, but under an assumption about play."""
    deals: int
    """The number of deals that were counted, with the weights of ranges."""
    assumes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{hand} {float(each.share):.4%}"
            for hand, each in zip(self.hands, self.chances, strict=True)
        )
        return f"<{self.game}, {self.method}: {shares}>"

    def records(self) -> list[dict[str, Any]]:
        """Return the hands as flat records for a data frame."""
        hands: list[dict[str, Any]] = self.plain()["hands"]
        return hands

    def _repr_html_(self) -> str:
        columns = [name for name in self.records()[0] if name not in ("hand", "error")]
        rows = ((x["hand"], *(f"{x[name]:.4%}" for name in columns)) for x in self.records())
        caption = f"{self.game}: {self.method}, {self.deals:,} deals"
        table = html_table(("hand", *columns), rows, caption, columns)
        return table + paragraphs(self.assumes)

    def plain(self) -> dict[str, Any]:
        """Return the result as plain values for JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "deals": self.deals,
            "assumes": list(self.assumes),
            "hands": [
                {
                    "hand": hand,
                    "win": float(each.win),
                    "tie": float(each.tie),
                    "share": float(each.share),
                    **{name: float(part) for name, part in each.parts.items()},
                    "scoop": float(each.scoop),
                    "error": each.error,
                }
                for hand, each in zip(self.hands, self.chances, strict=True)
            ],
        }


def equity(
    game: str | Poker,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    posting: Mapping[str, object] | None = None,
    exact: bool = False,
    deals: int | None = None,
    seed: int = SEED,
) -> Equity:
    """Return the chances of these hands, written in the notation of ``notation``.

    ``deals`` is a number of random deals, used even where the deals could be counted. ``exact``
    counts them even where that takes long.
    """
    table = find(game)(posting or {}) if isinstance(game, str) else game
    if not isinstance(table, Poker):
        raise Refused(f"{table.name} is not poker: hands are not compared with each other")
    form = form_of(table)
    if deals is not None and not 1 <= deals <= DEALS_MOST:
        raise Refused(f"deal 1 to {DEALS_MOST:,} times, not {deals:,}")
    if exact and deals is not None:
        raise Refused("count every deal, or deal at random: not both")
    spot = read_spot(form, table.name, hands, board, dead)
    ways, method, assumes = weigh(spot, deals, seed, exact)
    return Equity(
        table.id,
        tuple(hands),
        spot.board,
        chances(ways, len(hands), form.parts, method == SIMULATED),
        form.parts,
        method,
        sum(ways.values()),
        assumes,
    )


def weigh(
    spot: Spot, wanted: int | None, seed: int, exact: bool = False
) -> tuple[Ways, str, tuple[str, ...]]:
    """Return the counted outcomes, the method that counted them, and its assumptions."""
    if spot.form.kind == PINEAPPLE and not pineapple.is_decided(spot):
        if exact:
            raise Refused("who will throw away which card is not known: this cannot be exact")
        if wanted is None and pineapple.can_count(spot):
            return pineapple.count(spot, seed), ASSUMED, pineapple.ASSUMES
        found = pineapple.sample(spot, wanted or PINEAPPLE_DEALS, seed)
        return found, SIMULATED, pineapple.ASSUMES
    if wanted is None:
        if spot.form.board and flop.can_count(spot, exact):
            return flop.count(spot), EXACT, ()
        if deals.deals_in_all(spot) <= (ALL_DEALS_MOST if exact else ALL_DEALS):
            return deals.count_all(spot), EXACT, ()
        if not spot.form.board and draw_pairs.can_count(spot, exact):
            return draw_pairs.count(spot), EXACT, ()
        if exact:
            deals.require_no_conflict(spot)
            raise Refused("these are too many deals to be counted; leave out --exact")
    drawing_at_random = any(hand.draws_as_dealt for hand in spot.hands)
    assumes = draw_strategy.ASSUMES if drawing_at_random else ()
    return deals.sample(spot, wanted or DEALS, seed), SIMULATED, assumes


__all__ = ["Chances", "Equity", "Form", "equity", "form_of", "weigh"]
