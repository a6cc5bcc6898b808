"""The Colorado book: every game live, simulated, and its slowest wager enumerated.

All by ``time.process_time`` on one core, warm. A live round has one seat that takes the first
offered decision. It includes refusals, log and settlement, without viewers.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import Took, cpu, sheet_console, shown
from houseway.analysis.games import math_of
from houseway.analysis.random_streams import stream
from houseway.analysis.simulation_runs.simulate import simulation_of
from houseway.analysis.wager_edge import exact
from houseway.engine.questions import PLAYER, Act, Place, Question, Spot
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.players.bots import least_on, plainest
from houseway.rulebook import games
from houseway.table.table import Table

CHIPS = 1_000_000_000
LIVE, SIMULATED = 1_500, 500_000
TINY = ("free-bet-blackjack", 20, 1_000)
"""The game of the tiny form, its live and its simulated rounds."""
STAND = ("stand", "house_way", "play", "match", "no_insurance")
"""Decisions to take if they are offered; otherwise the first one."""


def placed(place: Place, all_wagers: bool) -> tuple[tuple[str, int], ...]:
    """Return the least bet on every spot but tips, or only on required spots."""
    found: dict[str, int] = {}
    for spot in place.spots:
        first = not found and not any(s.required for s in place.spots)
        if spot.required or first or (all_wagers and open_to(place, spot, found)):
            found[spot.name] = found.get(spot.equals, 0) or least_on(spot)
    return tuple(found.items())


def open_to(place: Place, spot: Spot, found: dict[str, int]) -> bool:
    """Return True for a spot that is neither a tip nor a second hand and may be played with the
    others.
    """
    plain = spot.whom == PLAYER and not spot.hand
    return plain and place.open_to(spot, found)


def player(all_wagers: bool) -> Callable[[Question, object], Act]:
    """Return a player who bets and stands."""

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


def live(game: type[Game], all_wagers: bool, number: int) -> Took:
    """Time a number of live rounds."""
    table = Table(game(), seed=7)
    table.sit(1, "Ann", CHIPS)
    answer = player(all_wagers)
    table.play(answer)

    def rounds() -> None:
        for _ in range(number):
            table.play(answer)

    return cpu(rounds)


def simulated(game: type[Game], number: int) -> Took:
    """Time a number of simulated rounds with every wager."""
    sim = simulation_of(game())
    sim.play(1000, stream(1, 0))
    return cpu(lambda: sim.play(number, stream(1, 0)))


def enumerated(game: type[Game]) -> tuple[str, Took | None]:
    """Find the wager decided by cards or dice alone that takes longest, and time it."""
    table = game()
    name, longest = "none", None
    for wager in table.offered:
        try:
            exact(table, wager.name)
        except Refused:
            continue
        took = cpu(lambda name=wager.name: exact(table, name), 1)  # type: ignore[misc]
        if longest is None or took > longest:
            name, longest = wager.name, took
    return name, longest


def cell(took: Took, number: int, words: str) -> str:
    """Write a figure with the turns of the plain loop below it."""
    return f"{words}\n{took.each(number)} turns"


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` takes one game."""
    only, n, rounds = TINY if tiny else ("", LIVE, SIMULATED)
    for game in games().values():
        math_of(game)
    sheet = Sheet(
        title="The Colorado book, per CPU-second on one core (targets: 5,000 live, 1 M simulated, "
        "1 s exact); turns are of a plain loop, for each round",
        title_justify="left",
    )
    sheet.add_column("game")
    for heading in ("live, main", "live, all wagers", "simulated", "slowest exact"):
        sheet.add_column(heading, justify="right")
    for game_id, game in games().items():
        if game.jurisdiction == "Colorado" and only in ("", game_id):
            name, longest = enumerated(game)
            played = [live(game, every, n) for every in (False, True)]
            sim = simulated(game, rounds)
            sheet.add_row(
                game_id,
                *(cell(took, n, f"{n / took:,.0f}") for took in played),
                cell(sim, rounds, f"{rounds / sim / 1e6:,.1f} M"),
                "" if longest is None
                else f"{name} {longest:.2f} s\n{shown(longest.turns)} turns",
            )  # fmt: skip
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
