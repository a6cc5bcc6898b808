"""Lists of rounds: of a table or of a person, newest first."""

from __future__ import annotations

import heapq
import zlib
from collections.abc import Iterator
from itertools import islice

import msgspec

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.room.api.history_types import RoundListed
from houseway.room.ledger import wallet
from houseway.room.store.interface import Books, RoundKept
from houseway.room.tables.replay import Found, find_round
from houseway.rulebook import games

PAGE = 50
VISITS = 1000
"""The number of wallet movements that are read to find a person's seats."""


class _Nets(msgspec.Struct):
    nets: dict[str, int | str] = {}


def listed(found: Found, person: int = 0) -> RoundListed:
    """Return a round as an entry of a list, of all rounds or of one person."""
    known = games().get(found.opened.game)
    return RoundListed(
        found.kept.stream.removeprefix("table:"), found.begun.no, found.opened.game,
        known.name if known else found.opened.game, found.row.at, found.kept.outcome,
        found.names, results(found.kept), found.seat_of(person) if person else 0,
    )  # fmt: skip


def results(kept: RoundKept) -> dict[str, int]:
    """Return the wins and losses in cents by seat, from the record made at the close."""
    if not kept.record:
        return {}
    try:
        said = msgspec.json.decode(zlib.decompress(kept.record), type=_Nets).nets
        return {key: dollars(value) for key, value in said.items() if key != "meter"}
    except (zlib.error, msgspec.MsgspecError, HousewayError, ValueError):
        return {}


def kept_rounds(books: Books, stream: str, before: int = 0) -> Iterator[RoundKept]:
    """Yield all rounds of a table, newest first, read a few at a time."""
    while found := books.rounds(stream, PAGE, before):
        yield from found
        before = found[-1].no
        if before <= 1:
            return


def of_table(
    books: Books, stream: str, most: int, before: int = 0, person: int = 0
) -> list[RoundListed]:
    """Return the rounds of a table, or those in which a person played."""
    visits = _visits(books, person).get(stream, []) if person else []
    found = (
        _of(books, stream, visits, person, before)
        if person
        else (find_round(books, kept) for kept in kept_rounds(books, stream, before))
    )
    return [listed(one, person) for one in islice(found, most)]


def of_person(books: Books, person: int, most: int, before_ms: int = 0) -> list[RoundListed]:
    """Return the rounds in which a person played, at all tables."""
    tables = [
        _of(books, stream, visits, person) for stream, visits in _visits(books, person).items()
    ]
    merged = heapq.merge(*tables, key=lambda one: one.row.at, reverse=True)
    wanted = (one for one in merged if not before_ms or one.row.at < before_ms)
    return [listed(one, person) for one in islice(wanted, most)]


def _of(
    books: Books, stream: str, visits: list[tuple[int, int]], person: int, before: int = 0
) -> Iterator[Found]:
    """Yield the rounds of a table during a person's visits in which they were dealt in."""
    first = min((since for since, _ in visits), default=0)
    for kept in kept_rounds(books, stream, before):
        if kept.opened < first:
            return
        if any(since < kept.opened <= until for since, until in visits):
            found = find_round(books, kept)
            if found.seat_of(person):
                yield found


def _visits(books: Books, person: int) -> dict[str, list[tuple[int, int]]]:
    """Return the visits of a person by table, as first and last row, from movements of their
    wallet."""
    found: dict[str, list[tuple[int, int]]] = {}
    account, since = wallet(person), dict[str, int]()
    for row, posting in reversed(books.statement(account, VISITS)):
        if not row.stream.startswith("table:"):
            continue
        if posting.debit == account:
            since.setdefault(row.stream, row.seq)
        else:  # chips come back when a player leaves; the first row that is read may be such a one
            found.setdefault(row.stream, []).append((since.pop(row.stream, 0), row.seq))
    for stream, seq in since.items():
        found.setdefault(stream, []).append((seq, 1 << 62))
    return found
