"""The screen at a question and at the end of a round.

At a terminal it is fitted: events of others are left out first, then seats. A pipe gets everything.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.cli.play.edge_cache import learn
from houseway.cli.play.narration import event_log
from houseway.cli.play.narration.course import Course
from houseway.cli.play.views import prompt
from houseway.cli.play.views import table as table_view
from houseway.cli.play.views.results import outcome_lines
from houseway.cli.terminal.wrap import width_of

HEIGHT = 24
"""The least height that screens are planned for."""
LEAST = 4
"""The number of lines reserved for the table."""
UNBOUNDED = 10_000


def show(out: Console, course: Course, since: int, more: Sequence[Text] = ()) -> int:
    """Print the events since ``since``, the table, and the question if there is one.

    ``more`` is printed below the question. Returns the number of printed events, the next
    ``since``.
    """
    view, game, width = course.view, course.log.game, width_of(out)
    if out.is_terminal and sys.stdin.isatty():
        learn(game)
    question_lines = prompt.prompt_lines(game, view.prompt, width) if view.prompt else []
    _draw(out, course, since, [*question_lines, *more])
    return len(course.log.events)


def show_result(out: Console, course: Course, since: int) -> int:
    """Print the end of a round: the last events, each wager with its pay, and the sum."""
    _draw(out, course, since, outcome_lines(course, width_of(out)))
    return len(course.log.events)


def tell(out: Console, course: Course, since: int) -> int:
    """Print the events since ``since``, unfitted, and nothing else."""
    for line in event_log.lines(course, since, width_of(out)):
        out.print(line)
    return len(course.log.events)


def _draw(out: Console, course: Course, since: int, below: list[Text]) -> None:
    """Print log lines, table and what is below it; one more line is kept for the input."""
    width = width_of(out)
    news = event_log.lines(course, since, width)
    height = max(out.height, HEIGHT) - 1 if out.is_terminal else UNBOUNDED
    mine = sum(line.style != event_log.OTHERS for line in news)
    room = height - len(below)
    table = table_view.table_lines(course.log.game, course.view, width, max(room - mine - 1, LEAST))
    for line in [*fitted(news, room - len(table)), *table, *below]:
        out.print(line)


def fitted(lines: list[Text], room: int) -> list[Text]:
    """Return as many lines as there is room for; lines about others are left out first."""
    if len(lines) <= room:
        return lines
    out: set[int] = set()
    for at, line in enumerate(lines):
        goes_on = line.plain.startswith("  ") and at - 1 in out
        if line.style == event_log.OTHERS and (goes_on or len(lines) - len(out) >= room):
            out.add(at)
    kept = [line for at, line in enumerate(lines) if at not in out]
    if len(kept) >= room:
        kept = kept[len(kept) - room + 1 :] if room > 1 else []
    left = len(lines) - len(kept)
    return [Text(f"(log shows {left} more line{'s' * (left > 1)})", style="dim"), *kept]
