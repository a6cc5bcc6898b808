"""How a question is shown: every choice with what it takes, in few lines."""

from __future__ import annotations

from rich.console import Console

from houseway.cli import drawing
from houseway.game import Game
from houseway.views import Prompt


def print_prompt(out: Console, game: Game, prompt: Prompt) -> None:
    """The question and its choices; tips and other circles are folded into a line each."""
    drawing.print_prompt(out, prompt, game.kind)


def print_spots(out: Console, game: Game, prompt: Prompt, which: str = "") -> None:
    """Every spot on which chips may be put now (``tips``: those for the dealer), not folded."""
    drawing.print_prompt(out, prompt, game.kind)
