"""The floor: tables, rulings, seats, meters, the drop, and what is worth knowing of all of it."""

from __future__ import annotations

from houseway.room.floor_base import FloorTerms
from houseway.room.floor_tables import Tables
from houseway.room.rulings import Rulings

__all__ = ["Floor", "FloorTerms"]


class Floor(Tables, Rulings):
    """Everything that the floor can do.

    Each command takes who asks first, checks the role in one place (``roles.check``) and has a key
    under which it is done once however often it is asked.
    """
