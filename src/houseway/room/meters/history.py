"""The history of a meter: its income and payouts, read from its account, with the players.

A posting has the amount; the round it belongs to has the wager. The round is replayed from its
rows for that. If today's rules cannot replay it, the amounts remain.
"""

from __future__ import annotations

from houseway.room.api.table_types import MeterChange
from houseway.room.ledger import Posting, posted
from houseway.room.meters.meters import IN_TRANSIT, house_account, meter_account
from houseway.room.store.interface import Books, Row
from houseway.room.tables import log
from houseway.room.tables.log import Divergence
from houseway.room.tables.replay import Found, Games, find_round, play_again
from houseway.room.tables.seats import Seating
from houseway.room.tables.state import stream_of

Whose = dict[int, list[tuple[Posting, int]]]
"""Row -> its postings at the meter, each with its seat."""


def history(books: Books, table: str, spot: str, number: int, most: int) -> list[MeterChange]:
    """Return the latest changes of a meter of a table, newest first."""
    account = meter_account(table, spot, number)
    found = _Rounds(books, table, account)
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

    def __init__(self, books: Books, table: str, account: str) -> None:
        self._books, self._table, self._account = books, table, account
        self._games = Games()
        self.house = house_account(table)
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
        kept = self._books.round(stream_of(self._table), no)
        if kept is None:
            return {}, Seating()
        found = find_round(self._books, kept)
        try:
            return self._whose(found), found.begun.standing.seating
        except Divergence:
            return {}, found.begun.standing.seating

    def _whose(self, found: Found) -> Whose:
        """Return the seat behind each movement of the meter, by row of the round."""
        whose: Whose = {}
        before = 0
        for round_, step, _ in play_again(self._books, found, self._games):
            # The newest posting of a row comes first in a statement, and so it does here.
            whose[step.row.seq] = [
                (posting, getattr(event, "seat", 0))
                for event in reversed(round_.events[before : step.events])
                for posting in reversed(posted(self._table, event.transfers()))
                if self._account in (posting.debit, posting.credit)
            ]
            before = step.events
        return whose
