"""Health tests of the source of seeds, over each byte it gives: at the start and while it runs.

They are the two continuous tests of NIST SP 800-90B, the repetition count and the adaptive
proportion, with a third that watches each of the eight bits by itself, because a bit that stands
still escapes the other two.  The bounds are such that a source that gives full bytes is stopped by
a test at most once in 2^30 windows; how they come about is worked out in the project's tests.
"""

from __future__ import annotations

from houseway.errors import HousewayError

REPEATED = 5
"""So many equal bytes in a row are a failure: (1/256)^4 < 2^-30."""
WINDOW, PROPORTION = 512, 17
"""Of 512 bytes, so many equal to the first are a failure: less likely than 2^-30."""
BITS_WINDOW, BITS_OFF = 1024, 104
"""Of 1024 bytes, one bit may be set in 512 of them, give or take fewer than so many."""
START_BYTES = 4096
"""Bytes that are tested before anything is dealt, and then thrown away."""
CHUNK = 32
ONE_BIT_OF_EACH = int.from_bytes(b"\x01" * CHUNK, "big")


class Unhealthy(HousewayError):  # noqa: N818 - it says what has become of the source
    """The source of randomness has failed a health test: nothing may be dealt."""


class Health:
    """Watches a row of bytes; ``see`` raises once something cannot be chance, and ever after."""

    __slots__ = ("_at", "_bits", "_bytes", "_equal", "_failed", "_first", "_last", "_run")

    def __init__(self) -> None:
        self._failed = ""
        self._last, self._run = -1, 0
        self._first, self._equal, self._at = -1, 0, 0
        self._bits, self._bytes = [0] * 8, 0

    def see(self, data: bytes) -> None:
        """The next bytes of the source, before anybody uses them."""
        at = 0
        while at < len(data) and not self._failed:
            chunk = data[at : at + min(CHUNK, BITS_WINDOW - self._bytes)]
            at += len(chunk)
            for byte in chunk:
                if not self._failed:
                    self._repetition(byte)
                if not self._failed:
                    self._proportion(byte)
            if not self._failed:
                self._each_bit(chunk)
        if self._failed:
            raise Unhealthy(f"the source of randomness has failed: {self._failed}")

    def _repetition(self, byte: int) -> None:
        self._run = self._run + 1 if byte == self._last else 1
        self._last = byte
        if self._run >= REPEATED:
            self._failed = f"one byte came {self._run} times in a row (repetition count test)"

    def _proportion(self, byte: int) -> None:
        if not self._at:
            self._first, self._equal = byte, 0
        self._equal += byte == self._first
        self._at = (self._at + 1) % WINDOW
        if self._equal >= PROPORTION:
            self._failed = (
                f"one byte came {self._equal} times in {WINDOW} (adaptive proportion test)"
            )

    def _each_bit(self, chunk: bytes) -> None:
        bits, number = self._bits, int.from_bytes(chunk, "big")
        for bit in range(8):
            bits[bit] += (number >> bit & ONE_BIT_OF_EACH).bit_count()
        self._bytes += len(chunk)
        if self._bytes < BITS_WINDOW:
            return
        for bit, n in enumerate(bits):
            if abs(2 * n - BITS_WINDOW) >= 2 * BITS_OFF:
                self._failed = f"bit {bit} was set in {n} of {BITS_WINDOW} bytes (bit test)"
        self._bits, self._bytes = [0] * 8, 0
