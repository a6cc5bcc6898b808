"""A progressive that is won for certain: a rehearsed cup, in a room of this process only.

Nothing on a command line or in a room file chooses the seed of a shoe; a test puts another source
of seeds into a room that it has made itself.
"""

from __future__ import annotations

from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.room.room import Room

GAME = "3-dice-baccarat"
POSTING = {"triple_progressive": "PT-PRG-TRI-03"}
TABLE = "T1"
NUMBER = 25142
"""The first rehearsal whose first cups at this table are three sixes and three threes.

Triple 3 over triple 6 wins the whole meter (CO-2899.09-14); one cup in 23,328 has it.
"""


def rehearse(room: Room) -> None:
    """The next shoe of the room is the rehearsed one."""
    room.making.entropy = RehearsedEntropy(NUMBER)
