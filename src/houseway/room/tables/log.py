"""Bodies of the rows of a table's log.

The log of a table is the table: its rows in order give its seats, its shoe, the state carried
between rounds and the round in play. A ``round`` row holds the whole state at the start of the
round, so reading may begin at the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from houseway.engine.events import Event, event_name
from houseway.engine.inputs import Input
from houseway.room.api.table_types import Terms
from houseway.room.fairness.committed_shoe import ShoePosition
from houseway.room.fairness.receipt import ReceiptDraft
from houseway.room.ledger import Posting
from houseway.room.store.interface import Change, Row
from houseway.room.tables.seats import SeatEvent, Seating

Due: TypeAlias = dict[int, int]
"""Seat -> its deadline, in milliseconds of the room's clock."""


class _Body(msgspec.Struct, frozen=True, tag_field="row"):
    """The body of a row; its tag is the kind of the row."""


class TableOpened(_Body, frozen=True, tag="opened"):
    """The table is opened with this game, this posting and these terms."""

    game: str
    posting: dict[str, Any]
    terms: Terms
    rules: str
    """The fingerprint of the rules in force."""
    second: int = 0
    """The second person, if changing the posting takes one."""
    before: str = ""
    """The fingerprint of the rules that were in force before."""
    why: str = ""
    meters: dict[str, tuple[int, ...]] = {}
    """Wager -> initial meters in cents, where they differ from the seeds."""


class Shut(_Body, frozen=True, tag="shut"):
    """The table is closed."""

    why: str = ""


class Closing(_Body, frozen=True, tag="closing"):
    """The table will be closed when its round is over."""

    why: str = ""


class Paused(_Body, frozen=True, tag="paused"):
    """The table is paused until it is resumed."""

    why: str = ""


class Resumed(_Body, frozen=True, tag="goes_on"):
    """A pause is over; open questions have fresh time."""

    due: Due = {}


class Changed(_Body, frozen=True, tag="seating"):
    """A seat event: a player sat down, left, went away, came back, or added chips."""

    fact: SeatEvent


class ShoeShuffled(_Body, frozen=True, tag="shoe"):
    """All pieces are shuffled; has the commitments to their order and to the seed."""

    no: int
    root: bytes
    commitment: bytes


class ShoeDiscarded(_Body, frozen=True, tag="shoe_gone"):
    """The shoe is no longer used: its order may be known, or may have been dealt."""

    why: str


class Carried(_Body, frozen=True, tag="carried"):
    """The values carried into the next round: at first, or after a meter was corrected.

    The seeds of meters, or the amount of a correction, are posted with it.
    """

    between: bytes
    why: str = ""
    second: int = 0


class Checkpoint(msgspec.Struct, frozen=True):
    """The state of a table between two rounds."""

    seating: Seating
    between: bytes
    place: ShoePosition


class RoundBegun(_Body, frozen=True, tag="round"):
    """A round begins: its players, the carry-over, and the place in the shoe."""

    no: int
    opened: int
    """The row that opened the table with its present posting."""
    seats: tuple[int, ...]
    standing: Checkpoint
    root: bytes
    rules: str
    inputs: tuple[Input, ...]
    events: int
    digest: bytes
    due: Due
    closed: bool = False
    """True if a round without decisions is over when it has begun."""
    after: Checkpoint | None = None
    """The state of the table after the round, if it is over."""


class Stepped(_Body, frozen=True, tag="step"):
    """Inputs of a round, and the digest of the events that followed."""

    no: int
    inputs: tuple[Input, ...]
    events: int
    digest: bytes
    due: Due
    closed: bool = False
    second: int = 0
    """The second person of a ruling, if it takes one."""
    after: Checkpoint | None = None
    """The state of the table after the round, if it is over; another program continues from
    here.
    """


class Voided(_Body, frozen=True, tag="voided"):
    """An unfinished round is voided: the postings of these rows are reversed."""

    no: int
    why: str
    rows: tuple[int, ...]


class Faulted(_Body, frozen=True, tag="faulted"):
    """The same unexpected error came twice: the table stops until it is cleared."""

    why: str


class Cleared(_Body, frozen=True, tag="cleared"):
    """The floor has cleared a fault."""

    why: str = ""


class RoundResumed(_Body, frozen=True, tag="resumed"):
    """The room was restarted in the middle of a round; open questions get fresh time."""

    no: int
    due: Due


class Note(_Body, frozen=True, tag="noted"):
    """A note that changes nothing."""

    what: str
    more: Mapping[str, str] = {}


Body: TypeAlias = (
    TableOpened | Shut | Closing | Paused | Resumed | Changed | ShoeShuffled | ShoeDiscarded
    | Carried | RoundBegun | Stepped | Voided | Faulted | Cleared | RoundResumed | Note
)  # fmt: skip


class LogRow(msgspec.Struct, frozen=True):
    """A row of a table's log with its body: all that its state gets."""

    seq: int
    at: int
    body: Body


class Divergence(Exception):  # noqa: N818 - named for what an auditor looks for
    """A log that cannot result from the rules and the shoe of its table."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Body)


def written(body: Body) -> bytes:
    """Return a body as stored in the log."""
    return _ENCODER.encode(body)


def read(text: bytes) -> Body:
    """Return the body of a row."""
    found: Body = _DECODER.decode(text)
    return found


def read_row(row: Row) -> LogRow:
    """Return a row of the books with its body."""
    return LogRow(row.seq, row.at, read(row.body))


def kind_of(body: Body) -> str:
    """Return the kind of a row with this body."""
    return str(body.__struct_config__.tag)


def digest(events: Iterable[Event]) -> bytes:
    """Return a digest of events; a replay with another digest differs."""
    found = sha256()
    for event in events:
        found.update(event_name(type(event)).encode())
        found.update(_ENCODER.encode(event))
    return found.digest()[:16]


def packed(value: Any) -> bytes:
    """Return a value of the engine (the carry-over) as bytes."""
    return _ENCODER.encode(value)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return the decoder of a type; a new one for each value would take as long as the value."""
    return msgspec.msgpack.Decoder(kind)


def unpacked(text: bytes, kind: Any) -> Any:
    """Return a value of the engine from its bytes."""
    return _decoder(kind).decode(text)


class PendingRow(msgspec.Struct):
    """A row to be written, with its postings and changes outside the log.

    ``receipt`` is the draft of the receipt of a round that the row closes.
    """

    body: Body
    postings: list[Posting] = []
    changes: list[Change] = []
    receipt: ReceiptDraft | None = None
