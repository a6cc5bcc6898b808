"""Decisions of poker bots per CPU-second, six-handed, the views that they decide by included."""

from __future__ import annotations

import random
import time

from rich.console import Console

from benchmarks._clock import HEADING, in_turns, sheet_console
from houseway.analysis.poker.bot import STYLES, PokerBot
from houseway.engine.questions import Asking, Chance
from houseway.engine.shoe import Shoe, deal
from houseway.families.poker import Poker
from houseway.game.base import Seat
from houseway.rulebook import games
from houseway.table.round import Round

SEATS, STACK = 6, 200_00
DECISIONS, GOAL = 600, 1000


def decided(game: Poker, decisions: int) -> float:
    """Return the mean CPU seconds of a decision, over this number of decisions."""
    bots = [PokerBot(style, seed=i) for i, style in enumerate([*STYLES, *STYLES])]
    spent, made, rng = 0.0, 0, random.Random(1)
    while made < decisions:
        shoe = Shoe(game.kind, 1, rng)
        round_ = Round(game, [Seat(i + 1, f"seat {i + 1}", STACK) for i in range(SEATS)])
        while isinstance(question := round_.question, Asking | Chance):
            if isinstance(question, Chance):
                deal(round_, shoe)
                continue
            seat = question.seats()[0]
            begun = time.process_time()
            act = bots[seat - 1].choose(round_, seat)
            spent += time.process_time() - begun
            made += 1
            round_.act(act)
    return spent / made


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print a row for each poker game; ``tiny`` asks for a few decisions each."""
    out = console or sheet_console()
    out.print(f"{'game':24}{'decisions/s':>14}{HEADING + ' each':>18}{'goal':>8}")
    for name, kind in games().items():
        if issubclass(kind, Poker):
            game = kind()
            decided(game, 1 if tiny else 50)
            each = decided(game, 3 if tiny else DECISIONS)
            line = f"{name:24}{1 / each:14,.0f}{in_turns(each):>18}{GOAL:8,}"
            out.print(line, highlight=False)
