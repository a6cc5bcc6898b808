"""A table as one seat plays at it, be it in this process or in a cardroom."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

from houseway.cli.play.lookup import Question
from houseway.cli.play.narration.course import Course
from houseway.cli.play.views.totals import Ledger
from houseway.engine.questions import Act, Ask, Asking
from houseway.errors import Reason
from houseway.game.base import Game
from houseway.game.face.views import Prompt
from houseway.money import format_dollars

Show: TypeAlias = Callable[[], None]
"""Prints an answer that was looked up."""


class TablePort(ABC):
    """A table as a visit needs it.

    A visit draws ``course``, and changes the table by decisions and commands.
    """

    out: Console
    game: Game
    me: int
    course: Course | None = None
    """The round as it is drawn next; None before the first one."""
    is_over = False
    """True if the visit has ended."""
    goes_on = False
    """True if the table goes on while a line is typed."""
    commands: Mapping[str, str]
    """All commands that are no decisions, with their help."""
    other_names: Mapping[str, str] = {}
    not_here: Mapping[str, str] = {}
    """Commands of other tables -> the reason why this one does not have them."""
    between_prompt: str
    leave_prompt = "Leave the table? (yes or no)> "

    @property
    @abstractmethod
    def question_id(self) -> tuple[int, int]:
        """Return the number of the round and of its question."""

    @property
    @abstractmethod
    def is_between(self) -> bool:
        """Return True between two rounds."""

    @property
    def asks_between(self) -> bool:
        """Return True if a line is wanted between rounds even from a pipe."""
        return False

    @property
    def has_news(self) -> bool:
        """Return False if ``advance`` would find no change."""
        return True

    @property
    def prompt(self) -> Prompt | None:
        """Return the open question to this seat; None if there is none."""
        return self.course.view.prompt if self.course is not None else None

    @abstractmethod
    async def begin(self) -> None:
        """Print the heading, and let the first round come."""

    @abstractmethod
    def advance(self) -> bool:
        """Take the next change of the table; return False if there is none yet."""

    @abstractmethod
    async def wait(self) -> None:
        """Wait for a change."""

    @abstractmethod
    def explain(self, act: Act) -> Reason | None:
        """Return why a decision cannot be made now; None if nothing known forbids it."""

    @abstractmethod
    async def enter(self, act: Act) -> None:
        """Make a decision."""

    @abstractmethod
    async def ready(self) -> None:
        """Ask for the next round."""

    @abstractmethod
    async def leave(self) -> None:
        """Leave; a round with chips of the player is played out by the table."""

    @abstractmethod
    async def carry_out(self, name: str, rest: Sequence[str]) -> bool:
        """Carry out a command that only this kind of table has; return False if it is none."""

    @abstractmethod
    def hint(self) -> Question | Awaitable[Show]:
        """Return the question that a hint answers, or the answer when it comes."""

    @abstractmethod
    async def save(self, number: int, folder: Path) -> Path:
        """Save the record of the last finished round."""

    @abstractmethod
    async def finish_round(self) -> None:
        """Note a round that was shown to its end."""

    @abstractmethod
    async def follow_on(self, is_terminal: bool) -> None:
        """Let the next round come after a result; at a terminal the player asks for it."""

    @abstractmethod
    async def goodbye(self, totals: Ledger) -> None:
        """Print the end of the visit."""

    def amounts(self) -> AbstractContextManager[None]:
        """Return the context in which amounts of a round are printed: money, or chips."""
        return contextlib.nullcontext()

    def notices(self) -> list[Text]:
        """Return what the passing of time is worth saying."""
        return []

    def question_lines(self) -> list[Text]:
        """Return lines below a question."""
        return []

    def asking(self) -> Asking:
        """Return the open question to this seat alone."""
        prompt = self.prompt
        assert prompt is not None, "the player is asked"
        return Ask({prompt.seat: tuple(prompt.actions)}, prompt.words, prompt.default_action)

    def consequence(self) -> str:
        """Return what leaving now costs; empty if nothing is at stake."""
        if self.course is None or self.is_between or not has_chips_in(self.course):
            return ""
        late = self.prompt.default_action if self.prompt is not None else ""
        now = f" (now: {self.game.words().action(late)})" if late else ""
        return (
            f"You have {format_dollars(at_stake(self.course))} in this round. If you leave, the "
            f"table decides for you, as it does when time is up{now}; the round is then settled, "
            "and what comes back is yours."
        )


def at_stake(course: Course) -> int:
    """Return the player's chips in a round that have not come back, in cents: wagers, a bank,
    pots, fees.
    """
    seat = course.view.viewer
    before = sum(s.chips for s in course.log.seats if s.seat == seat)
    return max(before - sum(s.chips for s in course.view.seats if s.seat == seat), 0)


def has_chips_in(course: Course) -> bool:
    """Return True if any of the player's chips are undecided."""
    view = course.view
    lies = any(c.seat == view.viewer and (c.cents or c.lammers) for c in view.chips)
    return lies or any(view.viewer in pot.seats for pot in view.pots)
