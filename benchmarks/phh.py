"""PHH hands read and replayed per CPU-second, and PokerKit with the same texts in the same run.

The hands are six-handed no-limit hold'em of random legal play. They are written without our own
field, so that they are read as foreign hands. A third of them goes to a showdown.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable

from pokerkit import HandHistory
from rich.console import Console

from benchmarks._clock import HEADING, Took, cpu, sheet_console
from benchmarks.poker import SEATS, STACK, random_policy
from houseway import phh
from houseway.game.base import Seat
from houseway.phh.model import OURS
from houseway.table.table import Table

HANDS = 1000
PEER_HANDS = 60
"""Hands that the peer is given."""


def texts(number: int) -> list[str]:
    """Return hands of random play as other programs write them."""
    table = Table("holdem", {"structure": "no_limit", "pot_limit_opening": "pot"}, seed=1)
    seats = {seat: Seat(seat, f"seat {seat}", STACK) for seat in range(1, SEATS + 1)}
    policy = random_policy(random.Random(2))
    found: list[str] = []
    while len(found) < number:
        table.seats = dict(seats)
        hand = phh.from_round(table.play(policy))
        del hand.more[OURS]
        if hand.variant == "NT":
            found.append(phh.write(hand))
    return found


def our_replays(hands: list[str]) -> None:
    """Read, play and compare each text with houseway."""
    for text in hands:
        assert not phh.replay(phh.read(text)).difference


def only_read(hands: list[str]) -> None:
    """Read each text with houseway."""
    for text in hands:
        phh.read(text)


def pokerkit_replays(hands: list[str]) -> None:
    """Read and play each text with PokerKit."""
    for text in hands:
        for _ in HandHistory.loads(text):
            pass


def timed(work: Callable[[list[str]], None], hands: list[str], times: int) -> Took:
    """Time the work on all hands, the best of several measurements."""
    return cpu(lambda: work(hands), times)


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the figures; ``tiny`` takes ten hands, once."""
    out = console or sheet_console()
    hands = texts(10 if tiny else HANDS)
    some, n = hands[:PEER_HANDS], len(hands)
    ours = timed(our_replays, hands, 1 if tiny else 7)
    read = timed(only_read, hands, 1 if tiny else 7)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = timed(pokerkit_replays, some, 1 if tiny else 3)
    size = len(phh.write_all(map(phh.read, hands))) // n
    peer, ratio = len(some) / theirs, n / ours / (len(some) / theirs)
    for line in (
        f"{'PHH, six-handed hold-em':<32}{'houseway':>12}{HEADING + ' each':>18}"
        f"{'PokerKit':>12}{'ratio':>8}",
        f"{'read and replayed':<32}{n / ours:>10,.0f}/s{ours.each(n):>18}"
        f"{peer:>10,.0f}/s{ratio:>7.0f}x",
        f"{f'read only ({size} bytes each)':<32}{n / read:>10,.0f}/s{read.each(n):>18}",
    ):
        out.print(line, highlight=False)


if __name__ == "__main__":
    run()
