"""The figures of the book computed again: a random sample, and at length all of them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from houseway.analysis.odds_book import reader
from houseway.analysis.odds_book.comparison import BookComparison, compared_with_book
from houseway.analysis.odds_book.entries import BookTable
from houseway.analysis.odds_book.known import (
    known_alarms,
    known_extra_odds,
    known_odds,
    known_strategy,
)
from houseway.analysis.odds_run.book_maker import EXCEPTIONS, games_in_book
from houseway.game.base import Game
from houseway.rulebook import find

BUDGET = 12.0
"""CPU seconds of a sample, as the book says how long its tables take."""
COMPILING = 3.0
"""Added to each game: loops of its own may have to be compiled."""


def tables() -> Iterator[tuple[str, BookTable]]:
    """Every table of the book."""
    for game_id in games_in_book():
        book = reader.current_book(game_id)
        if book is not None:  # test_the_book_is_up_to_date tells of others
            yield from ((game_id, table) for table in book.tables)


def posted(game_id: str, table: BookTable) -> Game:
    """The table as a game."""
    game = find(game_id)(table.posting)
    assert reader.posting_of(game) == table.posting
    return game


def sample(seed: int) -> list[tuple[str, BookTable]]:
    """Tables at random, the quick ones more often, that together take no longer than the budget."""
    chance = random.Random(seed)
    left, games, found = BUDGET, set[str](), []
    ordered = sorted(tables(), key=lambda each: chance.random() ** (0.3 + each[1].cpu_seconds))
    for game_id, table in reversed(ordered):
        takes = table.cpu_seconds + COMPILING * (game_id not in games)
        if takes <= left:
            left -= takes
            games.add(game_id)
            found.append((game_id, table))
    return found


def compare(game: Game, comparison: BookComparison, wagers: tuple[str, ...] = ()) -> None:
    """Compute a table and compare it; wagers of these names only, if some are named."""
    known_odds(game, [w for w in game.wagers if not wagers or w.name in wagers])
    if not wagers:
        known_extra_odds(game)
        known_alarms(game)


def test_a_random_sample_is_as_computed() -> None:
    seed = int(os.environ.get("HOUSEWAY_BOOK_SEED") or random.SystemRandom().randrange(10**6))
    print(f"HOUSEWAY_BOOK_SEED={seed}")
    chosen = sample(seed)
    assert len(chosen) >= 3
    with compared_with_book() as comparison:
        for game_id, table in chosen:
            compare(posted(game_id, table), comparison)
    assert not comparison.differences, f"HOUSEWAY_BOOK_SEED={seed}"
    assert comparison.compared >= len(chosen)


def test_a_sample_depends_on_its_seed() -> None:
    assert sample(1) == sample(1) and sample(1) != sample(2)
    chosen = [game_id for seed in range(40) for game_id, _ in sample(seed)]
    assert len(set(chosen)) >= 20, "in the long run nearly every game is computed"


@pytest.mark.slow
@pytest.mark.parametrize("game_id", games_in_book())
def test_every_row_is_as_computed(game_id: str) -> None:
    book = reader.current_book(game_id)
    assert book is not None, "run `make odds-book`"
    with compared_with_book() as comparison:
        for table in book.tables:
            game = posted(game_id, table)
            compare(game, comparison)
            for exceptions in EXCEPTIONS if table.strategy else ():
                known_strategy(game, exceptions)
    again = f'run `make odds-book BOOK="{game_id}"`'
    assert not comparison.differences and not comparison.other_words, again
    assert comparison.compared >= len(book.tables)
