"""Tests of raw bytes, as they come from the generator."""

from __future__ import annotations

import math

import numpy as np

from houseway.analysis.randomness import row
from houseway.analysis.randomness.finding import Finding, Ints, deviating

HALF_BYTE = 16


def raw_tests(data: bytes) -> list[Finding]:
    """Return all tests of some bytes: as bits, half bytes, bytes and words of 32 bits."""
    of_bytes = np.frombuffer(data, dtype=np.uint8)
    bits = np.unpackbits(of_bytes).astype(np.int64)
    halves = np.stack((of_bytes >> 4, of_bytes & 15), axis=1).reshape(-1).astype(np.int64)
    words = np.frombuffer(data[: len(data) // 4 * 4], dtype=">u4").astype(np.int64)
    return [
        bits_set(bits),
        bit_runs(bits),
        row.frequency(of_bytes.astype(np.int64), 256, "bytes"),
        row.serial_pairs(halves[1:], HALF_BYTE, "halves of two bytes"),
        row.serial_correlation(words, "words of 32 bits"),
        row.runs_up(words, "words of 32 bits"),
        row.gaps(halves, HALF_BYTE, "halves of bytes"),
        row.poker(halves, HALF_BYTE, "halves of bytes"),
        row.coupons(halves, HALF_BYTE, "halves of bytes"),
    ]


def bits_set(bits: Ints) -> Finding:
    """Test that half of the bits are set."""
    n = len(bits)
    z = (2 * int(bits.sum()) - n) / math.sqrt(n)
    return deviating("bits set", "a bit is as often set as not", n, z)


def bit_runs(bits: Ints) -> Finding:
    """Test that a bit differs from the one before it half of the time."""
    n = len(bits) - 1
    z = (2 * int((bits[1:] != bits[:-1]).sum()) - n) / math.sqrt(n)
    return deviating("runs of bits", "a bit is as often another than the one before as not", n, z)
