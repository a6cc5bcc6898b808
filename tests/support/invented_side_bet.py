"""Standard blackjack with one odd side bet more, for tests of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.analysis.blackjack.report import run_of
from houseway.analysis.blackjack.simulation.best_rounds import play_best
from houseway.analysis.report import rows
from houseway.game.variants import with_wagers
from houseway.game.wagers import AFTER_DEALER, side
from houseway.rulebook import find
from houseway.rulebook.colorado.blackjack.game import GAME as STANDARD


def book(*outcomes: str) -> str:
    """A pay table: the last outcome loses, each one before pays one more than the next."""
    paid = [f'["{name}", "{len(outcomes) - 1 - i} to 1"]' for i, name in enumerate(outcomes[:-1])]
    lost = f'["{outcomes[-1]}", "lose"]'
    return f"""
title  = "odd"
source = "a test"

[pay]
clause  = "ODD-1"
columns = ["A"]
rows = [{", ".join((*paid, lost))}]
"""


def game_with(by: Any, resolves: str, **conditions: Any) -> Any:
    """Standard blackjack of six decks with one side bet more."""
    wager = side("odd", "odd wager", rule=by, resolves=resolves, needs="main",
                 book=book(*by.outcomes), **conditions)  # fmt: skip

    class Odd(STANDARD):
        id = "odd-blackjack"
        wagers: ClassVar[Any] = (*STANDARD.wagers, wager)
        draws_for = (*STANDARD.draws_for, "odd") if resolves == AFTER_DEALER else ()

    return Odd({"decks": 6})


def game_offering(game_id: str, by: Any, resolves: str, **conditions: Any) -> Any:
    """Return a game with one more side bet, by default with its first wager."""
    kind: Any = find(game_id)
    conditions = {"needs": kind.wagers[0].name, **conditions}
    wager = side(
        "odd", "odd wager", rule=by, resolves=resolves, book=book(*by.outcomes), **conditions
    )
    return with_wagers(kind, (wager,), (find, (game_id,)))()


def odd_row(game: Any) -> Any:
    (row,) = rows(type(game), "odd", {"decks": 6})
    return row


def played(game: Any, rounds: int, seed: int = 7) -> list[float]:
    """The chances of the odd wager in rounds of the best play of the main one."""
    counted = play_best(game, run_of(game).best, rounds, seed, (game.wagers[-1],))
    ways = counted.sides["odd"]
    return [n / sum(ways) for n in ways]


def agree(row: Any, seen: Sequence[float], rounds: int) -> None:
    for (name, p), q in zip(row.outcomes.items(), seen, strict=True):
        p = float(p)
        assert abs(p - q) < 5 * (max(p, q) * (1 - min(p, q)) / rounds) ** 0.5 + 1e-9, name
