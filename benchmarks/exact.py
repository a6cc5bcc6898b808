"""Exact odds and best play: CPU seconds of one call, warm, and the memory of the process.

Each time is also given in turns of a plain loop of the same run. Memory is compared with that of a
process that only imports NumPy and the compiler.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, cpu, sheet_console, shown
from houseway.analysis.blackjack.outcomes import round_results
from houseway.analysis.blackjack.side_bets.dealer_hand import dealer_hands
from houseway.analysis.blackjack.side_bets.over_total import played_odds
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.analysis.blackjack.solver.solve import solve
from houseway.analysis.blackjack.strategy.chart_by_totals import total_play
from houseway.analysis.set_hands.tiles import all_hands, tiles_odds
from houseway.analysis.wager_edge import exact
from houseway.cite import rule
from houseway.game.wagers import AFTER_DEALER, side
from houseway.hands.blackjack import one_color, one_suit, points
from houseway.rulebook import find

ALONE = """
import resource
from houseway.analysis.blackjack.solver.solve import solve
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.rulebook import find
solve(terms_of(find("blackjack")({"decks": 6})))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
BARE = """
import resource
import numba
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
PEER = "Eric Farmer's C++: 0.21–0.24"


@rule(outcomes=("three", "four", "five", "six", "seven", "eight_or_more", "no_bust"))
def busted_by_cards(dealer: list[int]) -> int:
    """The dealer busts, by number of cards."""
    return min(len(dealer), 8) - 3 if points(dealer) > 21 else 6


@rule(outcomes=("suited", "coloured", "other", "not_22"))
def dealer_22(dealer: list[int]) -> int:
    """The dealer makes 22, by suits."""
    if points(dealer) != 22:
        return 3
    if one_suit(dealer):
        return 0
    return 1 if one_color(dealer) else 2


def tiles() -> None:
    """All deals of Pai Gow Tiles, without what is remembered."""
    tiles_odds.cache_clear()
    all_hands.cache_clear()
    tiles_odds()


def memory(program: str) -> float:
    """The most memory, in megabytes, of a process that does nothing but this.

    A process counts what its parent had when it was started, so this is measured before the rest.
    """
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` runs each job once, on one deck."""
    alone, bare = memory(ALONE), memory(BARE)
    decks = {"decks": 1 if tiny else 6}
    standard, free = find("blackjack")(decks), find("free-bet-blackjack")({"decks": 6})
    terms, free_terms = terms_of(standard), terms_of(free)
    best = solve(terms)
    sides = [
        side(by.__name__, by.__name__.replace("_", " "), rule=by, resolves=AFTER_DEALER)
        for by in (busted_by_cards, dealer_22)
    ]
    free_best = solve(free_terms)

    def push_22() -> None:
        played_odds(free, "push_22", free_best.terms, free_best.grounds, free_best.play)

    def results() -> None:
        round_results(best.terms, best.grounds, best.play)

    jobs: list[tuple[str, Callable[[], object], str, str]] = [
        ("best play card by card, 6 decks", lambda: solve(terms), "0.5 s", PEER),
        ("  Free Bet Blackjack, 6 decks", lambda: solve(free_terms), "0.5 s", ""),
        ("  how often each result comes", results, "", ""),
        ("  strategy by totals and its price", lambda: total_play(best), "", ""),
        ("King's Bounty, 6 decks", lambda: exact(free, "kings_bounty"), "1 s", ""),
        ("dealer busts by number of cards", lambda: dealer_hands(standard, sides[0]), "1 s", ""),
        ("dealer 22 suited or coloured", lambda: dealer_hands(standard, sides[1]), "1 s", ""),
        ("Push 22 beside best play", push_22, "1 s", ""),
        ("Pai Gow Tiles, 736 M deals, best settings", tiles, "1 s", ""),
    ]
    sheet = Sheet(title="Exact odds, CPU seconds on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", HEADING, "target", "peers"):
        sheet.add_column(heading, justify="right")
    for name, job, target, peers in jobs:
        if not tiny:
            job()
        took = cpu(job, 1 if tiny else 3)
        goal = f"≤ {target}" if target else ""
        sheet.add_row(name, f"{took:.3f} s", shown(took.turns), goal, peers)
    times = f"{alone / bare:.2f} x bare"
    sheet.add_row("memory of best play", f"{alone:.0f} MB", times, "≤ 150 MB", "34 MB")
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
