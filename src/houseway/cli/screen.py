"""What is on the screen when a player is asked, and when a round is over."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from houseway.cli import felt, paper, prompting, told
from houseway.money import shown, signed
from houseway.sheets.explain import explain
from houseway.table.case import nets
from houseway.table.round import Round


def show(out: Console, round_: Round, viewer: int, since: int) -> int:
    """What has happened since so many events, the table, and the question if there is one.

    Comes back with the number of events told, which is the next ``since``.
    """
    tell(out, round_, viewer, since)
    view = round_.view(viewer)
    felt.print_table(out, round_.game, view)
    if view.prompt is not None:
        prompting.print_prompt(out, round_.game, view.prompt)
    return len(round_.events)


def tell(out: Console, round_: Round, viewer: int, since: int) -> int:
    """What has happened since so many events, and nothing else."""
    for line in told.lines(round_, since, viewer):
        out.print(line)
    return len(round_.events)


def show_result(out: Console, round_: Round, viewer: int, since: int) -> int:
    """The end of a round: what happened last, each wager with what it paid, and the sum."""
    tell(out, round_, viewer, since)
    felt.print_table(out, round_.game, round_.view(viewer))
    paper.print_wagers_settled(out, explain(round_))
    result = nets(round_)
    paper.print_nets(out, result)
    mine = result.get(str(viewer), 0)
    chips = round_.game.chips_after(round_.state)[viewer]
    out.print(Text(f"you: {signed(mine)}, {shown(chips)} in front of you", "bold"))
    return len(round_.events)
