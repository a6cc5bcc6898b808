"""The banked games of the California book: live with six players and a bank, and simulated.

All by ``time.process_time`` on one core, warm.  Live rounds are with everything on: refusals, log,
fees, cover, settlement (nobody looks on).  Everybody makes the least base wager and stands or sets
the house way; in the second column each bets behind the next one too, where that is allowed, and
the bank covers about half of it all.  Hands are simulated for the base wager, as the goals count
them, and for every wager of the game at once.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import cpu
from benchmarks.live_colorado import CHIPS, STAND, placed
from houseway.analysis.exact import exact
from houseway.analysis.simulation.random import stream
from houseway.analysis.simulation.simulation import simulation_of
from houseway.engine.questions import Act, Place, Question
from houseway.engine.table import Table
from houseway.errors import Refused
from houseway.families.banked.player_dealer import PlayerDealer
from houseway.game.base import Game
from houseway.players.bots import least_on, plainest
from houseway.rulebook import find, games

SEATS, LIVE, SIMULATED = 7, 600, 500_000
ALL, SHORT = 10_000_000, 40_00
GOALS = {
    "no-bust-blackjack-5": 8.0, "blackjack-7": 8.0, "blackjack-x": 8.0, "three-card-poker": 5.0,
    "commission-free-baccarat": 5.0, "21st-century-baccarat": 5.0, "funtazee-21": 2.0,
    "pai-gow-poker": 0.7,
}  # fmt: skip
"""Millions of player-hands a CPU-second."""


def banked() -> dict[str, type[Game]]:
    """Every game that a player banks."""
    return {
        game_id: game
        for game_id, game in games().items()
        if isinstance(getattr(game(), "bank", None), PlayerDealer)
    }


class Players:
    """People who bank when they are asked, bet the same each time, and stand."""

    def __init__(self, bank: int, behind: bool) -> None:
        self.bank, self.behind = bank, behind
        self._bets: dict[tuple[int, int], Act] = {}

    def __call__(self, question: Question, state: object) -> Act:
        seat = question.seats()[0]  # type: ignore[union-attr]
        choices = question.choices_of(seat)  # type: ignore[union-attr]
        for choice in choices:
            if choice.name == "bank":
                return Act(seat, "bank", self.bank)
            if isinstance(choice, Place):
                key = seat, state.bank.seat  # type: ignore[attr-defined]
                if key not in self._bets:
                    self._bets[key] = self._bet(seat, choice)
                return self._bets[key]
            if choice.name in STAND:
                return plainest(seat, choice)
        return plainest(seat, choices[0])

    def _bet(self, seat: int, place: Place) -> Act:
        """The base wager, and the same behind the next player."""
        found = dict(placed(place, False))
        circles = {spot.circle: spot for spot in place.spots[::-1] if spot.circle and self.behind}
        if circles:
            spot = circles[min(circles, key=lambda circle: (circle - seat) % SEATS)]
            found[spot.name] = least_on(spot)
        return Act(seat, place.name, places=tuple(found.items()))


def live(game: type[Game], bank: int, behind: bool) -> float:
    """Rounds a CPU-second."""
    table = Table(game(), seed=7)
    for seat in range(1, SEATS + 1):
        table.sit(seat, f"player {seat}", CHIPS)
    people = Players(bank, behind)

    def rounds() -> None:
        for _ in range(LIVE):
            table.play(people)

    table.play(people)
    return LIVE / cpu(rounds)


def simulated(game: type[Game], every: bool) -> str:
    """Millions of player-hands a CPU-second; nothing if the game is not simulated."""
    table: Any = game()
    wagers = None if every else [wager.name for wager in table.base_wagers]
    try:
        sim = simulation_of(table, wagers=wagers)
        sim.play(1000, stream(1, 0))
    except Refused:
        return ""
    return f"{SIMULATED / cpu(lambda: sim.play(SIMULATED, stream(1, 0))) / 1e6:,.1f} M"


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    sheet = Sheet(
        title="The banked California games, per CPU-second on one core: six players and a bank",
        title_justify="left",
    )
    sheet.add_column("game")
    headings = (
        "live, all covered\n>= 3,000",
        "short, behind\n>= 2,000",
        "simulated\nbase wager",
        "goal",
        "every\nwager",
    )
    for heading in headings:
        sheet.add_column(heading, justify="right")
    for game_id, game in banked().items():
        goal = GOALS.get(game_id)
        sheet.add_row(
            game_id, f"{live(game, ALL, False):,.0f}", f"{live(game, SHORT, True):,.0f}",
            simulated(game, False), "" if goal is None else f">= {goal:g} M", simulated(game, True),
        )  # fmt: skip
    out = console or Console(width=120)
    out.print(sheet)
    fortune = find("fortune-pai-gow-poker")()
    exact(fortune, "fortune")
    seconds = cpu(lambda: exact(fortune, "fortune"))
    out.print(f"all C(53,7) hands of seven cards, Fortune Bonus: {seconds:.2f} s (<= 0.5 s)")


if __name__ == "__main__":
    run()
