"""Rulings at a live table: which there are, where one would move the money, and making it.

A preview enters the inputs of the round once more and makes the ruling there: the table is not
touched.  It tells nothing that lies covered.  Where the cards would decide what comes next it ends
and says so; and a ruling about covered cards has no preview at all, because its refusal would tell
who holds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from houseway.errors import Refused
from houseway.events import DOWN, UP, Event, event_name, field_kinds
from houseway.game import Game
from houseway.inputs import Ruling
from houseway.money import shown
from houseway.pieces.kinds import UNSEEN
from houseway.room.ledger import at_table
from houseway.ruling_rule import RulingRule
from houseway.table.case import event_line
from houseway.table.round import Round
from houseway.table.saved import rerun
