"""Equity: CPU-seconds on one core, warm, the best of a few runs; and how it is known."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import HEADING, cpu, sheet_console, shown
from houseway.analysis.poker.equity import equity
from houseway.analysis.poker.equity.chance import VisibleCards, chance
from houseway.analysis.poker.equity.forms import form_of
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.rulebook import find, games

ASKED: tuple[tuple[str, list[str], str, float | None], ...] = (
    ("holdem", ["AhAs", "KhKs"], "", 0.05),
    ("holdem", ["AhKh", "QsQd", "JcTc"], "", None),
    ("holdem", ["AhKd", "random"], "", 3.0),
    ("holdem", ["AhKd", "random"], "Qs 7d 2c", 3.0),
    ("holdem", ["15%", "random"], "", 3.0),
    ("omaha", ["AhAsKhKs", "JcTc9d8d"], "", None),
    ("omaha-8", ["AhAs2h3s", "JcTc9d8d"], "", 0.15),
    ("omaha-8", ["AhAs2h3s", "random"], "", 3.0),
    ("crazy-pineapple", ["AhAsKd", "QhJhTh"], "", None),
    ("seven-card-stud", ["(AhKd)7s", "(QsQd)2c"], "", 1.0),
    ("seven-card-stud-8", ["(AhKd)7s", "(QsQd)2c"], "", 1.0),
    ("razz", ["(Ah2d)7s", "(3s5d)8c"], "", 1.0),
    ("seven-card-stud", ["(AhKd)7s", "random"], "", 3.0),
    ("lowball", ["2h3h4h7d(Kc)", "Jk5h6h(AcAd)"], "", None),
    ("draw-jacks-or-better", ["AsAh(3c7d9s)", "KsKh(2c4d6s)"], "", None),
)
SEEN = {
    "holdem": VisibleCards(
        CARDS_AND_JOKER.parse("Ah Kd"), ((),) * 3, CARDS_AND_JOKER.parse("Qs 7d 2c")
    ),
    "omaha-8": VisibleCards(CARDS_AND_JOKER.parse("Ah As 2d 3d"), ((),) * 3),
    "seven-card-stud": VisibleCards(CARDS_AND_JOKER.parse("Ah As 2d"), ((45,), (12,), (13,))),
    "lowball": VisibleCards(CARDS_AND_JOKER.parse("2h 3h 4h 7d Kc"), ((),) * 3),
}
"""Four players, as one of them sees the hand."""


def run(console: Console | None = None, tiny: bool = False) -> None:
    """Measure and print the sheet; ``tiny`` asks the first question, and one chance."""
    cases, seen_by = (ASKED[:1], {"holdem": SEEN["holdem"]}) if tiny else (ASKED, SEEN)
    times, chances = (1, 1) if tiny else (3, 100)
    sheet = Sheet(title="Equity, CPU-seconds on one core", title_justify="left")
    for heading in ("game", "hands", "board", "known"):
        sheet.add_column(heading)
    for heading in ("share", "figure", HEADING, "target"):
        sheet.add_column(heading, justify="right")
    known = games()
    for game, hands, board, target in cases:
        if game in known:
            found = equity(game, hands, board)
            seconds = cpu(lambda g=game, h=hands, b=board: equity(g, h, b), times)  # type: ignore[misc]
            goal = "" if target is None else f"<= {target} s"
            sheet.add_row(
                game, " v ".join(hands), board, found.method,
                f"{float(found.chances[0].share):.6f}", f"{seconds:.4f} s",
                shown(seconds.turns), goal,
            )  # fmt: skip
    for game, seen in seen_by.items():
        if game in known:
            form, random = form_of(find(game)({})), np.random.default_rng(1)  # type: ignore[arg-type]
            took = cpu(
                lambda f=form, s=seen, r=random: [chance(f, s, r) for _ in range(chances)],  # type: ignore[misc]
                times,
            )
            figure = f"{chances / took:,.0f}/s"
            sheet.add_row(
                game, "chance of winning, 4 players", "", "", "", figure, took.each(chances),
                ">= 1,000/s",
            )  # fmt: skip
    (console or sheet_console()).print(sheet)


if __name__ == "__main__":
    run()
