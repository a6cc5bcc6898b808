"""Answers of the history: rounds in a list, told step by step, and shown again."""

from __future__ import annotations

import msgspec

from houseway.game.face.layout import Layout
from houseway.game.face.views import Own, View
from houseway.records.record import Record
from houseway.room.api.messages import Step
from houseway.sheets.settlement.settle import Explained


class RoundListed(msgspec.Struct, frozen=True):
    """A round in a list; results are won or lost, in cents, by seat and for the house."""

    table: str
    round: int
    game: str
    name: str
    opened_ms: int
    outcome: str
    """``closed``, ``voided`` or ``open``."""
    seats: dict[int, str]
    results: dict[str, int]
    seat: int = 0
    """The seat of the person who asked; 0 in a list of all rounds."""
    headline: str = ""
    """The round in one sentence, where it was asked for."""


class HistoryStep(msgspec.Struct, frozen=True):
    """One row of a round: what happened, in words and as lines, and what was seen then.

    ``own`` is what each seat saw of its own, for auditors.  ``by`` and ``second`` are the people
    who gave a command or made a ruling, for staff (0: the room itself).
    """

    row: int
    at_ms: int
    words: list[str]
    lines: list[str]
    view: View
    own: dict[int, Own] = {}
    by: int = 0
    second: int = 0


class RoundDetail(msgspec.Struct, frozen=True):
    """A round as its viewer (a seat, or 0 for who only looked on) may know it.

    ``results`` is what each seat, the house and others won or lost, ``wagers`` each settlement
    with its clauses.  Where this program cannot play the round again, ``steps`` is empty and
    ``note`` says so; results are then those of the record that was made when the round ended.
    """

    listed: RoundListed
    viewer: int
    everything: bool
    rules: str
    shoe: int
    root: str
    steps: list[HistoryStep]
    results: dict[str, int]
    wagers: tuple[Explained, ...]
    note: str = ""
    record: Record | None = None


class RoundShown(msgspec.Struct, frozen=True):
    """A round step by step as its viewer saw it (a seat, or 0 for an onlooker).

    ``layout`` is the table as posted then, ``public`` and ``own`` the end of the round. ``steps``
    lead to that, as a socket gets them. ``note`` has the reason of a void round.
    """

    listed: RoundListed
    viewer: int
    layout: Layout
    public: View
    own: Own
    steps: tuple[Step, ...]
    note: str = ""
