"""The one place where time comes from: a real clock, and one that tests and simulations move."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Protocol


class Clock(Protocol):
    """What everything in a room asks for the time."""

    def now_ms(self) -> int:
        """The wall clock, in milliseconds since 1970; it may jump, forwards or back."""

    def monotonic(self) -> float:
        """Seconds from some beginning: never back, whatever becomes of the wall clock."""


def seconds(ms: int) -> float:
    """Milliseconds as the seconds that timers take."""
    return timedelta(milliseconds=ms).total_seconds()


class RealClock:
    """The clocks of the operating system."""

    __slots__ = ()

    def now_ms(self) -> int:
        """The wall clock, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds from some beginning, never back."""
        return time.monotonic()


class SimulatedClock:
    """A clock that stands until it is moved; its wall can be set apart from the time that passes.

    Time is kept in whole milliseconds, so that a simulated evening is the same on every machine.
    """

    __slots__ = ("_passed_ms", "_wall_ms")

    def __init__(self, wall_ms: int = 1_700_000_000_000) -> None:
        self._wall_ms, self._passed_ms = wall_ms, 0

    def now_ms(self) -> int:
        """The wall clock, in milliseconds since 1970."""
        return self._wall_ms

    def monotonic(self) -> float:
        """Seconds since this clock was made."""
        return seconds(self._passed_ms)

    def advance(self, ms: int) -> None:
        """Let so many milliseconds pass, on both clocks."""
        if ms < 0:
            raise ValueError(f"time does not go back: {ms} ms")
        self._wall_ms += ms
        self._passed_ms += ms

    def jump(self, ms: int) -> None:
        """Somebody sets the wall clock, forwards or back: no time passes."""
        self._wall_ms += ms


class SteadyClock:
    """The clock of a running room: set by the wall once, then it only goes by what passes.

    A wall clock that is set, forwards or back, takes nobody's time away.
    """

    __slots__ = ("_began", "_clock", "_wall_ms")

    def __init__(self, clock: Clock) -> None:
        self._clock, self._wall_ms, self._began = clock, clock.now_ms(), clock.monotonic()

    def now_ms(self) -> int:
        """Milliseconds since 1970, by the wall as it was when the room was started."""
        return self._wall_ms + round((self.monotonic() - self._began) * 1000)

    def monotonic(self) -> float:
        """Seconds from some beginning, never back."""
        return self._clock.monotonic()
