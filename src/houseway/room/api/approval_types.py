"""Changes that take two people, and the proposals that wait for the second one."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from houseway.game.progressives import Meter
from houseway.room.api.table_types import Terms


class _Matter(msgspec.Struct, frozen=True, tag_field="matter"):
    """The subject of a proposal."""

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


Change: TypeAlias = PostingMatter | MeterMatter | TransferMatter


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that waits for a second person."""

    number: int
    by: int
    at: int
    matter: Change
    why: str
    says: str
