"""The command ``equity``: what hands may expect of a pot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from houseway.cli.app import OK, Flag, Json, Posting, Whole
from houseway.cli.options import read_pairs
from houseway.errors import HousewayError, short_repr

if TYPE_CHECKING:
    from houseway.analysis.poker.equity import Equity


def equity(
    game: str,
    /,
    *hands: str,
    board: str = "",
    dead: str = "",
    exact: Flag = False,
    deals: str | None = None,
    seed: Whole = 1,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Show what each hand may expect of a pot: to win it, to tie, its share, high, low, scoop.

    Parameters
    ----------
    game
        The id of a poker game, as `houseway games` lists it.
    hands
        Two or more: AhKd, a range (QQ+,A5s-A2s,KTo+,15%,AKs:0.5,AAxx) or random; stud
        "(AhKd)7s"; draw "2h3h4h7d(Kc)" with what is thrown away in brackets.
    board
        The cards in the middle, if any lie there.
    dead
        Cards that nobody can get any more.
    exact
        Count every deal, however long that takes.
    deals
        Deal at random so many times, such as 1e7, instead of counting.
    seed
        The same seed gives the same random deals.
    """
    from houseway.analysis.poker.equity import equity as asked
    from houseway.cli.commands.games import print_json

    found = asked(
        game, hands, board, dead, posting=read_pairs(posting), exact=exact,
        deals=None if deals is None else _deals(deals), seed=seed,
    )  # fmt: skip
    if json:
        print_json(found.plain())
    else:
        _print(found)
    return OK


def _deals(text: str) -> int:
    if not re.fullmatch(r"[0-9_]{1,12}|[1-9](\.[0-9]+)?e[0-9]", text):
        raise HousewayError(
            f"--deals is a whole number such as 200000 or 1e7, not {short_repr(text)}"
        )
    return int(float(text))


def _print(found: Equity) -> None:
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
