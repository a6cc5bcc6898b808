"""Odds of a posted table: from the book of odds where it has the table, else computed.

Every reader of odds and best play asks here; ``wager_edge.odds_of`` always computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from houseway.analysis.games import math_of
from houseway.analysis.odds_book.comparison import current_comparison
from houseway.analysis.odds_book.entries import (
    BookWager,
    book_strategy,
    book_wager,
    odds_in_book,
    strategy_in_book,
)
from houseway.analysis.odds_book.reader import table_in_book
from houseway.analysis.strategy_sheet import StrategySheet, percent
from houseway.analysis.wager_edge import odds_of
from houseway.analysis.wager_odds import WagerOdds
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager

ComputeOdds: TypeAlias = "Callable[[Game, Sequence[Wager]], dict[str, WagerOdds | str]]"
ComputeExtra: TypeAlias = "Callable[[Game], Mapping[str, WagerOdds]]"
MATTERS = 0.01
"""A house way is warned of when best play takes this share of a wager from it, or has the edge."""


def known_odds(
    game: Game, wagers: Sequence[Wager], compute: ComputeOdds | None = None
) -> dict[str, WagerOdds | str]:
    """Return the odds of these wagers at a posted table, or the reason why they are not known.

    ``compute`` gives the odds that have to be computed; `odds_of` by default.
    """
    compute = compute or odds_of
    in_book, comparison = table_in_book(game), current_comparison()
    if in_book is None:
        return compute(game, wagers)
    table, computed_by = in_book
    if comparison is not None:
        computed = compute(game, wagers)
        comparison.add_wagers(game, in_book, {name: as_in_book(x) for name, x in computed.items()})
        return computed
    found: dict[str, WagerOdds | str] = {}
    for wager in wagers:
        worth = table.wagers.get(wager.name)
        if isinstance(worth, str):
            found[wager.name] = worth
        elif worth is not None:
            found[wager.name] = odds_in_book(worth, computed_by)
        else:
            found |= compute(game, (wager,))
    return found


def must_be_computed(game: Game, wagers: Sequence[Wager]) -> list[Wager]:
    """Return the wagers that `known_odds` computes: all of them where it compares."""
    in_book = table_in_book(game)
    if in_book is None or current_comparison() is not None:
        return list(wagers)
    return [wager for wager in wagers if wager.name not in in_book.table.wagers]


def as_in_book(worth: WagerOdds | str) -> BookWager | str:
    """Return odds as the book writes them; a reason why there are none stays as it is."""
    return book_wager(worth) if isinstance(worth, WagerOdds) else worth


def extra_must_be_computed(game: Game) -> bool:
    """True if `known_extra_odds` computes."""
    return table_in_book(game) is None or current_comparison() is not None


def extra_names(game: Game) -> tuple[str, ...]:
    """Return the names of wagers that are only offered during the round."""
    in_book = table_in_book(game)
    return tuple(in_book.table.extra_wagers if in_book is not None else extra_odds_of(game))


def known_extra_odds(game: Game, compute: ComputeExtra | None = None) -> Mapping[str, WagerOdds]:
    """Return the odds of wagers that are only offered during the round, such as insurance.

    ``compute`` gives them where they have to be computed; `extra_odds_of` by default.
    """
    compute = compute or extra_odds_of
    in_book, comparison = table_in_book(game), current_comparison()
    if in_book is None:
        return compute(game)
    table, computed_by = in_book
    if comparison is not None:
        computed = compute(game)
        comparison.add_wagers(game, in_book, {name: book_wager(x) for name, x in computed.items()})
        return computed
    extra = table.extra_wagers.items()
    return {name: odds_in_book(worth, computed_by) for name, worth in extra}


def extra_odds_of(game: Game) -> Mapping[str, WagerOdds]:
    """Compute the odds of wagers that are only offered during the round."""
    extra_wagers = math_of(game).extra_wagers
    return extra_wagers(game) if extra_wagers is not None else {}


def known_strategy(game: Game, exceptions: int = 0) -> StrategySheet:
    """Return how a posted game is played best; Refused where that is not worked out."""
    if exceptions < 0:
        raise HousewayError(f"exceptions cannot be {exceptions}; it is 0 or more")
    in_book, comparison = table_in_book(game), current_comparison()
    sheet = in_book.table.strategy.get(str(exceptions)) if in_book is not None else None
    if in_book is None or sheet is None:
        return strategy_of(game, exceptions)
    if comparison is not None:
        computed = strategy_of(game, exceptions)
        comparison.add_strategy(game, in_book, sheet, book_strategy(computed))
        return computed
    return strategy_in_book(sheet, in_book.computed_by)


def strategy_of(game: Game, exceptions: int) -> StrategySheet:
    """Compute how a posted game is played best; Refused where that is not worked out."""
    build = math_of(game).strategy_sheet
    if build is None:
        raise Refused(f"no strategy of {game.name} is worked out")
    return build(game, exceptions)


def known_alarms(game: Game) -> tuple[str, ...]:
    """Return the warnings of a house way: from the book of odds, else computed."""
    in_book, comparison = table_in_book(game), current_comparison()
    if in_book is None:
        return tuple(house_way_alarms(game))
    if comparison is not None:
        computed = tuple(house_way_alarms(game))
        comparison.add_alarms(game, in_book, computed)
        return computed
    return in_book.table.alarms


def house_way_alarms(game: Game) -> Iterator[str]:
    """Yield warnings of a house way that loses to best play, on either side."""
    find = math_of(game).settings
    if find is None:
        return
    best = find(game)
    cost = float(best.house_way - best.best)
    if best.best < 0 or cost >= MATTERS:
        yield (
            f"the house way of {best.bank} loses to best play: it keeps {percent(best.best, 3)} of "
            f"players who set best against it, {percent(best.house_way, 3)} of those who set the "
            "house way"
        )
    if best.reply is not None and float(best.reply.to_house_way - best.house_way) >= MATTERS:
        yield (
            f"the house way of players loses to best play: {best.bank} who sets best keeps "
            f"{percent(best.reply.to_house_way, 3)} of them, and by the house way "
            f"{percent(best.house_way, 3)}"
        )
