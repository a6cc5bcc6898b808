"""Decisions of poker bots per CPU-second, six-handed, the views that they decide by included."""

from __future__ import annotations

import random
import time

from houseway.analysis.poker.bot import STYLES, PokerBot
from houseway.engine.deck import Shoe, deal
from houseway.engine.questions import Asking, Chance
from houseway.engine.round import Round
from houseway.families.poker import Poker
from houseway.game.base import Seat
from houseway.rulebook import games

SEATS, STACK = 6, 200_00
DECISIONS, GOAL = 600, 1000


def decided(game: Poker, decisions: int) -> float:
    """The CPU-seconds of so many decisions."""
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
    return spent / made * decisions


def run() -> None:
    """A row for each poker game."""
    print(f"{'game':24}{'decisions/s':>14}{'goal':>8}")
    for name, kind in games().items():
        if issubclass(kind, Poker):
            game = kind()
            decided(game, 50)
            print(f"{name:24}{DECISIONS / decided(game, DECISIONS):14,.0f}{GOAL:8,}")
