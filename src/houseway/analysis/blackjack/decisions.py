"""Numbers of the decisions on a blackjack hand, shared by strategies, solver and rounds.

A decision is a small int in arrays, and one bit (``1 << HIT``) in a set of offered decisions.
Compiled code relies on the order: 0 is STAND, so a cleared array stands, and no decision from
``SPLIT`` on draws a card to the hand as it is.
"""

from __future__ import annotations

STAND, HIT, DOUBLE, DOUBLE_FREE, SPLIT, SPLIT_FREE, SURRENDER = range(7)
DECISIONS = ("stand", "hit", "double", "double_free", "split", "split_free", "surrender")
"""The names of the decisions by number, as the live table and printed charts write them."""
