"""The poker hand history format (PHH): read, replay, compare and write hands.

>>> from houseway import phh
>>> hand = phh.read('''
... variant = "NT"
... antes = [0, 0]
... blinds_or_straddles = [1, 2]
... min_bet = 2
... starting_stacks = [100, 100]
... actions = ["d dh p1 AhAd", "d dh p2 7c2d", "p2 f"]
... ''')
>>> phh.replay(hand).stacks
[101, 99]
"""

from __future__ import annotations

from houseway.phh.compare import ReplayedHand
from houseway.phh.export import from_round
from houseway.phh.files import Outcome, hands_in, play, write_hands
from houseway.phh.history import EVERYTHING, history
from houseway.phh.model import BadHand, Hand
from houseway.phh.replay import replay
from houseway.phh.text import read, read_all, write, write_all

__all__ = [
    "EVERYTHING",
    "BadHand",
    "Hand",
    "Outcome",
    "ReplayedHand",
    "from_round",
    "hands_in",
    "history",
    "play",
    "read",
    "read_all",
    "replay",
    "write",
    "write_all",
    "write_hands",
]
