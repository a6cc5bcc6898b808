"""Wagers of baccarat alone and together: they hang on the same two hands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from houseway.odds.cards_baccarat import FACTS, every_end
from houseway.odds.paper import Figures, Paper, Words, percent
from houseway.odds.result import net_of
from houseway.odds.warn import player_edge
from houseway.shapes.baccarat.cards import CardsBaccarat
from houseway.wager import Wager

SETS = (
    ("player",), ("banker",), ("tie",), ("player_dragon",), ("banker_dragon",),
    ("player", "player_dragon"), ("player", "banker_dragon"),
    ("banker", "player_dragon"), ("banker", "banker_dragon"),
    ("player", "player_dragon", "banker_dragon"), ("banker", "player_dragon", "banker_dragon"),
    ("player", "banker", "player_dragon", "banker_dragon"),
)  # fmt: skip
"""Which wagers are laid side by side, one unit on each."""


def together(game: CardsBaccarat, names: Sequence[str]) -> dict[Fraction, Fraction]:
    """The chance of each result of one unit on each of these wagers."""
    wagers = [wager for wager in game.offered if wager.name in names]
    ends = every_end(game)
    total, found = sum(ends.values()), dict[Fraction, Fraction]()
    for values, ways in ends.items():
        net = sum((net_at(game, wager, values) for wager in wagers), Fraction())
        found[net] = found.get(net, Fraction()) + Fraction(ways, total)
    return found


def net_at(game: CardsBaccarat, wager: Wager, values: Sequence[int]) -> Fraction:
    """What a unit on a wager wins when the hands end like this."""
    known = dict(zip(FACTS, values, strict=True))
    row = wager.outcome([known[name] for name in wager.reads])
    return net_of(game.pay[wager.paid_by][row], wager.name)


def figures(results: dict[Fraction, Fraction]) -> tuple[Fraction, float]:
    """The edge against all units together, and the standard deviation."""
    mean = sum((p * net for net, p in results.items()), Fraction())
    square = sum((p * net * net for net, p in results.items()), Fraction())
    return -mean, math.sqrt(square - mean * mean)


def together_paper(game: CardsBaccarat, most: int) -> Paper:
    """The edge and the swing of each wager, and of those that are made together."""
    offered = {wager.name for wager in game.offered}
    rows, found, warnings = [], [], []
    for names in SETS:
        if not offered.issuperset(names):
            continue
        edge, swing = figures(together(game, names))
        words = " + ".join(names)
        rows.append((words, percent(edge / len(names)), f"{float(edge):.6f}", f"{swing:.4f}"))
        found.append({"wagers": list(names), "house_edge": str(edge), "deviation": swing})
        if warning := player_edge(edge / len(names)):
            warnings.append(Words(f"{words}: {warning}", alarm=True))
    says = Words("nobody decides anything: every wager is what the cards make it, one unit on each")
    table = Figures(
        ("wagers", "house edge", "in units a round", "deviation"), tuple(rows),
        right=("house edge", "in units a round", "deviation"),
    )  # fmt: skip
    return Paper(
        f"{game.name}: wagers alone and together", {"game": game.id, "together": found},
        (*warnings, says, table),
    )  # fmt: skip
