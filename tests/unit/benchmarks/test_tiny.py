"""Every benchmark in its tiny form: it runs, and each figure comes with its ratio."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import benchmarks
import pytest
from benchmarks._clock import HEADING, LOOP, Took, cpu, plain_loop, sheet_console, shown
from rich.console import Console
from rich.table import Table as Sheet

from houseway.room.http.static import FOLDER
from houseway.sheets.pdf import browser

FOLDER_OF_ALL = Path(benchmarks.__file__).parent
PROCESSES = ("batch", "default_answers", "exact", "simulation", "room_load", "room_store")
"""Benchmarks that start processes; ``pages`` needs a browser too."""
NO_TIMES = ("kB",)
"""A figure that is no time; its ratio stands in the last column."""


def marked(name: str) -> Any:
    """The name of a benchmark with the markers that its test needs."""
    marks = {"pages": [pytest.mark.browser]}.get(name, [])
    return pytest.param(name, marks=[pytest.mark.process] if name in PROCESSES else marks)


ALL = sorted(path.stem for path in FOLDER_OF_ALL.glob("*.py") if not path.stem.startswith("_"))


class Printed(Console):
    """A console that keeps what is printed."""

    def __init__(self) -> None:
        super().__init__(width=300, record=True, quiet=True)
        self.kept: list[Any] = []

    def print(self, *objects: Any, **more: Any) -> None:
        """Keep it."""
        self.kept += objects


def test_no_name_is_cut_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    sheet = Sheet("", *(f"a column with a long heading {i}" for i in range(3)))
    sheet.add_row(*("a-game-with-a-long-name" for _ in range(3)))
    sheet_console().print(sheet)
    assert "…" not in capsys.readouterr().out


@pytest.mark.parametrize("name", [marked(name) for name in ALL])
def test_a_benchmark_runs_in_its_tiny_form(name: str) -> None:
    if name == "pages" and (browser() is None or not FOLDER.exists()):
        pytest.skip("NO BROWSER (make browser)")
    out = Printed()
    importlib.import_module(f"benchmarks.{name}").run(out, tiny=True)
    sheets = [each for each in out.kept if isinstance(each, Sheet)]
    lines = [each for each in out.kept if isinstance(each, str)]
    for sheet in sheets:
        require_ratios(sheet)
    if lines:
        require_ratio_in_lines(lines)
    assert sheets or lines


def cells_of(sheet: Sheet) -> list[list[str]]:
    """The cells of a sheet, row by row."""
    return [list(row) for row in zip(*(map(str, c.cells) for c in sheet.columns), strict=True)]


def require_ratios(sheet: Sheet) -> None:
    """Fail where a figure stands alone."""
    headings = [str(column.header) for column in sheet.columns]
    rows = cells_of(sheet)
    assert rows, sheet.title
    if not any(HEADING in heading for heading in headings):  # the turns stand below each figure
        for row in rows:
            figures = [cell for cell in row[1:] if cell and not cell.startswith(">=")]
            assert all("turns" in figure for figure in figures), row
        return
    for row in rows:
        for at, heading in enumerate(headings):
            if HEADING in heading:
                figure = row[at - 1]
                has = not figure or row[at] or " x " in figure or figure == "not installed"
                assert has or figure.endswith(NO_TIMES), row


def require_ratio_in_lines(lines: list[str]) -> None:
    """Fail where a line has no column of turns, or stops before it."""
    head, *rest = lines
    assert rest
    each = HEADING + " each"
    end = head.index(each) + len(each)
    for line in rest:
        assert line[:end].rstrip()[-1].isdigit() or line[:end].rstrip().endswith("M"), line


def test_a_figure_without_its_ratio_is_noticed() -> None:
    sheet = Sheet()
    for heading in ("job", "figure", HEADING):
        sheet.add_column(heading)
    sheet.add_row("solve", "0.5 s", "")
    with pytest.raises(AssertionError):
        require_ratios(sheet)


def test_turns_are_those_of_the_loop_itself() -> None:
    took = cpu(plain_loop, 5)
    assert took.turns == pytest.approx(LOOP, rel=0.5)
    assert Took(2.0, 0.5).turns == 4.0
    assert Took(2.0, 0.5).each(8) == "0.5"


@pytest.mark.parametrize(
    ("turns", "words"),
    [(0.04123, "0.0412"), (5.126, "5.13"), (99.96, "100"), (4310.2, "4,310"), (12.6e6, "12.6 M")],
)
def test_turns_are_shown_with_three_figures(turns: float, words: str) -> None:
    assert shown(turns) == words


def test_the_benchmarks_are_run_by_name(capfd: pytest.CaptureFixture[str]) -> None:
    from benchmarks.__main__ import main

    with pytest.raises(SystemExit, match="no benchmark 'poke'"):
        main(["--tiny", "poke"])
