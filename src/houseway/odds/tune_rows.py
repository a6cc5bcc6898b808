"""The rows of a pay table as a search for pays needs them: which are free, and between what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from houseway.errors import Refused
from houseway.odds.row import Chance
from houseway.odds.tune_search import (
    LADDERS,
    Found,
    Unit,
    amiss,
    closest,
    ideal,
    nearest_to,
    options,
    span,
)
from houseway.odds.worth import Worth
from houseway.pay import Payout, PayTable

TOP = 1000
"""The highest pay, to 1, unless the printed table or a pay that is kept is higher."""
RAREST = 1e-9


class Rows:
    """The rows of one wager at one table: free ones, grouped by what they are paid as, and others.

    Not free are rows that are kept, that lose or push in every printed column, and that are paid
    from a meter or a fixed sum, which stay as they are posted.
    """

    def __init__(
        self, table: PayTable, column: str, worth: Worth, kept: Mapping[int, Payout]
    ) -> None:
        self.table, self.column, self.kept = table, column, kept
        self.printed = table.columns[column]
        self.chances, self.nets = worth.chances, worth.columns[column]
        self.fixed = {i: kept[i].net() if i in kept else self.nets[i]
                      for i in range(len(table.outcomes)) if self._is_fixed(i)}  # fmt: skip
        self.groups = self._grouped()
        if not self.groups:
            raise Refused("every row of the table is kept; there is nothing to find")
        paid = [p for i, p in enumerate(self.printed) if i not in self.fixed]
        self.back = int(not any(p.stake_back for p in paid))
        """1 where pays are printed ``for 1``, of which the stake is a part."""
        self.units = [self._unit(group) for group in self.groups]

    def _is_fixed(self, row: int) -> bool:
        if row in self.kept:
            return True
        columns = [c for c in self.table.columns if c not in self.table.own]
        cells = [self.table.columns[c][row] for c in columns or self.table.columns]
        if any(p.fixed or p.meter_percent or p.by_amount for p in cells):
            return True
        return all(p.net() <= 0 for p in cells)

    def _grouped(self) -> list[list[int]]:
        """Rows that no column pays apart together, the most frequent first, of equals the lower."""
        groups: dict[int, list[int]] = {}
        for row in range(len(self.table.outcomes)):
            if row not in self.fixed:
                columns = [c for c in self.table.printed if c not in self.table.own]
                as_rows = {self.table.printed[column][row] for column in columns}
                first = as_rows.pop() if len(as_rows) == 1 else row
                groups.setdefault(row if first in self.fixed else first, []).append(row)
        return sorted(groups.values(), key=lambda g: (-self.chance(g), -g[0]))

    def chance(self, group: Sequence[int]) -> float:
        """How often one of these rows comes."""
        return float(sum(self.chances[row] for row in group))

    def _unit(self, group: Sequence[int]) -> Unit:
        """A free group between the pays that are kept of rarer and of more frequent rows."""
        p = self.chance(group)
        stays = [(float(self.chances[i]), self.kept[i].net() + self.back) for i in self.kept
                 if self.kept[i].net() > 0]  # fmt: skip
        least = max((net for chance, net in stays if chance > p), default=Fraction(0))
        most = min((net for chance, net in stays if 0 < chance < p), default=self.top())
        if least > most:
            name = self.table.outcomes[group[0]]
            raise Refused(
                f"what is kept leaves no pay for {name}: a rarer row may not pay less, so it would "
                f"have to pay at least {said(least, self.back)} and at most {said(most, self.back)}"
            )
        return Unit(p, max(least, Fraction(1, 2) + self.back), most)

    def top(self) -> Fraction:
        """The highest pay that is tried."""
        paid = [p.net() for pays in self.table.columns.values() for p in pays]
        return max([Fraction(TOP), *paid, *(p.net() for p in self.kept.values())]) + self.back

    # -- what pays come to -----------------------------------------------------------------------

    def budget(self, edge: Chance) -> float:
        """What the free rows must come to for this edge."""
        others = sum(float(self.chances[i]) * float(net) for i, net in self.fixed.items())
        return -float(edge) - others + self.back * sum(unit.chance for unit in self.units)

    def edge_of(self, mean: float) -> float:
        """The edge when the free rows come to so much."""
        return self.budget(0) - mean

    def ladders(self) -> Iterator[tuple[float, list[list[Fraction]]]]:
        """Steps that leave every free row something, the roundest first."""
        for price, ladder in LADDERS:
            found = options(self.units, ladder)
            if all(found):
                yield price, found

    def span(self) -> tuple[float, float]:
        """The least and the most edge that any pays can have."""
        ends = [span(self.units, steps) for _, steps in self.ladders()]
        if not ends:
            raise Refused("what is kept leaves no step of a printed table for the other rows")
        return self.edge_of(max(high for _, high in ends)), self.edge_of(
            min(low for low, _ in ends)
        )

    def payouts(self, pays: Sequence[Fraction]) -> tuple[list[str], list[Fraction]]:
        """The words and the net of every row of the table."""
        texts = [self.kept[i].text if i in self.kept else p.text
                 for i, p in enumerate(self.printed)]  # fmt: skip
        nets = [self.fixed.get(i, Fraction(0)) for i in range(len(texts))]
        for group, pay in zip(self.groups, pays, strict=True):
            for row in group:
                texts[row], nets[row] = said(pay, self.back), pay - self.back
        return texts, nets

    # -- searching ---------------------------------------------------------------------------------

    def by_rarity(self, power: float) -> list[float]:
        """Weights that grow as rows get rarer; those that never come are taken for the rarest."""
        rarest = min((u.chance for u in self.units if u.chance > 0), default=RAREST)
        return [(u.chance or rarest) ** -power for u in self.units]

    def as_printed(self) -> list[float]:
        """Weights like the printed column."""
        found = [float(self.printed[group[0]].net()) + self.back for group in self.groups]
        return [max(weight, 0.5) for weight in found]

    def search(self, weights: Sequence[float], edge: Fraction, within: Fraction) -> Found | None:
        """The pays nearest to these weights that meet the target; round ones have an advantage."""
        budget = self.budget(edge)
        wanted = ideal(self.units, weights, budget)
        found: dict[float, Found] = {}
        for price, steps in self.ladders():
            if not found or price < min(found):  # nothing finer can be worth its price
                pays = nearest_to(self.units, steps, wanted, budget, float(within))
                if pays is not None:
                    found[amiss(pays, budget, float(within)) + price] = pays
        return found[min(found)] if found else None

    def nearest(self, edge: Fraction) -> list[Found]:
        """The pays with the next lower and the next higher edge, in the finest steps."""
        *_, (_, steps) = self.ladders()
        return closest(self.units, steps, self.budget(edge))


def said(pay: Fraction, back: int) -> str:
    """A pay in words: ``3 to 2``, ``100 for 1``."""
    return f"{pay.numerator} {'for' if back else 'to'} {pay.denominator}"
