"""Layout of a table: spots, zones, buttons, signs, chip denominations."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

import msgspec

from houseway.money import Cents

# -- plans ------------------------------------------------------------------------------------
# How a table looks before anybody sits: its layout, made once from a game and its posting.


class Zone(msgspec.Struct, frozen=True):
    """A place where pieces lie: at each seat, or once in the middle."""

    name: str
    at: str = "seat"
    words: str = ""
    kind: str = ""
    """What lies there where it is not the game's own pieces: ``dice`` on a tiles table."""
    slots: int = 0
    """How many pieces come there in an ordinary deal: so many places are kept free, and nothing
    moves when they come; further ones overlap."""
    counted: bool = False
    """Whether only the number of pieces matters there: a muck, burned cards."""


class SpotPlan(msgspec.Struct, frozen=True):
    """A betting spot of each seat, with its limits and where its rule stands.

    ``label`` is what it is called, ``words`` may say more of it; ``element`` is the part of a
    combination game that decides it.
    """

    name: str
    words: str
    least: Cents
    most: Cents
    required: bool
    clauses: tuple[str, ...]
    element: str = ""
    hands: int = 1
    """How many hands of a seat may have chips there."""
    dealt: int = 1
    """How many of them have chips without a split."""
    behind: bool = False
    """Whether others than the seat's player may bet there."""
    label: str = ""
    rank: str = "side"
    """``main``, ``side``, ``late`` (placed after the deal), ``progressive``, or ``follows``: chips
    that only decisions put there."""
    placed: str = ""
    """When it is placed, in words, if not before the deal."""
    resolves: str = ""
    """When it is decided, in words, where that is not at the end."""
    beside: tuple[str, ...] = ()
    """Spots of which one must have chips too."""
    equals: str = ""
    """The spot on which just as much lies."""
    tips: bool = False
    """Whether chips for the dealer are taken beside it."""
    pay: str = ""
    """The pay table that pays it: ``PaySheet.wager``."""


class PayRow(msgspec.Struct, frozen=True):
    """A row of a pay table as it is printed, and the outcomes that it pays."""

    outcome: str
    pays: str
    covers: tuple[str, ...]
    words: str = ""


class PaySheet(msgspec.Struct, frozen=True):
    """A pay table as displayed at the table: the posted column only, and of it what is printed."""

    wager: str
    column: str
    rows: tuple[PayRow, ...]
    clause: str
    words: str = ""


class Sign(msgspec.Struct, frozen=True):
    """Something posted at the table: ``Soft 17``, ``the dealer hits``.

    ``key`` and ``posted`` are the same as a record writes them; ``says`` explains the choice.
    """

    key: str
    posted: str
    words: str
    value: str
    says: str = ""
    clauses: tuple[str, ...] = ()


class Named(msgspec.Struct, frozen=True):
    """A name and what people call it."""

    name: str
    words: str


class MeterPlan(msgspec.Struct, frozen=True):
    """A progressive meter: of which wager, which of its meters, and what it is called."""

    spot: str
    number: int
    words: str
    rows: tuple[str, ...] = ()
    """The rows of the pay table that it pays, in words."""


class ActionPlan(msgspec.Struct, frozen=True):
    """A decision of the game: its label on a button, what it does in a line, its key and place.

    Buttons keep their places: ``place`` counts them from the left.  Two that may be taken at one
    time never share one; where one may be taken and another may not, the first stands there.
    """

    name: str
    words: str
    label: str = ""
    says: str = ""
    key: str = ""
    place: int = 0


class Look(msgspec.Struct, frozen=True):
    """How a table looks and is told from others: its cloth, what is printed on it, one line.

    ``cloth`` names a felt of the pages; ``mottoes`` are made from what is posted; ``stakes`` says
    what is played for; ``shows`` are a few typical pieces in their notation.
    """

    cloth: str = "forest"
    mottoes: tuple[str, ...] = ()
    about: str = ""
    family: str = ""
    family_words: str = ""
    stakes: str = ""
    shows: tuple[str, ...] = ()


class RulingPlan(msgspec.Struct, frozen=True):
    """A ruling that may be made at the table: what it is called, what it does, what it takes.

    ``needs`` is who makes it, ``floor`` or ``dealer``.
    """

    name: str
    words: str
    says: str
    takes: tuple[str, ...]
    needs: str
    clauses: tuple[str, ...]


class Layout(msgspec.Struct, frozen=True):
    """The table as it stands before anybody sits: made from the game and its posting."""

    game: str
    name: str
    shape: str
    seats: int
    zones: tuple[Zone, ...]
    spots: tuple[SpotPlan, ...]
    pucks: tuple[Named, ...]
    signage: tuple[Sign, ...]
    pay: tuple[PaySheet, ...]
    meters: tuple[MeterPlan, ...] = ()
    actions: tuple[ActionPlan, ...] = ()
    """Every decision of the game; prompts name those that are open."""
    empty_circles: bool = False
    """Whether circles are bet at which nobody sits."""
    pieces: tuple[str, ...] = ()
    """The notation of each piece: prompts and decisions number pieces, piles name them."""
    rulings: tuple[RulingPlan, ...] = ()
    kind: str = ""
    """What is dealt: ``cards``, ``tiles``, ``dice``."""
    scene: str = "arc"
    """``arc`` round a dealer of the house, or ``ring`` where players bank or play each other."""
    direction: int = 1
    """Which way the seats are counted: 1 clockwise, -1 the other way."""
    look: Look = Look()
    denominations: tuple[Cents, ...] = ()
    """The chips that are used here, the smallest first."""
    rules: str = ""
    """The digest of everything that could change a result here (``Game.fingerprint``)."""


# -- chips ------------------------------------------------------------------------------------
# The chips of a table: which values are used, by what may be bet there.

VALUES = (25, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
"""What chips are worth, in cents; each is a multiple of those before it."""


def smallest(amounts: Iterable[int]) -> int:
    """The largest chip of which all these amounts can be made; below all chips, what they share."""
    shared = gcd(*amounts)
    return max((value for value in VALUES if shared and shared % value == 0), default=shared)


def chips(least: int, most: int) -> tuple[int, ...]:
    """The smallest chip and all that are made of it, up to an amount."""
    larger = (value for value in VALUES if least < value <= most and value % least == 0)
    return (least, *larger) if least else ()
