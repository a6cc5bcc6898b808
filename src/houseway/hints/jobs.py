"""Hints as jobs for another process; the mathematics is loaded there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.engine.questions import Asking, Place
from houseway.errors import Refused
from houseway.hints.answers import Hint
from houseway.hints.position import HintPosition, position_of
from houseway.jobs import Job, Tell
from houseway.table.round import Round

BANK = "bank"


class HintOf(Job[Hint], frozen=True):
    """The best decision of a seat that is asked."""

    position: HintPosition
    seat: int
    lane: ClassVar[str] = "table"

    def run(self, tell: Tell) -> Hint:
        from houseway.hints.deciding import decided

        return decided(self.position.round(), self.seat, tell)


class WagersOf(Job[Hint], frozen=True):
    """The figures of wagers that a seat may make, or whose other side it may take.

    The job may take long, so it runs in the lane of the odds lab.
    """

    position: HintPosition
    seat: int

    def run(self, tell: Tell) -> Hint:
        from houseway.hints.wagering import wagered

        return wagered(self.position.round(), self.seat, tell)


def job_of(round_: Round, posting: Mapping[str, Any], seat: int) -> HintOf | WagersOf:
    """Return the job for the question to this seat: on wagers, or on a decision."""
    question = round_.question
    if not isinstance(question, Asking) or seat not in question.seats():
        raise Refused("you are not asked anything now")
    choices = question.choices_of(seat)
    about_wagers = any(isinstance(x, Place) or x.name == BANK for x in choices)
    insures = any(x.name == "insure" for x in choices)
    kind = WagersOf if about_wagers and not insures else HintOf
    return kind(position_of(round_, posting), seat)
