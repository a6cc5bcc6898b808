"""The table as one viewer sees it, drawn in few lines: seats, cards, chips, pots, meters."""

from __future__ import annotations

from rich.console import Console

from houseway.cli.drawing import print_view
from houseway.game import Game
from houseway.views import View


def print_table(out: Console, game: Game, view: View) -> None:
    """Draw the table; ``view`` is of one viewer, so nothing else can be drawn."""
    print_view(out, view, len(view.said))
