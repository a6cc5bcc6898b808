"""The odds lab's rows made ready for paper: words, percentages, exact fractions, warnings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.bank.player_bank_edges import banked_by_player
from houseway.analysis.row import FOR_BOTH, Chance, OddsRow
from houseway.game.base import OFF, Game
from houseway.sheets.par.player_bank import SideLine, side_lines
from houseway.sheets.posted_table import capital, column_words, expand_names

NINETY = 1.6448536269514722
"""Standard deviations to either side that hold nine results of ten."""
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PAY_TABLE = "pay table "
HORIZONS = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class Figure:
    """A number in words, and exactly where it is known exactly."""

    name: str
    shown: str
    exact: str = ""
    bad: bool = False


@dataclass(frozen=True)
class OutcomeLine:
    """One outcome of a wager: what it pays, how often it comes, what it adds to the return."""

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
    """The bounds of nine returns of ten, after each of ``HORIZONS`` rounds."""
    sides: tuple[SideLine, ...] = ()
    """Where a player banks: both sides, before and after fees."""

    @property
    def column(self) -> str:
        """The pay table by its name alone, for a column of a table."""
        return self.table.removeprefix(PAY_TABLE)


def percent(value: Chance, places: int = 4) -> str:
    """A share as a percentage, with a true minus sign."""
    text = f"{float(value) * 100:.{places}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")
    return f"{text.replace('-', '−')} %"


def decimal(value: Chance, places: int = 6) -> str:
    """A number with so many places; a tiny one with its power of ten."""
    real = float(value)
    if real and abs(real) < 10.0 ** (2 - places):
        small, power = f"{real:.4e}".split("e")
        return f"{small.replace('-', '−')} × 10{str(int(power)).translate(RAISED)}"
    text = f"{real:,.{places}f}"
    return text.replace("-", "−")


def one_in(value: Chance) -> str:
    """How many rounds one of these takes on average."""
    if not value:
        return "never"
    rounds = 1 / float(value)
    return f"{rounds:,.2f}" if rounds < 1_000 else f"{rounds:,.0f}"


def exactly(value: Chance) -> str:
    """The fraction in lowest terms; "" where the figure is not one."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return ""


def decks_words(decks: int, sets: str) -> str:
    """Decks of cards, or sets of tiles; dice have neither."""
    if not decks:
        return ""
    return f"{decks} {sets}" if decks == 1 else f"{decks} {sets}s"


def net_of(row: OddsRow, outcome: str) -> Fraction | None:
    """What an outcome is worth to a unit under this row's table; None where it is no multiple."""
    nets = row.details.get("nets", {})
    return Fraction(nets[outcome]) if outcome in nets else None


def pays_words(game: Game, row: OddsRow, outcome: str) -> str:
    """What an outcome pays, in the words of its table; without one, what the round comes to."""
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
    """One row of the lab as it is printed."""
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
    """The pay table of a row; empty where its wager has only one, or none."""
    name = paid_by(game, row)
    if name not in game.pay_tables():
        return row.table
    called = column_words(game, name, row.table).removeprefix(PAY_TABLE)
    return f"{PAY_TABLE}{called}" if called else ""


def _safe(text: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in text.lower()).strip("-")


def method_words(row: OddsRow) -> str:
    """How the row is known, in a word or two."""
    if row.method == "exact" and row.details.get("rounds"):
        return "edge exact, rest simulated"
    return row.method


def warnings_of(row: OddsRow) -> tuple[str, ...]:
    """The lab's warnings; a player's edge is always one."""
    if row.house_edge < 0 and not any("edge" in text for text in row.warnings):
        return (*row.warnings, f"the player has the edge: {percent(-row.house_edge)}")
    return row.warnings


def deviation(row: OddsRow) -> float:
    """The standard deviation of one round, in units of the wager."""
    return math.sqrt(max(float(row.variance), 0.0))


def _figures(row: OddsRow, by_players: bool) -> tuple[Figure, ...]:
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
    """Of a progressive wager: what it returns without meters, and the life of each meter."""
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
    spread = NINETY * deviation(row) / math.sqrt(rounds)
    middle = float(row.returned)
    return percent(max(middle - spread, 0.0), 2), percent(middle + spread, 2)


def _lines(game: Game, row: OddsRow) -> tuple[OutcomeLine, ...]:
    return tuple(_line(game, row, name, chance) for name, chance in as_printed(game, row).items())


def as_printed(game: Game, row: OddsRow) -> dict[str, Chance]:
    """The outcomes; what is paid by another row of the table is counted with that row."""
    chances = dict(row.outcomes)
    table = game.pay_tables().get(paid_by(game, row))
    if table is not None and row.table in table.printed and table.outcomes == tuple(chances):
        for i, paid in enumerate(table.printed[row.table]):
            if paid != i:
                chances[table.outcomes[paid]] += chances.pop(table.outcomes[i])
    return _by_amount(chances)


def _by_amount(chances: dict[str, Chance]) -> dict[str, Chance]:
    """What has a name first; then what only nets so many units, from the greatest loss on."""
    named = {name: chance for name, chance in chances.items() if name[:1] not in "+-"}
    units = sorted(chances.keys() - named.keys(), key=Fraction)
    return named | {name: chances[name] for name in units}


def _line(game: Game, row: OddsRow, name: str, chance: Chance) -> OutcomeLine:
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
    """The outcome; of a round that only nets so many units, those."""
    if outcome[:1] not in "+-":
        return capital(game.words().outcome(wager, outcome))
    if not outcome.strip("+-0"):
        return "Even"
    unit = "unit" if outcome[1:] == "1" else "units"
    return f"{outcome.replace('-', '−')} {unit}"


def by_wager(rows: Iterable[OddsRow]) -> dict[str, list[OddsRow]]:
    """Rows grouped by wager, in the order of the lab."""
    grouped: dict[str, list[OddsRow]] = {}
    for row in rows:
        grouped.setdefault(row.wager, []).append(row)
    return grouped


def paid_by(game: Game, row: OddsRow) -> str:
    """The pay table of a row's wager."""
    return next((w.paid_by for w in game.wagers if w.name == row.wager), row.wager)


def is_posted(game: Game, row: OddsRow) -> bool:
    """Whether this row is the table as it stands; what a wager pays that is off says nothing."""
    declared, own = game.declared(), paid_by(game, row)
    return all(
        declared[key].show(getattr(game, key)) == shown
        for key, shown in row.posting.items()
        if key == own or getattr(game, key) != OFF
    )
