"""Layout of a table: spots, zones, buttons, signs, chip denominations."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

import msgspec

from houseway.money import Cents


class Zone(msgspec.Struct, frozen=True):
    """A place for pieces: at each seat, or once in the middle."""

    name: str
    at: str = "seat"
    words: str = ""
    kind: str = ""
    """The kind of pieces, if not the game's own: ``dice`` on a tiles table."""
    slots: int = 0
    """The number of pieces in an ordinary deal; the page keeps places for them free.

    Nothing moves when they come; further ones overlap.
    """
    counted: bool = False
    """True if only the number of pieces matters: a muck, burned cards."""


class SpotPlan(msgspec.Struct, frozen=True):
    """A betting spot of each seat, with its limits and the clauses of its rule.

    ``label`` is its short name, and ``words`` may say more; ``element`` is the part of a
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
    """Most hands of a seat that may have chips there."""
    dealt: int = 1
    """The number of those that have chips without a split."""
    behind: bool = False
    """True if others than the seat's player may bet there."""
    label: str = ""
    rank: str = "side"
    """``main``, ``side``, ``late`` (placed after the deal), ``progressive``, or ``follows``: chips
    that only decisions put there."""
    placed: str = ""
    """The moment of placing it, in words; "" for before the deal."""
    resolves: str = ""
    """The moment of deciding it, in words; "" for the end of the round."""
    beside: tuple[str, ...] = ()
    """Spots of which one must have chips too."""
    equals: str = ""
    """The spot that must have the same amount, or ""."""
    tips: bool = False
    """True if chips for the dealer are taken with it."""
    pay: str = ""
    """The pay table that pays it: ``PaySheet.wager``."""


class PayRow(msgspec.Struct, frozen=True):
    """A row of a pay table as it is printed, and the outcomes that it pays."""

    outcome: str
    pays: str
    covers: tuple[str, ...]
    words: str = ""


class PaySheet(msgspec.Struct, frozen=True):
    """A pay table as displayed: the printed part of the posted column."""

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
    """A name and its words for people."""

    name: str
    words: str


class MeterPlan(msgspec.Struct, frozen=True):
    """A progressive meter: its wager, its number there, and its words."""

    spot: str
    number: int
    words: str
    rows: tuple[str, ...] = ()
    """The rows of the pay table that it pays, in words."""


class ActionPlan(msgspec.Struct, frozen=True):
    """A decision of the game: its button's label, its effect in one line, its key and place.

    Buttons keep their places: ``place`` counts them from the left. Two that may be taken at one
    time never share one; an available decision hides an unavailable one of the same place.
    """

    name: str
    words: str
    label: str = ""
    says: str = ""
    key: str = ""
    place: int = 0


class Look(msgspec.Struct, frozen=True):
    """The appearance of a table: its cloth, its mottoes and one line about it.

    ``cloth`` names a felt of the pages; ``mottoes`` are made from the posting; ``stakes`` is the
    range of wagers in words; ``shows`` are a few typical pieces in their notation.
    """

    cloth: str = "forest"
    mottoes: tuple[str, ...] = ()
    about: str = ""
    family: str = ""
    family_words: str = ""
    stakes: str = ""
    shows: tuple[str, ...] = ()


class RulingPlan(msgspec.Struct, frozen=True):
    """A ruling that may be made at the table: its words, its effect, and the fields it needs.

    ``needs`` is the one who makes it, ``floor`` or ``dealer``.
    """

    name: str
    words: str
    says: str
    takes: tuple[str, ...]
    needs: str
    clauses: tuple[str, ...]


class Layout(msgspec.Struct, frozen=True):
    """An empty table, made from the game and its posting."""

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
    """True if circles without a player may be bet."""
    pieces: tuple[str, ...] = ()
    """The notation of each piece: prompts and decisions number pieces, piles name them."""
    rulings: tuple[RulingPlan, ...] = ()
    kind: str = ""
    """The kind of pieces: ``cards``, ``tiles``, ``dice``."""
    scene: str = "arc"
    """``arc`` round a dealer of the house, or ``ring`` where players bank or play each other."""
    direction: int = 1
    """The direction in which seats are counted: 1 clockwise, -1 counterclockwise."""
    look: Look = Look()
    denominations: tuple[Cents, ...] = ()
    """The chips in use here, the smallest first, in cents."""
    rules: str = ""
    """The digest of everything that could change a result here (``Game.fingerprint``)."""


# Chip denominations.

VALUES = (25, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)
"""Values of chips in cents; each is a multiple of those before it."""


def smallest(amounts: Iterable[int]) -> int:
    """Return the largest chip of which all these amounts can be made, in cents.

    If they need less than the smallest chip, it is their greatest common divisor.
    """
    shared = gcd(*amounts)
    return max((value for value in VALUES if shared and shared % value == 0), default=shared)


def chips(least: int, most: int) -> tuple[int, ...]:
    """Return the chip ``least`` and all larger ones that are multiples of it, up to ``most``."""
    larger = (value for value in VALUES if least < value <= most and value % least == 0)
    return (least, *larger) if least else ()
