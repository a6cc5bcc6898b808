"""The generator that deals: HMAC-SHA256 over a counter, cut into words, scaled by rejection.

Block ``k`` of a stream is HMAC-SHA256(key, ``k`` as eight bytes). It is read as eight words of 32
bits, the most significant byte first. A number below ``n`` is the next word modulo ``n``. Words
from the largest multiple of ``n`` on are skipped, so that each number comes from equally many
words.

Nothing else in the room decides a card or a die.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hmac import digest

SEED_BYTES = 32
WORDS = 1 << 32
_CUT = struct.Struct(">8I").unpack
_COUNT = struct.Struct(">Q").pack


def derive(key: bytes, *parts: bytes) -> bytes:
    """Return a key for one purpose from another: HMAC over the parts, each preceded by its
    length.
    """
    said = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return digest(key, said, "sha256")


class Stream:
    """An endless sequence of numbers that follows from its key alone."""

    __slots__ = ("_blocks", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        if len(key) != SEED_BYTES:
            raise ValueError(f"a key has {SEED_BYTES} bytes, not {len(key)}")
        self._key, self._blocks = key, 0
        self._words: list[int] = []

    def block(self) -> bytes:
        """Return the next 32 bytes; words left of the block before remain available."""
        found = digest(self._key, _COUNT(self._blocks), "sha256")
        self._blocks += 1
        return found

    def word(self) -> int:
        """Return the next word of 32 bits."""
        if not self._words:
            self._words = list(_CUT(self.block()))
            self._words.reverse()
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a uniform number from 0 to ``n - 1``."""
        if not 0 < n <= WORDS:
            raise ValueError(f"a number is below 1 to {WORDS}, not below {n}")
        end = WORDS - WORDS % n
        while (word := self.word()) >= end:
            pass
        return word % n

    def shuffled(self, pieces: Iterable[int]) -> tuple[int, ...]:
        """Return these pieces in random order (Fisher and Yates), from the last place down."""
        order = list(pieces)
        below = self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
