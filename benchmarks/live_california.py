"""The banked games of the California book: live with six players and a bank, and simulated.

All by ``time.process_time`` on one core, warm. Live rounds include refusals, log, fees, cover and
settlement, without viewers. Every player makes the least base wager and stands or sets the house
way. In the second column each also bets behind the next player, where that is allowed, and the bank
covers about half of the bets. Hands are simulated for the base wager, as the goals count them, and
for every wager of the game at once.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import Took, cpu, sheet_console, shown
from benchmarks.live_colorado import CHIPS, STAND, cell, placed
from houseway.analysis.random_streams import stream
from houseway.analysis.simulation_runs.simulate import simulation_of
from houseway.analysis.wager_edge import exact
from houseway.engine.questions import Act, Place, Question
from houseway.errors import Refused
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.game.base import Game
from houseway.players.bots import least_on, plainest
from houseway.rulebook import find, games
from houseway.table.table import Table

SEATS, LIVE, SIMULATED = 7, 600, 500_000
ALL, SHORT = 10_000_000, 40_00
GOALS = {
    "no-bust-blackjack-5": 8.0, "blackjack-7": 8.0, "blackjack-x": 8.0, "three-card-poker": 5.0,
    "commission-free-baccarat": 5.0, "21st-century-baccarat": 5.0, "funtazee-21": 2.0,
    "pai-gow-poker": 0.7,
}  # fmt: skip
"""Millions of player-hands a CPU-second."""
TINY = ("three-card-poker", 10, 1_000)
"""The game of the tiny form, its live rounds and its simulated hands."""


def banked() -> dict[str, type[Game]]:
    """Return every game that a player banks."""
    return {
        game_id: game
        for game_id, game in games().items()
        if isinstance(getattr(game(), "bank", None), PlayerDealer)
    }


class Players:
    """Players who bank when they are asked, bet the same each time, and stand."""

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
        """Return the base wager, and the same behind the next player."""
        found = dict(placed(place, False))
        circles = {spot.circle: spot for spot in place.spots[::-1] if spot.circle and self.behind}
        if circles:
            spot = circles[min(circles, key=lambda circle: (circle - seat) % SEATS)]
            found[spot.name] = least_on(spot)
        return Act(seat, place.name, places=tuple(found.items()))


def live(game: type[Game], bank: int, behind: bool, number: int) -> Took:
    """Time a number of live rounds."""
    table = Table(game(), seed=7)
    for seat in range(1, SEATS + 1):
        table.sit(seat, f"player {seat}", CHIPS)
    people = Players(bank, behind)

    def rounds() -> None:
        for _ in range(number):
            table.play(people)

    table.play(people)
    return cpu(rounds)


def simulated(game: type[Game], every: bool, number: int) -> str:
    """Time a number of simulated hands, as a cell; empty if the game is not simulated."""
    table: Any = game()
    wagers = None if every else [wager.name for wager in table.base_wagers]
    try:
        sim = simulation_of(table, wagers=wagers)
        sim.play(1000, stream(1, 0))
    except Refused:
        return ""
    took = cpu(lambda: sim.play(number, stream(1, 0)))
    return cell(took, number, f"{number / took / 1e6:,.1f} M")


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` takes one game, and no bonus."""
    only, n, hands = TINY if tiny else ("", LIVE, SIMULATED)
    sheet = Sheet(
        title="The banked California games, per CPU-second on one core: six players and a bank; "
        "turns are of a plain loop, for each round or hand",
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
        if only not in ("", game_id):
            continue
        goal = GOALS.get(game_id)
        covered, behind = live(game, ALL, False, n), live(game, SHORT, True, n)
        sheet.add_row(
            game_id,
            *(cell(took, n, f"{n / took:,.0f}") for took in (covered, behind)),
            simulated(game, False, hands),
            "" if goal is None else f">= {goal:g} M",
            simulated(game, True, hands),
        )
    out = console or sheet_console()
    out.print(sheet)
    if tiny:
        return
    fortune = find("fortune-pai-gow-poker")()
    exact(fortune, "fortune")
    took = cpu(lambda: exact(fortune, "fortune"))
    out.print(
        f"all C(53,7) hands of seven cards, Fortune Bonus: {took:.2f} s (<= 0.5 s), "
        f"{shown(took.turns)} turns of a plain loop"
    )


if __name__ == "__main__":
    run()
