"""The gaming day: a number, counted from a posted hour of the room's local time.

Day 0 begins on 1 January 1970 at the posted hour.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import msgspec

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
_FIRST = date(1970, 1, 1).toordinal()


class Calendar(msgspec.Struct, frozen=True):
    """The room's local time: its offset from UTC, and the beginning of its day, in minutes."""

    utc_offset_minutes: int = 0
    day_begins_minutes: int = 6 * 60

    def day(self, at_ms: int) -> int:
        """Return the gaming day of a moment."""
        shift = (self.utc_offset_minutes - self.day_begins_minutes) * MINUTE_MS
        return (at_ms + shift) // DAY_MS

    def begins(self, day: int) -> int:
        """Return the first millisecond of a gaming day."""
        return day * DAY_MS + (self.day_begins_minutes - self.utc_offset_minutes) * MINUTE_MS

    def named(self, day: int) -> str:
        """Return the date of a gaming day: ``2026-11-16``."""
        return date.fromordinal(_FIRST + day).isoformat()

    def numbered(self, name: str) -> int | None:
        """Return the number of a gaming day by its date; None if this is no date."""
        try:
            return date.fromisoformat(name).toordinal() - _FIRST
        except ValueError:
            return None

    def local(self, at_ms: int) -> str:
        """Return a moment in local time: ``2026-11-16 19:05:07``."""
        zone = timezone(timedelta(minutes=self.utc_offset_minutes))
        return datetime.fromtimestamp(at_ms // 1000, zone).strftime("%Y-%m-%d %H:%M:%S")
