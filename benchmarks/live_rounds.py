"""House games: live rounds, replay, compiled simulation, exact enumeration.

All by ``time.process_time`` on one core. Live figures include checks of refusals, logging and
settlement. There are no viewers: views are made only on request.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, Took, cpu, sheet_console
from houseway.analysis.blackjack.strategy.basic import policy
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table

GAME = "free-bet-blackjack"
CHIPS = 1_000_000_000
WAGERS = {"main": 1000, "push_22": 500, "pot_of_gold": 500, "kings_bounty": 500}
LIVE_TARGET = 10_000


def play(rounds: int, wagers: dict[str, int]) -> Iterator[Round]:
    """Play live rounds of one seat with basic decisions, from a seeded shoe."""
    table = Table(GAME, {"decks": 6}, seed=7)
    table.sit(1, "Ann", CHIPS)
    player = policy(wagers)
    for _ in range(rounds):
        yield table.play(player)


def play_on(rounds: int, wagers: dict[str, int]) -> None:
    """Play live rounds as a table does: each is freed when the next begins."""
    for _ in play(rounds, wagers):
        pass


def replay(played: list[Round]) -> None:
    """Enter every recorded input into a fresh round; the state must be the same."""
    for old in played:
        new = Round(old.game, old.seats, old.carry_over)
        for given in old.inputs:
            new.enter(given)
        assert new.closed and len(new.events) == len(old.events)


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` plays some rounds of each kind, once."""
    game, n, times = find(GAME)({"decks": 6}), 20 if tiny else 4000, 1 if tiny else 3
    rounds = 1_000 if tiny else 1_000_000
    main = {"main": WAGERS["main"]}
    play_on(min(n, 200), WAGERS)
    live = cpu(lambda: play_on(n, main), times)
    sides = cpu(lambda: play_on(n, WAGERS), times)
    played = list(play(n, WAGERS))
    again = cpu(lambda: replay(played), times)
    simulate(game, 10)
    simulated = cpu(lambda: simulate(game, rounds), times)
    exact(game, "kings_bounty")
    enumerated = cpu(lambda: exact(game, "kings_bounty"), times)

    sheet = Sheet(title="House games, per CPU-second on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", f"{HEADING} each", "target"):
        sheet.add_column(heading, justify="right")
    target = f"{LIVE_TARGET:,} rounds/s"
    jobs: list[tuple[str, Took, str]] = [
        ("Free Bet Blackjack live, main wager", live, target),
        ("  with all three side bets", sides, target),
        ("  those replayed from their inputs", again, f">= {n / sides:,.0f} (playing)"),
    ]
    for words, took, goal in jobs:
        sheet.add_row(words, f"{n / took:,.0f} rounds/s", took.each(n), goal)
    sheet.add_row(
        "  compiled simulation", f"{rounds / simulated / 1e6:,.2f} M rounds/s",
        simulated.each(rounds), "",
    )  # fmt: skip
    sheet.add_row(
        "King's Bounty exact, 6 decks", f"{enumerated * 1000:,.1f} ms", enumerated.each(1), ""
    )
    (console or sheet_console()).print(sheet)
