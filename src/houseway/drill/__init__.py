"""A dealer's drill: rounds of guests as they lie before they are paid, and what is to be paid.

Everything follows from a game, its posting and a seed.  A position has its questions in the order
in which the rules settle; an answer is judged against the settlement itself, so the drill knows no
more of a game than the table does.
"""

from __future__ import annotations

from houseway.drill.answers import Answer, judge, summary
from houseway.drill.positions import Position, positions
from houseway.drill.questions import Question, questions_of

__all__ = ["Answer", "Position", "Question", "judge", "positions", "questions_of", "summary"]
