"""The public record of a round: the draws, openings and events its reader may know."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from houseway.records.record import Record

Spot: TypeAlias = tuple[str, int, int]
"""The place of a piece: in the deck or the cup, its epoch, and its position there."""


class Draw(msgspec.Struct, frozen=True):
    """One request for chance and its source: positions in one epoch.

    A throw that empties the cup has two of them.
    """

    what: str
    stream: str
    epoch: int
    first: int
    n: int

    def spots(self) -> list[Spot]:
        """Return the place of each piece of this draw, in order."""
        return [(self.stream, self.epoch, i) for i in range(self.first, self.first + self.n)]


FORMAT = "houseway-public-round-1"


class RootShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The commitment to one epoch; ``contents`` is what was shuffled, given with a seed only."""

    stream: str
    epoch: int
    size: int
    root: str
    contents: str = ""


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place of an epoch, opened: the piece in its notation, salt and path in hex."""

    stream: str
    epoch: int
    i: int
    piece: str
    salt: str
    path: list[str]

    @property
    def spot(self) -> Spot:
        """Return its place."""
        return self.stream, self.epoch, self.i


class SeenEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event as the reader was told of it.

    ``opened`` has, for each field with pieces, the number of each in the list of openings, from 0;
    -1 where it was covered. An event that others were told with covered pieces has that line as
    ``public`` and its ``salt`` (hex). One that the reader was told so has the ``hash`` (hex) of
    its full version.
    """

    line: str
    opened: dict[str, list[int]] = {}
    public: str = ""
    salt: str = ""
    hash: str = ""


class Drew(Draw, frozen=True, forbid_unknown_fields=True):
    """A draw as it stands in a record."""


RECEIPT_FORMAT = "houseway-receipt-1"


class SeatResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a round: all chips it has put up, and its result, both in cents."""

    seat: int
    name: str
    bet: int
    net: int


class RoundReceipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The receipt that the room signs when a round closes.

    ``key`` is the id of the key. ``row`` is the hash of the ``last`` row of the round. ``before``
    is the hash of the receipt before it at this table; empty: it is the first. ``draws`` is a
    digest of the draws, ``tree`` the root over all events. ``viewers`` has the digest of the events
    by viewer (a seat; 0: everybody). ``replay`` is the digest of the whole round. Digests and
    hashes are in hex.
    """

    format: str = RECEIPT_FORMAT
    key: str
    table: str
    round: int
    first: int
    last: int
    row: str
    before: str
    game: str
    posted: dict[str, Any]
    rules: str
    shoe: int
    commitment: str
    roots: list[RootShown]
    draws: str
    seats: list[SeatResult]
    events: int
    tree: str
    viewers: dict[str, str]
    replay: str


class SignedReceipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a receipt (JSON) with its signature (Ed25519) and the public key, both in hex."""

    body: str
    key: str
    signature: str


class PublicRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of a round that its reader may know.

    ``commitment`` binds the room to the seed of the shoe, ``roots`` to each order that was dealt
    from. ``replay`` is the whole round, where the reader has seen every piece of it. ``seed`` is
    present once the shoe is finished and may be shown whole. ``receipt`` is what the room signed at
    the close, None in records of rounds without one. ``salt`` opens its digest of the events as
    this reader was told them, ``replay_salt`` that of the whole round.
    """

    format: str = FORMAT
    table: str
    round: int
    viewer: int
    game: str
    posted: dict[str, Any]
    rules: str
    closed: bool
    shoe: int
    commitment: str
    roots: list[RootShown]
    draws: list[Drew]
    openings: list[Shown]
    events: list[SeenEvent]
    replay: Record | None = None
    seed: str = ""
    receipt: SignedReceipt | None = None
    salt: str = ""
    replay_salt: str = ""
