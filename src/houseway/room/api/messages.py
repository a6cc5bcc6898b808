"""The messages of a table's socket, each with its name in ``type``.

A socket belongs to one station.  Its first message is ``hello``, with the token of a login; what
comes back is ``welcome`` and a view, and from then on a view whenever the table has changed.
Views are whole: one that was lost is made up for by the next.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from houseway.room.errors import Code

VERSION = 1
NULL = msgspec.Raw(b"null")
"""A part of a view that is not there."""
MOST_PIECES = 64
MOST_PARTS = 16
MOST_PLACES = 200

Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Word: TypeAlias = Annotated[str, Meta(max_length=60)]
Cents: TypeAlias = Annotated[int, Meta(ge=0, le=10**12)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Piece: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Pieces: TypeAlias = Annotated[tuple[Piece, ...], Meta(max_length=MOST_PIECES)]
HandPart: TypeAlias = tuple[Word, Pieces]
Put: TypeAlias = tuple[Word, Cents]

AsPart = Literal["seat", "display", "watch", "dealer", "floor"]


class _In(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """From a client to the room."""


class _Out(msgspec.Struct, frozen=True, omit_defaults=True):
    """From the room to a client."""


class Hello(_In, frozen=True, tag_field="type", tag="hello", rename={"part": "as"}):
    """The first message of a socket: whose it is, which table, and in which part.

    ``v`` is the version of the protocol. ``token`` is the token of a login; it stands here
    and never in an address. ``as`` is ``seat`` for a player (seated or about to sit),
    ``display`` for the community screen, ``watch`` for an onlooker, ``dealer`` or ``floor``
    for staff. ``seen`` is the ``seq`` of the last view that was seen before the connection
    broke, 0 for none: events after it come with the first view if the round is still the
    same. ``steps``: views come with the steps that led to them.
    """

    token: Annotated[str, Meta(min_length=1, max_length=200)]
    table: Annotated[str, Meta(min_length=1, max_length=40)]
    part: AsPart = "seat"
    seen: Number = 0
    steps: bool = False
    v: Annotated[int, Meta(ge=0, le=1000)] = VERSION


class Act(_In, frozen=True, tag_field="type", tag="act"):
    """A decision of the seat whose socket it is.

    ``key`` is a key of the client's own: the same decision sent again under the same key is
    answered again and not done again. ``round`` and ``ask`` are the round's number and the
    prompt's ``id``; if another question stands by now, the answer is ``no`` with code
    ``stale``. ``name`` is one of the prompt's actions, and what goes with it depends on its
    shape: ``amount`` in cents, ``pieces`` by their numbers in ``layout.pieces``, ``parts``
    (name and pieces) or ``places`` (spot and cents). A seat is not named: it is the
    session's.
    """

    key: Key
    round: Number
    ask: Number
    name: Word
    amount: Cents = 0
    pieces: Pieces = ()
    parts: Annotated[tuple[HandPart, ...], Meta(max_length=MOST_PARTS)] = ()
    places: Annotated[tuple[Put, ...], Meta(max_length=MOST_PLACES)] = ()


class Seat(_In, frozen=True, tag_field="type", tag="seat"):
    """Sit down, leave, go away and come back, be ready, or top up.

    ``do`` says what. ``seat`` is the seat to sit at, 0 for any; ``cents`` the buy-in or the
    top-up, taken from the wallet of the session's person. During a round the wish is kept and
    done when the round closes.
    """

    key: Key
    do: Literal["sit", "leave", "away", "back", "ready", "top_up"]
    seat: SeatNumber = 0
    cents: Cents = 0


class Deal(_In, frozen=True, tag_field="type", tag="deal"):
    """Pieces that a dealer read from real cards, tiles or dice, for tables with a dealer's
    console.

    ``round`` is the number of the round, ``pieces`` are numbers in ``layout.pieces``; a shuffle
    has none.
    """

    key: Key
    round: Number
    pieces: Pieces = ()


class Rule(_In, frozen=True, tag_field="type", tag="rule"):
    """A ruling of the floor (or of a dealer, where the ruling says so) in the round that runs.

    ``seq`` is the row of the view in which it was looked at: if anything has happened since,
    it is ``stale``. ``name`` is one of the game's rulings; ``seat``, ``pieces`` (in their
    notation) and ``amount`` as that ruling needs them; ``reason`` stands in the log.
    """

    key: Key
    seq: Number
    name: Word
    seat: SeatNumber = 0
    pieces: Annotated[str, Meta(max_length=200)] = ""
    amount: Cents = 0
    reason: Annotated[str, Meta(max_length=200)] = ""


class Ping(_In, frozen=True, tag_field="type", tag="ping"):
    """Are you there?  Browsers cannot send the ping of the socket itself."""

    n: Number = 0


class You(_Out, frozen=True):
    """The identity of this socket: seat (0: none), role, person and name."""

    seat: int = 0
    role: str = ""
    person: int = 0
    name: str = ""


class Welcome(_Out, frozen=True, tag_field="type", tag="welcome"):
    """The socket is taken.

    ``seq`` is the table's last durable row, ``now`` the room's clock in milliseconds, by
    which ``due`` in views is to be read. ``layout`` is the table as the game draws it (zones,
    spots, pay tables, signs, names of pieces), ``rules`` the fingerprint of the rules in
    force. ``key`` is the public key (Ed25519, hex) that signs the receipts of rounds.
    """

    v: int
    seq: int
    now: int
    you: You
    layout: msgspec.Raw
    rules: str = ""
    key: str = ""


class Chair(_Out, frozen=True):
    """A chair that is taken: who sits there, chips, here or away.

    ``chips`` are counted between rounds, ``result`` is what this person has won or lost at
    the table until now.
    """

    seat: int
    name: str
    chips: int
    state: str
    result: int
    ready: bool = False
    bot: bool = False


class TableNow(_Out, frozen=True):
    """The state of a table: ``status`` (new, open, closing, paused, shut, faulted) and ``why``.

    ``chairs`` are the people at it, ``root`` commits to the order of the shoe in use, and
    ``closed`` says that no round is being played.
    """

    status: str
    why: str = ""
    chairs: list[Chair] = []
    root: str = ""
    closed: bool = True


StepPart: TypeAlias = msgspec.Raw | UnsetType
"""A part of a step as JSON; unset where it has not changed."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one viewer saw it after one event, on the way to a view.

    ``cue`` is the kind of event: ``deal``, ``turn``, ``draw``, ``chips``, ``roll``, ``settle``,
    ``award``, ``say`` or empty. ``at`` is the number of the event in its round. ``results`` is the
    number of results of the view so far. ``public`` has the other parts of the public view that
    changed; the first step has all. ``piles`` has the part of ``own`` with this name, if it
    changed. The last step is the view itself and has no parts.
    """

    cue: str
    at: int
    results: int
    public: StepPart = UNSET
    piles: StepPart = UNSET


class View(_Out, frozen=True, tag_field="type", tag="view"):
    """The table as this socket may see it, after the durable row ``seq``.

    ``round`` is the number of the round (0: none yet). ``due`` has the deadline of each asked seat,
    in milliseconds of the room's clock, and ``now`` the time of the view. ``table`` has the status,
    the seats and the root of the shoe. ``public`` is the part of the round that all see, ``own``
    that of this seat alone: its piles and its prompt. ``events`` are this viewer's events since the
    last view that was sent. ``first`` is the number of events of the round before them. ``acks``
    are the keys of this socket's commands that are durable with this view. ``steps`` lead to it,
    for viewers who asked for them in their hello. ``seat`` is the present seat of this socket's
    person, 0 for none. ``receipt`` is what the room signed when this round closed
    (``SignedReceipt``).
    """

    seq: int
    round: int
    now: int
    table: msgspec.Raw
    due: dict[int, int] = {}
    public: msgspec.Raw = NULL
    own: msgspec.Raw = NULL
    events: tuple[msgspec.Raw, ...] = ()
    acks: tuple[str, ...] = ()
    first: int = 0
    steps: tuple[Step, ...] = ()
    seat: int = 0
    receipt: msgspec.Raw = NULL


class No(_Out, frozen=True, tag_field="type", tag="no"):
    """Something was not done.

    ``key`` is the key of the command, empty if none could be read. ``code`` is for programs:
    ``refused`` by a rule, ``stale``, ``funds``, ``role``, ``login``, ``rate``, ``fault``,
    ``unknown``, ``busy``; ``why`` is a sentence for people, ``clauses`` where it stands in
    the rules. ``seq`` is the table's last durable row.
    """

    key: str
    code: Code
    why: str
    clauses: tuple[str, ...] = ()
    seq: int = 0


class Bye(_Out, frozen=True, tag_field="type", tag="bye"):
    """The room closes the socket, and why.  ``again`` says whether another hello makes sense."""

    why: str
    code: str = ""
    again: bool = True


class Pong(_Out, frozen=True, tag_field="type", tag="pong"):
    """Yes, and the room's clock."""

    n: int
    now: int


Incoming: TypeAlias = Hello | Act | Seat | Deal | Rule | Ping
Outgoing: TypeAlias = Welcome | View | No | Bye | Pong
Commanded: TypeAlias = Act | Seat | Deal | Rule
"""Messages that change a table."""
INCOMING = (Hello, Act, Seat, Deal, Rule, Ping)
OUTGOING = (Welcome, View, No, Bye, Pong)

incoming = msgspec.json.Decoder(Incoming)
outgoing = msgspec.json.Decoder(Outgoing)
