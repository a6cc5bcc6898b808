"""A dealer's drill: finished rounds of bots before they are paid, and the amounts to be paid.

Everything follows from a game, its posting and a seed. A position has its questions in the order of
settlement. An answer is judged against the settlement itself, so the drill has no rules of its own.
"""

from __future__ import annotations

from houseway.drill.answers import Answer, judge, summary
from houseway.drill.positions import DrillPosition, positions
from houseway.drill.questions import Question, questions_of

__all__ = ["Answer", "DrillPosition", "Question", "judge", "positions", "questions_of", "summary"]
