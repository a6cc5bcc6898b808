"""What the rows of a table's log say.

The log of a table is the table: whoever reads its rows in order has its seats, its shoe, what is
carried from round to round and the round that is being played.  A ``round`` row says how all of
that stood when the round began, so reading may begin at the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from houseway.engine.events import Event, event_name
from houseway.engine.inputs import Input
from houseway.room.fairness.shoe import Place
from houseway.room.tables.seats import SeatEvent, Seating
from houseway.room.tables.terms import Terms

Due: TypeAlias = dict[int, int]
"""Seat -> when its time is up, in milliseconds of the room's clock."""


class _Body(msgspec.Struct, frozen=True, tag_field="row"):
    """What a row says, written with its kind."""


class Opened(_Body, frozen=True, tag="opened"):
    """The table is opened with this game, posted like this, on these terms."""

    game: str
    posting: dict[str, Any]
    terms: Terms
    rules: str
    """The fingerprint of the rules in force."""
    second: int = 0
    """The second person, where one is needed to change what is posted."""
    before: str = ""
    """The fingerprint of the rules that were in force before."""
    why: str = ""
    meters: dict[str, tuple[int, ...]] = {}
    """Wager -> what its meters begin with in cents, where that is not their seed."""


class Shut(_Body, frozen=True, tag="shut"):
    """The table is closed."""

    why: str = ""


class Closing(_Body, frozen=True, tag="closing"):
    """The table is to be closed when its round is over."""

    why: str = ""


class Paused(_Body, frozen=True, tag="paused"):
    """Nothing goes on here until somebody says so."""

    why: str = ""


class GoesOn(_Body, frozen=True, tag="goes_on"):
    """A pause is over; open questions have fresh time."""

    due: Due = {}


class Changed(_Body, frozen=True, tag="seating"):
    """Somebody sat down, left, went away, came back, brought more, is waiting."""

    fact: SeatEvent


class ShoeShuffled(_Body, frozen=True, tag="shoe"):
    """All pieces are shuffled: the commitments to their order and to the seed behind it."""

    no: int
    root: bytes
    commitment: bytes


class ShoeDiscarded(_Body, frozen=True, tag="shoe_gone"):
    """The shoe is not dealt from any more: its order may be known, or may have been dealt."""

    why: str


class Carried(_Body, frozen=True, tag="carried"):
    """What is carried into the next round is this: at first, or when a meter is set right.

    The seeds of meters are posted with it, and so is what a correction moves.
    """

    between: bytes
    why: str = ""
    second: int = 0


class Checkpoint(msgspec.Struct, frozen=True):
    """How a table stands before a round."""

    seating: Seating
    between: bytes
    place: Place


class RoundBegun(_Body, frozen=True, tag="round"):
    """A round begins: with whom, with what carried over, from which place of the shoe."""

    no: int
    opened: int
    """The row by which the table was opened as it is posted now."""
    seats: tuple[int, ...]
    standing: Checkpoint
    root: bytes
    rules: str
    inputs: tuple[Input, ...]
    events: int
    digest: bytes
    due: Due
    closed: bool = False
    """A round in which nobody has anything to decide is over when it has begun."""
    after: Checkpoint | None = None
    """How the table stands after it, if it is over."""


class Stepped(_Body, frozen=True, tag="step"):
    """What came in, and the digest of what happened."""

    no: int
    inputs: tuple[Input, ...]
    events: int
    digest: bytes
    due: Due
    closed: bool = False
    second: int = 0
    """A ruling's second person, where it needs one."""
    after: Checkpoint | None = None
    """How the table stands after the round, if it is over: another program goes on from here."""


class Voided(_Body, frozen=True, tag="voided"):
    """An unfinished round is void: the postings of these rows are taken back."""

    no: int
    why: str
    rows: tuple[int, ...]


class Faulted(_Body, frozen=True, tag="faulted"):
    """An error of the program came twice: nothing goes on here until it is cleared."""

    why: str


class Cleared(_Body, frozen=True, tag="cleared"):
    """The floor has looked at a fault."""

    why: str = ""


class Resumed(_Body, frozen=True, tag="resumed"):
    """The room was started again in the middle of a round; open questions have fresh time."""

    no: int
    due: Due


class Said(_Body, frozen=True, tag="noted"):
    """Something worth keeping that changes nothing."""

    what: str
    more: Mapping[str, str] = {}


Body: TypeAlias = (
    Opened | Shut | Closing | Paused | GoesOn | Changed | ShoeShuffled | ShoeDiscarded | Carried
    | RoundBegun | Stepped | Voided | Faulted | Cleared | Resumed | Said
)  # fmt: skip

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Body)


def written(body: Body) -> bytes:
    """A body as it stands in the log."""
    return _ENCODER.encode(body)


def read(text: bytes) -> Body:
    """The body of a row."""
    found: Body = _DECODER.decode(text)
    return found


def kind_of(body: Body) -> str:
    """What a row with this body is called."""
    return str(body.__struct_config__.tag)


def digest(events: Iterable[Event]) -> bytes:
    """A digest of what happened; a replay that gives another is not the same."""
    found = sha256()
    for event in events:
        found.update(event_name(type(event)).encode())
        found.update(_ENCODER.encode(event))
    return found.digest()[:16]


def packed(value: Any) -> bytes:
    """A value of the engine (what is carried between rounds) as bytes."""
    return _ENCODER.encode(value)
