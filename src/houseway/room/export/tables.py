"""The exported tables: the columns of each, and its rows from the books.

Each table is read row by row and written at once. An export of a year takes no more memory than one
of an hour. Amounts are whole cents, times milliseconds since 1970 (UTC).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import msgspec

from houseway.engine.inputs import Ruling
from houseway.room.audit.event_text import SIGNIFICANT
from houseway.room.audit.invariants.tables import is_meter
from houseway.room.cage.state import rows_before
from houseway.room.export.rounds import hands, rounds, seats
from houseway.room.export.span import Span, streams, tables
from houseway.room.people import cards
from houseway.room.store import chain
from houseway.room.store.interface import Books, Row
from houseway.room.tables import log

Cells: TypeAlias = tuple[Any, ...]
Reader: TypeAlias = Callable[[Books, Span], Iterator[Cells]]


class ExportTable(msgspec.Struct, frozen=True):
    """A table of the export."""

    name: str
    columns: tuple[str, ...]
    read: Reader
    says: str


def _accounts(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each account with its balance."""
    for account in books.accounts():
        yield account.name, account.kind, account.unit, account.balance


def _postings(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each posting."""
    for stream, after, upto in streams(books, span):
        for row, written in chain.with_postings(books, stream, after):
            if row.seq > upto:
                break
            for each in written:
                debit, credit, cents = msgspec.structs.astuple(each.posting)
                yield (
                    each.id, stream, row.seq, each.n, row.at, row.kind, row.by, debit, credit,
                    cents,
                )  # fmt: skip


def _people(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each person, with a masked card."""
    for p in books.people():
        yield (
            p.id, p.role, p.name, cards.masked(p.card), p.firm, p.locked_ms is not None,
            p.excluded, p.last_login_ms, p.last_station,
        )  # fmt: skip


def _read(row: Row) -> dict[str, Any]:
    """Return the body of a row by its fields; empty if it has none."""
    found = msgspec.msgpack.decode(row.body)
    return found if isinstance(found, dict) else {}


def _in(books: Books, span: Span, stream: str) -> Iterator[Row]:
    """Yield the rows of one stream within a span."""
    for name, after, upto in streams(books, span):
        if name == stream:
            for row in books.rows(name, after):
                if row.seq > upto:
                    return
                yield row


def _sessions(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each login, refusal, lock and change of a PIN, card or role."""
    kinds = (
        "logged_in", "logged_out", "login_refused", "locked", "unlocked", "pin_reset", "new_card",
        "role",
    )  # fmt: skip
    for row in _in(books, span, "people"):
        if row.kind in kinds:
            body = _read(row)
            why = body.get("why") or body.get("reason") or ""
            yield (
                row.seq, row.at, row.kind, row.by, body.get("person", 0), body.get("station", ""),
                why, body.get("wrong", 0),
            )  # fmt: skip


CASH_FIELDS = (
    "person", "cents", "shift", "day", "reason", "request", "asked_by", "row", "cashier",
    "station", "counted", "expected", "table", "fees", "tokes", "house",
)  # fmt: skip


CASH_COLUMNS = tuple("of_row" if field == "row" else field for field in CASH_FIELDS)


def _cash(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each row of the cage."""
    for row in _in(books, span, "cage"):
        body = _read(row)
        yield (row.seq, row.at, row.kind, row.by, *(body.get(field) for field in CASH_FIELDS))


def _rulings(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each ruling of the floor."""
    for stream, after, upto in tables(books, span):
        table = stream.removeprefix("table:")
        for row in books.rows(stream, after):
            if row.seq > upto:
                break
            if row.kind != "step":
                continue
            body = log.read(row.body)
            if not isinstance(body, log.Stepped):
                continue
            for given in body.inputs:
                if isinstance(given, Ruling):
                    yield (
                        table, body.no, row.seq, row.at, row.by, body.second, given.name,
                        given.seat, given.amount, given.reason,
                    )  # fmt: skip


def _events(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each row that matters for an audit, in words."""
    for stream, after, upto in streams(books, span):
        tells = SIGNIFICANT.get(stream.partition(":")[0], {})
        for row in books.rows(stream, after):
            if row.seq > upto:
                break
            if (tell := tells.get(row.kind)) and (words := tell.words(_read(row))):
                yield stream, row.seq, row.at, row.by, tell.about, row.kind, words


def _meters(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each movement of a meter, with the meter's balance after it in cents."""
    for head in books.streams():
        if not head.stream.startswith("table:"):
            continue
        stands: dict[str, int] = {}
        after = rows_before(books, head.stream, span.since) if span.since else 0
        for row, written in chain.with_postings(books, head.stream):
            if span.until and row.at >= span.until:
                break
            for each in written:
                posting = each.posting
                moves = ((posting.debit, -posting.cents), (posting.credit, posting.cents))
                for account, cents in moves:
                    if not is_meter(account):
                        continue
                    stands[account] = stands.get(account, 0) + cents
                    if row.seq > after:
                        yield (
                            account,
                            head.stream,
                            row.seq,
                            row.at,
                            row.kind,
                            cents,
                            stands[account],
                        )


def _log(books: Books, span: Span) -> Iterator[Cells]:
    """Yield a line for each row of the log, up to the open round of a table."""
    open_rounds = {kept.stream: kept.opened for kept in books.open_rounds()}
    for stream, after, upto in streams(books, span):
        upto = min(upto, open_rounds.get(stream, upto + 1) - 1)
        for row in books.rows(stream, after):
            if row.seq > upto:
                break
            body = msgspec.msgpack.decode(row.body)
            text = msgspec.json.encode(body, enc_hook=_hex).decode()
            yield stream, row.seq, row.at, row.kind, row.by, row.hash.hex(), text


def _hex(value: Any) -> str:
    """Return bytes as hex digits."""
    return bytes(value).hex()


TABLES: dict[str, ExportTable] = {
    table.name: table
    for table in (
        ExportTable(
            "accounts",
            ("account", "kind", "unit", "balance"),
            _accounts,
            "every account, with its balance at the time of the export",
        ),
        ExportTable(
            "postings",
            ("id", "stream", "row", "n", "at_ms", "kind", "by", "debit", "credit", "cents"),
            _postings,
            "every posting, with its row: an amount in cents from the debit to the credit account",
        ),
        ExportTable(
            "rounds",
            (
                "table",
                "round",
                "game",
                "opened_row",
                "closed_row",
                "opened_ms",
                "outcome",
                "rules",
                "shoe",
                "root",
                "seats",
            ),
            rounds,
            "every round: its outcome, the fingerprint of its rules, its shoe",
        ),
        ExportTable(
            "seats",
            ("table", "round", "seat", "person", "name", "chips", "result"),
            seats,
            "the players dealt in, their chips, and what each won or lost",
        ),
        ExportTable(
            "hands",
            (
                "table",
                "round",
                "seat",
                "person",
                "wager",
                "outcome",
                "odds",
                "stake",
                "back",
                "net",
                "clauses",
            ),
            hands,
            "every wager that was settled, and each share of a pot, with its clauses",
        ),
        ExportTable(
            "people",
            (
                "person",
                "role",
                "name",
                "card",
                "firm",
                "locked",
                "excluded",
                "last_login_ms",
                "last_station",
            ),
            _people,
            "all cardholders at the time of the export; the card masked, without the PIN",
        ),
        ExportTable(
            "sessions",
            ("row", "at_ms", "kind", "by", "person", "station", "why", "wrong"),
            _sessions,
            "logins, their ends, refusals and locks",
        ),
        ExportTable(
            "cash",
            ("row", "at_ms", "kind", "by", *CASH_COLUMNS),
            _cash,
            "every row of the cage: cash, adjustments, shifts, days, the drop",
        ),
        ExportTable(
            "rulings",
            ("table", "round", "row", "at_ms", "by", "second", "ruling", "seat", "cents", "reason"),
            _rulings,
            "every ruling, with the person who gave it and the second person",
        ),
        ExportTable(
            "events",
            ("stream", "row", "at_ms", "by", "about", "kind", "words"),
            _events,
            "significant events, in words",
        ),
        ExportTable(
            "meters",
            ("account", "stream", "row", "at_ms", "kind", "cents", "stands"),
            _meters,
            "every movement of a progressive meter, with its amount afterwards",
        ),
        ExportTable(
            "log",
            ("stream", "row", "at_ms", "kind", "by", "hash", "body"),
            _log,
            "every row of every log, without open rounds; the body as JSON, bytes in hex",
        ),
    )
}
"""All tables of the export."""
