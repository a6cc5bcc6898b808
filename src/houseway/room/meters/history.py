"""The history of a meter: its income and payouts, read from its account, with the players.

A posting has the amount; the round it belongs to has the wager. The round is replayed from its
record for that. If its record cannot be replayed by today's rules, the amounts remain.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from houseway.engine.events import Event
from houseway.errors import HousewayError
from houseway.records.files import load_json, replay
from houseway.room.api.table_types import MeterChange
from houseway.room.ledger import Posting, posted
from houseway.room.meters.meters import IN_TRANSIT, house_account, meter_account
from houseway.room.store.interface import Books, Row
from houseway.room.tables import log
from houseway.room.tables.seats import Seating
from houseway.room.tables.state import TableState

Whose = dict[int, list[tuple[Posting, int]]]
"""Row -> its postings at the meter, each with its seat."""


def history(books: Books, live: TableState, spot: str, number: int, most: int) -> list[MeterChange]:
    """Return the latest changes of a meter, newest first."""
    account = meter_account(live.name, spot, number)
    found = _Rounds(books, live, account)
    return [
        _change(row, posting, account, found) for row, posting in books.statement(account, most)
    ]


def _change(row: Row, posting: Posting, account: str, rounds: _Rounds) -> MeterChange:
    """Return a posting to a meter as a change: its kind, person, reason and round."""
    cents = posting.cents if posting.credit == account else -posting.cents
    body = log.read(row.body)
    match body:
        case log.Carried(why=why, second=second):
            other = posting.debit if cents > 0 else posting.credit
            what = "transferred" if other == IN_TRANSIT else "changed" if second else "seed"
            return MeterChange(row.at, row.seq, cents, what, person=row.by, why=why, second=second)
        case log.Voided(no=no, why=why):
            return MeterChange(row.at, row.seq, cents, "taken back", no, person=row.by, why=why)
        case log.RoundBegun(no=no) | log.Stepped(no=no):
            seat, seating = rounds.seat(no, row.seq, posting)
            sitter = seating.seats.get(seat)
            return MeterChange(
                row.at, row.seq, cents, _played(posting, account, rounds.house, seat), no, seat,
                sitter.player.person if sitter else 0, sitter.player.name if sitter else "",
            )  # fmt: skip
        case _:
            return MeterChange(row.at, row.seq, cents, "changed", person=row.by)


def _played(posting: Posting, account: str, house: str, seat: int) -> str:
    """Describe a posting of a round to its meter."""
    if posting.debit == account:
        return "taken back" if posting.credit == house else "won"
    if posting.debit != house:
        return "taken back"
    return "paid in" if seat else "seed"


class _Rounds:
    """The rounds of a table, each replayed once."""

    def __init__(self, books: Books, live: TableState, account: str) -> None:
        self._books, self._live, self._account = books, live, account
        self.house = house_account(live.name)
        self._seen: dict[int, tuple[Whose, Seating]] = {}

    def seat(self, no: int, seq: int, posting: Posting) -> tuple[int, Seating]:
        """Return the seat whose wager moved the meter by this posting, and the players of the
        round.
        """
        if no not in self._seen:
            self._seen[no] = self._played(no)
        whose, seating = self._seen[no]
        for i, (made, seat) in enumerate(whose.get(seq, ())):
            if made == posting:
                del whose[seq][i]
                return seat, seating
        return 0, seating

    def _played(self, no: int) -> tuple[Whose, Seating]:
        """Return the seat behind each movement of meters in a round, and its seating."""
        kept = self._books.round(self._live.stream, no)
        if kept is None:
            return {}, Seating()
        own = [
            (row.seq, body)
            for row in self._books.rows(
                self._live.stream, kept.opened - 1, (kept.closed or 1 << 40) - kept.opened + 1
            )
            if isinstance(body := log.read(row.body), log.RoundBegun | log.Stepped)
            and body.no == no
        ]
        begun = own[0][1]
        seating = begun.standing.seating if isinstance(begun, log.RoundBegun) else Seating()
        try:
            events = list(self._events(no, kept.record))
        except HousewayError:
            return {}, seating
        whose: Whose = {}
        at = 0
        for seq, body in own:
            # The newest posting of a row comes first in a statement, and so it does here.
            whose[seq] = [
                (posting, getattr(event, "seat", 0))
                for event in reversed(events[at : at + body.events])
                for posting in reversed(posted(self._live.name, event.transfers()))
                if self._account in (posting.debit, posting.credit)
            ]
            at += body.events
        return whose, seating

    def _events(self, no: int, record: bytes) -> Iterable[Event]:
        """Return the events of a round: from the round in play, or from its record."""
        round_ = self._live.round_
        if round_ is not None and no == self._live.number and self._live.playing:
            return round_.events
        if not record:
            return ()
        found: Iterable[Event] = replay(load_json(zlib.decompress(record))).round.events
        return found
