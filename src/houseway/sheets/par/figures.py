"""Rows of the odds lab prepared for print: words, percentages, exact fractions, warnings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.odds_row import FOR_BOTH, Chance, OddsRow
from houseway.analysis.odds_row import exactly as exactly
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.game.base import OFF, Game
from houseway.sheets.par.player_bank import SideLine, side_lines
from houseway.sheets.posted_table import capital, column_words, expand_names

NINETY = 1.6448536269514722
"""Standard deviations to either side that include nine results of ten."""
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PAY_TABLE = "pay table "
HORIZONS = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Figure:
    """A number in words, and its exact value if known."""

    name: str
    shown: str
    exact: str = ""
    bad: bool = False


@dataclass(frozen=True)
class OutcomeLine:
    """One outcome of a wager: its pay, its frequency, its contribution to the return."""

    name: str
    pays: str
    chance: str
    one_in: str
    exact: str
    share: str
    wins: bool


@dataclass(frozen=True)
class Block:
    """A wager under one pay table with one number of decks."""

    anchor: str
    title: str
    table: str
    decks: str
    posted: bool
    house_edge: float
    method: str
    returned: float
    edge: Figure
    figures: tuple[Figure, ...]
    lines: tuple[OutcomeLine, ...]
    assumptions: tuple[str, ...]
    warnings: tuple[str, ...]
    horizon: tuple[tuple[str, str], ...]
    """Bounds that include nine of ten returns, after each of ``HORIZONS`` rounds."""
    sides: tuple[SideLine, ...] = ()
    """Both sides of a wager that a player banks, before and after fees."""

    @property
    def column(self) -> str:
        """Return the name of the pay table, for a table column."""
        return self.table.removeprefix(PAY_TABLE)


def percent(value: Chance, places: int = 4) -> str:
    """Return a fraction as a percentage, with a true minus sign."""
    text = f"{float(value) * 100:.{places}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return f"{text.replace('-', '−')} %"


def decimal(value: Chance, places: int = 6) -> str:
    """Return a number with this many decimals; a tiny one in scientific notation."""
    real = float(value)
    if real and abs(real) < 10.0 ** (2 - places):
        small, power = f"{real:.4e}".split("e")
        return f"{small.replace('-', '−')} × 10{str(int(power)).translate(RAISED)}"
    text = f"{real:,.{places}f}"
    return text.replace("-", "−")


def one_in(value: Chance) -> str:
    """Return the average number of rounds between two occurrences."""
    if not value:
        return "never"
    rounds = 1 / float(value)
    return f"{rounds:,.2f}" if rounds < 1_000 else f"{rounds:,.0f}"


def decks_words(decks: int, sets: str) -> str:
    """Return decks of cards or sets of tiles in words; empty for dice."""
    if not decks:
        return ""
    return f"{decks} {sets}" if decks == 1 else f"{decks} {sets}s"


def net_of(row: OddsRow, outcome: str) -> Fraction | None:
    """Return the net of an outcome per unit under this row's table; None if it is no multiple."""
    nets = row.details.get("nets", {})
    return Fraction(nets[outcome]) if outcome in nets else None


def pays_words(game: Game, row: OddsRow, outcome: str) -> str:
    """Return the pay of an outcome as its table prints it, or the round's net."""
    table = game.pay_tables().get(paid_by(game, row))
    if table is not None and outcome in table.outcomes and row.table in table.postings():
        return table.payouts(row.table)[table.outcomes.index(outcome)].text
    net = net_of(row, outcome)
    if net is None:
        return ""
    if outcome == "blackjack":
        return row.table
    if net == 0:
        return "push"
    size = abs(net)
    return f"{'wins' if net > 0 else 'loses'} {float(size):g}"


def block(game: Game, row: OddsRow, sets: str) -> Block:
    """Return one row of the lab as printed."""
    decks = decks_words(row.decks, sets)
    table = table_words(game, row)
    said = (game.words().wager(row.wager), table, decks)
    figures = _figures(row, banked_by_player(game))
    return Block(
        anchor="-".join(_safe(part) for part in (row.wager, row.table or "rules", str(row.decks))),
        title=capital(" · ".join(part for part in said if part)),
        table=table,
        decks=decks,
        posted=is_posted(game, row),
        house_edge=float(row.house_edge),
        method=method_words(row),
        returned=float(row.returned),
        edge=figures[0],
        figures=figures,
        lines=_lines(game, row),
        assumptions=row.assumptions,
        warnings=tuple(expand_names(game, text) for text in warnings_of(row)),
        horizon=tuple(_within(row, rounds) for rounds in HORIZONS),
        sides=side_lines(game, row),
    )


def table_words(game: Game, row: OddsRow) -> str:
    """Return the pay table of a row; empty if its wager has at most one."""
    name = paid_by(game, row)
    if name not in game.pay_tables():
        return row.table
    called = column_words(game, name, row.table).removeprefix(PAY_TABLE)
    return f"{PAY_TABLE}{called}" if called else ""


def _safe(text: str) -> str:
    """Return text as an anchor: lower case, with hyphens for other signs."""
    return "".join(c if c.isalnum() else "-" for c in text.lower()).strip("-")


def method_words(row: OddsRow) -> str:
    """Return the method behind a row, in a word or two."""
    if row.method == "exact" and row.details.get("rounds"):
        return "edge exact, rest simulated"
    return row.method


def warnings_of(row: OddsRow) -> tuple[str, ...]:
    """Return the lab's warnings; a player's edge is always one."""
    if row.house_edge < 0 and not any("edge" in text for text in row.warnings):
        return (*row.warnings, f"the player has the edge: {percent(-row.house_edge)}")
    return row.warnings


def deviation(row: OddsRow) -> float:
    """Return the standard deviation of one round, in units of the wager."""
    return math.sqrt(max(float(row.variance), 0.0))


def _figures(row: OddsRow, by_players: bool) -> tuple[Figure, ...]:
    """Return edge, return, hit frequency, variance and meters of a row in words."""
    edge_of = "Bank's edge" if by_players else "House edge"
    edge = percent(row.house_edge)
    if row.stderr:
        edge = f"{edge.removesuffix(' %')} ± {percent(row.stderr)}"
    found = [
        Figure(edge_of, edge, exactly(row.house_edge), bool(row.house_edge < 0)),
        Figure("Return to player", percent(row.returned), exactly(row.returned)),
        Figure("Hit frequency", percent(row.hit_frequency), exactly(row.hit_frequency)),
        Figure("Variance", decimal(row.variance), exactly(row.variance)),
        Figure("Standard deviation", decimal(deviation(row))),
        Figure("Volatility index (90 %)", decimal(NINETY * deviation(row), 4)),
    ]
    if row.house_edge:
        rounds = float(row.variance) / float(row.house_edge) ** 2
        found.append(Figure("N₀, rounds", f"{rounds:,.0f}"))
    for card, known in row.details.get("by_up_card", {}).items():
        found.append(Figure(f"{edge_of}, {card} up", percent(known["house_edge"])))
    for ratio, known in row.details.get(FOR_BOTH, {}).items():
        words = f"{edge_of} at {ratio} of the main wager, hands played for both"
        found.append(Figure(words, percent(known["house_edge"])))
    return (*found, *_meter_figures(row.details.get("meter")))


def _meter_figures(meter: Mapping[str, Any] | None) -> list[Figure]:
    """Return the return of a progressive wager without meters, and the life of each meter."""
    if meter is None:
        return []
    found = [
        Figure("Return without meters", percent(meter["fixed_return"])),
        Figure("Amount of the wager", f"${meter['wager']:,.2f}"),
    ]
    if meter["break_even"] is not None:
        found.append(Figure("Break-even meter", f"${meter['break_even']:,.2f}"))
    if meter["long_run_return"] is not None:
        found.append(Figure("Return in the long run", percent(meter["long_run_return"])))
    for i, one in enumerate(meter["meters"], 1):
        n = f" {i}" if len(meter["meters"]) > 1 else ""
        found.append(Figure(f"Meter{n}, seed", f"${one['seed']:,.2f}"))
        found.append(Figure(f"Meter{n}, increment", percent(one["increment"], 2)))
        if one["hit"]:
            found.append(Figure(f"Meter{n}, won once in", f"{1 / one['hit']:,.0f}"))
            found.append(Figure(f"Meter{n}, average when won", f"${one['average_when_won']:,.2f}"))
    return found


def _within(row: OddsRow, rounds: int) -> tuple[str, str]:
    """Return the bounds of the return after ``rounds`` rounds, with a chance of 90 %."""
    spread = NINETY * deviation(row) / math.sqrt(rounds)
    middle = float(row.returned)
    return percent(max(middle - spread, 0.0), 2), percent(middle + spread, 2)


def _lines(game: Game, row: OddsRow) -> tuple[OutcomeLine, ...]:
    """Return the lines of the outcomes of a row, in the order of the printed table."""
    return tuple(_line(game, row, name, chance) for name, chance in as_printed(game, row).items())


def as_printed(game: Game, row: OddsRow) -> dict[str, Chance]:
    """Return the outcomes; one that another row of the table pays is counted with that row."""
    chances = dict(row.outcomes)
    table = game.pay_tables().get(paid_by(game, row))
    if table is not None and row.table in table.printed and table.outcomes == tuple(chances):
        for i, paid in enumerate(table.printed[row.table]):
            if paid != i:
                chances[table.outcomes[paid]] += chances.pop(table.outcomes[i])
    return _by_amount(chances)


def _by_amount(chances: dict[str, Chance]) -> dict[str, Chance]:
    """Order outcomes: those with a name first, then by net from the greatest loss."""
    named = {name: chance for name, chance in chances.items() if name[:1] not in "+-"}
    units = sorted(chances.keys() - named.keys(), key=Fraction)
    return named | {name: chances[name] for name in units}


def _line(game: Game, row: OddsRow, name: str, chance: Chance) -> OutcomeLine:
    """Return the line of an outcome: pay, chance, and its share of the return."""
    net = net_of(row, name)
    share = "" if net is None else percent(float(chance) * float(net + 1))
    return OutcomeLine(
        result_words(game, row.wager, name),
        pays_words(game, row, name),
        decimal(chance, 9 if isinstance(chance, Fraction) else 7),
        one_in(chance),
        exactly(chance),
        share,
        net is not None and net > 0,
    )


def result_words(game: Game, wager: str, outcome: str) -> str:
    """Return the words for an outcome, or for a net number of units."""
    if outcome[:1] not in "+-":
        return capital(game.words().outcome(wager, outcome))
    if not outcome.strip("+-0"):
        return "Even"
    unit = "unit" if outcome[1:] == "1" else "units"
    return f"{outcome.replace('-', '−')} {unit}"


def by_wager(rows: Iterable[OddsRow]) -> dict[str, list[OddsRow]]:
    """Return rows grouped by wager, in the order of the lab."""
    grouped: dict[str, list[OddsRow]] = {}
    for row in rows:
        grouped.setdefault(row.wager, []).append(row)
    return grouped


def paid_by(game: Game, row: OddsRow) -> str:
    """Return the pay table of a row's wager."""
    return next((w.paid_by for w in game.wagers if w.name == row.wager), row.wager)


def is_posted(game: Game, row: OddsRow) -> bool:
    """Return True if this row is the table as posted; a wager that is off has none."""
    declared, own = game.declared(), paid_by(game, row)
    return all(
        declared[key].show(getattr(game, key)) == shown
        for key, shown in row.posting.items()
        if key == own or getattr(game, key) != OFF
    )
