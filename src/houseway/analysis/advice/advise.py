"""Which advice there is for a question: the exact one, if the lab knows the position."""

from __future__ import annotations

from houseway.analysis.advice.ante_play import ante_play_advice
from houseway.analysis.advice.blackjack import blackjack_advice
from houseway.analysis.advice.playouts import playout_advice
from houseway.analysis.advice.poker import poker_advice
from houseway.analysis.advice.told import Advice, Progress
from houseway.engine.questions import Asking
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.players.guests import opponent

WAYS = (poker_advice, blackjack_advice, ante_play_advice, playout_advice)


def silent(words: str) -> None:
    """Tells nobody how far it is."""


def advise(round_: Round, seat: int, progress: Progress = silent) -> Advice:
    """What this seat would do best now, by what it sees."""
    question = round_.question
    if not isinstance(question, Asking) or seat not in question.seats():
        raise Refused("you are not asked anything now")
    for way in WAYS:
        found = way(round_, seat, progress)
        if found is not None:
            return found
    return Advice(opponent(round_.game, 1).choose(round_, seat), how="what guests do here")
