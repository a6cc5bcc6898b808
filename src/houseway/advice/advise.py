"""Advice for a seat that is asked to decide."""

from __future__ import annotations

from houseway.advice.playouts import playout_advice
from houseway.analysis.decision_values import Advice, Progress
from houseway.analysis.games import math_of
from houseway.engine.questions import Asking
from houseway.errors import Refused
from houseway.players.guests import opponent
from houseway.table.round import Round


def silent(words: str) -> None:
    """Ignore progress."""


def advise(round_: Round, seat: int, progress: Progress = silent) -> Advice:
    """Return the best decision of this seat now, from the cards it sees.

    It is exact if the game's mathematics covers the position, else the result of playing out random
    hidden cards.
    """
    question = round_.question
    if not isinstance(question, Asking) or seat not in question.seats():
        raise Refused("you are not asked anything now")
    exact = math_of(type(round_.game)).advice
    found = exact(round_, seat, progress) if exact is not None else None
    found = found or playout_advice(round_, seat, progress)
    if found is not None:
        return found
    return Advice(opponent(round_.game, 1).choose(round_, seat), how="what guests do here")
