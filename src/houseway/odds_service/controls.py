"""What may be posted of a game, as a page is told it."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that may be posted, and if it does not go with the rest: why, and by which clause."""

    written: str
    words: str
    why: str = ""
    clauses: tuple[str, ...] = ()
    frees: tuple[str, ...] = ()
    """What would have to be posted no more for it to fit."""


class Control(msgspec.Struct, frozen=True):
    """Something the house chooses."""

    key: str
    words: str
    says: str
    clauses: tuple[str, ...]
    kind: str
    """``choice``, ``number``, ``money``, ``limits`` or ``text``."""
    group: str
    """``game`` and ``pay`` may change what a wager is worth, ``more`` hardly does."""
    wager: str
    """The wager that it is about, in words; empty for the table as a whole."""
    pays: tuple[str, ...]
    """The wagers that are paid by it, where it is the choice of a pay table."""
    written: str
    value: str
    stated: bool
    values: tuple[Value, ...] = ()
    least: str = ""
    most: str = ""
    """The bounds of numbers and money, as they are written."""
    allowed: str = ""


class OnOffer(msgspec.Struct, frozen=True):
    """A wager of a table before anything is known of its worth."""

    wager: str
    words: str
    says: str
    rank: str


class Posted(msgspec.Struct, frozen=True):
    """A posted table: its controls, and what was chosen because it fits."""

    game: str
    name: str
    section: str
    jurisdiction: str
    about: str
    poker: bool
    """Whether it is played among the players, without a bank."""
    posting: str
    """The shortest text that posts the same table: what an address carries."""
    controls: tuple[Control, ...]
    chosen: tuple[str, ...]
    rules: str
    """The fingerprint of the table."""
    play: str
    """``now`` or ``minutes``: how long best play takes to find; nothing where there is none."""
    wagers: tuple[OnOffer, ...] = ()
    """What is worth something there, in the order in which it is found out."""
