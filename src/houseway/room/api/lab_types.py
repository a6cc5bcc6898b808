"""Questions and answers of the odds lab on the wire, each field with its limits."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from houseway.odds_service.answers import Bankroll, Chances, Odds, Play, SimulatedAt, Tables, Tuned
from houseway.room.api.types import GameId

PLAIN = "^[ -~]*$"
"""An address is written in plain letters; others are percent-encoded."""
PostingText: TypeAlias = Annotated[
    str,
    Meta(
        max_length=6_000,
        pattern=PLAIN,
        description="What is posted, as the query of an address: decks=8&push_22=B. A wager and an"
        " outcome with a dot between them are a pay of one's own: push_22.suited_22=40+to+1.",
    ),
]
WagerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60, description="A wager.")]
WaitMs: TypeAlias = Annotated[
    int, Meta(ge=0, le=10_000, description="How long the answer may be waited for.")
]
Unit: TypeAlias = Annotated[int, Meta(ge=1, le=100_000_000, description="A wager, in cents.")]
Purse: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000_000, description="In cents.")]
Visit: TypeAlias = Annotated[int, Meta(ge=1, le=100_000, description="Rounds of a visit.")]
AnHour: TypeAlias = Annotated[int, Meta(ge=1, le=10_000, description="Rounds in an hour.")]
Edge: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, description="The edge that is wanted: 5% or 0.05.")
]
Within: TypeAlias = Annotated[
    str, Meta(max_length=40, description="How far from it an edge may be; empty: 0.25%.")
]
KeptRows: TypeAlias = Annotated[
    str,
    Meta(
        max_length=2_000,
        pattern=PLAIN,
        description="Rows whose pay stays: pair=6+to+1, with & between.",
    ),
]
Hands: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=400,
        pattern=PLAIN,
        description="Two to ten hands, with / between them.",
    ),
]
Cards: TypeAlias = Annotated[str, Meta(max_length=40, description="Cards, such as AhKd7c.")]
SheetForm = Literal["html", "pdf"]
PaperSize = Literal["a4", "letter"]
RunId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]


class OddsAnswer(msgspec.Struct, frozen=True):
    """Every wager; while it is worked out, those that are known already."""

    found: Odds | None
    pending: Pending | None


class TablesAnswer(msgspec.Struct, frozen=True):
    """A wager by pay table and decks, or how far that is."""

    found: Tables | None
    pending: Pending | None


class PlayAnswer(msgspec.Struct, frozen=True):
    """Best play, or how far it is."""

    found: Play | None
    pending: Pending | None


class TunedAnswer(msgspec.Struct, frozen=True):
    """Pays for an edge, or how far the search is."""

    found: Tuned | None
    pending: Pending | None


class BankrollAnswer(msgspec.Struct, frozen=True):
    """The effect of a wager on a bankroll, or the progress of its computation."""

    found: Bankroll | None
    pending: Pending | None


class ChancesAnswer(msgspec.Struct, frozen=True):
    """The equity of hands, or the progress of its computation."""

    found: Chances | None
    pending: Pending | None


class SheetAnswer(msgspec.Struct, frozen=True):
    """The state of a sheet: ready to be fetched, or its progress."""

    ready: bool
    pending: Pending | None


class SimulationWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A simulation that is to begin."""

    game: GameId
    wager: WagerName
    posting: PostingText = ""
    rounds: Annotated[int, Meta(ge=1_000, le=1_000_000_000)] = 20_000_000
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 1


class Pending(msgspec.Struct, frozen=True):
    """It is being worked out: ask again."""

    words: str
    done: int
    of: int
    ahead: int
    """Number of jobs that run before it."""
    left: int = 0
    """Seconds that it is expected to take still; 0 where nothing is expected."""


class TableEdge(msgspec.Struct, frozen=True):
    """The bet that a table requires, with its edge once it is known."""

    table: str
    game: str
    wager: str
    """In words."""
    edge: float | None
    exactly: str
    method: str
    stderr: float | None
    wagers: int = 0
    """Number of wagers of the same amount that must be made together."""
    by_players: bool = False
    """A player banks: the edge is then the bank's."""
    pending: bool = False
    """The edge is still being computed."""
    source: str = ""
    """A sentence where the edge is from the book of odds; empty where it was computed."""


State = Literal["runs", "done", "stopped", "refused"]


class Simulation(msgspec.Struct, frozen=True):
    """The progress of a simulation, with every point it has passed."""

    id: str
    state: State
    wager: str
    seed: int
    rounds: int
    target: int
    edge: float | None
    stderr: float | None
    points: tuple[SimulatedAt, ...]
    words: str
    """The present activity, or the reason why there is none."""
    assumptions: tuple[str, ...]
