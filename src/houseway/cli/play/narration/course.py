"""A round as one player follows it: its log, its view, and its events step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from houseway.engine.events import Event
from houseway.game.face.views import View
from houseway.table.round import GameLog, Round


class Step(NamedTuple):
    """An event as the viewer is told it, with the table after it."""

    event: Event
    view: Callable[[], View]
    meters: Callable[[str], list[int]]
    """Returns the contents of a wager's meters, in cents."""
    has_total: bool = True
    """True if the value of the hand is told with this event."""


class Course(Protocol):
    """A round as it is drawn and told; a table here and a table of a room both have it."""

    @property
    def log(self) -> GameLog: ...
    @property
    def view(self) -> View: ...
    @property
    def is_whole(self) -> bool:
        """Return True if the events are known from the first one on."""
        ...

    def steps(self) -> Iterator[Step]:
        """Yield every event until now."""
        ...


class LocalCourse:
    """A round of this process, as one seat follows it."""

    is_whole = True

    def __init__(self, round_: Round, viewer: int) -> None:
        self.log, self.viewer = round_, viewer

    @property
    def view(self) -> View:
        """Return what the viewer sees now."""
        return self.log.view(self.viewer)

    def steps(self) -> Iterator[Step]:
        """Yield every event, with the state rebuilt event by event."""
        game = self.log.game
        state: Any = game.new_state(self.log.seats, self.log.carry_over)

        def view() -> View:
            return game.presenter.view(state, self.viewer)

        def meters(spot: str) -> list[int]:
            return [meter.cents for meter in state.meters[spot]]

        shown = self.log.events_for(self.viewer)
        for happened, event in zip(self.log.events, shown, strict=True):
            happened.do(state)
            yield Step(event, view, meters)
