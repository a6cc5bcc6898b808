"""A round as its client follows it: the posted game, and the events it was sent.

Events come as JSON under their names, with pieces covered that this viewer may not know. Read back
they are events of the game again. Code that describes a round from its events (deals, settlements,
money) therefore works on this one too. The state is not restored: that would need knowledge that
this viewer may not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from houseway.engine.events import Event, event_name
from houseway.engine.ledger import changes
from houseway.errors import HousewayError
from houseway.game.base import Game, Seat
from houseway.game.face.layout import Layout
from houseway.room.client.table import Seen
from houseway.rulebook import cached_until_changed, find


def game_of(layout: Layout) -> Game:
    """The game of a table, posted as its signs say."""
    game = find(layout.game)
    declared = game.declared()
    return game({sign.key: sign.posted for sign in layout.signage if sign.key in declared})


def read_event(game: Game, data: dict[str, Any]) -> Event:
    """An event of a game from how it is told."""
    fields = {key: value for key, value in data.items() if key != "event"}
    try:
        return msgspec.convert(fields, _class(game, data["event"]))
    except (KeyError, msgspec.ValidationError) as error:
        raise HousewayError(
            f"the room tells of {data.get('event', 'something')!r}, which {game.name} does not "
            "have here: it runs another version of this program"
        ) from error


def _class(game: Game, name: str) -> type[Event]:
    """The events of this name; of several, that of the game's own family."""
    found = _named()[name]
    if len(found) == 1:
        return found[0]
    homes = {_home(cls.__module__) for cls in type(game).__mro__}
    return next(cls for cls in found if _home(cls.__module__) in homes)


def _home(module: str) -> str:
    """The package of a shape: ``houseway.families.blackjack.game``."""
    return ".".join(module.split(".")[:3])


@cached_until_changed
def _named() -> dict[str, list[type[Event]]]:
    """Return all classes of events by the name they have on the wire."""
    found: dict[str, list[type[Event]]] = {}
    for cls in dict.fromkeys(_below(Event)):
        found.setdefault(event_name(cls), []).append(cls)
    return found


def _below(cls: type[Event]) -> Iterator[type[Event]]:
    """Yield all subclasses of a class of events, at any depth."""
    for each in cls.__subclasses__():
        yield each
        yield from _below(each)


class Followed:
    """A round in the course of being told: who plays, and what has happened until now.

    ``whole`` says whether it was followed from its first event on; who comes in the middle of it
    knows the chips that everybody has, and not all that moved them.
    """

    def __init__(self, game: Game, number: int, seats: tuple[Seat, ...] = ()) -> None:
        self.game, self.number, self.seats = game, number, seats
        self.events: list[Event] = []
        self.whole = True

    def take(self, seen: Seen) -> None:
        """Add the events of a view, each once."""
        self._take_events(seen)
        if seen.public is not None and self._names() != {s.seat: s.name for s in seen.public.seats}:
            # A player who sits down before the first bet is in the round too.
            moved = changes(self)
            self.seats = tuple(
                Seat(s.seat, s.name, s.chips - moved.get(s.seat, 0)) for s in seen.public.seats
            )

    def _names(self) -> dict[int, str]:
        """Return the names of the players by seat."""
        return {seat.seat: seat.name for seat in self.seats}

    def _take_events(self, seen: Seen) -> None:
        """Add the new events of a view to those known so far."""
        have = len(self.events)
        if seen.first > have:  # another seat was told the missing part
            self.whole = False
            self.events += [read_event(self.game, data) for data in seen.events]
            return
        new = seen.events[have - seen.first :]
        self.events += [read_event(self.game, data) for data in new]
