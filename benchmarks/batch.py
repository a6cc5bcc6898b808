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

from benchmarks._clock import HEADING, Took, cpu, in_turns, sheet_console
from houseway.analysis.evaluator import batch
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.tiles import TILES

HANDS = 4_000_000
TINY = 8_000
"""Hands of the tiny form."""
PEER_HANDS = 20_000
SEVENS = 133_784_560

START = """
import time; import numpy as np; from houseway.analysis.evaluator import batch as batch
batch.high(np.arange(7, dtype=np.uint8)[None]); print(time.process_time())
"""


def deal(pieces: list[int], n: int, hands: int) -> Any:
    """Return random hands of n pieces, each from a whole set; only an eighth differ, to save
    time.
    """
    chance = np.random.default_rng(7)
    order = np.argsort(chance.random((hands // 8, len(pieces)), np.float32), axis=1)[:, :n]
    return np.tile(np.array(pieces, np.uint8)[order], (8, 1))


def ours(hands: int, times: int) -> list[tuple[str, Took, float]]:
    """Measure each job on ``hands`` hands: its name, its time, its target in hands a second."""
    nine = deal(CARDS.one_set(), 9, hands)
    five, six, seven, hole, board = (
        np.ascontiguousarray(part)
        for part in (nine[:, :5], nine[:, :6], nine[:, :7], nine[:, :4], nine[:, 4:])
    )
    joker = deal(CARDS_AND_JOKER.one_set(), 5, hands)
    four = deal(TILES.one_set(), 4, hands)
    two = np.ascontiguousarray(four[:, :2])
    jobs: list[tuple[str, Callable[[], object], float]] = [
        ("high, 7 cards", lambda: batch.high(seven), 100e6),
        ("  trusted: not searched for a card twice", lambda: batch.high(seven, True), 200e6),
        ("high, 6 cards", lambda: batch.high(six), 10e6),
        ("high, 5 cards", lambda: batch.high(five), 10e6),
        ("low, 7 cards, eight or better", lambda: batch.low(seven, 8), 10e6),
        ("deuce to seven", lambda: batch.low27(five), 100e6),
        ("high with a joker", lambda: batch.joker_high(joker), 100e6),
        ("low with a joker", lambda: batch.joker_low(joker), 100e6),
        ("boards of 4 cards", lambda: batch.board_high(hole), 100e6),
        ("Omaha high", lambda: batch.omaha_high(hole, board), 10e6),
        ("Omaha low, eight or better", lambda: batch.omaha_low(hole, board, 8), 10e6),
        ("blackjack points, 3 cards", lambda: batch.points21(nine[:, :3]), 10e6),
        ("blackjack points, 7 cards", lambda: batch.points21(seven), 10e6),
        ("two tiles", lambda: batch.tiles_rank(two), 10e6),
        ("four tiles, house way", lambda: batch.house_way(four), 10e6),
    ]
    return [(job, cpu(work, times), target) for job, work, target in jobs]


def start(times: int) -> float:
    """Return the CPU time of a fresh process until its first seven-card hand, with a warm disk
    cache.
    """
    run = [sys.executable, "-c", START]
    done = [subprocess.run(run, capture_output=True, text=True, check=True) for _ in range(times)]
    return min(float(each.stdout) for each in done)


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
"""Each peer and the number of hands for it."""


def peers(most: int, times: int) -> list[tuple[str, Took | None, int]]:
    """Measure each peer: its name, its time (None if it is not installed), its hands of seven."""
    seven = deal(CARDS.one_set(), 7, PEER_HANDS).tolist()
    hands = [[CARDS.names[card] for card in hand] for hand in seven]
    found: list[tuple[str, Took | None, int]] = []
    for peer, given in PEERS.items():
        n = min(given, most)
        try:
            work = peer(hands[:n])
        except ImportError:
            found.append((peer.__name__, None, n))
        else:
            found.append((peer.__name__, cpu(work, times), n))
    return found


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` takes few hands, once, and does not count them all."""
    n, times = (TINY, 1) if tiny else (HANDS, 7)
    sheet = Sheet(title="Hands from an array, per CPU-second on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", f"{HEADING} each", "target"):
        sheet.add_column(heading, justify="right")
    for job, took, target in ours(n, times):
        goal = f">= {target / 1e6:,.0f} M/s"
        sheet.add_row(job, f"{n / took / 1e6:,.0f} M/s", took.each(n), goal)
    if not tiny:
        every = cpu(batch.all_seven_card_counts, 3)
        figure = f"{every:.2f} s = {SEVENS / every / 1e6:,.0f} M/s"
        sheet.add_row(f"all {SEVENS:,} hands of 7 cards", figure, every.each(SEVENS), "<= 0.5 s")
    first = start(1 if tiny else 3)
    sheet.add_row(
        "a fresh process to its first hand", f"{first:.2f} s", in_turns(first), "<= 1 s",
        end_section=True,
    )  # fmt: skip
    for name, speed, given in peers(10 if tiny else PEER_HANDS, 1 if tiny else 3):
        figures = ("not installed", "") if speed is None else (
            f"{given / speed / 1e6:,.4f} M/s", speed.each(given)
        )  # fmt: skip
        sheet.add_row(f"{name}, 7 cards, one call a hand", *figures, "")
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
