"""The options of a game as controls of a page."""

from __future__ import annotations

import msgspec


class ControlValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of an option; if it conflicts with the rest of the posting, the reason and the
    clause.
    """

    written: str
    words: str
    why: str = ""
    clauses: tuple[str, ...] = ()
    frees: tuple[str, ...] = ()
    """The options to reset so that the value fits."""


class Control(msgspec.Struct, frozen=True):
    """An option of the house."""

    key: str
    words: str
    says: str
    clauses: tuple[str, ...]
    kind: str
    """``choice``, ``number``, ``money``, ``limits`` or ``text``."""
    group: str
    """``game`` and ``pay`` may change the odds of a wager, ``more`` hardly does."""
    wager: str
    """The wager that the option belongs to, in words; empty for the table as a whole."""
    pays: tuple[str, ...]
    """The wagers paid by the pay table that this option chooses; empty for other options."""
    written: str
    value: str
    stated: bool
    values: tuple[ControlValue, ...] = ()
    least: str = ""
    most: str = ""
    """The bounds of numbers and money, as text."""
    allowed: str = ""


class OnOffer(msgspec.Struct, frozen=True):
    """A wager of a table, before its odds are known."""

    wager: str
    words: str
    says: str
    rank: str


class PostedControls(msgspec.Struct, frozen=True):
    """A posted table: its controls, and the values that were chosen to fit."""

    game: str
    name: str
    section: str
    jurisdiction: str
    about: str
    poker: bool
    """True if players play against each other, without a bank."""
    posting: str
    """The shortest query that posts the same table."""
    controls: tuple[Control, ...]
    chosen: tuple[str, ...]
    rules: str
    """The fingerprint of the table."""
    play: str
    """The time to find best play: ``now`` or ``minutes``; empty if there is no best play."""
    wagers: tuple[OnOffer, ...] = ()
    """The wagers with odds, in the order of their computation."""
