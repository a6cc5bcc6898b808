"""The only source of time: a real clock, and one that tests and simulations move."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Protocol


class Clock(Protocol):
    """The time of a room."""

    def now_ms(self) -> int:
        """Return the wall clock in milliseconds since 1970; it may jump, forwards or back."""

    def monotonic(self) -> float:
        """Return seconds since an arbitrary beginning; it never goes back, whatever the wall clock
        does.
        """


_STEADY = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""The system's clock that counts time while the machine sleeps; None if it has none."""


def elapsed() -> float:
    """Return seconds since an arbitrary beginning, including time in which the machine slept."""
    return time.monotonic() if _STEADY is None else time.clock_gettime(_STEADY)


def seconds(ms: int) -> float:
    """Convert milliseconds to the seconds that timers take."""
    return timedelta(milliseconds=ms).total_seconds()


class RealClock:
    """The clocks of the operating system."""

    __slots__ = ()

    def now_ms(self) -> int:
        """Return the wall clock in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return seconds since an arbitrary beginning, including time in which the machine
        slept.
        """
        return elapsed()


class SimulatedClock:
    """A clock that stands until it is moved; its wall clock can be set separately.

    Time is kept in whole milliseconds, so that a simulated evening is the same on every machine.
    """

    __slots__ = ("_passed_ms", "_wall_ms")

    def __init__(self, wall_ms: int = 1_700_000_000_000) -> None:
        self._wall_ms, self._passed_ms = wall_ms, 0

    def now_ms(self) -> int:
        """Return the wall clock in milliseconds since 1970."""
        return self._wall_ms

    def monotonic(self) -> float:
        """Return seconds since this clock was made."""
        return seconds(self._passed_ms)

    def advance(self, ms: int) -> None:
        """Let time pass, in milliseconds, on both clocks."""
        if ms < 0:
            raise ValueError(f"time does not go back: {ms} ms")
        self._wall_ms += ms
        self._passed_ms += ms

    def jump(self, ms: int) -> None:
        """Set the wall clock, forwards or back: no time passes."""
        self._wall_ms += ms


class SteadyClock:
    """The clock of a running room: set by the wall clock once, then driven by elapsed time.

    Setting the wall clock forwards or back takes no player's time.
    """

    __slots__ = ("_began", "_clock", "_wall_ms")

    def __init__(self, clock: Clock) -> None:
        self._clock, self._wall_ms, self._began = clock, clock.now_ms(), clock.monotonic()

    def now_ms(self) -> int:
        """Return milliseconds since 1970, by the wall clock at the start of the room."""
        return self._wall_ms + round((self.monotonic() - self._began) * 1000)

    def monotonic(self) -> float:
        """Return seconds since an arbitrary beginning."""
        return self._clock.monotonic()

    def drift_ms(self) -> int:
        """Return the milliseconds by which the wall clock is ahead of this clock.

        It is 0 until the wall clock is set, or runs at another pace than elapsed time.
        """
        return self._clock.now_ms() - self.now_ms()
