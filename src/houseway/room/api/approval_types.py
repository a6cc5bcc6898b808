"""Matters that take two people, and how they are shown while they wait for the second one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from houseway.game.progressives import Meter
from houseway.room.api.cage_types import Collection, Count, Receipt
from houseway.room.api.table_types import Answer, Terms
from houseway.room.api.types import Body


class _Matter(msgspec.Struct, frozen=True, tag_field="matter"):
    """The subject of a proposal at a table."""

    table: str


class PostingMatter(_Matter, frozen=True, tag="posting"):
    """Another game, posting or other terms at a closed table: the fingerprints, what differs."""

    opened: int
    """The row by which the table was opened as it is posted now."""
    game: str
    posting: dict[str, Any]
    terms: Terms
    before: str
    after: str
    differs: tuple[str, ...]


class MeterMatter(_Matter, frozen=True, tag="meter"):
    """An amount in cents that the house adds to a meter, or takes out of it (below 0)."""

    spot: str
    number: int
    cents: int
    stands: Meter
    in_transit: bool = False
    """True if the money has left another meter and is not in a meter now."""


class TransferMatter(_Matter, frozen=True, tag="transfer"):
    """All that a meter holds goes to the meter of the same kind of another table."""

    spot: str
    number: int
    to: str
    stands: Meter


class VoidMatter(_Matter, frozen=True, tag="void"):
    """The unfinished round of a table is void; ``cents`` go back in all."""

    round: int
    seq: int
    """The row at which the table stood when this was asked for."""
    cents: int


class _OtherMatter(msgspec.Struct, frozen=True, kw_only=True, tag_field="matter"):
    """A matter of the cage or of the people."""


class CashMatter(_OtherMatter, frozen=True, tag="cash"):
    """Money of the cage: of a person, of a table, or of a drawer that is short."""

    what: Literal["payout", "adjust", "reverse", "fill", "credit", "close"]
    person: int = 0
    cents: int = 0
    shift: int = 0
    row: int = 0
    """The row that is reversed."""
    table: str = ""


class PersonMatter(_OtherMatter, frozen=True, tag="person"):
    """A card, PIN, duty or name; the card masked, the PIN in no form."""

    what: Literal["hire", "pin", "card", "role", "name"]
    person: int = 0
    """The number of the person; 0: one who is hired."""
    name: str = ""
    before: str = ""
    after: str = ""
    card: str = ""


Change: TypeAlias = PostingMatter | MeterMatter | TransferMatter | VoidMatter
"""Matters in the log of the floor."""
Matter: TypeAlias = Change | CashMatter | PersonMatter


class Proposal(msgspec.Struct, frozen=True):
    """A proposal of the floor that waits for a second person."""

    number: int
    by: int
    at: int
    matter: Change
    why: str
    says: str


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person, whatever it is."""

    id: str
    """Its name for ``approve`` and ``withdraw``: the stream and the row that asked for it."""
    what: str
    """The command: ``payout``, ``staff_pin``, ``void``."""
    says: str
    why: str
    by: int
    by_name: str
    at_ms: int
    until_ms: int = 0
    """When it lapses; 0: it does not lapse by time."""
    person: int = 0
    table: str = ""
    cents: int = 0
    may: bool = False
    """True if the caller may approve it."""
    why_not: str = ""
    """The reason why the caller may not approve it; empty if they may."""


class Vouch(Body, frozen=True):
    """The PIN of the person who approves.

    With ``card`` a second person approves at the station of the first one. Without either, the
    owner of the login approves.
    """

    card: Annotated[str, msgspec.Meta(max_length=24, pattern="^[0-9 -]*$")] = ""
    pin: Annotated[str, msgspec.Meta(max_length=12, pattern="^[0-9]*$")] = ""
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The reason, where an approval takes one: a shift that closes short."""


class Approved(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of an approval, by its kind; a change of a person has none."""

    id: str
    receipt: Receipt | None = None
    text: str = ""
    """The receipt as it is printed."""
    answer: Answer | None = None
    """The row at the table."""
    collection: Collection | None = None
    count: Count | None = None
    person: int = 0
    """The number of the person who was hired or changed; 0: the matter is none of a person."""
