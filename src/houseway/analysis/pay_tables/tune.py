"""Pay tables for a wanted edge."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.game_math import worths
from houseway.analysis.pay_tables.custom import read_cells, table_of, wager_called
from houseway.analysis.pay_tables.search import (
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
from houseway.analysis.report import allowed_decks, posted_table
from houseway.analysis.row import Chance
from houseway.analysis.row_warnings import in_words
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


# -- tune rows --------------------------------------------------------------------------------
# The rows of a pay table as a search for pays needs them: which are free, and between what.

TOP = 1000
"""The highest pay, to 1, unless the printed table or a pay that is kept is higher."""
RAREST = 1e-9


class Rows:
    """The rows of one wager at one table: free ones, grouped by what they are paid as, and others.

    Not free are rows that are kept, that lose or push in every printed column, and that are paid
    from a meter or a fixed sum, which stay as they are posted.
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


# -- tune -------------------------------------------------------------------------------------
# Pays that meet a target edge: several proposals, each with what it does to player and house.
#
#     >>> from houseway.analysis.pay_tables.tune import tune
#     >>> found = tune("golden-21-poker", "golden_21", "5%", posting={"decks": 6})
#     >>> found.proposals[0].pays, found.proposals[0].edge
#
# The ways of the outcomes are counted once; every pay table is a re-weighting of them.

WITHIN = Fraction(1, 400)
"""How far from the target an edge may be, unless said otherwise: a quarter of a percent."""
DECKS_MOST = 8
CHARACTERS = (
    ("flat", 0.3, "pays lie close together: the least swing"),
    ("many small wins", 0.6, "most of what comes back comes in frequent rows"),
    ("even", 1.0, "every row gives back about as much"),
    ("top-heavy", 1.35, "most of what comes back is in the rare rows"),
)
"""Name, how fast pays grow as rows get rarer, and what that means."""


@dataclass(frozen=True)
class Proposal:
    """A pay table that meets the target."""

    character: str
    says: str
    pays: dict[str, str]
    """Outcome -> pay, every row of the table."""
    edge: Chance
    edges: dict[int, Chance]
    """Decks -> edge, for each number of decks asked about."""
    hit_frequency: Chance
    variance: Chance
    shares: dict[str, Chance]
    """Outcome -> what of a unit staked comes back by it."""

    @property
    def volatility(self) -> float:
        """The standard deviation of the result of one unit."""
        return math.sqrt(self.variance)


@dataclass(frozen=True)
class Tuned:
    """The answer to a target: proposals, and how they were found."""

    game: str
    wager: str
    target: Fraction
    within: Fraction
    decks: tuple[int, ...]
    least: Chance
    most: Chance
    """The edges that any pays in these steps can have."""
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
        """As JSON has it; fractions beside the figures where they are exact."""
        return {
            "game": self.game, "wager": self.wager, "target": float(self.target),
            "within": float(self.within), "decks": list(self.decks), "method": self.method,
            "least_edge": float(self.least), "most_edge": float(self.most),
            "outcomes": {name: float(chance) for name, chance in self.chances.items()},
            "proposals": [_plain(proposal) for proposal in self.proposals],
            "assumptions": list(self.assumptions),
        }  # fmt: skip


def _plain(found: Proposal) -> dict[str, Any]:
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
    """Pay tables of a wager with this house edge, in steps like those of printed tables.

    ``keep`` fixes the pays of some rows.  With several numbers of decks the first is tuned, and
    the edges of the others are given.
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
    """``5%`` or ``0.05``, from nothing up to a limit."""
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
    """The chances of the outcomes at a table; Refused where nobody knows them."""
    table = posted_table(kind, posting if decks is None else {**posting, "decks": decks})
    if progress is not None:
        called = kind.words().wager(wager)
        progress(f"{kind.name}, {in_words((table.sets(),))}: the ways of {called}")
    found = worths(table, [w for w in kind.wagers if w.name == wager])[wager]
    if isinstance(found, str):
        raise Refused(found)
    return table, found


def demand_reweighting(words: str, table: PayTable, worth: WagerOdds) -> None:
    """Refuse a wager whose chances are not the same whatever it pays."""
    if worth.outcomes != table.outcomes or not set(worth.columns) >= set(table.columns):
        raise Refused(
            f"how often {words} wins depends on how it is played, and that on what it pays, so no "
            "pays can be searched for; --pay prices a table of your own"
        )


def _column(game: Game, paid_by: str, table: PayTable) -> str:
    """The column that is posted; of a wager that is off, the first."""
    posted: str = getattr(game, paid_by)
    return posted if posted in table.columns else next(iter(table.columns))


def _proposals(
    rows: Rows, target: Fraction, within: Fraction, by_decks: Mapping[int, Sequence[Chance]]
) -> tuple[Proposal, ...]:
    """One for each character that can be had."""
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
    texts, nets = rows.payouts(pays)
    found = {decks: moments(chances, nets) for decks, chances in by_decks.items()}
    mean, variance, hits = next(iter(found.values()))
    outcomes = rows.table.outcomes
    shares = {o: p * (1 + net) for o, p, net in zip(outcomes, rows.chances, nets, strict=True)}
    return Proposal(
        name, says, dict(zip(outcomes, texts, strict=True)), -mean,
        {decks: -moment[0] for decks, moment in found.items()}, hits, variance, shares,
    )  # fmt: skip


# -- what cannot be met ------------------------------------------------------------------------


def _row_words(kind: type[Game], wager: Wager, rows: Rows) -> list[str]:
    """The rows whose pays are looked for, as people call them."""
    names = (rows.table.outcomes[group[0]] for group in rows.groups)
    return [f'"{kind.words().outcome(wager.name, name)}"' for name in names]


def _out_of_reach(kind: type[Game], wager: Wager, target: Fraction, rows: Rows) -> Refused:
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
    """The next tables below and above a target that lies between two steps."""
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
    """A proposal as a pay table of one's own, for ``--pay``."""
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
