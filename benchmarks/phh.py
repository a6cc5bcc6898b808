"""PHH hands read and replayed per CPU-second, and PokerKit with the same texts in the same run.

The hands are six-handed no-limit hold'em of random legal play, written without our own field, so
that they are read as hands of others; a third of them goes to a showdown.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable

from pokerkit import HandHistory

from benchmarks.poker import SEATS, STACK, random_policy
from houseway import phh
from houseway.engine.table import Table
from houseway.game.base import Seat
from houseway.phh.model import OURS

HANDS = 1000


def texts() -> list[str]:
    """Hands of random play as others would write them."""
    table = Table("holdem", {"structure": "no_limit", "pot_limit_opening": "pot"}, seed=1)
    seats = {seat: Seat(seat, f"seat {seat}", STACK) for seat in range(1, SEATS + 1)}
    policy = random_policy(random.Random(2))
    found: list[str] = []
    while len(found) < HANDS:
        table.seats = dict(seats)
        hand = phh.from_round(table.play(policy))
        del hand.more[OURS]
        if hand.variant == "NT":
            found.append(phh.write(hand))
    return found


def our_replays(hands: list[str]) -> None:
    """Each text read, played and compared here."""
    for text in hands:
        assert not phh.replay(phh.read(text)).difference


def only_read(hands: list[str]) -> None:
    """Each text read here."""
    for text in hands:
        phh.read(text)


def pokerkit_replays(hands: list[str]) -> None:
    """Each text read and played there."""
    for text in hands[:60]:
        for _ in HandHistory.loads(text):
            pass


def rate(work: Callable[[list[str]], None], hands: list[str], n: int, times: int) -> float:
    """Hands per CPU-second, the best of several measurements."""
    figures = []
    for _ in range(times):
        start = time.process_time()
        work(hands)
        figures.append(n / (time.process_time() - start))
    return max(figures)


def run() -> None:
    """Print the figures."""
    warnings.simplefilter("ignore")
    hands = texts()
    many = phh.write_all(map(phh.read, hands))
    ours = rate(our_replays, hands, HANDS, 7)
    read = rate(only_read, hands, HANDS, 7)
    theirs = rate(pokerkit_replays, hands, 60, 3)
    size = len(many) // HANDS
    print(f"{'PHH, six-handed hold-em':<32}{'houseway':>12}{'PokerKit':>12}{'ratio':>8}")
    print(f"{'read and replayed':<32}{ours:>10,.0f}/s{theirs:>10,.0f}/s{ours / theirs:>7.0f}x")
    print(f"{f'read only ({size} bytes each)':<32}{read:>10,.0f}/s")


if __name__ == "__main__":
    run()
