"""Hints for people who learn a game: best play at the open question, and the cost of other choices.

Another process works out a hint. It gets a round in which every piece that the seat has not seen is
replaced by another one that fits (``as_seen``). So a hint cannot know more than its seat.
"""

from houseway.hints.answers import Hint, HintChoice
from houseway.hints.jobs import job_of

__all__ = ["Hint", "HintChoice", "job_of"]
