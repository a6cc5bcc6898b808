"""The rows of an export: all, or those of a gaming day."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from houseway.errors import HousewayError, short_repr
from houseway.room.cage.state import rows_before
from houseway.room.gaming_day import Calendar
from houseway.room.store.interface import Books

LAST = 1 << 62


class Span(msgspec.Struct, frozen=True):
    """From a millisecond on, and before another; 0 means no bound."""

    since: int = 0
    until: int = 0


def of_day(calendar: Calendar, day: str) -> Span:
    """Return the span of a gaming day by its date; everything if no day is named."""
    if not day:
        return Span()
    number = calendar.numbered(day)
    if number is None:
        raise HousewayError(f"a gaming day is a date as 2026-11-16, not {short_repr(day)}")
    return Span(calendar.begins(number), calendar.begins(number + 1))


def streams(books: Books, span: Span) -> Iterator[tuple[str, int, int]]:
    """Yield every stream, with its range of rows in the span."""
    for head in books.streams():
        after = rows_before(books, head.stream, span.since) if span.since else 0
        upto = rows_before(books, head.stream, span.until) if span.until else head.seq
        if after < upto:
            yield head.stream, after, upto


def tables(books: Books, span: Span) -> Iterator[tuple[str, int, int]]:
    """Yield the streams of tables alone."""
    return (found for found in streams(books, span) if found[0].startswith("table:"))
