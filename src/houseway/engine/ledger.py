"""Money rows of a finished round, from the transfers of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from houseway.engine.events import Settlement, kind_of
from houseway.engine.questions import DEALER

if TYPE_CHECKING:
    from houseway.engine.events import Account, Event, Transfer
    from houseway.engine.inputs import Seat


class RoundLog(Protocol):
    """The seats and events of a round; ``chips`` of a seat are those it started with."""

    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def events(self) -> Sequence[Event]: ...


def changes(course: RoundLog) -> dict[int, int]:
    """Return the change of each seat's chips since the start of the round, in cents."""
    found = {seat.seat: 0 for seat in course.seats}
    for event in course.events:
        for source, target, cents in event.transfers():
            for account, gained in ((source, -cents), (target, cents)):
                if kind_of(account) == "purse":
                    found[account[1]] = found.get(account[1], 0) + gained
    return found


# Rows of the books.  They are made from the transfers of events, so no money moves without a row.
# Chips at stake still belong to their owner; a row is made when they are lost, paid or gathered
# into a pot.  The rows of an account add up to its result; the rows of one kind add up to 0.

WAGERS, TIPS, BANK, POT, FEES, ENVY, METERS, ANTES, OTHERS = (
    "wagers", "tips", "bank", "pot", "fees", "envy", "meters", "antes", "others",
)  # fmt: skip
KINDS = (WAGERS, TIPS, BANK, POT, ANTES, FEES, ENVY, METERS, OTHERS)
"""Kinds of rows in the order of their columns."""

_BETWEEN = {
    frozenset(("seat", "pot")): POT,
    frozenset(("seat", "bank")): BANK,
    frozenset(("seat", "drop")): FEES,
    frozenset(("pot", "drop")): FEES,
    frozenset(("house", "tokes")): ENVY,
    frozenset(("house", "meter")): METERS,
    frozenset(("pot", "antes")): ANTES,
}
"""Pair of accounts -> the kind of a row that moves money without settling a wager."""

Moves = dict[str, int]
"""Account -> what it gains."""


class LedgerRow(msgspec.Struct):
    """One row of the books: its kind, its seat, and the gain of each account.

    ``settlement`` is the wager that it settles. ``spot`` and ``meter`` name the meter of a share;
    ``n`` is how many equal movements were joined.
    """

    kind: str
    seat: int
    moves: Moves
    settlement: Settlement | None = None
    spot: str = ""
    meter: int = 0
    n: int = 1
    clauses: tuple[str, ...] = ()


Rest = dict[tuple[str, int, str, int], LedgerRow]
"""Rows without a settlement, by kind, seat, spot and meter."""


class Total(msgspec.Struct, frozen=True):
    """The result of one account in cents, and the part of each kind of rows."""

    account: str
    words: str
    result: int
    of: dict[str, int]


def account_of(account: Account) -> str:
    """Return the owner of an account; chips at stake belong to the seat that bet them."""
    name = kind_of(account)
    return str(account[1]) if name in ("purse", "stake") else name


def rows_of(event: Event) -> Iterator[LedgerRow]:
    """Yield a row for each settlement or movement of one event."""
    transfers = event.transfers()
    if (found := event.settlement()) is not None:
        kind = kind_of_settlement(found, transfers)
        yield LedgerRow(kind, found.seat, moves_of(transfers), found, clauses=found.clauses)
        return
    for transfer in transfers:
        if moved := moves_of((transfer,)):
            yield _moved(event, moved)


def entries(round_: RoundLog) -> list[LedgerRow]:
    """Return every row of the books of a round: settlements in their order, then the rest."""
    settled: list[LedgerRow] = []
    rest: Rest = {}
    for event in round_.events:
        for row in rows_of(event):
            if row.settlement is not None:
                settled.append(_with_bank(row, rest))
            else:
                _add(rest, row)
    return [*settled, *(entry for entry in rest.values() if any(entry.moves.values()))]


def moves_of(transfers: Iterable[Transfer]) -> Moves:
    """Return the gain of each account in cents; negative: a loss."""
    found: Moves = {}
    for source, target, cents in transfers:
        giver, taker = account_of(source), account_of(target)
        if giver != taker and cents:
            found[giver] = found.get(giver, 0) - cents
            found[taker] = found.get(taker, 0) + cents
    return found


def kind_of_settlement(found: Settlement, transfers: Iterable[Transfer]) -> str:
    """Return the kind of a settlement: wager, tip, bank's wager, or share of a pot."""
    sources = {source[0] for source, _, _ in transfers}
    if sources == {"pot"} or not sources:
        return POT
    if sources == {"bank"}:
        return BANK
    return TIPS if found.owner == DEALER else WAGERS


def _with_bank(row: LedgerRow, rest: Rest) -> LedgerRow:
    """Add the row that put up a bank's wager to the row that returns it."""
    if row.kind == BANK and (put_up := rest.pop((BANK, row.seat, "", 0), None)) is not None:
        moves = row.moves | put_up.moves
        row.moves = {x: row.moves.get(x, 0) + put_up.moves.get(x, 0) for x in moves}
    return row


def _moved(event: Event, moved: Moves) -> LedgerRow:
    """One movement without a settlement."""
    sides = frozenset("seat" if name.isdigit() else name for name in moved)
    kind = _BETWEEN.get(sides, OTHERS)
    seat = next((int(name) for name in moved if name.isdigit()), 0)
    if kind in (ENVY, METERS):
        seat = getattr(event, "seat", 0)
    spot: str = getattr(event, "spot", "") if kind in (ENVY, METERS) else ""
    cited = getattr(event, "clauses", ()) or tuple(filter(None, (getattr(event, "clause", ""),)))
    return LedgerRow(
        kind, seat, moves=moved, settlement=None, spot=spot, meter=getattr(event, "meter", 0),
        n=1, clauses=cited,
    )  # fmt: skip


def _add(rest: Rest, row: LedgerRow) -> None:
    """Join a movement with the others of its kind."""
    found = rest.setdefault((row.kind, row.seat, row.spot, row.meter), row)
    if found is not row:
        for account, cents in row.moves.items():
            found.moves[account] = found.moves.get(account, 0) + cents
        found.clauses = tuple(dict.fromkeys((*found.clauses, *row.clauses)))
        found.n += 1


def totals(round_: RoundLog, rows: Iterable[LedgerRow]) -> tuple[Total, ...]:
    """Return the result of each seat, then of every other account that gained or lost."""
    found: dict[str, dict[str, int]] = {str(seat.seat): {} for seat in round_.seats}
    for row in rows:
        for account, cents in row.moves.items():
            of = found.setdefault(account, {})
            of[row.kind] = of.get(row.kind, 0) + cents
    names = {str(seat.seat): seat.name for seat in round_.seats}
    order = [*names, *(account for account in _ORDER if account in found)]
    order += [account for account in found if account not in order]
    return tuple(
        Total(account, _account_words(account, names), sum(of.values()), in_order(of))
        for account in order
        for of in (found[account],)
        if of or account in names
    )


_ORDER = {
    "bank": "the player-dealer's wager",
    "house": "the house",
    "drop": "the house's collection",
    "tokes": "the dealer's tips",
    "meter": "the meters",
    "pot": "left in the pot",
    "antes": "antes that stay",
}


def in_order(of: dict[str, int]) -> dict[str, int]:
    """Return the kinds in the order of ``KINDS``."""
    return {kind: of[kind] for kind in KINDS if kind in of}


def _account_words(account: str, names: dict[str, str]) -> str:
    """Return an account as people call it."""
    if account in names:
        return who(int(account), names[account])
    return _ORDER.get(account, account)


def who(seat: int, name: str = "") -> str:
    """Return ``seat 2``, or ``seat 2, Ann`` if the seat has a name of its own."""
    return f"seat {seat}" if name in ("", f"seat {seat}") else f"seat {seat}, {name}"


def kinds_of(found: Iterable[Total]) -> Iterator[str]:
    """Return the kinds of rows that occur in these totals."""
    used = {kind for total in found for kind in total.of}
    return (kind for kind in KINDS if kind in used)
