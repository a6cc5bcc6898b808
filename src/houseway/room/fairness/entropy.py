"""The source of seeds: the operating system, through one function, monitored and cycled.

Each shoe has a seed of its own. It is mixed from fresh bytes of the operating system and a pool
that is never shown, so that neither alone decides it. The pool is stirred with every seed, and in
the background as often as the room asks for it. A fork of the process stirs it at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

from houseway.room.fairness.drbg import SEED_BYTES, Stream, derive
from houseway.room.fairness.health import START_BYTES, Health, Unhealthy

Log = Callable[[str], None]
"""Receives notes on starts, cycles and failures of the generator; never its output."""
KNOWN_KEY = bytes(range(32))
KNOWN_ORDER = (12, 2, 9, 11, 4, 3, 10, 8, 1, 0, 7, 5, 6)
"""The order of thirteen pieces under the known key: the self-test of the generator."""


class Entropy(Protocol):
    """A source of seeds for shoes."""

    def seed(self) -> bytes:
        """Return thirty-two unpredictable bytes; raise ``Unhealthy`` if there are none."""


def from_system(n: int) -> bytes:
    """Return bytes of the operating system's generator: the only entry of randomness."""
    return os.urandom(n)


def no_log(what: str) -> None:
    """Ignore a note."""


class SystemEntropy:
    """Seeds from the operating system, with health tests at the start and while it runs."""

    def __init__(self, log: Log = no_log, source: Callable[[int], bytes] = from_system) -> None:
        self._source, self.log = source, log
        self._health = Health()
        self.healthy = True
        """All output has passed the tests; a source that failed once is not trusted again."""
        self._before = b""
        self._given = 0
        if Stream(KNOWN_KEY).shuffled(range(len(KNOWN_ORDER))) != KNOWN_ORDER:
            raise Unhealthy("the generator does not give what it must for a known key (self-test)")
        self._fresh(START_BYTES)
        self._pool = self._fresh(SEED_BYTES)
        self._process = os.getpid()
        log(f"randomness: started, {START_BYTES} bytes of the operating system tested")

    def _fresh(self, n: int) -> bytes:
        """Return bytes of the operating system that have passed the health tests."""
        data = self._source(n)
        try:
            if len(data) != n:
                raise Unhealthy(f"the source of randomness gave {len(data)} bytes of {n}")
            if data[:SEED_BYTES] == self._before:
                raise Unhealthy("the source of randomness gave the same bytes twice")
            self._before = data[:SEED_BYTES]
            self._health.see(data)
        except Unhealthy as error:
            self.healthy = False
            self.log(f"randomness: {error}")
            raise
        return data

    def seed(self) -> bytes:
        """Return the seed of one shoe."""
        if os.getpid() != self._process:
            self._process = os.getpid()
            self.cycle("the process was forked")
        self._given += 1
        fresh = self._fresh(SEED_BYTES)
        count = self._given.to_bytes(8, "big")
        seed = derive(self._pool, b"seed", fresh, count)
        self._pool = derive(self._pool, b"pool", fresh, count)
        return seed

    def cycle(self, why: str = "background cycling") -> None:
        """Stir the pool with fresh bytes, and note it."""
        fresh = self._fresh(SEED_BYTES)
        self._pool = derive(self._pool, b"cycle", fresh, self._process.to_bytes(8, "big"))
        self.log(f"randomness: reseeded ({why}), {self._given} seeds given since the start")


class RehearsedEntropy:
    """Seeds that follow from a number, for tests and simulations only, never with money."""

    def __init__(self, number: int = 0) -> None:
        self._stream = Stream(derive(bytes(SEED_BYTES), b"rehearsal", str(number).encode()))

    def seed(self) -> bytes:
        """Return the next seed, the same in every rehearsal."""
        return self._stream.block()
