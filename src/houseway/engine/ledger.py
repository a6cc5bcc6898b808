"""Money rows of a finished round, from the transfers of its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

from houseway.engine.events import Settlement, kind_of
from houseway.engine.questions import DEALER

if TYPE_CHECKING:
    from houseway.engine.events import Account, Event, Transfer
    from houseway.game.base import Game, Seat


# -- course -----------------------------------------------------------------------------------
# The course of a round: its game, who plays, and what has happened; all that can be told from it.
#
# A ``Round`` has one, and so has somebody far away who is told its events and knows nothing else.


class RoundLog(Protocol):
    """What happened in a round until now; ``chips`` of seats are those that they brought to it."""

    @property
    def game(self) -> Game: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def events(self) -> Sequence[Event]: ...


def changes(course: RoundLog) -> dict[int, int]:
    """What each seat has in front of it more, or less, than it brought: by what events moved."""
    found = {seat.seat: 0 for seat in course.seats}
    for event in course.events:
        for source, target, cents in event.transfers():
            for account, gained in ((source, -cents), (target, cents)):
                if kind_of(account) == "purse":
                    found[account[1]] = found.get(account[1], 0) + gained
    return found


# -- accounts ---------------------------------------------------------------------------------
# Where the money of a round went: every wager, and every fee, tip, share of a meter beside it.
#
# The rows are made from what events move (``transfers``), so nothing can move without a row.
# Chips at stake are still their owner's; when they are lost, paid or gathered into a pot, a row
# says so. What the rows of an account come to is its result, and what one kind of rows comes to
# is nothing, because money only changes hands.

WAGERS, TIPS, BANK, POT, FEES, ENVY, METERS, ANTES, OTHERS = (
    "wagers", "tips", "bank", "pot", "fees", "envy", "meters", "antes", "others",
)  # fmt: skip
KINDS = (WAGERS, TIPS, BANK, POT, ANTES, FEES, ENVY, METERS, OTHERS)
"""In this order they stand side by side."""

_BETWEEN = {
    frozenset(("seat", "pot")): POT,
    frozenset(("seat", "bank")): BANK,
    frozenset(("seat", "drop")): FEES,
    frozenset(("pot", "drop")): FEES,
    frozenset(("house", "tokes")): ENVY,
    frozenset(("house", "meter")): METERS,
    frozenset(("pot", "antes")): ANTES,
}
"""What it is when money goes from one account to another and no wager is settled by it."""

Moves = dict[str, int]
"""Account -> what it gains."""


class Entry(msgspec.Struct):
    """One row of the books: what it is, whose, and what each account gains by it.

    ``settlement`` is the wager that it settles; ``spot`` and ``meter`` say of a share of a meter
    which one it is, ``n`` how many equal things were put together.
    """

    kind: str
    seat: int
    moves: Moves
    settlement: Settlement | None = None
    spot: str = ""
    meter: int = 0
    n: int = 1
    clauses: tuple[str, ...] = ()


Rest = dict[tuple[str, int, str, int], Entry]
"""What is no settlement, by kind, seat, spot and meter."""


class Total(msgspec.Struct, frozen=True):
    """The result of one account, and what each kind of rows has brought to it."""

    account: str
    words: str
    result: int
    of: dict[str, int]


def account_of(account: Account) -> str:
    """Whose money it is; chips at stake are still their owner's."""
    name = kind_of(account)
    return str(account[1]) if name in ("purse", "stake") else name


def rows_of(event: Event) -> Iterator[Entry]:
    """What one event settles or moves, each by itself."""
    transfers = event.transfers()
    if (found := event.settlement()) is not None:
        kind = kind_of_settlement(found, transfers)
        yield Entry(kind, found.seat, moves_of(transfers), found, clauses=found.clauses)
        return
    for transfer in transfers:
        if moved := moves_of((transfer,)):
            yield _moved(event, moved)


def entries(round_: RoundLog) -> list[Entry]:
    """Every row of the books of a round: settlements in their order, then all the rest."""
    settled: list[Entry] = []
    rest: Rest = {}
    for event in round_.events:
        for row in rows_of(event):
            if row.settlement is not None:
                settled.append(_with_bank(row, rest))
            else:
                _add(rest, row)
    return [*settled, *(entry for entry in rest.values() if any(entry.moves.values()))]


def moves_of(transfers: Iterable[Transfer]) -> Moves:
    """What each account gains."""
    found: Moves = {}
    for source, target, cents in transfers:
        giver, taker = account_of(source), account_of(target)
        if giver != taker and cents:
            found[giver] = found.get(giver, 0) - cents
            found[taker] = found.get(taker, 0) + cents
    return found


def kind_of_settlement(found: Settlement, transfers: Iterable[Transfer]) -> str:
    """What is settled: a wager, a tip, the bank's wager, or a share of a pot."""
    sources = {source[0] for source, _, _ in transfers}
    if sources == {"pot"} or not sources:
        return POT
    if sources == {"bank"}:
        return BANK
    return TIPS if found.owner == DEALER else WAGERS


def _with_bank(row: Entry, rest: Rest) -> Entry:
    """What comes back now of a bank's wager was put up then."""
    if row.kind == BANK and (put_up := rest.pop((BANK, row.seat, "", 0), None)) is not None:
        moves = row.moves | put_up.moves
        row.moves = {x: row.moves.get(x, 0) + put_up.moves.get(x, 0) for x in moves}
    return row


def _moved(event: Event, moved: Moves) -> Entry:
    """One movement without a settlement."""
    sides = frozenset("seat" if name.isdigit() else name for name in moved)
    kind = _BETWEEN.get(sides, OTHERS)
    seat = next((int(name) for name in moved if name.isdigit()), 0)
    if kind in (ENVY, METERS):
        seat = getattr(event, "seat", 0)
    spot: str = getattr(event, "spot", "") if kind in (ENVY, METERS) else ""
    cited = getattr(event, "clauses", ()) or tuple(filter(None, (getattr(event, "clause", ""),)))
    return Entry(kind, seat, moved, None, spot, getattr(event, "meter", 0), 1, cited)


def _add(rest: Rest, row: Entry) -> None:
    """Put one movement to the others of its kind."""
    found = rest.setdefault((row.kind, row.seat, row.spot, row.meter), row)
    if found is not row:
        for account, cents in row.moves.items():
            found.moves[account] = found.moves.get(account, 0) + cents
        found.clauses = tuple(dict.fromkeys((*found.clauses, *row.clauses)))
        found.n += 1


def totals(round_: RoundLog, rows: Iterable[Entry]) -> tuple[Total, ...]:
    """The result of each seat, then of every other account that money came to or went from."""
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
    """The kinds in the order in which they stand side by side."""
    return {kind: of[kind] for kind in KINDS if kind in of}


def _account_words(account: str, names: dict[str, str]) -> str:
    """An account as people call it."""
    if account in names:
        return who(int(account), names[account])
    return _ORDER.get(account, account)


def who(seat: int, name: str = "") -> str:
    """``seat 2``, or ``seat 2, Ann`` where somebody has a name."""
    return f"seat {seat}" if name in ("", f"seat {seat}") else f"seat {seat}, {name}"


def kinds_of(found: Iterable[Total]) -> Iterator[str]:
    """The kinds of rows that occur in some totals."""
    used = {kind for total in found for kind in total.of}
    return (kind for kind in KINDS if kind in used)
