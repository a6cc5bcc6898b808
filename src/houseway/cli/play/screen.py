"""What is on the screen when a player is asked, and when a round is over.

On a terminal it is made to fit: first what is told about others is left out, then seats.  Into a
pipe everything is written.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from houseway.cli.play import event_log, prompt_view, table_view
from houseway.cli.play.edges import learn
from houseway.cli.play.result_view import result_lines
from houseway.cli.terminal.wrap import width_of
from houseway.engine.round import Round
from houseway.game.base import Game
from houseway.presentation.views import View

HEIGHT = 24
"""Screens are not planned lower."""
LEAST = 4
"""Lines that the table has in any case, if it needs them."""
UNBOUNDED = 10_000


def show(out: Console, round_: Round, viewer: int, since: int, more: Sequence[Text] = ()) -> int:
    """What has happened since so many events, the table, and the question if there is one.

    ``more`` stands below the question.  Comes back with the number of events told, which is the
    next ``since``.
    """
    if out.is_terminal and sys.stdin.isatty():
        learn(round_.game)
    view, width = round_.view(viewer), width_of(out)
    asked = prompt_view.prompt_lines(round_.game, view.prompt, width) if view.prompt else []
    _print(out, round_, viewer, since, [*asked, *more])
    return len(round_.events)


def tell(out: Console, round_: Round, viewer: int, since: int) -> int:
    """What has happened since so many events, and nothing else."""
    for line in event_log.lines(round_, since, viewer, width_of(out)):
        out.print(line)
    return len(round_.events)


def log(out: Console, round_: Round, viewer: int) -> None:
    """Everything that has happened in the round, not fitted to anything."""
    tell(out, round_, viewer, 0)


def show_result(out: Console, round_: Round, viewer: int, since: int) -> int:
    """The end of a round: what happened last, each wager with what it paid, and the sum."""
    _print(out, round_, viewer, since, result_lines(round_, viewer, width_of(out)))
    return len(round_.events)


def _print(out: Console, round_: Round, viewer: int, since: int, below: list[Text]) -> None:
    news = event_log.lines(round_, since, viewer, width_of(out))
    draw(out, news, round_.game, round_.view(viewer), below)


def draw(out: Console, news: list[Text], game: Game, view: View, below: list[Text]) -> None:
    """What was told, the table, and what stands below it; the line to be typed needs one more."""
    width = width_of(out)
    height = max(out.height, HEIGHT) - 1 if out.is_terminal else UNBOUNDED
    mine = sum(line.style != event_log.OTHERS for line in news)
    room = height - len(below)
    table = table_view.table_lines(game, view, width, max(room - mine - 1, LEAST))
    for line in [*fitted(news, room - len(table)), *table, *below]:
        out.print(line)


def fitted(lines: list[Text], room: int) -> list[Text]:
    """As many lines as there is room for; what is about others is left out first."""
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
