"""Equity: CPU-seconds on one core, warm, the best of a few runs; and how it is known."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.table import Table as Sheet

from benchmarks._clock import cpu
from houseway.analysis.poker.equity import equity
from houseway.analysis.poker.equity.chance import Seen, chance
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
    "holdem": Seen(CARDS_AND_JOKER.parse("Ah Kd"), ((),) * 3, CARDS_AND_JOKER.parse("Qs 7d 2c")),
    "omaha-8": Seen(CARDS_AND_JOKER.parse("Ah As 2d 3d"), ((),) * 3),
    "seven-card-stud": Seen(CARDS_AND_JOKER.parse("Ah As 2d"), ((45,), (12,), (13,))),
    "lowball": Seen(CARDS_AND_JOKER.parse("2h 3h 4h 7d Kc"), ((),) * 3),
}
"""Four players, as one of them sees the hand."""


def run(console: Console | None = None) -> None:
    """Measure and print the sheet."""
    sheet = Sheet(title="Equity, CPU-seconds on one core", title_justify="left")
    for heading in ("game", "hands", "board", "known"):
        sheet.add_column(heading)
    for heading in ("share", "figure", "target"):
        sheet.add_column(heading, justify="right")
    known = games()
    for game, hands, board, target in ASKED:
        if game in known:
            found = equity(game, hands, board)
            seconds = cpu(lambda g=game, h=hands, b=board: equity(g, h, b))  # type: ignore[misc]
            goal = "" if target is None else f"<= {target} s"
            sheet.add_row(
                game, " v ".join(hands), board, found.method,
                f"{float(found.chances[0].share):.6f}", f"{seconds:.4f} s", goal,
            )  # fmt: skip
    for game, seen in SEEN.items():
        if game in known:
            form, random = form_of(find(game)({})), np.random.default_rng(1)  # type: ignore[arg-type]
            each = cpu(lambda f=form, s=seen, r=random: [chance(f, s, r) for _ in range(100)])  # type: ignore[misc]
            figure = f"{100 / each:,.0f}/s"
            sheet.add_row(game, "chance of winning, 4 players", "", "", "", figure, ">= 1,000/s")
    (console or Console()).print(sheet)


if __name__ == "__main__":
    run()
