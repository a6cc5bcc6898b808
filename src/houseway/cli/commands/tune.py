"""``houseway tune``: pays that meet a target edge, several proposals side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from houseway.analysis.pay_tables.tune import Tuned, pay_text
from houseway.analysis.pay_tables.tune import tune as tuned
from houseway.analysis.strategy_sheet import percent
from houseway.cli.options import GameId, Json, Out, Percent, Posting, Rows, Whole, read_pairs
from houseway.cli.render.odds import exactly
from houseway.cli.terminal.console import add, console, grid, heading
from houseway.cli.terminal.output import OK, print_json, write_bytes
from houseway.cli.terminal.progress import waiting
from houseway.errors import HousewayError, short_repr
from houseway.rulebook import find
from houseway.util.english import n

Edge = Annotated[Percent, Parameter(allow_leading_hyphen=True)]
"""A percentage whose negative values are not taken for options: ``-5%`` is a player's edge."""
WITHIN = Percent("0.25%")


def tune(
    game: GameId,
    wager: str,
    /,
    *,
    edge: Edge,
    keep: Rows = [],  # noqa: B006
    decks: Annotated[str, Parameter(show_default=False, metavar="N,...")] = "",
    within: Percent = WITHIN,
    posting: Posting = [],  # noqa: B006
    out: Out = None,
    proposal: Whole = 1,
    json: Json = False,
) -> int:
    """Find pays of a wager that meet a target edge, in steps like those of printed tables.

    Parameters
    ----------
    wager
        A wager of the game that has a pay table.
    edge
        The target house edge, such as 5%. A negative edge favours the player.
    keep
        Rows whose pay stays, such as "pair=6 to 1".
    decks
        Numbers of decks, such as 6,8. The first is tuned; the edges of all are shown. -p decks=6,8
        means the same.
    within
        Largest distance of an edge from the target.
    out
        Write a proposal to this file, for --pay.
    proposal
        The number of the proposal to write.
    """
    posted = read_pairs(posting)
    if not decks and "," in posted.get("decks", ""):
        decks = posted.pop("decks")
    with waiting() as progress:
        found = tuned(
            find(game), wager, edge, keep=read_pairs(keep, "a row that is kept"),
            posting=posted, decks=_decks(decks), within=within, progress=progress,
        )  # fmt: skip
    if out is not None:
        write_bytes(out, pay_text(found, proposal).encode())
    if json:
        print_json(found.plain())
    else:
        print_tuned(found, out, proposal)
    return OK


def _decks(text: str) -> tuple[int, ...]:
    """Return numbers of decks from text such as ``6,8``; empty for no text."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    for part in parts:
        if not (part.isascii() and part.isdecimal() and len(part) <= 3):
            raise HousewayError(f"--decks is numbers such as 6 or 6,8, not {short_repr(text)}")
    return tuple(map(int, parts))


def print_tuned(found: Tuned, out: Path | None = None, written: int = 1) -> None:
    """Print pays row by row, the edge of each proposal, and the contribution of each row to it."""
    page, kind = console(), find(found.game)
    words = kind.words()
    heading(page, f"{kind.name}: {words.wager(found.wager)}, house edge {percent(found.target, 2)}")
    rows = {name: words.outcome(found.wager, name) for name in found.chances}
    _print_pays(page, found, rows)
    _print_figures(page, found)
    _print_shares(page, found, rows)
    for i, each in enumerate(found.proposals, 1):
        page.print(Text(f"{i} {each.character}: {each.says}", style="dim"))
    for said in found.assumptions:
        page.print(Text(said, style="dim"))
    span = f"{percent(found.least, 2)} to {percent(found.most, 2)}"
    page.print(Text(f"{found.method}; pays in such steps have edges from {span}", style="dim"))
    if out is not None:
        page.print(Text(f"{out}: proposal {written}, for --pay", style="bold"))
    else:
        page.print(Text("-o FILE writes one of them (--proposal 2), and --pay FILE takes it "
                        "from there", style="dim"))  # fmt: skip


def _print_pays(page: Console, found: Tuned, rows: dict[str, str]) -> None:
    """Print the share of the stake that each row returns, for each proposal."""
    numbers = [str(i + 1) for i in range(len(found.proposals))]
    table = grid("row", "one in", *numbers, title="Pays", right=("one in", *numbers))
    for name, said in rows.items():
        chance = found.chances[name]
        one_in = f"{1 / float(chance):,.1f}" if chance else "never"
        add(table, said, one_in, *(each.pays[name] for each in found.proposals))
    page.print(table)


def _print_figures(page: Console, found: Tuned) -> None:
    more = [f"with {n(decks, 'deck')}" for decks in found.decks[1:]]
    exact = any(exactly(each.edge) for each in found.proposals)
    figures = ["house edge", *["exactly"] * exact, "wins", "sd", *more]
    table = grid("", "proposal", *figures, title="Totals", right=figures)
    for i, each in enumerate(found.proposals, 1):
        others = [percent(each.edges[decks]) for decks in found.decks[1:]]
        cells = [percent(each.edge), *[exactly(each.edge)] * exact,
                 percent(each.hit_frequency, 3), f"{each.volatility:.4f}", *others]  # fmt: skip
        add(table, i, each.character, *cells)
    page.print(table)


def _print_shares(page: Console, found: Tuned, rows: dict[str, str]) -> None:
    """Print the share of the stake that each row returns, for each proposal."""
    numbers = [str(i + 1) for i in range(len(found.proposals))]
    table = grid("row", *numbers, title="Comes back of the stake, by row", right=numbers)
    for name, said in rows.items():
        shares = [each.shares[name] for each in found.proposals]
        if any(shares):
            add(table, said, *(percent(share, 2) for share in shares))
    page.print(table)
