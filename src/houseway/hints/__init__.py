"""Hints for people who learn a game: best play at the question that stands, and what others cost.

A hint is worked out in another process from a round in which everything that its seat has not seen
is exchanged for something else that fits (``as_seen``): it cannot know more than who asks for it.
"""

from houseway.hints.answers import Hint, HintChoice
from houseway.hints.jobs import job_of

__all__ = ["Hint", "HintChoice", "job_of"]
