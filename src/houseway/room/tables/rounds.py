"""A round at a table: it begins, an input moves it, absent players are answered for.

These functions move the round of a ``TableState`` and return the row to be written. The rules are
the check: a refused input changes nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import msgspec

from houseway.engine.inputs import Act, Input, Ruling, TimeUp
from houseway.engine.questions import Asking, Button
from houseway.records.files import record_of
from houseway.room.api.record_types import SignedReceipt
from houseway.room.errors import UNREADABLE
from houseway.room.fairness.receipt import ReceiptChain, ReceiptDraft, draft_receipt
from houseway.room.fairness.record import nameless_close
from houseway.room.ledger import of_events
from houseway.room.store.interface import Change, RoundKept
from houseway.room.tables import deadlines, log
from houseway.room.tables.log import Checkpoint, Divergence, LogRow, PendingRow
from houseway.room.tables.seats import Began
from houseway.room.tables.seats import apply as seated
from houseway.room.tables.state import TableState, the_round
from houseway.table.round import Round


def begin(live: TableState, seq: int, now: int) -> PendingRow:
    """Log the open round from row ``seq`` on, and deal what comes at once."""
    round_ = the_round(live)
    standing, number = live.checkpoint(), live.number + 1
    root = live.shoe.shown if live.shoe else b""
    live.begin_dealing()
    live.deal()
    absent(live)
    seats = tuple(seat.seat for seat in round_.seats)
    seating = seated(standing.seating, Began(at=now, seats=seats))
    body = log.RoundBegun(
        number, live.opened_at, seats, standing, root, live.posted.fingerprint(),
        tuple(round_.inputs), len(round_.events), log.digest(round_.events),
        deadlines.next_deadlines(live, now), round_.closed,
        live.outcome(round_, seating, now) if round_.closed else None,
    )  # fmt: skip
    live.apply(LogRow(seq, now, body))
    changes, receipt = listed(live, number, seq, seq, standing)
    return PendingRow(body, of_events(live.name, round_.events), changes, receipt)


def step(
    live: TableState, seq: int, move: Callable[[], None], now: int, second: int = 0
) -> PendingRow:
    """Move the round by an input, then answer for absent seats; return the row."""
    round_ = the_round(live)
    inputs, events, number, begun = len(round_.inputs), len(round_.events), live.number, live.begun
    standing = live.standing
    move()
    absent(live)
    came, happened = tuple(round_.inputs[inputs:]), round_.events[events:]
    body = log.Stepped(
        number, came, len(happened), log.digest(happened), deadlines.next_deadlines(live, now),
        round_.closed, second,
        live.outcome(round_, live.seating, now) if round_.closed else None,
    )  # fmt: skip
    live.apply(LogRow(seq, now, body))
    closing: tuple[list[Change], ReceiptDraft | None] = ([], None)
    if round_.closed and standing is not None:
        closing = listed(live, number, begun, seq, standing)
    return PendingRow(body, of_events(live.name, happened), *closing)


def listed(
    live: TableState, number: int, begun: int, seq: int, standing: Checkpoint
) -> tuple[list[Change], ReceiptDraft | None]:
    """Return the entry of a round for the list of rounds, and the receipt of a finished one.

    ``begun`` is its first row, ``seq`` the last one. A finished round is listed with its record,
    which ``with_receipt`` completes and compresses.
    """
    round_ = the_round(live)
    kept = RoundKept(
        live.stream, number, begun, None, "open", live.posted.fingerprint(), live.shoes
    )
    if not round_.closed:
        return [kept], None
    record = record_of(round_)
    written = msgspec.json.encode(record)
    over = msgspec.structs.replace(kept, closed=seq, outcome="closed", record=written)
    assert live.shoe is not None
    shown, whole = nameless_close(round_, record)
    return [over], draft_receipt(shown, live.shoe, standing.place, number, whole)


def with_receipt(made: PendingRow, receipts: ReceiptChain, row: bytes) -> list[Change]:
    """Return the changes of a row that closes a round, with its receipt; ``row`` is its hash."""
    found: list[Change] = []
    for change in made.changes:
        if isinstance(change, RoundKept) and made.receipt is not None and change.closed:
            signed = receipts.sign(made.receipt, change.opened, change.closed, row)
            record = zlib.compress(change.record[:-1] + b',"receipt":' + signed + b"}")
            change = msgspec.structs.replace(change, record=record)
        found.append(change)
    return found


class _Signed(msgspec.Struct):
    receipt: SignedReceipt | None = None


def receipt_kept(kept: RoundKept) -> SignedReceipt | None:
    """Return the receipt that is kept with the record of a round; None if there is none."""
    if not kept.record:
        return None
    try:
        return msgspec.json.decode(zlib.decompress(kept.record), type=_Signed).receipt
    except (zlib.error, *UNREADABLE) as error:
        raise Divergence(f"{kept.stream}: the record of round {kept.no} is damaged") from error


def absent(live: TableState) -> None:
    """Answer for seats whose players are away or leaving: a fold if possible."""
    while live.round_ is not None and (seat := _absent(live)):
        live.move(excuse(live.round_, seat))


def _absent(live: TableState) -> int:
    """Return the first asked seat whose player is absent; 0: none."""
    for seat in live.asked():
        sitter = live.seating.seats.get(seat)
        if sitter is None or not (sitter.state == "here" or sitter.removed_by_floor):
            return seat
    return 0


def anybody_absent(live: TableState) -> bool:
    """Return True if a question is open for an absent player."""
    return _absent(live) > 0


def excuse(round_: Round, seat: int) -> Input:
    """Return the decision for an absent player: a free fold, else the default."""
    question = round_.question
    if isinstance(question, Asking):
        for choice in question.choices_of(seat):
            if isinstance(choice, Button) and choice.name == "fold" and not choice.cents:
                return Act(seat, "fold")
    return TimeUp(seat)


def act(live: TableState, seq: int, given: Act, now: int) -> PendingRow:
    """Enter a decision, and return the row to write; deadlines count from ``now``."""
    return step(live, seq, lambda: live.move(given), now)


def rule(live: TableState, seq: int, ruling: Ruling, now: int, second: int = 0) -> PendingRow:
    """Enter a ruling, and return the row to write; ``second`` is the approving person,
    0 for none.
    """
    return step(live, seq, lambda: live.move(ruling), now, second)


def nothing() -> None:
    """Enter nothing; the step only answers for absent seats."""
