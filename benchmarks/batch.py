"""Hands from an array, per CPU-second on one core; other evaluators in the same run.

Warm, random hands, the best of a few runs.  Peers are called as their users call them, one hand at
a time; those that are not installed are said to be so.  The hands of the peers are made ready
beforehand, so that only their evaluation is measured.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import cpu
from houseway.analysis.poker import evaluator
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.tiles import TILES

HANDS = 4_000_000
PEER_HANDS = 20_000
SEVENS = 133_784_560

START = """
import time; import numpy as np; from houseway.analysis.poker import evaluator as batch
batch.high(np.arange(7, dtype=np.uint8)[None]); print(time.process_time())
"""


def deal(pieces: list[int], n: int, hands: int) -> Any:
    """Random hands of n pieces, each from a whole set; an eighth are different, to save time."""
    chance = np.random.default_rng(7)
    order = np.argsort(chance.random((hands // 8, len(pieces)), np.float32), axis=1)[:, :n]
    return np.tile(np.array(pieces, np.uint8)[order], (8, 1))


def ours() -> list[tuple[str, float, float]]:
    """Job, hands a second, target."""
    nine = deal(CARDS.one_set(), 9, HANDS)
    five, six, seven, hole, board = (
        np.ascontiguousarray(part)
        for part in (nine[:, :5], nine[:, :6], nine[:, :7], nine[:, :4], nine[:, 4:])
    )
    joker = deal(CARDS_AND_JOKER.one_set(), 5, HANDS)
    four = deal(TILES.one_set(), 4, HANDS)
    two = np.ascontiguousarray(four[:, :2])
    jobs: list[tuple[str, Callable[[], object], float]] = [
        ("high, 7 cards", lambda: evaluator.high(seven), 100e6),
        ("  trusted: not searched for a card twice", lambda: evaluator.high(seven, True), 200e6),
        ("high, 6 cards", lambda: evaluator.high(six), 10e6),
        ("high, 5 cards", lambda: evaluator.high(five), 10e6),
        ("low, 7 cards, eight or better", lambda: evaluator.low(seven, 8), 10e6),
        ("deuce to seven", lambda: evaluator.low27(five), 100e6),
        ("high with a joker", lambda: evaluator.joker_high(joker), 100e6),
        ("low with a joker", lambda: evaluator.joker_low(joker), 100e6),
        ("boards of 4 cards", lambda: evaluator.board_high(hole), 100e6),
        ("Omaha high", lambda: evaluator.omaha_high(hole, board), 10e6),
        ("Omaha low, eight or better", lambda: evaluator.omaha_low(hole, board, 8), 10e6),
        ("blackjack points, 3 cards", lambda: evaluator.points21(nine[:, :3]), 10e6),
        ("blackjack points, 7 cards", lambda: evaluator.points21(seven), 10e6),
        ("two tiles", lambda: evaluator.tiles_rank(two), 10e6),
        ("four tiles, house way", lambda: evaluator.house_way(four), 10e6),
    ]
    return [(job, HANDS / cpu(work, 7), target) for job, work, target in jobs]


def start() -> float:
    """CPU time of a fresh process until its first hand of seven, once all is on disk."""
    run = [sys.executable, "-c", START]
    times = [subprocess.run(run, capture_output=True, text=True, check=True) for _ in range(3)]
    return min(float(done.stdout) for done in times)


# -- peers, one call a hand ----------------------------------------------------------------------


def phevaluator(hands: list[list[str]]) -> Callable[[], object]:
    evaluate = importlib.import_module("phevaluator").evaluate_cards
    return lambda: [evaluate(*hand) for hand in hands]


def eval7(hands: list[list[str]]) -> Callable[[], object]:
    module = importlib.import_module("eval7")
    ready = [[module.Card(card) for card in hand] for hand in hands]
    return lambda: [module.evaluate(hand) for hand in ready]


def treys(hands: list[list[str]]) -> Callable[[], object]:
    module = importlib.import_module("treys")
    ready = [[module.Card.new(card) for card in hand] for hand in hands]
    evaluate = module.Evaluator().evaluate
    return lambda: [evaluate(hand[:2], hand[2:]) for hand in ready]


def pokerkit(hands: list[list[str]]) -> Callable[[], object]:
    made = importlib.import_module("pokerkit").StandardHighHand.from_game
    ready = [("".join(hand[:2]), "".join(hand[2:])) for hand in hands]
    return lambda: [made(*hand) for hand in ready]


PEERS = {phevaluator: PEER_HANDS, eval7: PEER_HANDS, treys: PEER_HANDS, pokerkit: 400}
"""Each peer and how many hands it is given."""


def peers() -> list[tuple[str, float | None]]:
    """Name and hands of seven a second, none if it is not installed."""
    seven = deal(CARDS.one_set(), 7, PEER_HANDS).tolist()
    hands = [[CARDS.names[card] for card in hand] for hand in seven]
    found: list[tuple[str, float | None]] = []
    for peer, n in PEERS.items():
        try:
            work = peer(hands[:n])
        except ImportError:
            found.append((peer.__name__, None))
        else:
            found.append((peer.__name__, n / cpu(work, 3)))
    return found


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    sheet = Sheet(title="Hands from an array, per CPU-second on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", "target"):
        sheet.add_column(heading, justify="right")
    for job, rate, target in ours():
        sheet.add_row(job, f"{rate / 1e6:,.0f} M/s", f">= {target / 1e6:,.0f} M/s")
    every = cpu(evaluator.all_seven_card_counts, 3)
    figure = f"{every:.2f} s = {SEVENS / every / 1e6:,.0f} M/s"
    sheet.add_row("all 133,784,560 hands of 7 cards", figure, "<= 0.5 s")
    sheet.add_row(
        "a fresh process to its first hand", f"{start():.2f} s", "<= 1 s", end_section=True
    )
    for name, speed in peers():
        shown = "not installed" if speed is None else f"{speed / 1e6:,.4f} M/s"
        sheet.add_row(f"{name}, 7 cards, one call a hand", shown, "")
    (console or Console()).print(sheet)


if __name__ == "__main__":
    run()
