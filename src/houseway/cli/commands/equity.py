"""The command ``equity``: each hand's share of a pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cli.options import Cards, Flag, Json, Posting, Whole, read_pairs
from houseway.cli.terminal.output import OK, print_json

if TYPE_CHECKING:
    from houseway.analysis.poker.equity import Equity


def equity(
    game: str,
    /,
    *hands: str,
    board: Cards = "",
    dead: Cards = "",
    exact: Flag = False,
    deals: Whole | None = None,
    seed: Whole = 1,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Show the equity of each hand: wins, ties, share of the pot, high, low, scoop.

    Parameters
    ----------
    game
        The id of a poker game, as `houseway games` lists it.
    hands
        Two or more hands: AhKd; a range such as QQ+,A5s-A2s,KTo+,15%,AKs:0.5,AAxx; or random. Stud:
        "(AhKd)7s". Draw: "2h3h4h7d(Kc)", with the discards in brackets.
    board
        Community cards.
    dead
        Cards that are out of play.
    exact
        Count every deal, however long that takes.
    deals
        Simulate this number of deals, such as 1e7, instead of counting.
    seed
        Seed of simulated deals. The same seed gives the same deals.
    """
    from houseway.analysis.poker.equity import equity as asked

    found = asked(
        game, hands, board, dead, posting=read_pairs(posting), exact=exact,
        deals=deals, seed=seed,
    )  # fmt: skip
    if json:
        print_json(found.plain())
    else:
        _print(found)
    return OK


def _print(found: Equity) -> None:
    """Print a table of equities, one row for each hand or range."""
    from houseway.analysis.strategy_sheet import percent
    from houseway.cli.terminal.console import add, console, grid, heading
    from houseway.pieces.cards import CARDS_AND_JOKER
    from houseway.rulebook import find

    out = console()
    heading(out, find(found.game).name)
    if found.board:
        out.print(f"board {CARDS_AND_JOKER.show(found.board)}")
    two = len(found.parts) > 1
    numbers = ["win", "tie", "share", *([*found.parts, "scoop"] if two else [])]
    error = ["±"] if any(each.error for each in found.chances) else []
    table = grid("hand", *numbers, *error, right=(*numbers, *error))
    for hand, each in zip(found.hands, found.chances, strict=True):
        figures = [each.win, each.tie, each.share]
        figures += [*each.parts.values(), each.scoop] if two else []
        add(table, hand, *(percent(x) for x in figures), *([percent(each.error)] if error else []))
    out.print(table)
    how = "dealt at random" if error else "every deal counted"
    out.print(f"{found.method}: {how}, {found.deals:,}")
    for words in found.assumes:
        out.print(f"taken for granted: {words}")
