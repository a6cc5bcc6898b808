"""What a hint says: the best decision, and what it and others are worth, as far as it is known."""

from __future__ import annotations

import msgspec

from houseway.engine.questions import Pieces
from houseway.money import Cents


class HintChoice(msgspec.Struct, frozen=True):
    """A decision, or a wager, and what it is worth.

    ``cents`` is what it brings on average and ``cost`` how much less than the best; of what is
    estimated, ``error`` is the standard error.  ``worth`` says the same in words.
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
    """What one would do best at a question, in a sentence, and the choices, the best first.

    ``round`` and ``ask`` are those of the question.  Without choices nothing is known of their
    worth; ``found`` says whether there was any advice in time.
    """

    says: str
    choices: tuple[HintChoice, ...] = ()
    how: str = ""
    notes: tuple[str, ...] = ()
    exact: bool = False
    found: bool = True
    round: int = 0
    ask: int = 0
