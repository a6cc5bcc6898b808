"""Differences between two games, two postings, or a record's rules and those of today."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

import msgspec

from houseway.errors import Refused
from houseway.game.base import OFF, Game
from houseway.game.pay_tables import PayTable
from houseway.game.posting import Fact
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.conformance.diff_side import Side
from houseway.sheets.rule_sheet import one_line

Progress = Callable[[str], None]
NOT_OFFERED = "not offered"


class PostingDiff(msgspec.Struct, frozen=True):
    """An option or a fixed fact that differs; "" on a side that does not have it."""

    key: str
    words: str
    old: str
    new: str
    old_words: str
    new_words: str
    clauses: tuple[str, ...]
    fixed: bool = False


class PayRowDiff(msgspec.Struct, frozen=True):
    """The pay of an outcome on both sides; "" on a side without that outcome."""

    outcome: str
    words: str
    old: str
    new: str


class PayDiff(msgspec.Struct, frozen=True):
    """A pay table that differs."""

    table: str
    words: str
    old: str
    new: str
    rows: tuple[PayRowDiff, ...]
    clauses: tuple[str, ...]


class ClauseLine(msgspec.Struct, frozen=True):
    """A clause in our words, from this version; "" if this version does not have it."""

    clause: str
    says: str


class EdgeDiff(msgspec.Struct, frozen=True):
    """The house edge of a wager on both sides; None on a side without the wager."""

    wager: str
    column: str
    words: str
    old: float | None
    new: float | None
    old_exactly: str
    new_exactly: str
    method: str


class End(msgspec.Struct, frozen=True):
    """One side of a comparison."""

    label: str
    game: str
    version: str
    fingerprint: str
    posting: dict[str, str]


class Comparison(msgspec.Struct, frozen=True):
    """All differences; ``same`` is True if there are none."""

    old: End
    new: End
    same: bool
    postings: tuple[PostingDiff, ...]
    pay_tables: tuple[PayDiff, ...]
    changed: tuple[ClauseLine, ...]
    gone: tuple[ClauseLine, ...]
    added: tuple[ClauseLine, ...]
    edges: tuple[EdgeDiff, ...]
    edge_words: str
    """Words for whose edge it is: the house's or the player-dealer's."""
    edges_known: bool
    """False if they were not requested; equal postings have equal edges."""
    notes: tuple[str, ...]


def compare(
    old: Side, new: Side, odds: bool = True, progress: Progress | None = None
) -> Comparison:
    """Return the differences between the two sides."""
    postings = tuple(_postings(old, new))
    pays = tuple(_pay_tables(old, new))
    changed = [c for c in old.clauses if new.clauses.get(c, old.clauses[c]) != old.clauses[c]]
    gone = [c for c in old.clauses if c not in new.clauses]
    added = [c for c in new.clauses if c not in old.clauses]
    notes = [*old.notes, *new.notes]
    same = old.fingerprint == new.fingerprint
    if not same and not (postings or pays or changed or gone or added):
        notes.append(
            "no posting, pay table or clause differs in its own words or code, but code that "
            "they share does"
        )
    edges: tuple[EdgeDiff, ...] = ()
    if odds and (postings or pays or old.game is not new.game):
        edges, more = _edges(old, new, progress or (lambda words: None))
        notes += more
    if any(side.record and side.fingerprint != _today(side) for side in (old, new)):
        notes.append(
            "a record holds no pays and no code: pay tables and edges are those of the rules "
            "installed here, with what each side posts"
        )
    return Comparison(
        _end(old), _end(new), same, postings, pays, _lines(changed), _lines(gone), _lines(added),
        edges, _whose(old, new), odds, tuple(notes),
    )  # fmt: skip


def _today(side: Side) -> str:
    """Return the fingerprint of a side's table now; "" if it cannot be built."""
    return side.table.fingerprint() if side.table else ""


def _end(side: Side) -> End:
    """Return a side as it is shown: label, game, version, fingerprint and posting."""
    return End(side.label, side.game.id, side.version, side.fingerprint, side.posting)


def _lines(clauses: list[str]) -> tuple[ClauseLine, ...]:
    """Return clauses with their words; "" for a clause of another version."""
    known = all_clauses()
    return tuple(ClauseLine(c, one_line(known[c].says) if c in known else "") for c in clauses)


def _postings(old: Side, new: Side) -> Iterator[PostingDiff]:
    """Yield the options and facts that differ between two sides; pay columns are left out."""
    tables = {*old.game.pay_tables(), *new.game.pay_tables()}
    if old.table is None or new.table is None:  # nothing is said of pays then but their columns
        tables = set()
    for key in dict.fromkeys((*old.posting, *new.posting)):
        one, other = _written(old, key), _written(new, key)
        if key not in tables and one != other:
            yield _posting(old, new, key, one, other)
    yield from _facts(old, new)


def _written(side: Side, key: str) -> str:
    """Return the posted or fixed value of a key on one side; "" if it has no such key."""
    fact = side.game.declared().get(key)
    if key not in side.posting and isinstance(fact, Fact):
        return fact.show(fact.default)
    return side.posting.get(key, "")


def _facts(old: Side, new: Side) -> Iterator[PostingDiff]:
    """Yield the facts that both games have and fix differently."""
    if old.game is new.game:
        return
    ours, theirs = old.game.declared(), new.game.declared()
    for key, fact in ours.items():
        other = theirs.get(key)
        if other is None or not (isinstance(fact, Fact) and isinstance(other, Fact)):
            continue
        one, two = fact.show(fact.default), other.show(other.default)
        if one != two and (fact.says or other.says):
            found = _posting(old, new, key, one, two)
            yield msgspec.structs.replace(found, fixed=True)


def _posting(old: Side, new: Side, key: str, one: str, other: str) -> PostingDiff:
    """Return the difference in one option, with the values as written and in words."""
    home = new if key in new.game.declared() else old
    declared = home.game.declared().get(key)
    return PostingDiff(
        key, home.game.words().posting(key), one, other, _value(old, key, one),
        _value(new, key, other), declared.clauses if declared else (),
    )  # fmt: skip


def _value(side: Side, key: str, text: str) -> str:
    """Return a posted value in words; unchanged if this version has no such key."""
    choice = side.game.declared().get(key)
    if choice is None or not text:
        return text
    try:
        of_table = getattr(side.table, key) if side.table else choice.read(text)
        value = choice.default if isinstance(choice, Fact) else of_table
    except Refused:
        return text
    return side.game.words().value(key, value)


def _pay_tables(old: Side, new: Side) -> Iterator[PayDiff]:
    """Yield the pay tables that differ, with the rows that do; none without both tables."""
    if old.table is None or new.table is None:
        return
    for name in dict.fromkeys((*old.table.pay_tables(), *new.table.pay_tables())):
        one, other = _pays(old.table, name), _pays(new.table, name)
        rows = tuple(
            PayRowDiff(outcome, _outcome(old, new, name, outcome), one.get(outcome, ""),
                   other.get(outcome, ""))
            for outcome in dict.fromkeys((*one, *other))
            if one.get(outcome) != other.get(outcome)
        )  # fmt: skip
        columns = _column(old.table, name), _column(new.table, name)
        if not rows and columns[0] == columns[1]:
            continue
        home = new if name in new.table.pay_tables() else old
        clause = home.game.pay_tables()[name].clause
        yield PayDiff(name, home.game.words().wager(name), *columns, rows, (clause,))


def _column(table: Game, name: str) -> str:
    """Return the posted column; "" if the game has no such table."""
    if name not in table.pay_tables():
        return ""
    posted = str(getattr(table, name))
    return NOT_OFFERED if posted == OFF else posted


def _pays(table: Game, name: str) -> dict[str, str]:
    """Return outcome -> pay at a table, for the rows that its column prints."""
    pay: PayTable | None = table.pay_tables().get(name)
    column = str(getattr(table, name, OFF))
    if pay is None or column == OFF:
        return {}
    printed = pay.printed.get(column, range(len(pay.outcomes)))
    payouts = zip(pay.outcomes, pay.payouts(column), strict=True)
    return {o: p.text for i, (o, p) in enumerate(payouts) if printed[i] == i}


def _outcome(old: Side, new: Side, name: str, outcome: str) -> str:
    """Return an outcome in words, from the new side if it has that row."""
    tables = new.game.pay_tables()
    home = new if name in tables and outcome in tables[name].outcomes else old
    return home.game.words().outcome(name, outcome)


def _whose(old: Side, new: Side) -> str:
    """Return words for whose edge it is; a player-dealer's edge is before the house's fees."""
    from houseway.analysis.player_bank_edges import banked_by_player

    banked = [banked_by_player(side.game) for side in (old, new)]
    if all(banked):
        return "Edge of the player-dealer, before fees"
    return "Edge of the house, or of the player-dealer before fees" if any(banked) else "House edge"


class Edge(msgspec.Struct, frozen=True):
    """The house edge of a wager at one table, and its method."""

    value: Fraction | float
    method: str

    @property
    def exactly(self) -> str:
        """Return the edge as a fraction if it is one, else ""."""
        return str(self.value) if isinstance(self.value, Fraction) else ""


Edges: TypeAlias = dict[tuple[str, str], Edge]
"""Edges by wager, and by column if the amount of the wager chooses it."""


def _edges(old: Side, new: Side, progress: Progress) -> tuple[tuple[EdgeDiff, ...], list[str]]:
    """Return the wagers whose edges differ, as far as they are known without simulation."""
    if old.table is None or new.table is None:
        return (), ["what cannot be posted has no edges to compare"]
    notes: dict[str, None] = {}
    one, other = exact_edges(old.table, progress, notes), exact_edges(new.table, progress, notes)
    found = []
    for key in dict.fromkeys((*one, *other)):
        ours, theirs = one.get(key), other.get(key)
        if ours and theirs and ours.value == theirs.value:
            continue
        home = new if key in other else old
        known = [edge for edge in (ours, theirs) if edge]
        found.append(
            EdgeDiff(
                *key,
                home.game.words().wager(key[0]),
                float(ours.value) if ours else None,
                float(theirs.value) if theirs else None,
                ours.exactly if ours else "",
                theirs.exactly if theirs else "",
                " and ".join(dict.fromkeys(edge.method for edge in known)),
            )
        )
    return tuple(found), list(notes)


def exact_edges(table: Game, progress: Progress, notes: dict[str, None]) -> Edges:
    """Return the edges at a table that need no simulation, and notes about the other wagers."""
    from houseway.analysis.games import math_of
    from houseway.analysis.report import row_of
    from houseway.analysis.wager_odds import SIMULATED

    if not table.wagers:
        notes[f"{table.name} is played among the players: no wager has a house edge"] = None
        return {}
    try:
        lab = math_of(table)
    except Refused as why:
        notes[f"{table.name}: {why}"] = None
        return {}
    found: Edges = {}
    words = table.words()
    for wager in table.offered:
        progress(f"{table.name}: the edge of {words.wager(wager.name)}")
        method = lab.method_of(table, wager)
        worth = method.find(table, wager) if method else None
        if worth is None or worth.method == SIMULATED:
            notes[f"{words.wager(wager.name)} is known by simulation only and not compared; "
                  f"`houseway odds {table.id} {wager.name}` shows it"] = None  # fmt: skip
            continue
        posted = str(getattr(table, worth.posted_as)) if worth.posted_as else ""
        for column in [posted] if posted else worth.columns:
            row = row_of(table, wager.name, worth, column)
            found[wager.name, "" if posted else column] = Edge(row.house_edge, row.method)
    return found
