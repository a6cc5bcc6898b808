"""House games: live rounds, replay, compiled simulation, exact enumeration.

All by ``time.process_time`` on one core.  Live figures are with everything on: refusals checked,
events logged, wagers settled.  Nobody looks on: what a viewer is told is made when he asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import cpu
from houseway.analysis.blackjack.strategy import policy
from houseway.analysis.exact import exact
from houseway.analysis.simulation.simulation import simulate
from houseway.engine.round import Round
from houseway.engine.table import Table
from houseway.rulebook import find

GAME = "free-bet-blackjack"
CHIPS = 1_000_000_000
WAGERS = {"main": 1000, "push_22": 500, "pot_of_gold": 500, "kings_bounty": 500}
LIVE_TARGET = 10_000


def play(rounds: int, wagers: dict[str, int]) -> Iterator[Round]:
    """Live rounds of one seat with basic decisions, from a seeded shoe."""
    table = Table(GAME, {"decks": 6}, seed=7)
    table.sit(1, "Ann", CHIPS)
    player = policy(wagers)
    for _ in range(rounds):
        yield table.play(player)


def play_on(rounds: int, wagers: dict[str, int]) -> None:
    """Live rounds as a table plays them: each is let go when the next begins."""
    for _ in play(rounds, wagers):
        pass


def replay(played: list[Round]) -> None:
    """Every recorded input entered into a fresh round; the state must be the same."""
    for old in played:
        new = Round(old.game, old.seats, old.between)
        for given in old.inputs:
            new.enter(given)
        assert new.closed and len(new.events) == len(old.events)


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    game, n = find(GAME)({"decks": 6}), 4000
    main = {"main": WAGERS["main"]}
    play_on(200, WAGERS)
    live, sides = cpu(lambda: play_on(n, main)), cpu(lambda: play_on(n, WAGERS))
    played = list(play(n, WAGERS))
    again = cpu(lambda: replay(played))
    simulate(game, 10)
    simulated = cpu(lambda: simulate(game, 1_000_000))
    exact(game, "kings_bounty")
    enumerated = cpu(lambda: exact(game, "kings_bounty"))

    sheet = Sheet(title="House games, per CPU-second on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", "target"):
        sheet.add_column(heading, justify="right")
    target = f"{LIVE_TARGET:,} rounds/s"
    sheet.add_row("Free Bet Blackjack live, main wager", f"{n / live:,.0f} rounds/s", target)
    sheet.add_row("  with all three side bets", f"{n / sides:,.0f} rounds/s", target)
    sheet.add_row("  those replayed from their inputs", f"{n / again:,.0f} rounds/s",
                  f">= {n / sides:,.0f} (playing)")  # fmt: skip
    sheet.add_row("  compiled simulation", f"{1 / simulated:,.2f} M rounds/s", "")
    sheet.add_row("King's Bounty exact, 6 decks", f"{enumerated * 1000:,.1f} ms", "")
    (console or Console()).print(sheet)
