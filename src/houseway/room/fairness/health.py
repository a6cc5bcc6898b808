"""Health tests of the source of seeds, over each byte: at the start and while it runs.

They are the two continuous tests of NIST SP 800-90B, the repetition count and the adaptive
proportion. A third test watches each of the eight bits, because a stuck bit escapes the other two.
The bounds stop a perfect source at most once in 2^30 windows. The project's tests derive them.
"""

from __future__ import annotations

from houseway.errors import HousewayError

REPEATED = 5
"""The number of equal bytes in a row that is a failure: (1/256)^4 < 2^-30."""
WINDOW, PROPORTION = 512, 17
"""Of 512 bytes, this number equal to the first is a failure: less likely than 2^-30."""
BITS_WINDOW, BITS_OFF = 1024, 104
"""Of 1024 bytes, one bit is set in 512 of them, with a deviation below this number."""
START_BYTES = 4096
"""Bytes that are tested before anything is dealt, and then discarded."""
CHUNK = 32
ONE_BIT_OF_EACH = int.from_bytes(b"\x01" * CHUNK, "big")


class Unhealthy(HousewayError):  # noqa: N818 - it says what has become of the source
    """The source of randomness has failed a health test; dealing is impossible."""


class Health:
    """Tests a sequence of bytes; after a failure, ``see`` raises on every call."""

    __slots__ = ("_at", "_bits", "_bytes", "_equal", "_failed", "_first", "_last", "_run")

    def __init__(self) -> None:
        self._failed = ""
        self._last, self._run = -1, 0
        self._first, self._equal, self._at = -1, 0, 0
        self._bits, self._bytes = [0] * 8, 0

    def see(self, data: bytes) -> None:
        """Test the next bytes of the source before they are used."""
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
        """Count equal bytes in a row (repetition count test of SP 800-90B)."""
        self._run = self._run + 1 if byte == self._last else 1
        self._last = byte
        if self._run >= REPEATED:
            self._failed = f"one byte came {self._run} times in a row (repetition count test)"

    def _proportion(self, byte: int) -> None:
        """Count the first byte of a window within it (adaptive proportion test of SP 800-90B)."""
        if not self._at:
            self._first, self._equal = byte, 0
        self._equal += byte == self._first
        self._at = (self._at + 1) % WINDOW
        if self._equal >= PROPORTION:
            self._failed = (
                f"one byte came {self._equal} times in {WINDOW} (adaptive proportion test)"
            )

    def _each_bit(self, chunk: bytes) -> None:
        """Count how often each of the eight bits is set; it fails if one is set too often or
        rarely.
        """
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
