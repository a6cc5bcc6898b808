"""What a game adds to the lab: one object, in one place.

``analysis/games/<game or shape>.py`` holds ``LAB``: the methods by which its wagers are known, how
the others are counted in simulated rounds, its simulation, its paper for players.  A game without a
module of its own has the lab of the game it inherits from, or of its shape.

A method is chosen by the facts that a wager's rule reads (its parameter names), by the posting and
by when the wager is placed and settled, never by what the rule answers.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.analysis.fact_distribution import FactDistribution, ways_of
from houseway.analysis.facts import bind_posting
from houseway.analysis.wager_odds import (
    EXACT,
    SIMULATED,
    Details,
    Found,
    WagerOdds,
    by_pay_table,
    with_details,
)
from houseway.errors import BadRule, Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager

if TYPE_CHECKING:
    from houseway.analysis.bank.bank_table import TableRounds
    from houseway.analysis.charts import Chart
    from houseway.analysis.poker.tables.showdown import Showdown
    from houseway.analysis.set_hands.settings import BestSettings
    from houseway.analysis.simulation.simulation import Simulation
    from houseway.analysis.strategy_sheet import Paper

GAMES = "houseway.analysis.games"

Ways: TypeAlias = Callable[[Any, Wager], Sequence[int]]
If: TypeAlias = Callable[[Any, Wager], bool]
About: TypeAlias = Callable[[Any, Wager], tuple[tuple[str, ...], Details]]


def always(game: Game, wager: Wager) -> bool:
    """Whatever is posted."""
    return True


def any_table(game: Game) -> str:
    """No table is one that cannot be treated."""
    return ""


@dataclass(frozen=True)
class ExactCount:
    """Every deal counted: integer ways of each outcome, and what that takes for granted.

    ``about`` says what else there is to say of a wager: assumptions, and details of pay columns.
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
        """The ways of each outcome at a posted table."""
        return [int(n) for n in self.ways(game, bind_posting(game, wager))]


def counted(
    joint: Callable[[Any, tuple[str, ...]], FactDistribution],
    assumes: Sequence[str] = (),
    about: About | None = None,
) -> ExactCount:
    """The facts that a wager's rule reads, counted, and the rule asked about each value once."""

    def ways(game: Game, wager: Wager) -> list[int]:
        return ways_of(joint(game, wager.reads), wager, game.kind.show)

    return ExactCount(ways, tuple(assumes), about)


@dataclass(frozen=True)
class Method:
    """A way to know wagers: those of these names, or those whose rules read no other facts."""

    find: Callable[[Any, Wager], WagerOdds]
    facts: frozenset[str] = frozenset()
    wagers: frozenset[str] = frozenset()
    if_: If = always
    """Of the posting, and of when the wager is placed and settled."""

    def serves(self, game: Game, wager: Wager) -> bool:
        """Whether this is a way to know a wager of a posted table."""
        if self.wagers:
            return wager.name in self.wagers and self.if_(game, wager)
        if wager.by is None:
            return False
        return self.facts >= set(bind_posting(game, wager).reads) and self.if_(game, wager)


def by_name(*wagers: str, find: Callable[[Any, Wager], WagerOdds], if_: If = always) -> Method:
    """A method for wagers that have no rule of their own, such as the main one."""
    return Method(find, wagers=frozenset(wagers), if_=if_)


def by_facts(*facts: str, find: Callable[[Any, Wager], WagerOdds], if_: If = always) -> Method:
    """A method for every wager whose rule reads no facts but these."""
    return Method(find, facts=frozenset(facts), if_=if_)


@dataclass(frozen=True)
class Asked:
    """How a simulation is wanted; most shapes play in one way and need nothing of it."""

    strategy: Any = "basic"
    wagers: Sequence[str] | None = None
    seats: int | None = None


@dataclass(frozen=True)
class GameMath:
    """Everything that mathematics knows of a game or shape."""

    methods: tuple[Method, ...] = ()
    """The first that serves a wager is its method."""
    in_rounds: Callable[[Any, Sequence[Wager]], Found] | None = None
    """Wagers that no method serves, counted in simulated rounds."""
    simulation: Callable[[Any, Asked], Simulation] | None = None
    showdown: Showdown | None = None
    """Of a poker game: how it makes its hands."""
    table: Callable[[Any, int], TableRounds] | None = None
    """Where a player banks: rounds of a whole table with so many players, compiled."""
    paper: Callable[[Any, int], Paper] | None = None
    """How the game is played best, with at most so many exceptions: ``houseway strategy``."""
    settings: Callable[[Any], BestSettings] | None = None
    """Where hands are set: the house way against the best settings, from both sides."""
    charts: Callable[[Any], tuple[Chart, ...]] | None = None
    """Charts of what is played beside blackjack."""
    beside: Callable[[Any], Mapping[str, WagerOdds]] | None = None
    """What may be wagered during the round only, such as insurance."""
    treats: Callable[[Any], str] = any_table
    """Why a table cannot be treated, such as another count; nothing for one that can."""

    def method_of(self, game: Game, wager: Wager) -> Method | None:
        """How a wager of a posted table is known, if without simulated rounds."""
        return next((method for method in self.methods if method.serves(game, wager)), None)


def math_of(game: Game | type[Game]) -> GameMath:
    """The lab of a game: its own, that of a game it inherits from, or that of its shape.

    Refused for a posted table that it does not treat.
    """
    if isinstance(game, type):
        return _lab(game)
    lab = _lab(type(game))
    if why := lab.treats(game):
        raise Refused(f"{game.name}: {why}")
    return lab


def _lab(kind: type[Game]) -> GameMath:
    for name in _names(kind):
        if importlib.util.find_spec(f"{GAMES}.{name}") is not None:
            found: GameMath = importlib.import_module(f"{GAMES}.{name}").LAB
            return found
    return GameMath()


def _names(kind: type[Game]) -> Iterator[str]:
    """The folders of a game and of those it inherits from, then the shape."""
    for cls in kind.__mro__:
        parts = cls.__module__.split(".")
        same = getattr(cls, "shape", kind.shape) == kind.shape
        if same and parts[:2] == ["houseway", "rulebook"] and len(parts) > 4:
            yield parts[3]
    yield kind.shape


def worths(game: Game, wagers: Sequence[Wager]) -> dict[str, WagerOdds | str]:
    """The worth of these wagers at a posted table, or why it is not known."""
    lab, others = math_of(game), []
    found: dict[str, WagerOdds | str] = {}
    for wager in wagers:
        method = lab.method_of(game, wager)
        if method is None:
            others.append(wager)
            found[wager.name] = f"{game.name}: {unknown(game, lab, wager)}"
        else:
            found[wager.name] = _named(method.find, game, wager)
    if others and lab.in_rounds is not None:
        found |= lab.in_rounds(game, others)
    return found


def _named(find: Callable[[Any, Wager], WagerOdds], game: Game, wager: Wager) -> Any:
    try:
        return find(game, wager)
    except BadRule as fault:
        raise fault if fault.wager else BadRule(wager.name, *fault.args[1:]) from None


ROUNDS, SEED = 10_000_000, 1
"""Of wagers that are counted in the rounds of their game's simulation."""


def in_simulation(game: Game, wagers: Sequence[Wager]) -> Found:
    """Wagers counted in the game's own simulation, which says what it takes for granted."""
    from houseway.analysis.simulation.simulation import simulate, simulation_of

    known = {wager.name for wager in game.offered}
    estimates = simulate(game, ROUNDS, SEED)
    said = simulation_of(game).assumptions
    found: dict[str, WagerOdds | str] = {}
    for wager in wagers:
        if wager.name not in known:
            found[wager.name] = f"{game.name}: {wager.words} is not offered at this table"
            continue
        ways = estimates[wager.name].ways
        chances = [n / sum(ways) for n in ways]
        rounds = f"{sum(ways):,} simulated rounds"
        found[wager.name] = by_pay_table(
            game, wager, chances, SIMULATED, (rounds, *said), sum(ways)
        )  # fmt: skip
    return found


def counts_of(game: Game, wager: Wager) -> ExactCount:
    """The method of a wager that counts every deal, or Refused where it has none."""
    lab = math_of(game)
    method = lab.method_of(game, wager)
    if method is None or not isinstance(method.find, ExactCount):
        raise Refused(unknown(game, lab, wager))
    return method.find


def unknown(game: Game, lab: GameMath, wager: Wager) -> str:
    """Why a wager is not enumerated."""
    if wager.by is None:
        return f"{wager.name} is decided by the play of the hand; it is not enumerated yet"
    reads = bind_posting(game, wager).reads
    facts = [
        method for method in lab.methods if isinstance(method.find, ExactCount) and method.facts
    ]
    if any(method.facts >= set(reads) for method in facts):
        return f"{wager.name} is not placed, or not settled, in a way that is enumerated"
    known = [" and ".join(sorted(method.facts)) for method in facts]
    return (
        f"{wager.name} reads {' and '.join(reads)}; of {game.shape} only wagers that read "
        f"no more than {' or '.join(known) or 'nothing'} are enumerated yet"
    )
