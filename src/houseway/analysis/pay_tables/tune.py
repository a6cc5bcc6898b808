"""Pay tables for a target edge."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.odds_book.posted_tables import posted_table
from houseway.analysis.odds_row import Chance, allowed_decks, in_words
from houseway.analysis.pay_tables.custom import read_cells, table_of, wager_called
from houseway.analysis.pay_tables.search import (
    LADDERS,
    PaySolution,
    Unit,
    amiss,
    closest,
    ideal,
    nearest_to,
    options,
    span,
)
from houseway.analysis.wager_edge import odds_of
from houseway.analysis.wager_odds import moments
from houseway.errors import Refused, short_repr
from houseway.rulebook import find
from houseway.util.english import all_of, n
from houseway.util.html import html_table

if TYPE_CHECKING:
    from houseway.analysis.pay_tables.custom import Cell
    from houseway.analysis.report import Progress
    from houseway.analysis.wager_odds import WagerOdds
    from houseway.game.base import Game
    from houseway.game.pay_tables import Payout, PayTable
    from houseway.game.wagers import Wager


# Rows of a pay table for the search: which pays are free, and their bounds.

TOP = 1000
"""The highest pay, to 1, unless the printed table or a kept pay is higher."""
RAREST = 1e-9


class Rows:
    """The rows of one wager at one table: free rows, grouped by how they are paid, and fixed rows.

    Fixed rows are those that are kept, and those that lose or push in every printed column. So are
    rows paid from a meter or as a fixed sum.
    """

    def __init__(
        self, table: PayTable, column: str, worth: WagerOdds, kept: Mapping[int, Payout]
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
        """1 if pays are printed ``for 1``, which includes the stake, else 0."""
        self.units = [self._unit(group) for group in self.groups]

    def _is_fixed(self, row: int) -> bool:
        """Return True for a row whose pay is not searched: kept, not by odds, or never winning."""
        if row in self.kept:
            return True
        columns = [c for c in self.table.columns if c not in self.table.own]
        cells = [self.table.columns[c][row] for c in columns or self.table.columns]
        if any(p.fixed or p.meter_percent or p.by_amount for p in cells):
            return True
        return all(p.net() <= 0 for p in cells)

    def _grouped(self) -> list[list[int]]:
        """Return groups of rows that every column pays alike, by descending frequency."""
        groups: dict[int, list[int]] = {}
        for row in range(len(self.table.outcomes)):
            if row not in self.fixed:
                columns = [c for c in self.table.printed if c not in self.table.own]
                as_rows = {self.table.printed[column][row] for column in columns}
                first = as_rows.pop() if len(as_rows) == 1 else row
                groups.setdefault(row if first in self.fixed else first, []).append(row)
        return sorted(groups.values(), key=lambda g: (-self.chance(g), -g[0]))

    def chance(self, group: Sequence[int]) -> float:
        """Return the probability of these rows together."""
        return float(sum(self.chances[row] for row in group))

    def _unit(self, group: Sequence[int]) -> Unit:
        """Return a free group, bounded by the kept pays of rarer and of more frequent rows."""
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
        """Return the highest pay that is tried."""
        paid = [p.net() for pays in self.table.columns.values() for p in pays]
        return max([Fraction(TOP), *paid, *(p.net() for p in self.kept.values())]) + self.back

    def budget(self, edge: Chance) -> float:
        """Return the mean that the free rows must have for this edge."""
        others = sum(float(self.chances[i]) * float(net) for i, net in self.fixed.items())
        return -float(edge) - others + self.back * sum(unit.chance for unit in self.units)

    def edge_of(self, mean: float) -> float:
        """Return the edge for this mean of the free rows."""
        return self.budget(0) - mean

    def ladders(self) -> Iterator[tuple[float, list[list[Fraction]]]]:
        """Yield the ladders that leave every free row a step, the roundest first."""
        for price, ladder in LADDERS:
            found = options(self.units, ladder)
            if all(found):
                yield price, found

    def span(self) -> tuple[float, float]:
        """Return the least and the greatest edge of any pays."""
        ends = [span(self.units, steps) for _, steps in self.ladders()]
        if not ends:
            raise Refused("what is kept leaves no step of a printed table for the other rows")
        return self.edge_of(max(high for _, high in ends)), self.edge_of(
            min(low for low, _ in ends)
        )

    def payouts(self, pays: Sequence[Fraction]) -> tuple[list[str], list[Fraction]]:
        """Return the text and the net of every row of the table."""
        texts = [self.kept[i].text if i in self.kept else p.text
                 for i, p in enumerate(self.printed)]  # fmt: skip
        nets = [self.fixed.get(i, Fraction(0)) for i in range(len(texts))]
        for group, pay in zip(self.groups, pays, strict=True):
            for row in group:
                texts[row], nets[row] = said(pay, self.back), pay - self.back
        return texts, nets

    def by_rarity(self, power: float) -> list[float]:
        """Return weights that grow with rarity; rows of probability 0 count as the rarest."""
        rarest = min((u.chance for u in self.units if u.chance > 0), default=RAREST)
        return [(u.chance or rarest) ** -power for u in self.units]

    def as_printed(self) -> list[float]:
        """Return weights proportional to the printed column."""
        found = [float(self.printed[group[0]].net()) + self.back for group in self.groups]
        return [max(weight, 0.5) for weight in found]

    def search(
        self, weights: Sequence[float], edge: Fraction, within: Fraction
    ) -> PaySolution | None:
        """Return the pays nearest to these weights that meet the target; None if no pays do.

        Round pays are preferred.
        """
        budget = self.budget(edge)
        wanted = ideal(self.units, weights, budget)
        found: dict[float, PaySolution] = {}
        for price, steps in self.ladders():
            if not found or price < min(found):  # no finer step can justify its price
                pays = nearest_to(self.units, steps, wanted, budget, float(within))
                if pays is not None:
                    found[amiss(pays, budget, float(within)) + price] = pays
        return found[min(found)] if found else None

    def nearest(self, edge: Fraction) -> list[PaySolution]:
        """Return the pays with the next lower and the next higher edge, in the finest steps."""
        *_, (_, steps) = self.ladders()
        return closest(self.units, steps, self.budget(edge))


def said(pay: Fraction, back: int) -> str:
    """Return a pay as text: ``3 to 2``, ``100 for 1``."""
    return f"{pay.numerator} {'for' if back else 'to'} {pay.denominator}"


# Pays that meet a target edge: several proposals, each with its effect on player and house.
#
#     >>> from houseway.analysis.pay_tables.tune import tune
#     >>> found = tune("golden-21-poker", "golden_21", "5%", posting={"decks": 6})
#     >>> found.proposals[0].pays, found.proposals[0].edge
#
# The ways of the outcomes are counted once; every pay table is a re-weighting of them.

WITHIN = Fraction(1, 400)
"""The default allowance around the target edge: a quarter of a percent."""
DECKS_MOST = 8
CHARACTERS = (
    ("flat", 0.3, "pays lie close together: the least swing"),
    ("many small wins", 0.6, "most of what comes back comes in frequent rows"),
    ("even", 1.0, "every row gives back about as much"),
    ("top-heavy", 1.35, "most of what comes back is in the rare rows"),
)
"""Name, growth of pays with rarity, and a description."""


@dataclass(frozen=True)
class Proposal:
    """A pay table that meets the target."""

    character: str
    says: str
    pays: dict[str, str]
    """Outcome -> pay, every row of the table."""
    edge: Chance
    edges: dict[int, Chance]
    """Decks -> edge, for each requested number of decks."""
    hit_frequency: Chance
    variance: Chance
    shares: dict[str, Chance]
    """Outcome -> its share of the return of a unit, stake included."""

    @property
    def volatility(self) -> float:
        """The standard deviation of the net of one unit."""
        return math.sqrt(self.variance)


@dataclass(frozen=True)
class Tuned:
    """The answer to a target: proposals, and the method behind them."""

    game: str
    wager: str
    target: Fraction
    within: Fraction
    decks: tuple[int, ...]
    least: Chance
    most: Chance
    """The bounds of the edge over all pays in these steps."""
    chances: dict[str, Chance]
    method: str
    proposals: tuple[Proposal, ...]
    assumptions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        edges = ", ".join(f"{float(x.edge):.4%} ({x.character})" for x in self.proposals)
        return f"<pays of {self.wager} in {self.game}: {edges}>"

    def _repr_html_(self) -> str:
        heads = [f"{i}: {x.character}" for i, x in enumerate(self.proposals, 1)]
        rows = [(name, *(x.pays[name] for x in self.proposals)) for name in self.chances]
        edges = ("house edge", *(f"{float(x.edge):.4%}" for x in self.proposals))
        return html_table(("", *heads), [*rows, edges], right=heads)

    def plain(self) -> dict[str, Any]:
        """Return the answer as JSON values, with exact fractions where they are known."""
        return {
            "game": self.game, "wager": self.wager, "target": float(self.target),
            "within": float(self.within), "decks": list(self.decks), "method": self.method,
            "least_edge": float(self.least), "most_edge": float(self.most),
            "outcomes": {name: float(chance) for name, chance in self.chances.items()},
            "proposals": [_plain(proposal) for proposal in self.proposals],
            "assumptions": list(self.assumptions),
        }  # fmt: skip


def _plain(found: Proposal) -> dict[str, Any]:
    """Return a proposal as plain values for JSON."""
    exact = {"house_edge_exactly": str(found.edge)} if isinstance(found.edge, Fraction) else {}
    return {
        "character": found.character, "pays": found.pays, "house_edge": float(found.edge), **exact,
        "house_edge_by_decks": {str(n): float(edge) for n, edge in found.edges.items()},
        "hit_frequency": float(found.hit_frequency), "standard_deviation": found.volatility,
        "comes_back_by": {name: float(share) for name, share in found.shares.items()},
    }  # fmt: skip


def tune(
    game: str | type[Game],
    wager: str,
    edge: str | float | Fraction,
    *,
    keep: Mapping[str, Cell] | None = None,
    posting: Mapping[str, Any] | None = None,
    decks: Sequence[int] = (),
    within: str | float | Fraction = WITHIN,
    progress: Progress | None = None,
) -> Tuned:
    """Return pay tables of a wager with this house edge, in steps like those of printed tables.

    ``keep`` fixes the pays of some rows. With several numbers of decks the first is tuned, and the
    edges of the others are added.
    """
    kind = find(game) if isinstance(game, str) else game
    target, allowed = read_edge(edge), read_edge(within, "the allowance", Fraction(1, 5))
    if not allowed:
        raise Refused("the allowance must be more than nothing; 0.25% is usual")
    named = wager_called(kind, wager)
    table = table_of(kind, named)
    kept = read_cells(kind, named.name, keep or {})
    counts = _decks(kind, decks, posting or {})
    found = [_worth(kind, named.name, posting or {}, n, progress) for n in counts]
    known = [worth for _, worth in found]
    sets = [posted.sets() for posted, _ in found]
    for worth in known:
        demand_reweighting(named.words, table, worth)
    rows = Rows(table, _column(found[0][0], named.paid_by, table), known[0], kept)
    if progress is not None:
        progress(f"{kind.name}: pays of {named.words} for an edge of {float(target):.3%}")
    least, most = rows.span()
    if not least - float(allowed) <= target <= most + float(allowed):
        raise _out_of_reach(kind, named, target, rows)
    by_decks = dict(zip(sets, (worth.chances for worth in known), strict=True))
    proposals = _proposals(rows, target, allowed, by_decks)
    if not proposals:
        raise _between_steps(kind, named, target, allowed, rows)
    chances = dict(zip(table.outcomes, known[0].chances, strict=True))
    return Tuned(
        kind.id, named.name, target, allowed, tuple(sets), least, most, chances,
        known[0].method, proposals, known[0].assumptions,
    )  # fmt: skip


def read_edge(
    value: str | float | Fraction, what: str = "a target edge", most: Fraction = Fraction(1)
) -> Fraction:
    """Return ``5%`` or ``0.05`` as a fraction from 0 to ``most``."""
    text = str(value).strip()
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{0,12})?)\s*(%?)|([0-9]+)/([1-9][0-9]*)", text)
    if match is None or len(text) > 40:
        raise Refused(f"{what} is written like 5% or 0.05, not {short_repr(text)}")
    if match[3]:
        found = Fraction(int(match[3]), int(match[4]))
    else:
        found = Fraction(match[1]) / (100 if match[2] else 1)
    if found > most:
        hint = f"; did you mean {text}%?" if not match[2] and found <= 100 else ""
        raise Refused(f"{what} is from 0% to {float(most):.0%}, not {short_repr(text)}{hint}")
    return found


def _decks(kind: type[Game], decks: Sequence[int], posting: Mapping[str, Any]) -> list[int | None]:
    """Return the numbers of decks to tune for; [None] for the posted one."""
    if not decks:
        return [None]
    if "decks" in posting:
        raise Refused("decks are both posted and asked for; say it once")
    if len(decks) > DECKS_MOST:
        raise Refused(f"{len(decks)} numbers of decks are too many; {DECKS_MOST} at the most")
    known = allowed_decks(kind)
    for number in decks:
        if number not in known:
            may = f"it has {in_words(known)}" if known else "no number of decks is posted there"
            raise Refused(f"{kind.name} is not played with {n(number, 'deck')}; {may}")
    return list(dict.fromkeys(decks))


def _worth(
    kind: type[Game], wager: str, posting: Mapping[str, Any], decks: int | None,
    progress: Progress | None,
) -> tuple[Game, WagerOdds]:  # fmt: skip
    """Return the outcome probabilities at a table; Refused if they are not known."""
    table = posted_table(kind, posting if decks is None else {**posting, "decks": decks})
    if progress is not None:
        called = kind.words().wager(wager)
        progress(f"{kind.name}, {in_words((table.sets(),))}: the ways of {called}")
    found = odds_of(table, [w for w in kind.wagers if w.name == wager])[wager]
    if isinstance(found, str):
        raise Refused(found)
    return table, found


def demand_reweighting(words: str, table: PayTable, worth: WagerOdds) -> None:
    """Refuse a wager whose probabilities depend on its pays."""
    if worth.outcomes != table.outcomes or not set(worth.columns) >= set(table.columns):
        raise Refused(
            f"how often {words} wins depends on how it is played, and that on what it pays, so no "
            "pays can be searched for; --pay prices a table of your own"
        )


def _column(game: Game, paid_by: str, table: PayTable) -> str:
    """Return the posted column; for a wager that is off, the first."""
    posted: str = getattr(game, paid_by)
    return posted if posted in table.columns else next(iter(table.columns))


def _proposals(
    rows: Rows, target: Fraction, within: Fraction, by_decks: Mapping[int, Sequence[Chance]]
) -> tuple[Proposal, ...]:
    """Return one proposal for each way to spread the pays that meets the target edge."""
    like = f"like the printed table {rows.column}"
    wanted = [(like, "as near to its pays as the target allows", rows.as_printed())]
    wanted += [(name, says, rows.by_rarity(power)) for name, power, says in CHARACTERS]
    found: dict[tuple[Fraction, ...], Proposal] = {}
    for name, says, weights in wanted:
        pays = rows.search(weights, target, within)
        if pays is not None and pays.pays not in found:
            found[pays.pays] = _proposal(rows, name, says, pays.pays, by_decks)
    return tuple(p for p in found.values() if abs(Fraction(p.edge) - target) <= within)


def _proposal(
    rows: Rows,
    name: str,
    says: str,
    pays: Sequence[Fraction],
    by_decks: Mapping[int, Sequence[Chance]],
) -> Proposal:
    """Return a proposal: pays as text, and its figures for each number of decks."""
    texts, nets = rows.payouts(pays)
    found = {decks: moments(chances, nets) for decks, chances in by_decks.items()}
    mean, variance, hits = next(iter(found.values()))
    outcomes = rows.table.outcomes
    shares = {o: p * (1 + net) for o, p, net in zip(outcomes, rows.chances, nets, strict=True)}
    return Proposal(
        name, says, dict(zip(outcomes, texts, strict=True)), -mean,
        {decks: -moment[0] for decks, moment in found.items()}, hits, variance, shares,
    )  # fmt: skip


# Unreachable targets.


def _row_words(kind: type[Game], wager: Wager, rows: Rows) -> list[str]:
    """Return the words of the rows whose pays are searched for."""
    names = (rows.table.outcomes[group[0]] for group in rows.groups)
    return [f'"{kind.words().outcome(wager.name, name)}"' for name in names]


def _out_of_reach(kind: type[Game], wager: Wager, target: Fraction, rows: Rows) -> Refused:
    """Return the refusal of a target edge that no pays give, with the possible range."""
    least, most = rows.span()
    lowest, top = said(min(u.least for u in rows.units), rows.back), said(rows.top(), rows.back)
    named = all_of(_row_words(kind, wager, rows))
    return Refused(
        f"no pays of {wager.words} have a house edge of {float(target):.3%}; with pays from "
        f"'{lowest}' up to '{top}' for {named} it lies between {least:,.3%} and {most:,.3%}"
    )


def _between_steps(
    kind: type[Game], wager: Wager, target: Fraction, within: Fraction, rows: Rows
) -> Refused:
    """Return an error with the next tables below and above a target between two steps."""
    listed, misses = [], []
    called = _row_words(kind, wager, rows)
    for found in rows.nearest(target):
        texts, _ = rows.payouts(found.pays)
        pays = ", ".join(f"{x} {texts[g[0]]}" for x, g in zip(called, rows.groups, strict=True))
        edge = rows.edge_of(found.mean)
        listed.append(f"{edge:.3%} ({pays})")
        misses.append(abs(edge - float(target)))
    enough = f"; with --within {min(misses) + 5e-5:.2%} the nearer one is taken" if misses else ""
    return Refused(
        f"no pays of {wager.words} have a house edge within {float(within):.2%} of "
        f"{float(target):.3%}; the nearest have {' and '.join(listed)}{enough}"
    )


def pay_text(found: Tuned, number: int = 1) -> str:
    """Return a proposal as the text of a custom pay table, for ``--pay``."""
    if not 1 <= number <= len(found.proposals):
        raise Refused(f"there are {n(len(found.proposals), 'proposal')}, and no number {number}")
    chosen = found.proposals[number - 1]
    decks = f" with {in_words(found.decks[:1])}" if any(found.decks) else ""
    lines = [
        f"# {chosen.character}: house edge {float(chosen.edge):.4%}{decks}, found by "
        f"houseway tune for {float(found.target):.3%}",
        f'game = "{found.game}"',
        f'wager = "{found.wager}"',
        "",
        "[pays]",
        *(f'{outcome} = "{pay}"' for outcome, pay in chosen.pays.items()),
    ]
    return "\n".join(lines) + "\n"
