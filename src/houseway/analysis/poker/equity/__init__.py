"""Equity: what hands may expect of a pot to which nobody can add any more.

    >>> from houseway.analysis.poker.equity import equity
    >>> found = equity("holdem", ["AhAs", "KhKs"])
    >>> found.method, f"{float(found.chances[0].share):.6f}"
    ('exact', '0.826366')

Flop games count every board, two hands of stud or draw every pair of draws that share no card
(``disjoint``); more hands that draw, or too many ways to hold ranges, are dealt at random, and the
result says so and how far off it may be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.poker.equity import deals, drawing, drawn, flop, pineapple
from houseway.analysis.poker.equity.forms import PINEAPPLE, Form, form_of
from houseway.analysis.poker.equity.notation import Spot, read_spot
from houseway.analysis.poker.equity.outcomes import Chances, Ways, chances
from houseway.analysis.wager_odds import EXACT, SIMULATED
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.rulebook import find
from houseway.util.html import html_table, paragraphs

ALL_DEALS = 400_000
"""Deals laid out one by one, where no quicker way counts them."""
ALL_DEALS_MOST = 50_000_000
DEALS, SEED = 1_000_000, 1
"""Of what is dealt at random, unless said otherwise."""
PINEAPPLE_DEALS = 20_000
"""Fewer, for whoever throws a card away thinks about it."""
DEALS_MOST = 1_000_000_000
ASSUMED = "assumed"


@dataclass(frozen=True)
class Equity:
    """The chances of some hands, and how they are known."""

    game: str
    hands: tuple[str, ...]
    board: tuple[int, ...]
    chances: tuple[Chances, ...]
    parts: tuple[str, ...]
    method: str
    """``exact``, ``simulated``, or ``assumed``: counted, but under an assumption about play."""
    deals: int
    """Deals that were counted, weighed where ranges have weights."""
    assumes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{hand} {float(each.share):.4%}"
            for hand, each in zip(self.hands, self.chances, strict=True)
        )
        return f"<{self.game}, {self.method}: {shares}>"

    def records(self) -> list[dict[str, Any]]:
        """The hands as flat records, as data frames take them."""
        hands: list[dict[str, Any]] = self.plain()["hands"]
        return hands

    def _repr_html_(self) -> str:
        columns = [name for name in self.records()[0] if name not in ("hand", "error")]
        rows = ((x["hand"], *(f"{x[name]:.4%}" for name in columns)) for x in self.records())
        caption = f"{self.game}: {self.method}, {self.deals:,} deals"
        table = html_table(("hand", *columns), rows, caption, columns)
        return table + paragraphs(self.assumes)

    def plain(self) -> dict[str, Any]:
        """For JSON."""
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
    """The chances of these hands, as people write them (``notation``).

    With ``deals`` they are dealt at random even where they could be counted; with ``exact`` they
    are counted even where that takes long.
    """
    table = find(game)(posting or {}) if isinstance(game, str) else game
    if not isinstance(table, Poker):
        raise Refused(f"{table.name} is not poker: nobody's hand is held against another's")
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
    """How often who wins what, how that is known, and what it takes for granted."""
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
        if not spot.form.board and drawn.can_count(spot, exact):
            return drawn.count(spot), EXACT, ()
        if exact:
            raise Refused("these are too many deals to be counted; leave out --exact")
    drawing_at_random = any(hand.draws_as_dealt for hand in spot.hands)
    assumes = drawing.ASSUMES if drawing_at_random else ()
    return deals.sample(spot, wanted or DEALS, seed), SIMULATED, assumes


__all__ = ["Chances", "Equity", "Form", "equity", "form_of", "weigh"]
