"""PAR sheets: well formed, exact, the same bytes every time, and nothing from outside."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
import subprocess
import sys
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from houseway.analysis.odds_row import OddsRow
from houseway.analysis.report import Report, report
from houseway.analysis.wager_edge import exact
from houseway.cli.main import run
from houseway.game.pay_tables import parse_payout
from houseway.rulebook import find, games
from houseway.rulebook.clauses import clauses_of, readings_of
from houseway.sheets import posted_table
from houseway.sheets.par import sheet as par
from houseway.sheets.par.figures import decimal, one_in, percent
from houseway.sheets.par.manifest import METHOD_LINE, ROOT, rules_manifest
from houseway.sheets.par.plots import meter_plots, return_bars
from houseway.sheets.par.svg import Bar, Mark, axis_from, bars, curve, ticks
from tests.oracles.strict_html import Page, assert_alone

FREE_BET, WAGER = "free-bet-blackjack", "kings_bounty"


@cache
def lab() -> Report:
    return report(FREE_BET, WAGER, {"decks": 6})


@cache
def sheet() -> par.ParSheet:
    return par.par_sheet(FREE_BET, {"decks": 6}, lab=lab())


@cache
def html() -> str:
    return par.par_html(sheet())


def test_a_sheet_is_well_formed_and_stands_alone() -> None:
    page = Page(html())
    assert_alone(html())
    for link in page.links:
        assert link.startswith("#") and link[1:] in page.ids, link


def test_a_sheet_tells_the_rules_the_posting_and_the_readings() -> None:
    words = Page(html()).words
    game = find(FREE_BET)
    assert game.name in words and game.owner in words and game.section in words
    assert "Not official, not certified." in words
    table = sheet().game
    for clause in clauses_of(FREE_BET):
        assert (
            clause.id in words
            and posted_table.expand_names(table, " ".join(clause.says.split())) in words
        )
    for reading in readings_of(FREE_BET):
        assert posted_table.expand_names(table, " ".join(reading.reading.split())) in words
    hashes = r"<(style|pre|ul class=.manifest).*?</(style|pre|ul)>"
    plain = Page(re.sub(hashes, "", html(), flags=re.S)).words
    assert not re.search("[a-z0-9]_[a-z0-9]", plain), "a name for programs"
    for option in posted_table.options(table):
        assert option.name in words and option.value in words and option.allowed in words
    for pay in posted_table.posted_pay(table):
        assert pay.rows and all(row.words in words and row.pays in words for row in pay.rows)
    for name, number in par.versions():
        assert f"{name} {number}" in words


def test_fractions_are_those_of_exact_odds() -> None:
    odds = exact(find(FREE_BET)({"decks": 6}), WAGER)
    text = html()
    for chance in odds.probability.values():
        assert f'<td class="exact">{chance.numerator}/{chance.denominator}</td>' in text
    here = odds.here
    for figure in (here.edge, here.returned, here.hit_frequency, here.variance):
        assert f'<span class="exact">{figure.numerator}/{figure.denominator}</span>' in text
    assert percent(here.edge) in text
    (block,) = sheet().parts[0].blocks
    shares = [float(line.share.removesuffix(" %")) for line in block.lines]
    assert sum(shares) == pytest.approx(100 * float(here.returned), abs=1e-3)
    assert sum(Fraction(line.exact) for line in block.lines) == 1
    assert block.posted and sheet().parts[0].here is block


def test_the_strategy_chart_is_the_labs() -> None:
    from houseway.analysis.blackjack.solver.solve import best_play
    from houseway.analysis.blackjack.strategy.chart_by_totals import total_play
    from houseway.analysis.blackjack.strategy.charts import chart

    game: Any = find(FREE_BET)({"decks": 6})
    rows = chart(total_play(best_play(game)).table)
    found = sheet().strategy
    assert found is not None
    drawn = [
        (hand, tuple(c.text for c in cells)) for part in found.charts for hand, cells in part.rows
    ]
    assert drawn == [(row.hand, row.cells) for row in rows]
    assert html().count('<table class="chart">') == 3


def test_a_game_without_wagers_has_a_sheet_too() -> None:
    text = par.par_html(par.par_sheet("holdem"))
    page = Page(text)
    assert_alone(text)
    assert "Players wager against each other" in page.words
    assert "none is posted at this table" in page.words
    for empty in ("House edge", "Bank's edge", "Volatility", "Odds of", "Strategy", "the edge:"):
        assert empty not in page.words
    assert all(link[1:] in page.ids for link in page.links)


def doubtful(row: OddsRow) -> OddsRow:
    return dataclasses.replace(
        row, house_edge=Fraction(-1, 100), returned=Fraction(101, 100),
        warnings=("table <X> is not for 6 decks, only for 1 deck",),
    )  # fmt: skip


def test_warnings_stand_in_red_at_the_head_and_at_the_table() -> None:
    assert 'role="alert"' not in html()
    rows = tuple(doubtful(row) for row in lab().rows)
    text = par.par_html(par.par_sheet(FREE_BET, {"decks": 6}, lab=Report(rows)))
    Page(text)
    assert 'class="warning" role="alert"' in text
    assert text.lower().count("table &lt;x&gt; is not for 6 decks") == 2, "escaped, in both places"
    assert "The player has the edge: 1.0000 %" in text
    assert '<span class="bad">−1.0000 %</span>' in text


def test_only_what_is_posted_is_warned_of_and_the_rest_is_folded() -> None:
    here = lab().rows[0]
    other = dataclasses.replace(doubtful(here), posting={**here.posting, "soft_17": "stand"})
    found = par.par_sheet(FREE_BET, {"decks": 6}, lab=Report((here, other)))
    assert found.warnings == () and found.parts[0].here is not None
    text = par.par_html(found)
    assert 'role="alert"' not in text and "table &lt;X&gt;" not in text.split("<details>")[0]
    assert "The player has the edge: 1.0000 %" in text
    assert "<details>" in text and "<details open>" in par.par_html(found, unfolded=True)


def test_a_player_who_banks_has_an_edge_and_a_turn() -> None:
    row = OddsRow(
        "three-card-poker", "ante", "", 1, Fraction(1, 50), Fraction(1, 2), Fraction(49, 50),
        Fraction(1), {"win": Fraction(49, 100), "lose": Fraction(51, 100)}, "exact", {},
    )  # fmt: skip
    found = par.par_sheet("three-card-poker", lab=Report((row,)))
    words = Page(par.par_html(found)).words
    assert "House edge" not in words and "Bank's edge" in words
    worth, taken = found.grids
    assert worth.rows[0][1:] == ("$2 (least)", "$14", "$0.28", "$0.50", "−$0.22", "−$0.44")
    assert worth.rows[2][2:] == ("$140", "$2.80", "$2", "$0.80", "$1.60"), "the highest tier"
    assert taken.rows[-1][1:] == ("$5.50", "$165"), "seven players at 50 cents, the bank at $2"


def test_what_a_poker_room_takes_is_told_by_hand_and_hour() -> None:
    found = par.par_sheet("holdem", {"seat_collection": "1", "big_blind": "4", "small_blind": "2"})
    taken, waiting = found.grids
    assert taken.rows[0][1:] == ("$1", "$10", "$300", "$30")
    assert waiting.rows[-1][3:] == ("$16", "$48"), "both blinds once and ten dollars in ten hands"


@pytest.mark.process
def test_the_same_inputs_give_the_same_bytes() -> None:
    again = par.par_sheet(FREE_BET, {"decks": 6}, lab=report(FREE_BET, WAGER, {"decks": 6}))
    assert par.par_html(again) == html()
    dated = par.par_html(par.par_sheet("holdem", date="2026-03-31"))
    assert "2026-03-31" in dated
    code = (
        "import sys; from houseway.sheets.par.sheet import *; print(par_html(par_sheet('holdem')))"
    )
    prints = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert prints[0] == prints[1] and b"2026" not in re.sub(rb"[0-9a-f]{12,}", b"", prints[0])


def test_a_simulated_figure_shows_its_error() -> None:
    known = lab().rows[0]
    row = dataclasses.replace(
        known, method="simulated", stderr=0.00123, house_edge=0.0456, returned=0.9544,
        variance=9.0, hit_frequency=0.1, outcomes={k: float(v) for k, v in known.outcomes.items()},
    )  # fmt: skip
    text = par.par_html(par.par_sheet(FREE_BET, {"decks": 6}, lab=Report((row,))))
    assert "4.5600 ± 0.1230 %" in text and "Exact probability" not in text


@pytest.mark.parametrize("game_id", list(games()))
def test_the_hash_of_the_rules_is_what_sha256sum_would_say(game_id: str) -> None:
    game = find(game_id)
    found = rules_manifest(game)
    paths = [path for _, path in found.files]
    lines = [f"{hashlib.sha256((ROOT / p).read_bytes()).hexdigest()}  {p}\n" for p in paths]
    assert found.digest == hashlib.sha256("".join(lines).encode()).hexdigest()
    assert paths == sorted(set(paths))
    folder = game.folder().relative_to(ROOT).as_posix()
    assert f"{folder}/game.py" in paths and f"{folder}/clauses.toml" in paths
    assert any(p.startswith("families/") for p in paths) and any(
        p.startswith("hands/") for p in paths
    )
    assert not any(p.startswith(("odds/", "sheets/", "cli/", "table/")) for p in paths)


def test_the_hash_covers_what_a_game_inherits() -> None:
    paths = {path for _, path in rules_manifest(find("omaha-8")).files}
    assert {"rulebook/delta/omaha/game.py", "rulebook/delta/kill_pots/clauses.toml"} <= paths


@pytest.mark.process
def test_the_printed_commands_give_the_printed_hashes(capsys: pytest.CaptureFixture[str]) -> None:
    words = Page(html()).words
    for command in (f"houseway par {FREE_BET} --hash", METHOD_LINE):
        assert command in words
    assert run(["par", FREE_BET, "--hash"]) == 0
    rules, method = (line.split()[1] for line in capsys.readouterr().out.splitlines())
    assert f"{rules[:32]} {rules[32:]}" in words and f"{method[:32]} {method[32:]}" in words
    shell = subprocess.run(
        METHOD_LINE, shell=True, cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert shell.stdout.split()[0] == method
    for files, digest in (("rules", rules), ("mathematics", method)):
        assert f"houseway par {FREE_BET} --files {files} | sha256sum" in words
        assert run(["par", FREE_BET, "--files", files]) == 0
        listed = capsys.readouterr().out
        assert hashlib.sha256(listed.encode()).hexdigest() == digest


def test_a_meter_is_drawn_with_its_break_even() -> None:
    game = find(FREE_BET)({"decks": 6})
    assert meter_plots(game) == ()
    odds = exact(game, WAGER)
    lose = parse_payout("lose")
    game.pay[WAGER] = (parse_payout("100%"), *(lose for _ in odds.outcomes[1:]))
    (plot,) = meter_plots(game)
    even = game.limits(game.wagers[3])[0] / odds.probability[odds.outcomes[0]]
    assert f"break-even ${int(even) // 100:,}" in plot.svg
    Page(str(plot.svg))


def test_plots_escape_and_fit() -> None:
    drawn = bars([Bar("<a> & b", 0.9, "90 %"), Bar("c", 1.2, "120 %", True)], "t <i>", 1.0)
    Page(drawn)
    assert "&lt;a&gt; &amp; b" in drawn and 'class="bar bad"' in drawn
    line = curve([(0, 1), (1, 2), (2, 1)], "t", "x", [Mark(1, "m"), Mark(9, "outside")])
    Page(line)
    assert ">m<" in line and "outside" not in line
    assert ticks(-1.0, 1.0, 4) == [-1.0, -0.5, 0.0, 0.5, 1.0]


def widths(drawn: str) -> list[float]:
    return [float(w) for w in re.findall(r'<rect class="bar[^>]* width="([0-9.]+)"', drawn)]


def test_bars_show_the_difference_and_say_where_they_begin() -> None:
    values = (0.9898, 0.9762)
    drawn = bars([Bar("a", values[0], "98.98 %"), Bar("b", values[1], "97.62 %")], "t", 1.0)
    long, short = widths(drawn)
    assert short < 0.6 * long and axis_from((*values, 1.0)) > 0.9
    assert drawn.count('class="torn"') == 2, "each is marked as torn off"
    assert axis_from((0.2, 0.9)) == 0.0 and 'class="torn"' not in bars([Bar("a", 0.1, "")], "t", 1)
    rows = lab().rows[0], dataclasses.replace(lab().rows[0], returned=0.95)
    plot = return_bars([(row, sheet().parts[0].blocks[0]) for row in rows])
    assert "not at zero" in plot.caption


def test_numbers_as_people_read_them() -> None:
    assert percent(Fraction(-1, 3)) == "−33.3333 %"
    assert percent(-1e-9) == "0.0000 %"
    assert decimal(Fraction(1, 4), 3) == "0.250"
    assert decimal(1.5e-9, 7) == "1.5000 × 10⁻⁹"
    assert (one_in(0.5), one_in(1e-6), one_in(0)) == ("2.00", "1,000,000", "never")


def test_a_wager_beside_one_that_is_not_offered_has_its_figures() -> None:
    """Tie odds of 21st Century Baccarat have to be posted; without them the base wager stands."""
    sheet = par.par_sheet("21st-century-baccarat")
    assert [part.name for part in sheet.posted] == ["main"]
    assert {part.name for part in sheet.compared} == {"tie"}


def test_columns_between_which_the_amount_chooses_are_all_posted() -> None:
    sheet = par.par_sheet("blackjack-x")
    found = [(part.name, part.here.table) for part in sheet.posted if part.here is not None]
    bonus = [table for wager, table in found if wager == "aces_bonus"]
    assert bonus == ["pay table $1-$4", "pay table $5-$50"]
    assert [wager for wager, _ in found].count("main") == 1
