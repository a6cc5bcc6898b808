"""What a player of a room is told: the events as they came, and the newest view beside them.

At a table of one's own the state is made anew event by event; here nobody knows it.  What a hand is
worth is read from the view, so it is said once, where the last piece of the hand is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from houseway.cli.play import money_lines
from houseway.cli.play.event_log import in_lines, moved
from houseway.cli.play.narrator import Narrator, Told
from houseway.cli.play.result_view import result_lines
from houseway.cli.terminal.wrap import WIDTH, flow
from houseway.engine.events import Event
from houseway.money import format_dollars
from houseway.presentation.views import View
from houseway.room.client.round import Followed


class FarTeller(Narrator):
    """Tells the events of a round that is played elsewhere."""

    def __init__(self, followed: Followed, view: View, viewer: int) -> None:
        super().__init__(followed, viewer)
        self.followed, self.seen = followed, view
        self._last: set[int] = set()
        """The events that give a hand its last piece."""

    def since(self, event: int) -> Iterator[Told]:
        """Everything told since so many events."""
        fed = money_lines.Fed()
        self._last = set({_hand_of(each): id(each) for each in self.followed.events}.values())
        for number, happened in enumerate(self.followed.events):
            money_lines.note_bank(self, happened)
            if number < event or fed.takes(happened):
                continue
            yield from fed.told(self)
            yield from self.tell(happened)
        yield from fed.told(self)

    def view(self) -> View:
        """What the viewer sees, by the newest view."""
        return self.seen

    def meters(self, spot: str) -> list[int]:
        """What the meters of a wager hold, by the newest view."""
        return [meter.cents for meter in self.seen.meters if meter.spot == spot]

    def _total(self, event: Event) -> str:
        return super()._total(event) if id(event) in self._last else ""


def _hand_of(event: Event) -> tuple[int, int, bool]:
    """To which hand an event gives pieces, if it does."""
    seat, hand = getattr(event, "seat", 0), getattr(event, "hand", 0)
    return seat, hand if isinstance(hand, int) else 0, bool(getattr(event, "pieces", ()))


def news(followed: Followed, view: View, viewer: int, since: int, width: int = WIDTH) -> list[Text]:
    """What has happened since so many events, line by line."""
    return in_lines(FarTeller(followed, view, viewer).since(since), viewer, width)


def outcome(followed: Followed, view: View, viewer: int, width: int = WIDTH) -> list[Text]:
    """What the round has come to; of one that was not followed from its beginning, the chips."""
    if followed.whole:
        return result_lines(followed, viewer, width)
    now = sum(seat.chips for seat in view.seats if seat.seat == viewer)
    came = sum(seat.chips for seat in followed.seats if seat.seat == viewer)
    change = moved(now - came) or "nothing won or lost"
    words = (
        f"you: {change}, {format_dollars(now)} in front of you (you have not seen this round from its "
        "beginning, so its wagers are not listed)"
    )
    return flow([Text(words, "bold")], width, indent=2)


def at_stake(followed: Followed, view: View, viewer: int) -> int:
    """What a player has put into the round and not got back."""
    lies = any(c.seat == viewer and (c.cents or c.lammers) for c in view.chips)
    if view.closed or not (lies or any(viewer in pot.seats for pot in view.pots)):
        return 0
    came = sum(seat.chips for seat in followed.seats if seat.seat == viewer)
    return max(came - sum(seat.chips for seat in view.seats if seat.seat == viewer), 0)
