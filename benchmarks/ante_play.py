"""Ante and play by full enumeration: CPU seconds of one call, warm."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, cpu, sheet_console, shown
from houseway.analysis.ante_play.exact import DuelPays, DuelRules, best_play, count_deals
from houseway.cite import rule
from houseway.hands.three_card import FLUSH, HIGH_CARD, category3, high3
from houseway.pieces.cards import QUEEN

QUEEN_HIGH = HIGH_CARD << 20 | QUEEN << 16
PEER = "0.20 s, 1 deck"


@rule(outcomes=("no_qualify", "win", "push", "lose"))
def three_card(player: int, dealer: int) -> int:
    """Three Card Poker: the dealer plays with queen high or better."""
    if dealer < QUEEN_HIGH:
        return 0
    return 1 if player > dealer else 2 if player == dealer else 3


@rule(outcomes=("none", "straight", "trips", "straight_flush"))
def ante_bonus(a: int, b: int, c: int) -> int:
    """The hands that are paid a bonus."""
    return max(category3(high3(a, b, c)) - FLUSH, 0)


@rule()
def by_suit_too(a: int, b: int, c: int) -> int:
    """A ranking that tells suits apart, so that no hands can be counted together."""
    return high3(a, b, c) << 2 | (a & 3)


PAYS = DuelPays(nets=(1, 2, 0, -2), bonus=(0, 1, 4, 5))


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` runs the first job once."""

    def solve(rank: Callable[..., int], decks: int) -> Callable[[], object]:
        rules = DuelRules(rank, three_card, ante_bonus)
        return lambda: best_play(count_deals(rules, [decks] * 52), PAYS)

    jobs = [
        ("Three Card Poker, 407 M deals, best play", solve(high3, 1), "1 s", PEER),
        ("  6 decks", solve(high3, 6), "1 s", ""),
        ("  1 deck, suits told apart", solve(by_suit_too, 1), "", ""),
    ]
    sheet = Sheet(title="Ante and play, CPU seconds on one core", title_justify="left")
    sheet.add_column("job")
    for heading in ("figure", HEADING, "target", "peers"):
        sheet.add_column(heading, justify="right")
    for name, job, target, peers in jobs[: 1 if tiny else None]:
        job()
        took = cpu(job, 1 if tiny else 3)
        goal = f"≤ {target}" if target else ""
        sheet.add_row(name, f"{took:.3f} s", shown(took.turns), goal, peers)
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
