"""The Colorado book: every game live, simulated, and its slowest wager enumerated.

All by ``time.process_time`` on one core, warm.  Live rounds are of one seat that answers with the
first decision it is offered, everything on: refusals, log, settlement (nobody looks on).
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import cpu
from houseway.analysis.exact import exact
from houseway.analysis.game_math import math_of
from houseway.analysis.simulation.random import stream
from houseway.analysis.simulation.simulation import simulation_of
from houseway.engine.questions import PLAYER, Act, Place, Question, Spot
from houseway.engine.table import Table
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.players.bots import least_on, plainest
from houseway.rulebook import games

CHIPS = 1_000_000_000
LIVE, SIMULATED = 1_500, 500_000
STAND = ("stand", "house_way", "play", "match", "no_insurance")
"""Decisions to take where they are offered; else the first."""


def placed(place: Place, all_wagers: bool) -> tuple[tuple[str, int], ...]:
    """The least on every spot but tips, or on those that must be played."""
    found: dict[str, int] = {}
    for spot in place.spots:
        first = not found and not any(s.required for s in place.spots)
        if spot.required or first or (all_wagers and open_to(place, spot, found)):
            found[spot.name] = found.get(spot.equals, 0) or least_on(spot)
    return tuple(found.items())


def open_to(place: Place, spot: Spot, found: dict[str, int]) -> bool:
    """Whether a spot other than a tip or a second hand may be played beside the others."""
    plain = spot.whom == PLAYER and not spot.hand
    return plain and place.open_to(spot, found)


def player(all_wagers: bool) -> Callable[[Question, object], Act]:
    """Somebody who bets and stands."""

    def answer(question: Question, state: object) -> Act:
        seat = question.seats()[0]  # type: ignore[union-attr]
        choices = question.choices_of(seat)  # type: ignore[union-attr]
        for choice in choices:
            if isinstance(choice, Place):
                return Act(seat, choice.name, places=placed(choice, all_wagers))
            if choice.name in STAND:
                return plainest(seat, choice)
        return plainest(seat, choices[0])

    return answer


def live(game: type[Game], all_wagers: bool) -> float:
    """Rounds a CPU-second."""
    table = Table(game(), seed=7)
    table.sit(1, "Ann", CHIPS)
    answer = player(all_wagers)
    table.play(answer)

    def rounds() -> None:
        for _ in range(LIVE):
            table.play(answer)

    return LIVE / cpu(rounds)


def simulated(game: type[Game]) -> float:
    """Millions of rounds a CPU-second with every wager."""
    sim = simulation_of(game())
    sim.play(1000, stream(1, 0))
    return SIMULATED / cpu(lambda: sim.play(SIMULATED, stream(1, 0))) / 1e6


def enumerated(game: type[Game]) -> tuple[str, float]:
    """The wager decided by cards or dice alone that takes longest, and how long."""
    table = game()
    found = ("none", 0.0)
    for wager in table.offered:
        try:
            exact(table, wager.name)
        except Refused:
            continue
        seconds = cpu(lambda name=wager.name: exact(table, name), 1)  # type: ignore[misc]
        found = max(found, (wager.name, seconds), key=lambda pair: pair[1])
    return found


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    for game in games().values():
        math_of(game)
    sheet = Sheet(
        title="The Colorado book, per CPU-second on one core (targets: 5,000 live, 1 M simulated, "
        "1 s exact)",
        title_justify="left",
    )
    sheet.add_column("game")
    for heading in ("live, main", "live, all wagers", "simulated", "slowest exact"):
        sheet.add_column(heading, justify="right")
    for game_id, game in games().items():
        if game.jurisdiction == "Colorado":
            name, seconds = enumerated(game)
            sheet.add_row(
                game_id, f"{live(game, False):,.0f}", f"{live(game, True):,.0f}",
                f"{simulated(game):,.1f} M", f"{name} {seconds:.2f} s" if seconds else "",
            )  # fmt: skip
    (console or Console(width=120)).print(sheet)


if __name__ == "__main__":
    run()
