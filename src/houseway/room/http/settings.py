"""How the server meets the world: what the room file says of it."""

from __future__ import annotations

from houseway.room.config.schema import Rate
from houseway.room.config.schema import Server as Settings

__all__ = ["Rate", "Settings"]
