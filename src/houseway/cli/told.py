"""What happens at the table, told line by line as it comes, to one viewer."""

from __future__ import annotations

from rich.text import Text

from houseway.cli.drawing import event_words
from houseway.events import Closed, Said
from houseway.table.round import Round


def lines(round_: Round, since_event: int, viewer: int) -> list[Text]:
    """What has happened since so many events, as far as this viewer may know it."""
    found = []
    for event in round_.told(viewer)[since_event:]:
        if isinstance(event, Said):
            found.append(Text(f'dealer: "{event.words}"', style="italic"))
        elif not isinstance(event, Closed):
            found.append(Text(event_words(event, round_.game.kind), style="dim"))
    return found
