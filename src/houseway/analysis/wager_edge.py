"""The edge of a wager at a posted table: by its game's method, or in simulated rounds.

    >>> from houseway.rulebook import find
    >>> from houseway.analysis.wager_edge import exact
    >>> exact(find("free-bet-blackjack")({"decks": 6}), "kings_bounty").here.edge

The facts that a wager's rule reads decide the method, not its name.  ``games`` lists the methods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.game_math import ExactCount, GameMath, exact_odds
from houseway.analysis.games import math_of
from houseway.analysis.simulation_runs.simulate import simulate, simulation_of
from houseway.analysis.wager_odds import (
    SIMULATED,
    Found,
    Odds,
    WagerOdds,
    by_pay_table,
    find_wager,
)
from houseway.errors import BadRule, Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager

ROUNDS, SEED = 10_000_000, 1
"""Rounds and seed of the simulation that counts wagers without a method."""


def odds_of(game: Game, wagers: Sequence[Wager]) -> dict[str, WagerOdds | str]:
    """The odds of these wagers at a posted table, or the reason why they are not known."""
    math, others = math_of(game), []
    found: dict[str, WagerOdds | str] = {}
    for wager in wagers:
        method = math.method_of(game, wager)
        if method is None:
            others.append(wager)
            found[wager.name] = f"{game.name}: {explain_unknown(game, math, wager)}"
        else:
            found[wager.name] = _find(method.find, game, wager)
    if others and math.simulate_rest is not None:
        found |= math.simulate_rest(game, others, without_method(game, math))
    elif others and math.in_simulation:
        found |= in_simulation(game, others)
    return found


def _find(find: Callable[[Any, Wager], WagerOdds], game: Game, wager: Wager) -> WagerOdds:
    """Return the odds that ``find`` gives; an error of a rule names the wager."""
    try:
        return find(game, wager)
    except BadRule as fault:
        raise fault if fault.wager else BadRule(wager.name, *fault.args[1:]) from None


def without_method(game: Game, math: GameMath) -> tuple[Wager, ...]:
    """The offered wagers with a rule that only simulated rounds can count."""
    return tuple(w for w in game.offered if w.rule is not None and math.method_of(game, w) is None)


def in_simulation(game: Game, wagers: Sequence[Wager]) -> Found:
    """Odds of wagers counted in the game's own simulation, with its assumptions."""
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
            game, wager, chances, SIMULATED, (rounds, *said), sum(ways), SEED
        )  # fmt: skip
    return found


def exact(game: Game, wager: str) -> Odds:
    """The exact odds of a wager as posted: ways, probabilities, and the edge of each pay column."""
    found = find_wager(game, wager)
    return exact_odds(game, found, counts_of(game, found))


def counts_of(game: Game, wager: Wager) -> ExactCount:
    """The method of a wager that counts every deal, or Refused where it has none."""
    math = math_of(game)
    method = math.method_of(game, wager)
    if method is None or not isinstance(method.find, ExactCount):
        raise Refused(explain_unknown(game, math, wager))
    return method.find


def explain_unknown(game: Game, math: GameMath, wager: Wager) -> str:
    """The reason why a wager is not enumerated."""
    if wager.rule is None:
        return f"{wager.name} is decided by the play of the hand; it is not enumerated yet"
    reads = bind_posting(game, wager).reads
    facts = [
        method for method in math.methods if isinstance(method.find, ExactCount) and method.facts
    ]
    if any(method.facts >= set(reads) for method in facts):
        return f"{wager.name} is not placed, or not settled, in a way that is enumerated"
    known = [" and ".join(sorted(method.facts)) for method in facts]
    return (
        f"{wager.name} reads {' and '.join(reads)}; of {game.family} only wagers that read "
        f"no more than {' or '.join(known) or 'nothing'} are enumerated yet"
    )
