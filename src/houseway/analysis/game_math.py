"""Mathematics of a game: the method of every wager, its simulation, its strategy sheet.

``GameMath`` is the record that ``games`` keeps for each game. A method is chosen by the facts that
a wager's rule reads (its parameter names). The posting and the times of placing and settling matter
too, but never the rule's answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.facts.distribution import FactDistribution, ways_of
from houseway.analysis.wager_odds import (
    EXACT,
    Details,
    Found,
    Odds,
    WagerOdds,
    by_pay_table,
    columns_of,
    outcomes_of,
    posted_column,
    weigh_column,
    with_details,
)
from houseway.engine.questions import Act
from houseway.game.base import Game
from houseway.game.wagers import Wager

if TYPE_CHECKING:
    from houseway.analysis.decision_values import Advice, Progress
    from houseway.analysis.simulation.protocol import Simulation, TableRounds
    from houseway.analysis.strategy_sheet import BestSettings, StrategySheet
    from houseway.table.round import Round

Ways: TypeAlias = Callable[[Any, Wager], Sequence[int]]
If: TypeAlias = Callable[[Any, Wager], bool]
About: TypeAlias = Callable[[Any, Wager], tuple[tuple[str, ...], Details]]


def always(game: Game, wager: Wager) -> bool:
    """Return True: the method serves every posting."""
    return True


def no_reason(game: Game) -> str:
    """Return the empty reason: every table is supported."""
    return ""


@dataclass(frozen=True)
class ExactCount:
    """A count of every deal: integer ways of each outcome, and the assumptions of the count.

    ``about`` gives further assumptions for a wager, and details of its pay columns.
    """

    ways: Ways
    assumes: tuple[str, ...] = ()
    about: About | None = None

    def __call__(self, game: Game, wager: Wager) -> WagerOdds:
        ways = self.of(game, wager)
        total = sum(ways)
        chances = tuple(Fraction(n, total) for n in ways)
        said, details = self.about(game, wager) if self.about else ((), {})
        found = by_pay_table(game, wager, chances, EXACT, (*self.assumes, *said))
        return with_details(found, details)

    def of(self, game: Game, wager: Wager) -> list[int]:
        """Return the ways of each outcome at a posted table."""
        return [int(n) for n in self.ways(game, bind_posting(game, wager))]


def exact_odds(game: Game, wager: Wager, count: ExactCount) -> Odds:
    """The exact odds of a wager as posted: ways, probabilities, and the edge by pay column."""
    ways = tuple(count.of(game, wager))
    nets = columns_of(game, wager)
    columns = {column: weigh_column(column, ways, values) for column, values in nets.items()}
    posted = posted_column(game, wager, nets)
    return Odds(game.id, wager.name, outcomes_of(game, wager), ways, columns, posted, count.assumes)


def counted(
    joint: Callable[[Any, tuple[str, ...]], FactDistribution],
    assumes: Sequence[str] = (),
    about: About | None = None,
) -> ExactCount:
    """A count by the facts that a wager's rule reads; the rule is evaluated once per value."""

    def ways(game: Game, wager: Wager) -> list[int]:
        return ways_of(joint(game, wager.reads), wager, game.kind.show)

    return ExactCount(ways, tuple(assumes), about)


@dataclass(frozen=True)
class Method:
    """A method for the wagers of these names, or for those whose rules read only certain facts."""

    find: Callable[[Any, Wager], WagerOdds]
    facts: frozenset[str] = frozenset()
    wagers: frozenset[str] = frozenset()
    if_: If = always
    """A condition on the posting, and on when the wager is placed and settled."""

    def serves(self, game: Game, wager: Wager) -> bool:
        """Return True if this method computes the odds of a wager at a posted table."""
        if self.wagers:
            return wager.name in self.wagers and self.if_(game, wager)
        if wager.rule is None:
            return False
        return self.facts >= set(bind_posting(game, wager).reads) and self.if_(game, wager)


def by_name(*wagers: str, find: Callable[[Any, Wager], WagerOdds], if_: If = always) -> Method:
    """Return a method for wagers that have no rule of their own, such as the main one."""
    return Method(find, wagers=frozenset(wagers), if_=if_)


def by_facts(*facts: str, find: Callable[[Any, Wager], WagerOdds], if_: If = always) -> Method:
    """Return a method for every wager whose rule reads only these facts."""
    return Method(find, facts=frozenset(facts), if_=if_)


@dataclass(frozen=True)
class SimulationRequest:
    """Parameters of a simulation; most families play in one way and ignore them."""

    strategy: Any = "basic"
    wagers: Sequence[str] | None = None
    seats: int | None = None


LivePlayer: TypeAlias = Callable[[Any, Any, int], Act | None]
"""(question, state, seat) to a decision, or None to let the time run out."""


def timed_out(game: Game) -> LivePlayer:
    """Return a player who never decides; the table then takes its default decisions."""
    return lambda question, state, seat: None


@dataclass(frozen=True)
class GameMath:
    """The methods of a game or family; a field that is None means that it has none."""

    methods: tuple[Method, ...] = ()
    """The method of a wager is the first that serves it."""
    simulate_rest: Callable[[Any, Sequence[Wager], Sequence[Wager]], Found] | None = None
    """(game, wagers asked for, all wagers without a method): counted in simulated rounds."""
    in_simulation: bool = False
    """True where wagers without a method are counted in rounds of ``simulation``."""
    simulation: Callable[[Any, SimulationRequest], Simulation] | None = None
    table: Callable[[Any, int], TableRounds] | None = None
    """Compiled rounds of a whole table with this number of players, where a player banks."""
    strategy_sheet: Callable[[Any, int], StrategySheet] | None = None
    """Best play, with at most this number of exceptions: ``houseway strategy``."""
    settings: Callable[[Any], BestSettings] | None = None
    """The house way against the best settings from both sides, where hands are set."""
    extra_wagers: Callable[[Any], Mapping[str, WagerOdds]] | None = None
    """Odds of wagers that are placed during the round only, such as insurance."""
    advice: Callable[[Round, int, Progress], Advice | None] | None = None
    """Advice for a seat that must decide, or None for a question that is not treated."""
    live_player: tuple[Callable[[Any], LivePlayer], str] | None = None
    """Decisions of every seat at a table played live, and a description of them."""
    unsupported_reason: Callable[[Any], str] = no_reason
    """The reason why a table is not supported, such as another count; empty if it is."""

    def method_of(self, game: Game, wager: Wager) -> Method | None:
        """Return the method of a wager at a posted table, or None if it needs simulated rounds."""
        return next((method for method in self.methods if method.serves(game, wager)), None)
