"""The plots of a PAR sheet: return by pay table, results after 1,000 rounds, meters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from markupsafe import Markup

from houseway.analysis.bankroll import EXACT, Bet, Results, after
from houseway.analysis.odds_book.known import known_odds
from houseway.analysis.odds_row import OddsRow
from houseway.analysis.progressives import MeterCurve, meter_curve
from houseway.analysis.report import nets_of
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.sheets.par.figures import Block, percent
from houseway.sheets.par.svg import Bar, Mark, axis_from, bars, curve, number
from houseway.sheets.posted_table import capital

ROUNDS = 1_000
BARS_AT_MOST = 40
BINS = 90
TAIL = 0.001
"""The share of the distribution that is cut off at either end of a plot."""


@dataclass(frozen=True)
class Plot:
    """A plot and its caption."""

    title: str
    svg: Markup
    caption: str


def wager_plots(rows: Sequence[OddsRow], blocks: Sequence[Block]) -> tuple[Plot, ...]:
    """Return the plots of one wager: all its tables, and results under the posted one."""
    pairs = list(zip(rows, blocks, strict=True))
    found = [return_bars(pairs)] if len(pairs) > 1 else []
    here = next((pair for pair in pairs if pair[1].posted), None)
    results = results_plot(*here) if here is not None else None
    return (results, *found) if results else tuple(found)


def meter_plots(game: Game) -> tuple[Plot, ...]:
    """Return the curve of every posted wager whose table pays a share of a meter."""
    found = []
    for wager in game.offered:
        payouts = game.pay.get(wager.name, ())
        if not any(payout.meter_percent for payout in payouts):
            continue
        worth = known_odds(game, (wager,))[wager.name]
        if isinstance(worth, str):
            continue
        chances = [chance for chance in worth.chances if isinstance(chance, Fraction)]
        if len(chances) < len(worth.chances):
            continue
        found.append(
            meter_plot(
                capital(game.words().wager(wager.name)),
                meter_curve(chances, payouts, game.limits(wager)[0]),
            )
        )
    return tuple(found)


def meter_plot(name: str, found: MeterCurve) -> Plot:
    """Return the plot of return against meter, up to one and a half times the break-even meter."""
    even = found.break_even
    most = float(even or 0) * 1.5 or 1_000_000_00.0
    steps = [most * i / 60 for i in range(61)]
    points = [(m / 100, float(found.fixed) + float(found.slope) * m) for m in steps]
    marks = []
    caption = (
        f"Of a wager of {format_dollars(found.wager)}; {percent(found.fixed, 2)} without the meter"
    )
    if even is not None and even > 0:
        marks = [Mark(float(even) / 100, f"break-even {format_dollars(int(even))}", "alarm")]
        caption += f"; from {format_dollars(int(even))} on the player has the edge"
    title = f"Return by meter: {name}"
    scaled = [(x, 100 * y) for x, y in points]
    drawn = curve(scaled, title, "meter in dollars", marks, y_words="return, %", from_zero=False)
    return Plot(title, Markup(drawn), f"{caption}.")


def return_bars(pairs: Sequence[tuple[OddsRow, Block]]) -> Plot:
    """Return the returns of every pay table and number of decks; of very many, only the posted
    decks.
    """
    if len(pairs) > BARS_AT_MOST:
        here = next((row.decks for row, block in pairs if block.posted), pairs[0][0].decks)
        pairs = [(row, block) for row, block in pairs if row.decks == here]
    several = len({block.decks for _, block in pairs}) > 1
    found = [
        Bar(
            bar_words(block, several), float(row.returned),
            percent(row.returned, 2), bool(block.warnings),
        )
        for row, block in pairs
    ]  # fmt: skip
    title = "Return to player by pay table"
    start = axis_from([bar.value for bar in found] + [1.0])
    said = ["Of one unit wagered."]
    if start:
        said.append(f"The axis begins at {percent(start, 2)}, not at zero.")
    if any(bar.bad for bar in found):
        said.append("Red bars carry a warning.")
    return Plot(title, Markup(bars(found, title, 1.0)), " ".join(said))


def bar_words(block: Block, several: bool) -> str:
    """Return the label of a bar: its pay table, its decks if they differ, and if it is posted."""
    table = block.column
    said = ", ".join(part for part in (table, block.decks if several or not table else "") if part)
    return f"▸ {said}" if block.posted else said


def results_plot(row: OddsRow, block: Block) -> Plot | None:
    """Return the distribution of a player's result after 1,000 rounds of one unit each.

    None if the wager does not pay multiples of its stake.
    """
    try:
        found = after(Bet.of(*nets_of(row)), ROUNDS)
    except Refused:
        return None
    title = f"Result after {ROUNDS:,} rounds: {block.title}"
    low, high = found.quantile(0.05), found.quantile(0.95)
    how = "" if found.method == EXACT else " Normal approximation."
    caption = (
        f"Of one unit each. Nine results in ten lie between {_units(low)} and {_units(high)} "
        f"units; ahead in {percent(found.ahead(), 2)}.{how}"
    )
    marks = (
        Mark(found.mean, f"expected {_units(found.mean)}"),
        Mark(0.0, "even", "quiet"),
    )
    drawn = curve(binned(found), title, "units won or lost", marks, area=True)
    return Plot(title, Markup(drawn), caption)


def _units(value: float) -> str:
    """Return a result in units of the wager, with a sign if it is a gain."""
    text = number(round(value, 1))
    return f"+{text}" if value > 0 else text


def binned(results: Results) -> list[tuple[float, float]]:
    """Return the distribution in about ``BINS`` steps, of whole units if units are small enough.

    Steps with equal numbers of possible results avoid an artificial zigzag.
    """
    first = int(np.searchsorted(results.units, results.quantile(TAIL)))
    last = int(np.searchsorted(results.units, results.quantile(1.0 - TAIL)))
    gap = float(results.units[1] - results.units[0]) if len(results.units) > 1 else 1.0
    wide = max((last - first) // BINS, 1)
    per_unit = round(1.0 / gap) if gap < 1.0 else 1
    wide = -(-wide // per_unit) * per_unit
    chances = results.chances[first : last + 1]
    whole = len(chances) // wide * wide
    sums = chances[:whole].reshape(-1, wide).sum(axis=1)
    middle = results.units[first : first + whole].reshape(-1, wide).mean(axis=1)
    return list(zip(middle.tolist(), sums.tolist(), strict=True))
