"""Samples of the room's generator, drawn exactly as a table does, for tests and laboratories."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.engine.questions import Pieces
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.room.fairness.committed_shoe import CUP_DICE, FairShoe
from houseway.room.fairness.drbg import Stream, derive
from houseway.room.fairness.entropy import Entropy

TABLE = "sample"
BLOCKS = 256
"""Blocks of 32 bytes taken from one seed of a raw sample."""


def orders(entropy: Entropy, kind: Kind, sets: int) -> Iterator[Pieces]:
    """Yield whole orders, one shoe after another, each with a seed of its own; of dice, whole
    cups.
    """
    number = 0
    while True:
        number += 1
        shoe = FairShoe(TABLE, number, kind, 0 if kind is DICE else sets, entropy.seed())
        yield shoe.dice(CUP_DICE) if kind is DICE else shoe.draw(shoe.left)


def raw(entropy: Entropy) -> Iterator[bytes]:
    """Yield the raw bytes of orders: the blocks of the generator, a new seed after every 8 KiB."""
    while True:
        block = Stream(derive(entropy.seed(), b"order", TABLE.encode())).block
        yield b"".join([block() for _ in range(BLOCKS)])
