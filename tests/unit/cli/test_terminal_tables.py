"""Tables on narrow pages: no word and no number of any cell is ever cut."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.analysis.simulation_runs.run import Run
from houseway.analysis.strategy_sheet import Figures, StrategySheet
from houseway.analysis.wager_odds import estimated
from houseway.cli.commands.simulate import print_found
from houseway.cli.main import run
from houseway.cli.render.odds import print_strategy_sheet
from houseway.cli.terminal.console import add, grid
from houseway.cli.terminal.tables import Grid, plain
from houseway.rulebook import find

WIDTHS = (80, 100, 120)
RECORD = """
game = "free-bet-blackjack"
posted = { push_22 = "A", main_limits = "5..5000", push_22_limits = "1..2000" }
bets = { main = "1234.50", push_22 = 1000 }
deal = "Ts 6h 9d 6s | Tc"
play = "stand"
"""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Grid]]:
    """Every table that is printed."""
    found: list[Grid] = []
    render = Grid.__rich_console__

    def noted(self: Grid, console: Console, options: Any) -> Any:
        found.append(self)
        return render(self, console, options)

    monkeypatch.setattr(Grid, "__rich_console__", noted)
    yield found


def cut(tables: list[Grid], out: str) -> list[str]:
    """The words and numbers of cells that are not on the page as they are."""
    words = set(out.split())
    cells = [plain(cell) for table in tables for column in table.columns for cell in column.cells]
    heads = [plain(column.header) for table in tables for column in table.columns]
    return [word for cell in (*cells, *heads) for word in cell.split() if word not in words]


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("rules", "ride-free"),
        ("rules", "pai-gow-poker"),
        ("odds", "3-dice-baccarat"),
        ("odds", "3-dice-baccarat", "golden_talons_player", "--bankroll", "500"),
        ("compare", "golden-21-poker", "golden_21", "-p", "decks=6"),
        ("check", "3-dice-baccarat"),
        ("settle", "RECORD"),
    ],
)
def test_no_table_breaks_a_word_or_a_number(
    words: tuple[str, ...], printed: list[Grid], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: Any,
) -> None:  # fmt: skip
    (tmp_path / "record.toml").write_text(RECORD)
    given = [str(tmp_path / "record.toml") if word == "RECORD" else word for word in words]
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        printed.clear()
        assert run(given) == 0
        out = capsys.readouterr().out
        assert not cut(printed, out)
        tables = [line for line in out.splitlines() if "─" in line]
        assert (tables or words[0] == "check") and max(map(len, tables), default=0) <= width


def test_charts_and_simulations_break_none(
    printed: list[Grid], monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    game = find("3-dice-baccarat")({})
    wagers = {w.name: w for w in game.offered}
    counts = {name: [1_234_567, *[1] * (len(wagers[name].rule.outcomes) - 1)]
              for name in ("player", "golden_talons_player", "triple_progressive")}  # fmt: skip
    estimates = {name: estimated(game, wagers[name], ways) for name, ways in counts.items()}
    ran = Run(game, 1, 1_234_567, "", 1, estimates, ("nothing",), seconds=1.0)
    heads = tuple(f"house edge at column {c}" for c in "ABCDEFGH")
    figures = Figures(
        ("hand", *heads), (("kings of spades",) + ("-1,234.5678%",) * 8,), right=heads
    )
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        printed.clear()
        print_found(ran)
        print_strategy_sheet(StrategySheet("a chart", {}, (figures,)))
        assert len(printed) == 2 and not cut(printed, capsys.readouterr().out)


def on_page(table: Grid, width: int) -> str:
    page = Console(width=width, highlight=False)
    with page.capture() as found:
        page.print(table)
    return found.get()


@pytest.mark.parametrize("width", [12, 20, 30, 40, 60, 80, 200])
def test_a_table_goes_on_below_and_becomes_a_list_at_last(width: int) -> None:
    columns = ("row", "probability", "pays at the first table", "exactly")
    table = grid(*columns, right=columns[1:])
    for name, n in product(("kings of spades", "nothing"), (1, 33)):
        add(table, name, f"{n / 7:,.4f}%", f"{n * 1000:,} to 1", Fraction(n, 4043 * 4043))
    out = on_page(table, width)
    if width >= 30:
        assert not cut([table], out) and max(map(len, out.splitlines())) <= width
    if width == 20:
        assert not cut([table], out.replace(":", "")) and "row: kings of spades" in out
    if width == 200:
        assert len(out.splitlines()) == 8


def test_columns_of_words_share_what_is_left() -> None:
    table = grid("name", "what it is", "no")
    add(table, "a", "word " * 30, "1 to 7")
    add(table, "bb", "short", "1 to 14")
    out = on_page(table, 60)
    assert "1 to 14" in out and max(map(len, out.splitlines())) <= 60
    assert on_page(Grid(), 60) == ""
