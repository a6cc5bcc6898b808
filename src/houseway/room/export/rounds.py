"""Rounds in an export: their ends, their players, and the result of each wager.

A round belongs to the day in which it began. Wagers are settled again by replaying the round. Where
this program cannot replay it, they are taken from its record, without the stakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from houseway.money import dollars
from houseway.room.export.span import Span, tables
from houseway.room.history.rounds import results
from houseway.room.store.interface import Books
from houseway.room.tables import log
from houseway.room.tables.log import Divergence
from houseway.room.tables.replay import Found, Games, again, find_round, record_kept
from houseway.sheets.settlement.settle import explain

Cells: TypeAlias = tuple[Any, ...]


def found_rounds(books: Books, span: Span) -> Iterator[Found]:
    """Yield the rounds that began in a span, table by table, in order."""
    for stream, after, upto in tables(books, span):
        for row in books.rows(stream, after):
            if row.seq > upto:
                break
            if row.kind == "round":
                body = log.read(row.body)
                kept = books.round(stream, body.no) if isinstance(body, log.RoundBegun) else None
                if kept is not None and kept.opened == row.seq:
                    yield find_round(books, kept)


def rounds(books: Books, span: Span) -> Iterator[Cells]:
    """Yield one line for each round."""
    for found in found_rounds(books, span):
        kept, begun = found.kept, found.begun
        yield (
            kept.stream.removeprefix("table:"), begun.no, found.opened.game, kept.opened,
            kept.closed, found.row.at, kept.outcome, begun.rules, kept.shoe, begun.root.hex(),
            " ".join(map(str, begun.seats)),
        )  # fmt: skip


def seats(books: Books, span: Span) -> Iterator[Cells]:
    """Yield one line for each seat of each round; without a result if the round is void or open."""
    for found in found_rounds(books, span):
        came = results(found.kept)
        sitters = found.begun.standing.seating.seats
        for seat in found.begun.seats:
            guest = sitters[seat].player
            yield (
                found.kept.stream.removeprefix("table:"), found.begun.no, seat, guest.person,
                guest.name, sitters[seat].chips, came.get(str(seat)),
            )  # fmt: skip


def hands(books: Books, span: Span) -> Iterator[Cells]:
    """Yield one line for each wager settled in a closed round."""
    games = Games()
    for found in found_rounds(books, span):
        if found.kept.outcome != "closed":
            continue
        table, people = found.kept.stream.removeprefix("table:"), found.people
        for seat, *cells in _wagers(books, found, games):
            yield (table, found.begun.no, seat, people.get(seat, 0), *cells)


def _wagers(books: Books, found: Found, games: Games) -> Iterator[Cells]:
    """Yield a line for each wager of a round; from the record, if the replay differs."""
    try:
        round_ = again(books, found, games)
    except Divergence:
        yield from _recorded(found)
        return
    for won in explain(round_):
        clauses = " ".join(cited.clause for cited in won.clauses)
        yield won.seat, won.wager, won.outcome, won.odds, won.stake, won.back, won.net, clauses


def _recorded(found: Found) -> Iterator[Cells]:
    """Yield the wagers of a round from its record, without stakes and clauses."""
    record = record_kept(found.kept)
    for label, said in (record.pays if record else {}).items():
        seat, _, wager = label.partition(".")
        outcome, _, net = str(said).rpartition(" ")
        yield int(seat), wager, outcome, "", None, None, dollars(net), ""
