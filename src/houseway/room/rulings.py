"""Rulings at a live table: which there are, where one would move the money, and making it.

A preview enters the inputs of the round once more and makes the ruling there: the table is not
touched.  It tells nothing that lies covered.  Where the cards would decide what comes next it ends
and says so; and a ruling about covered cards has no preview at all, because its refusal would tell
who holds them.
"""

from __future__ import annotations

