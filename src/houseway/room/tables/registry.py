"""The tables of a room by name: found, or made when one is opened for the first time."""

from __future__ import annotations

from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.store.interface import Store
from houseway.room.tables.actor import Actor, Tools
from houseway.room.tables.games import GameAndShoeFactory

PREFIX = "table:"


class TableRegistry:
    """All tables that have a log, and the resources to make tables.

    Constructing a registry claims the stream of every table, unless its store follows.
    """

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.tables: dict[str, Actor] = {}
        self.find_new()

    def find_new(self) -> None:
        """Add the tables that have a log by now."""
        for head in self.tools.store.streams():
            name = head.stream.removeprefix(PREFIX)
            if name != head.stream and name not in self.tables:
                self.tables[name] = Actor(name, self.tools)

    @property
    def store(self) -> Store:
        """Return the store of the books."""
        return self.tools.store

    @property
    def clock(self) -> Clock:
        """Return the clock of the room."""
        return self.tools.clock

    @property
    def making(self) -> GameAndShoeFactory:
        """The factory of games and shoes."""
        return self.tools.making

    def table(self, name: str) -> Actor:
        """Return a table; Denied if there is none of this name."""
        found = self.tables.get(name)
        if found is None:
            raise Denied(f"there is no table {name!r} in this room", "unknown")
        return found

    def new_table(self, name: str) -> Actor:
        """Return a table that was never opened; Denied if the name is taken."""
        if name in self.tables:
            raise Denied(f"there is a table {name!r} already")
        self.tables[name] = Actor(name, self.tools)
        return self.tables[name]
