"""Hints: the best decision, and the values of all decisions as far as they are known."""

from __future__ import annotations

import msgspec

from houseway.engine.questions import Pieces
from houseway.money import Cents


class HintChoice(msgspec.Struct, frozen=True):
    """A decision or a wager with its value.

    ``cents`` is its mean result. ``cost`` is the difference to the best choice. For estimates,
    ``error`` is the standard error. ``worth`` has the same in words.
    """

    name: str
    words: str
    worth: str = ""
    amount: Cents = 0
    pieces: Pieces = ()
    parts: tuple[tuple[str, Pieces], ...] = ()
    cents: Cents = 0
    cost: Cents = 0
    error: Cents = 0


class Hint(msgspec.Struct, frozen=True):
    """The best decision as a sentence, and all choices, the best first.

    ``round`` and ``ask`` identify the question. Without choices no values are known; ``found`` is
    True if there was advice in time.
    """

    says: str
    choices: tuple[HintChoice, ...] = ()
    how: str = ""
    notes: tuple[str, ...] = ()
    exact: bool = False
    found: bool = True
    round: int = 0
    ask: int = 0
