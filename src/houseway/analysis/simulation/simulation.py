"""Simulation: compiled rounds at the posted table, judged by the rules that settle live play.

    >>> from houseway.rulebook import find
    >>> from houseway.analysis.simulation.simulation import simulate
    >>> found = simulate(find("free-bet-blackjack")({"decks": 6}), rounds=1_000_000, seed=7)
    >>> found["push_22"].here.edge, found["push_22"].stderr()

Each shape of game has one simulation: blackjack by a fixed strategy from a real shoe with its cut
card, set hands by the house way on both sides, poker with everybody in to the showdown.  Only
outcomes are counted, so each pay column is a re-weighting of the same rounds.  ``run.py`` plays
on all cores, to a wanted error, with checkpoints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from houseway.analysis.blackjack.simulation import OneRound as BlackjackOneRound
from houseway.analysis.blackjack.simulation import RoundResult
from houseway.analysis.blackjack.strategy import BEST, Strategy, basic
from houseway.analysis.game_math import Asked, math_of
from houseway.analysis.simulation.random import stream
from houseway.analysis.simulation.rule_errors import compare_rules
from houseway.analysis.simulation.untrusted_rules import is_foreign
from houseway.analysis.wager_odds import Estimate
from houseway.errors import Refused, short_repr
from houseway.families.blackjack.game import Blackjack
from houseway.game.base import Game
from houseway.util.english import all_of

MOST_ROUNDS = 10**15
"""Of one simulation: two years of a core that plays fifteen million a second."""


class Simulation(Protocol):
    """What plays a table and says what the counts mean."""

    game: Any
    seats: int
    chunk: int
    """The rounds of one numbered stream; a part of what a seed means."""
    counts: int
    """How many counters there are."""

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What is taken for granted."""
        ...

    @property
    def loops(self) -> tuple[Callable[..., Any], ...]:
        """The functions which, with all they reach, decide the counts."""
        ...

    def is_ready(self) -> bool:
        """Whether nothing is left to compile."""
        ...

    def play(self, rounds: int, random: Any) -> Any:
        """So many rounds from a stream of random numbers, as counts."""
        ...

    def estimates(self, counts: Any) -> dict[str, Estimate]:
        """What counts, of any number of streams together, say of every wager."""
        ...


def chart_called(name: str, game: Blackjack) -> Strategy:
    """The strategy of this name for a posted game."""
    if name == BEST:
        from houseway.analysis.blackjack.charts import best_chart

        return best_chart(game)
    if name == basic.__name__:
        return basic
    raise Refused(f"there is no strategy {name!r}; there are {basic.__name__} and {BEST}")


def chart_of(asked: Asked, game: Any) -> Strategy:
    """How a blackjack hand is to be played."""
    chart: Strategy
    if isinstance(asked.strategy, str):
        return chart_called(asked.strategy, game)
    chart = asked.strategy
    return chart


def simulation_of(
    game: Game,
    strategy: Strategy | str = basic,
    wagers: Sequence[str] | None = None,
    seats: int | None = None,
) -> Simulation:
    """The simulation of a table, or Refused for a game that has none.

    ``strategy`` is a function, or ``"best"`` for the best chart by totals of the posting.
    """
    made = math_of(game).simulation
    if made is None:
        raise Refused(f"{game.name} is a game of {game.shape}, which is not simulated yet")
    return made(game, Asked(strategy, wagers, seats))


def simulate(
    game: Game,
    rounds: int,
    seed: int = 1,
    strategy: Strategy = basic,
    wagers: Sequence[str] | None = None,
    seats: int | None = None,
) -> dict[str, Estimate]:
    """Play so many rounds in this process, with all side bets unless some are named.

    The same game, seed and strategy give the same counts on every machine, and those of ``run``.
    """
    check_rounds(rounds)
    table = simulation_of(game, strategy, wagers, seats)
    check_rules(table)
    counts = sum(table.play(n, stream(seed, i)) for i, n in chunks(rounds, table.chunk))
    return table.estimates(counts)


def check_rules(table: Simulation) -> None:
    """Refuse rules from outside the package that are not the same compiled."""
    compare_rules(table.game.offered, lambda random: table.play(1, random))


def assumed(table: Simulation, found: Mapping[str, Estimate]) -> tuple[str, ...]:
    """What is taken for granted, and which wagers of one's own are left out of what was found."""
    own = [w for w in table.game.offered if w.by is not None and is_foreign(w.by)]
    left = [w.words for w in own if found and w.name not in found]
    if not left:
        return table.assumptions
    said = f"{all_of(left)} not counted: these rounds do not follow what decides it"
    return (*table.assumptions, said)


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds that nobody can play."""
    if rounds < 1:
        raise Refused(f"a simulation needs at least one round, not {rounds}")
    if rounds > MOST_ROUNDS:
        raise Refused(f"a simulation has at most {MOST_ROUNDS:,} rounds, not {short_repr(rounds)}")


def chunks(rounds: int, chunk: int, first: int = 0) -> Iterator[tuple[int, int]]:
    """The numbered streams of so many rounds, from the first on, with the rounds of each."""
    whole, left = divmod(rounds, chunk)
    for number in range(first, whole):
        yield number, chunk
    if left:
        yield whole, left


class OneRound(BlackjackOneRound):
    """Single rounds of blackjack from given cards, by the compiled loop of the simulation."""

    def __init__(
        self,
        game: Game,
        strategy: Strategy = basic,
        wagers: Sequence[str] | None = None,
        general: bool = False,
        interpreted: bool = False,
    ) -> None:
        if not isinstance(game, Blackjack):
            raise Refused(f"{game.name} is a game of {game.shape}, not of blackjack")
        super().__init__(game, strategy, wagers, general, interpreted)


__all__ = ["OneRound", "RoundResult", "Simulation", "chunks", "simulate", "simulation_of"]
