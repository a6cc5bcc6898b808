"""Which rounds were played: of a table, of a person; newest first, as many as are asked for."""

from __future__ import annotations

import heapq
import zlib
from collections.abc import Iterator
from itertools import islice

import msgspec

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room.ledger import wallet
from houseway.room.store.interface import Books, RoundKept
from houseway.room.tables.replay import Found, find_round
from houseway.rulebook import games

PAGE = 50
VISITS = 1000
"""So many movements of a wallet are looked at to find out where somebody has sat."""


class RoundListed(msgspec.Struct, frozen=True):
    """A round in a list; results are won or lost, in cents, by seat and for the house."""

    table: str
    round: int
    game: str
    name: str
    opened_ms: int
    outcome: str
    """``closed``, ``voided`` or ``open``."""
    seats: dict[int, str]
    results: dict[str, int]
    seat: int = 0
    """Where the person played whose list it is; 0 in a list of all rounds."""
    headline: str = ""
    """The round in one sentence, where it was asked for."""


class _Nets(msgspec.Struct):
    nets: dict[str, int | str] = {}


def listed(found: Found, person: int = 0) -> RoundListed:
    """A round as it stands in a list, of all rounds or of somebody's."""
    known = games().get(found.opened.game)
    return RoundListed(
        found.kept.stream.removeprefix("table:"), found.begun.no, found.opened.game,
        known.name if known else found.opened.game, found.row.at, found.kept.outcome,
        found.names, results(found.kept), found.seat_of(person) if person else 0,
    )  # fmt: skip


def results(kept: RoundKept) -> dict[str, int]:
    """What was won and lost, by the record that was made at the close."""
    if not kept.record:
        return {}
    try:
        said = msgspec.json.decode(zlib.decompress(kept.record), type=_Nets).nets
        return {key: dollars(value) for key, value in said.items() if key != "meter"}
    except (zlib.error, msgspec.MsgspecError, HousewayError, ValueError):
        return {}


def kept_rounds(books: Books, stream: str, before: int = 0) -> Iterator[RoundKept]:
    """All rounds of a table, newest first, read a few at a time."""
    while found := books.rounds(stream, PAGE, before):
        yield from found
        before = found[-1].no
        if before <= 1:
            return


def of_table(
    books: Books, stream: str, most: int, before: int = 0, person: int = 0
) -> list[RoundListed]:
    """The rounds of a table, or those of them that somebody played in."""
    visits = _visits(books, person).get(stream, []) if person else []
    found = (
        _of(books, stream, visits, person, before)
        if person
        else (find_round(books, kept) for kept in kept_rounds(books, stream, before))
    )
    return [listed(one, person) for one in islice(found, most)]


def of_person(books: Books, person: int, most: int, before_ms: int = 0) -> list[RoundListed]:
    """The rounds that somebody played in, at all tables."""
    tables = [
        _of(books, stream, visits, person) for stream, visits in _visits(books, person).items()
    ]
    merged = heapq.merge(*tables, key=lambda one: one.row.at, reverse=True)
    wanted = (one for one in merged if not before_ms or one.row.at < before_ms)
    return [listed(one, person) for one in islice(wanted, most)]


def _of(
    books: Books, stream: str, visits: list[tuple[int, int]], person: int, before: int = 0
) -> Iterator[Found]:
    """The rounds of a table during somebody's visits, in which they were dealt in."""
    first = min((since for since, _ in visits), default=0)
    for kept in kept_rounds(books, stream, before):
        if kept.opened < first:
            return
        if any(since < kept.opened <= until for since, until in visits):
            found = find_round(books, kept)
            if found.seat_of(person):
                yield found


def _visits(books: Books, person: int) -> dict[str, list[tuple[int, int]]]:
    """Where somebody has sat, by the movements of their wallet: from which row to which."""
    found: dict[str, list[tuple[int, int]]] = {}
    account, since = wallet(person), dict[str, int]()
    for row, posting in reversed(books.statement(account, VISITS)):
        if not row.stream.startswith("table:"):
            continue
        if posting.debit == account:
            since.setdefault(row.stream, row.seq)
        else:  # chips come back when somebody leaves; the first row that is read may be such a one
            found.setdefault(row.stream, []).append((since.pop(row.stream, 0), row.seq))
    for stream, seq in since.items():
        found.setdefault(stream, []).append((seq, 1 << 62))
    return found
